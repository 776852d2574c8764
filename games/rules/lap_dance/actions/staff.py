"""Staff, for Favor: Vladimir among the Events, all others in one's own turn."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance.cards import STAFF, StaffMember
from games.rules.lap_dance.choices import namings, objection
from games.rules.lap_dance.effects import Act, work
from games.rules.lap_dance.events import StaffUsed
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.rules import after_play, next_step
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import (
    not_my_step,
    not_my_turn,
    pending,
    slots_of,
    staff_objection,
    wrong_phase,
)


class UseStaff(Action[LapOptions, LapState], frozen=True):
    """Let a member of Staff work for you, for Favor, while there is a free slot (LAP 8, 9.5).

    Vladimir, in your step of the Event Phase: `target` and the `card`, an Event that has not
    happened.  In your turn, Jerry at any stage; after rolling Alfonso (`dice`: one or two Locked
    ones), Nadia, Bruno (`choice`: drink or luxury), and Odile (`card`: one of your Stack to take
    back, or none).
    """

    staff: str
    target: Seat | None = None
    card: str | None = None
    choice: int | str | None = None
    dice: tuple[int, ...] = ()

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[UseStaff]:
        """Yield everybody who can be used, with everything that can be named."""
        if not _may_use_any(state, seat):
            return ()
        favor, used = state.seats[seat].favor, state.staff_used
        found = list[UseStaff]()
        for staff, cost, slots in slots_of(state, options):
            if favor >= cost and used.get(staff, 0) < slots:
                member = STAFF[staff]
                if not _wrong_time(state, seat, member) and _has_work(state, member):
                    ways = namings(state, seat, member.ops, options, must=True)
                    found += [
                        cls(staff, way.target, way.card, way.choice, way.dice) for way in ways
                    ]
        return found

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check phase, turn and stage; then slot and Favor, and what is named."""
        if refusal := wrong_phase(state, "event", "action"):
            return refusal
        if (member := STAFF.get(self.staff)) is None:
            return Refusal("bad_choice", "/staff")
        if refusal := _wrong_time(state, seat, member) or staff_objection(
            state, seat, self.staff, options
        ):
            return refusal
        if not _has_work(state, member):
            return Refusal("bad_choice", "/staff")
        return objection(state, self._act(seat), member.ops, options, must=True, card="card")

    def _act(self, seat: Seat) -> Act:
        cards = () if self.card is None else (self.card,)
        return Act(seat, self.staff, self.target, self.choice, self.dice, cards)

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Pay, take the slot, and let them work; a step without own Events is over then."""
        cost = next(cost for staff, cost, _ in slots_of(state, options) if staff == self.staff)
        state.seats[seat].favor -= cost
        state.staff_used[self.staff] = state.staff_used.get(self.staff, 0) + 1
        emit(StaffUsed(seat, self.staff, cost))
        work(state, self._act(seat), STAFF[self.staff].ops, options, emit)
        if state.turn:
            after_play(state, state.turn, options, emit)
        elif not pending(state, seat):
            next_step(state, options, emit)


def _may_use_any(state: LapState, seat: Seat) -> bool:
    if state.phase == "action":
        return state.turn is not None and state.turn.seat == seat
    return state.phase == "event" and state.event_order[state.event_index] == seat


def _wrong_time(state: LapState, seat: Seat, member: StaffMember) -> Refusal | None:
    """Return the refusal of a member of Staff who works at another time."""
    if member.window == "event":
        return not_my_step(state, seat)
    if member.window == "turn":
        return not_my_turn(state, seat, "preroll", "roll", "comp", "resolve")
    return not_my_turn(state, seat, "resolve")


def _has_work(state: LapState, member: StaffMember) -> bool:
    """Say whether there is a Special left for Jerry (LAP-R45)."""
    draws = any(op.op == "draw_special" for op in member.ops)
    return not draws or bool(state.special_deck or state.special_discard)
