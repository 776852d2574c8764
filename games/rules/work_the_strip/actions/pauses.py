"""The two actions that say "go on": the end of a final turn, and of the look at a result."""

from __future__ import annotations

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.work_the_strip.events import RoundContinued
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import end_final_turn, next_round
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.table import not_now, wrong_phase


class EndFinalTurn(Action[StripOptions, StripState], frozen=True):
    """End your final turn; what you still hold will cost you (WTS 8.2)."""

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Say no outside one's own final turn; nothing is forced in it."""
        del options
        return not_now(state, seat, "final_turn")

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Give the next Madam her final turn, or score the round."""
        del seat
        end_final_turn(state, options, emit)


class Continue(Action[StripOptions, StripState], frozen=True):
    """Say that you have seen the round's result; when all have, the next one is dealt (WTS 10)."""

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Say no outside the round's result, and to a second time."""
        del options
        if refusal := wrong_phase(state, "round_result"):
            return refusal
        return None if seat in state.to_act else Refusal("already_submitted")

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Wait for the others, or deal."""
        emit(RoundContinued(seat))
        state.answered(seat)
        if not state.to_act:
            next_round(state, options, emit)
