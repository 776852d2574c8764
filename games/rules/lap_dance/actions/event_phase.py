"""The Event Phase: one Event after another, in Priority order."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance.cards import VARIANT_OF
from games.rules.lap_dance.choices import namings, objection
from games.rules.lap_dance.effects import Act, work
from games.rules.lap_dance.events import EventActivated, EventFizzled, EventPassed
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.rules import next_step
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import not_my_step, pending


class ActivateEvent(Action[LapOptions, LapState], frozen=True):
    """Let an Event of your Stack happen (LAP 8); you must, one in each of your steps.

    `target`: another seat, if the card says so.  `choice`: an order 0 to 2 (Doubled Tab), a class
    (Understudy), or a member of Staff with a free slot (Coffee Break).  `card2`: the typed card of
    the target's Stack to be discarded (Spilled Tray).  With nothing to choose from, name nothing.
    """

    card: str
    target: Seat | None = None
    choice: int | str | None = None
    card2: str | None = None

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[ActivateEvent]:
        """Yield every Event of the Stack with every target and choice."""
        if state.phase != "event" or not_my_step(state, seat):
            return ()
        return [
            cls(card, named.target, named.choice, named.card)
            for card in pending(state, seat)
            for named in namings(state, seat, VARIANT_OF[card].ops, options, must=False)
        ]

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check phase and step; then the card, the target, and the choice it wants."""
        if refusal := not_my_step(state, seat):
            return refusal
        if self.card not in pending(state, seat):
            return Refusal("bad_card", "/card")
        ops = VARIANT_OF[self.card].ops
        return objection(state, self._act(seat), ops, options, must=False, card="card2")

    def _act(self, seat: Seat) -> Act:
        cards = () if self.card2 is None else (self.card2,)
        return Act(seat, self.card, self.target, self.choice, (), cards)

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Mark the card, let it work, and go on to the next step."""
        state.activated.append(self.card)
        emit(EventActivated(seat, self.card, self.target))
        if not work(state, self._act(seat), VARIANT_OF[self.card].ops, options, emit):
            emit(EventFizzled(seat, self.card))
        next_step(state, options, emit)


class PassEvent(Action[LapOptions, LapState], frozen=True):
    """Let the others' Events happen, and Vladimir rest; only without Events of your own (LAP 8)."""

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check phase and step, and that nothing must be activated."""
        del options
        if refusal := not_my_step(state, seat):
            return refusal
        return Refusal("must_activate") if pending(state, seat) else None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Go on to the next step."""
        emit(EventPassed(seat))
        next_step(state, options, emit)
