"""Tables of Work The Strip in the rulebook's words, and what is to be seen on them.

A table always holds the whole deck: cards that no word mentions lie in the pile, or, where the test
says what the pile is, in the discard, where they cannot matter.  So every step of every test also
checks that no card is lost and that the situation before it stayed as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import Any, TypeVar

from games.rules.kernel import Action, Event, IllegalAction, Refusal, Rng, Seat, ring, step
from games.rules.registry import encode_state
from games.rules.work_the_strip.actions import Continue
from games.rules.work_the_strip.cards import CARDS, value_of
from games.rules.work_the_strip.game import WorkTheStrip
from games.rules.work_the_strip.options import FINAL_TURN_SECONDS, StripOptions
from games.rules.work_the_strip.state import (
    Fronted,
    Phase,
    PlayedSet,
    RoundResult,
    SeatScore,
    StripState,
)
from games.rules.work_the_strip.view import StripView
from tests.games.rules.work_the_strip.words import A, C, fronts, in_order, key, sets

E = TypeVar("E", bound=Event)
Past = tuple[Seat | None, Sequence[int]]
"""A round that was played before: its winner, and the score of every seat."""
NOTHING: Mapping[Any, Any] = MappingProxyType({})


@lru_cache(maxsize=256)
def key_for(dice: frozenset[tuple[str, int]]) -> str:
    """Return the first key whose streams roll these pips first: ``{("top/1", 4)}``."""
    return next(
        key
        for key in map("{:064x}".format, count())
        if all(Rng(key).stream(label).die() == pips for label, pips in dice)
    )


@dataclass
class Table:
    """One situation and what was last noticed in it."""

    game: WorkTheStrip
    state: StripState
    events: list[Event] = field(default_factory=list)

    def act(self, seat: Seat, *actions: Action[Any, Any]) -> Table:
        """Let `seat` act.  Raises `IllegalAction`."""
        for action in actions:
            before = encode_state(self.state)
            self._went_on(*step(self.game, self.state, seat, action), before)
        return self

    def ring(self, name: str) -> Table:
        """Let the hourglass of this name run out."""
        before = encode_state(self.state)
        self._went_on(*ring(self.game, self.state, self.state.timer(name).id), before)
        return self

    def _went_on(self, after: StripState, events: list[Event], before: bytes) -> None:
        assert encode_state(self.state) == before, "a step changed the state it was given"
        assert self.game.card_ids(after) == self.game.card_ids(self.state), "a card was lost"
        self.state, self.events = after, events

    def refusal(self, seat: Seat, action: Action[Any, Any]) -> Refusal:
        """Return why `seat` may not do this, and check that nothing changed."""
        before = encode_state(self.state)
        try:
            step(self.game, self.state, seat, action)
        except IllegalAction as error:
            refusal = error.refusal
        else:
            raise AssertionError(f"seat {seat} was allowed {action}")
        assert encode_state(self.state) == before, "a refusal changed the state"
        assert refusal.code in self.game.refusals, f"{refusal} is not published"
        return refusal

    def refused(self, seat: Seat, action: Action[Any, Any]) -> str:
        """Return the code of `refusal`."""
        return self.refusal(seat, action).code

    def all_continue(self) -> Table:
        """Let every seat see enough of the round's result."""
        for seat in tuple(self.state.to_act):
            self.act(seat, Continue())
        return self

    # --- What lies where --------------------------------------------------------------------------

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return tuple(sorted(self.state.hands[seat]))

    def laid(self, seat: Seat) -> dict[str, tuple[str, ...]]:
        laid = self.state.tableau[seat].items()
        return {key: tuple(sorted(found)) for key, found in sorted(laid) if found}

    def worth(self, seat: Seat) -> int:
        """Return the dollars of what is laid in front of a Madam, specials apart."""
        laid = self.laid(seat).items()
        return sum(
            value_of(card, "name" if key.startswith("name:") else "run")
            for key, found in laid
            for card in found
        )

    def front(self, seat: Seat) -> list[Fronted]:
        return self.state.front[seat]

    @property
    def pile(self) -> tuple[str, ...]:
        return tuple(self.state.pile)

    @property
    def turn(self) -> tuple[Phase, Seat]:
        """Whose turn of which kind it is; the game waits for her alone."""
        assert self.state.to_act == [self.state.current]
        return self.state.phase, self.state.current

    # --- What was noticed -------------------------------------------------------------------------

    def told(self, kind: type[E]) -> list[E]:
        """Return the last events of one type."""
        return [event for event in self.events if isinstance(event, kind)]

    def view(self, seat: Seat | None) -> StripView:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[Action[Any, Any], ...]:
        return self.game.legal_actions(self.state, seat).actions

    def kinds(self, seat: Seat) -> set[str]:
        """Return the wire names of the kinds of action this seat has."""
        return {str(type(action).__struct_config__.tag) for action in self.legal(seat)}

    # --- How the round ended ----------------------------------------------------------------------

    @property
    def result(self) -> RoundResult:
        assert self.state.phase in ("round_result", "game_over"), "the round goes on"
        return self.state.results[-1]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(line.score for line in self.result.lines)


def table(  # noqa: PLR0913 - a table is made of this many things
    *,
    hands: Sequence[str],
    tableaus: Mapping[Seat, str] = NOTHING,
    front: Mapping[Seat, str] = NOTHING,
    pile: str | None = None,
    discard: str = "",
    phase: Phase = "turn",
    current: Seat = A,
    dealer: Seat = C,
    asked: Sequence[str] = (),
    skip: Sequence[Seat] = (),
    queue: Sequence[Seat] = (),
    submitted: Mapping[Seat, tuple[PlayedSet, ...]] = NOTHING,
    past: Sequence[Past] = (),
    dice: Mapping[str, int] = NOTHING,
    top: int | None = None,
    options: StripOptions | None = None,
) -> Table:
    """Lay a table.

    `hands` in seat order; `pile` bottom to top; `past` are earlier rounds; `dice` are the first
    pips of labelled streams, and `top` those of the Top Card.
    """
    seats, round_ = len(hands), len(past) + 1
    rolls = dict(dice) | ({} if top is None else {f"top/{round_}": top})
    state = StripState(
        rng=Rng(key_for(frozenset(rolls.items()))),
        questions=[0] * seats,
        phase=phase,
        round=round_,
        dealer=dealer,
        current=current,
        discard=list(in_order(discard)),
        hands=[list(in_order(hand)) for hand in hands],
        tableau=[_tableau(tableaus.get(seat, "")) for seat in range(seats)],
        front=[fronts(front.get(seat, "")) for seat in range(seats)],
        skip=[seat in skip for seat in range(seats)],
        asked=[":".join(key(words)) for words in asked],
        submitted=[submitted.get(seat) for seat in range(seats)],
        final_queue=list(queue),
        results=[_past(number + 1, *played) for number, played in enumerate(past)],
        totals=[sum(scores[seat] for _, scores in past) for seat in range(seats)],
        rounds_won=[sum(winner == seat for winner, _ in past) for seat in range(seats)],
        known=[{} for _ in range(seats + 1)],
    )
    options = options or StripOptions()
    _put_away(state, pile, options)
    _wait(state, options)
    return Table(WorkTheStrip(options), state)


def _tableau(text: str) -> dict[str, list[str]]:
    return {key: list(laid) for key, laid in sets(text).items()}


def _past(number: int, winner: Seat | None, scores: Sequence[int]) -> RoundResult:
    lines = tuple(SeatScore(score, 0, 0, 0, 0, score) for score in scores)
    return RoundResult(number, 0, winner, None, None, lines)


def deck(options: StripOptions) -> list[str]:
    """Return the cards a table plays with, by the page's own words (WTS 13)."""
    compact, pure = options.deck == "compact", options.deck == "no_specials"
    rare = (
        "cleopatra",
        "duchess",
        "diamond",
        "aurora",
        "vesper",
        "empress",
        "sapphire",
        "marquise",
    )
    return [
        card.id
        for card in CARDS.values()
        if not (compact and card.name in rare) and not (pure and card.kind == "special")
    ]


def _put_away(state: StripState, pile: str | None, options: StripOptions) -> None:
    if pile is not None:
        state.pile = list(in_order(pile))
    used = [*state.pile, *state.discard, *(card for hand in state.hands for card in hand)]
    used += [card for laid in state.tableau for found in laid.values() for card in found]
    used += [fronted.card for front in state.front for fronted in front]
    assert len(used) == len(set(used)), f"a card lies in two places: {sorted(used)}"
    rest = [card for card in deck(options) if card not in used]
    if pile is None:
        state.pile = rest[::-1]  # performers on top
    else:
        state.discard += rest


def _wait(state: StripState, options: StripOptions) -> None:
    if state.phase == "initial_play":
        seats = len(state.hands)
        clockwise = [(state.dealer + place) % seats for place in range(1, seats + 1)]
        waiting = [seat for seat in clockwise if state.submitted[seat] is None]
        if options.initial_play == "clockwise":
            waiting = waiting[:1]
        state.current = clockwise[0] if options.initial_play != "clockwise" else waiting[0]
        seconds = options.initial_seconds
    elif state.phase == "final_turn":
        waiting = [state.current]
        seconds = FINAL_TURN_SECONDS if options.turn_seconds else 0
    else:
        waiting, seconds = [state.current], options.turn_seconds
    state.ask(*waiting)
    state.start_timer(state.phase, seconds, waiting)
