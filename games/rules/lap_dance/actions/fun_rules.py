"""Fun rules: accusing, answering, voting (option `fun_rules`)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance import accusations
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Ballot, LapState
from games.rules.lap_dance.table import others, wrong_phase


def _off(state: LapState, options: LapOptions) -> Refusal | None:
    if not options.fun_rules:
        return Refusal("fun_rules_off")
    return wrong_phase(state, "reading", "preparation", "event", "action")


class CallOut(Action[LapOptions, LapState], frozen=True):
    """Say that this seat has broken the Customer's fun rule (LAP 11).

    One accusation at a time, and one of yours in each phase, in the Action Phase in each turn.  It
    costs a Favor, or a dollar; who contests it is judged by the others.
    """

    target: Seat

    def for_bots(self) -> bool:
        """Bots do not accuse (LAP 11)."""
        return False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[CallOut]:
        """Yield every other seat that is not punished yet."""
        if not options.fun_rules or state.accusation or seat in state.called_out:
            return ()
        if state.phase == "game_over":
            return ()
        return [cls(other) for other in others(state, seat) if other not in state.penalised]

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check the option, that it is one's turn to accuse, and the accused."""
        if refusal := _off(state, options):
            return refusal
        if state.accusation:
            return Refusal("call_out_open")
        if seat in state.called_out:
            return Refusal("call_out_spent")
        if self.target not in others(state, seat):
            return Refusal("bad_target", "/target")
        if self.target in state.penalised:
            return Refusal("already_penalised", "/target")
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Ask the accused."""
        accusations.accuse(state, seat, self.target, options, emit)


class AnswerCallOut(Action[LapOptions, LapState], frozen=True):
    """Admit it, or contest it (LAP 11); whoever is silent for 15 s contests."""

    accept: bool

    def for_bots(self) -> bool:
        """Bots contest (LAP 11)."""
        return not self.accept

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[AnswerCallOut]:
        """Yield yes and no to the accused."""
        if not state.accusation or cls(True).why_not(state, seat, options):
            return ()
        return (cls(True), cls(False))

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Only the accused, once."""
        if refusal := _off(state, options):
            return refusal
        open_ = state.accusation
        if open_ is None or open_.contested or seat != open_.accused:
            return Refusal("not_accused")
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Pay, or let the others judge."""
        del seat
        if open_ := state.accusation:
            answer = accusations.admit if self.accept else accusations.contest
            answer(state, open_, options, emit)


class Vote(Action[LapOptions, LapState], frozen=True):
    """Vote on a contested accusation (LAP 11); a vote not cast counts as no."""

    yes: bool

    def for_bots(self) -> bool:
        """Bots say no (LAP 11)."""
        return not self.yes

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[Vote]:
        """Yield yes and no to who may vote and has not."""
        if not state.accusation or cls(True).why_not(state, seat, options):
            return ()
        return (cls(True), cls(False))

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Only the others, once each."""
        if refusal := _off(state, options):
            return refusal
        open_ = state.accusation
        if open_ is None or seat not in open_.voters:
            return Refusal("not_a_voter")
        if any(vote.seat == seat for vote in open_.votes):
            return Refusal("already_voted")
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Count it."""
        if open_ := state.accusation:
            accusations.cast(state, open_, Ballot(seat, self.yes), options, emit)
