"""Going on after a round."""

from __future__ import annotations

from games.rules.hand_and_foot.events import RoundContinued
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.rules import next_round
from games.rules.hand_and_foot.state import FootState
from games.rules.hand_and_foot.table import wrong_phase
from games.rules.kernel import Action, Emit, Refusal, Seat


class Continue(Action[FootOptions, FootState], frozen=True):
    """Say that you have seen the round's score; when all have, the next one begins (HF 8)."""

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Say no outside the round's result, and to a second time."""
        del options
        if refusal := wrong_phase(state, "over"):
            return refusal
        return None if seat in state.to_act else Refusal("already_done")

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Wait for the others, or begin the next round."""
        emit(RoundContinued(seat))
        state.answered(seat)
        if not state.to_act:
            next_round(state, options, emit)
