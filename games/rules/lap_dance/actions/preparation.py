"""The minute: placing a Stack in secret, and being ready first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance.events import PriorityTaken, StackPlaced, StackShown
from games.rules.lap_dance.knowledge import saw_enter, saw_leave
from games.rules.lap_dance.options import MOST_DRAFTS, LapOptions
from games.rules.lap_dance.rules import end_preparation, invite
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import (
    duplicate,
    modifier,
    placeable,
    stack_limit,
    wrong_phase,
)


class SetStack(Action[LapOptions, LapState], frozen=True):
    """Place these cards as your Stack, face down; all others go back to your hand (LAP 7).

    `cards`: the complete new content, of the desired types, and Events.  More than the limit is a
    draft: you cannot be ready with it, and when the time is up random cards are discarded.
    """

    cards: tuple[str, ...]

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[SetStack]:
        """Yield the empty Stack, and neighbours of every number up to one too many."""
        if state.phase != "preparation" or (one := state.seats[seat]).priority is not None:
            return ()
        if one.drafts >= MOST_DRAFTS:
            return ()
        over = not options.strict_stack and one.drafts < MOST_DRAFTS - 1
        allowed, now = placeable(state), set(one.stack)
        mine = tuple(sorted([c for c in (*one.hand, *one.stack) if c in allowed]))
        stacks = _stacks(mine, stack_limit(state) + over)
        return [stack for stack in stacks if set(stack.cards) != now] if now else stacks[1:]

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check the phase, that the seat is not ready, the cards, the number of them."""
        one = state.seats[seat]
        if state.phase != "preparation":
            return wrong_phase(state, "preparation")
        if one.priority is not None:
            return Refusal("already_ready")
        return self._bad_card(state, seat) or self._bad_draft(state, seat, options)

    def _bad_card(self, state: LapState, seat: Seat) -> Refusal | None:
        one, allowed = state.seats[seat], placeable(state)
        for place, card in enumerate(self.cards):
            if card not in one.hand and card not in one.stack:
                return Refusal("bad_card", f"/cards/{place}")
        if refusal := duplicate(self.cards, "cards", "bad_card"):
            return refusal
        for place, card in enumerate(self.cards):
            if card not in allowed:
                return Refusal("not_desired", f"/cards/{place}")
        return None

    def _bad_draft(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        one, limit = state.seats[seat], stack_limit(state)
        if set(self.cards) == set(one.stack):
            return Refusal("no_change", "/cards")
        if one.drafts >= MOST_DRAFTS:
            return Refusal("too_many_drafts", "", {"most": MOST_DRAFTS})
        last = options.strict_stack or one.drafts == MOST_DRAFTS - 1
        if last and len(self.cards) > limit:
            return Refusal("over_limit", "/cards", {"limit": limit})
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Move the cards; how many lie there all may see, which they are only of open Stacks."""
        del options
        one = state.seats[seat]
        back = [card for card in one.stack if card not in self.cards]
        one.hand = [card for card in one.hand if card not in self.cards] + back
        one.stack = list(self.cards)
        one.drafts += 1
        emit(StackPlaced(seat, len(self.cards)))
        if modifier(state).op == "open_stacks":
            saw_enter(state, seat, back)
            saw_leave(state, self.cards)
            emit(StackShown(seat, self.cards))


@lru_cache(maxsize=4096)
def _stacks(mine: tuple[str, ...], most: int) -> tuple[SetStack, ...]:
    """Return Stacks of these cards: none, and runs of neighbours around the circle."""
    count, circle = len(mine), mine + mine
    runs = [
        circle[start : start + size]
        for size in range(1, min(most, count - 1) + 1)
        for start in range(count)
    ]
    whole = [mine] if 0 < count <= most else []
    return tuple(map(SetStack, ((), *runs, *whole)))


class Ready(Action[LapOptions, LapState], frozen=True):
    """Say that you are ready, for good, and take the Priority card with the lowest number (LAP 7).

    After the last one, all Stacks are turned face up.
    """

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check the phase, that it is the first time, and the limit of the Stack."""
        del options
        if state.phase != "preparation":
            return wrong_phase(state, "preparation")
        one = state.seats[seat]
        if one.priority is not None:
            return Refusal("already_ready")
        if len(one.stack) > (limit := stack_limit(state)):
            return Refusal("over_limit", "", {"limit": limit})
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Take the card; when all have one the phase is over (LAP-R36)."""
        number = 1 + sum(one.priority is not None for one in state.seats)
        state.seats[seat].priority = number
        emit(PriorityTaken(seat, number))
        state.answered(seat)
        if not state.to_act:
            end_preparation(state, options, emit)
        elif state.accusation:
            invite(state, options)
