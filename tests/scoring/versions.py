"""A made-up second version of each game: the rules changed, and old matches were played before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from games.rules import registry
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.state import FootState
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.state import LapState
from games.rules.work_the_strip.game import WorkTheStrip
from games.rules.work_the_strip.state import StripState


class StripWithTenCards(WorkTheStrip, frozen=True):
    """Ten cards each in the first round instead of nine."""

    version = 2

    def setup(self, seats: int, key: str) -> StripState:
        state = super().setup(seats, key)
        for hand in state.hands:
            hand.append(state.pile.pop())
        return state


class FootCutInTheMiddle(HandAndFoot, frozen=True):
    """The deck is cut once after the shuffle."""

    version = 2

    def setup(self, seats: int, key: str) -> FootState:
        state = super().setup(seats, key)
        state.stock = state.stock[131:] + state.stock[:131]
        return state


class LapWithFiveMore(LapDance, frozen=True):
    """Five random cards at the start instead of four."""

    version = 2

    def setup(self, seats: int, key: str) -> LapState:
        state = super().setup(seats, key)
        for one in state.seats:
            one.hand.append(state.deck.pop())
        return state


BUMPED = (StripWithTenCards, FootCutInTheMiddle, LapWithFiveMore)


@contextmanager
def bumped() -> Iterator[None]:
    """Register the second versions beside the first ones."""
    with ExitStack() as shelf:
        for rules in BUMPED:
            shelf.enter_context(registry.registered(rules))
        yield
