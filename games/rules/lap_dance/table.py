"""The table of Lap Dance: who sits where, what the Customer wants, and goods on the move (LAP 4).

What happens in the open is told by the function that does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, get_args

from games.rules.kernel import Emit, Refusal, Seat
from games.rules.lap_dance.cards import (
    CUSTOMERS,
    DESIRES,
    EVENT_CARDS,
    PLACEABLE,
    STAFF,
    VARIANT_OF,
    Desire,
    Modifier,
)
from games.rules.lap_dance.decks import reshuffle
from games.rules.lap_dance.events import (
    CardsDrawn,
    CardsReturned,
    DeckReshuffled,
    DrawnCardsSeen,
    DrawnSpecialsSeen,
    FavorGained,
    FavorLost,
    MoneyGained,
    MoneyLost,
    SpecialsDrawn,
)
from games.rules.lap_dance.knowledge import saw_enter
from games.rules.lap_dance.options import STACK_LIMIT, LapOptions
from games.rules.lap_dance.state import LapState, Phase, Stage

_OTHERS: Final = {
    seats: [tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)]
    for seats in range(2, 5)
}
_WRONG_PHASE: Final = {
    phase: Refusal("wrong_phase", "", {"phase": phase}) for phase in get_args(Phase)
}
_NOT_YOUR_TURN: Final = [Refusal("not_your_turn", "", {"current": seat}) for seat in range(4)]
_NOT_YOUR_STEP: Final = [Refusal("not_your_step", "", {"current": seat}) for seat in range(4)]
_BAD_STAGE: Final = {stage: Refusal("bad_stage", "", {"stage": stage}) for stage in get_args(Stage)}


# --- Looking around -------------------------------------------------------------------------------


def others(state: LapState, seat: Seat) -> tuple[Seat, ...]:
    """Return all other seats, clockwise from the left of `seat`."""
    return _OTHERS[len(state.seats)][seat]


def modifier(state: LapState) -> Modifier:
    """Return the main rule of this round's Customer (LAP 3.8)."""
    return CUSTOMERS[state.customers[state.round - 1]].modifier


def amount(state: LapState, op: str, usual: int = 0) -> int:
    """Return the number of the Customer's main rule if it is `op`, else what is usual."""
    rule = modifier(state)
    return rule.n or 0 if rule.op == op else usual


def desire(state: LapState) -> Desire:
    """Return this round's Desire; before it is revealed nobody may ask."""
    return DESIRES[state.desires[state.round - 1]]


def stack_limit(state: LapState) -> int:
    """Return how many cards a Stack may hold this round."""
    return amount(state, "stack_limit", STACK_LIMIT)


@lru_cache(maxsize=1024)
def placeable_by(desire_id: str, op: str) -> frozenset[str]:
    """Return every Action card that may be placed for a Desire under a main rule (LAP 7)."""
    events = frozenset[str]() if op == "events_off" else EVENT_CARDS
    if op == "any_type":
        return events | {card for card in VARIANT_OF if card not in EVENT_CARDS}
    return events | PLACEABLE[desire_id]


def placeable(state: LapState) -> frozenset[str]:
    """Return every Action card that may be placed this round, whoever has it (LAP 7)."""
    return placeable_by(state.desires[state.round - 1], modifier(state).op)


def pending(state: LapState, seat: Seat) -> list[str]:
    """Return the Events in the Stack of `seat` that have not happened yet (LAP 8)."""
    done = state.activated
    return [c for c in state.seats[seat].stack if c in EVENT_CARDS and c not in done]


def typed(state: LapState, seat: Seat) -> tuple[str, ...]:
    """Return the cards of a Stack that are no Events."""
    return tuple([card for card in state.seats[seat].stack if card not in EVENT_CARDS])


def locked(state: LapState) -> tuple[int, ...]:
    """Return the Locked dice of the turn that is played."""
    dice = state.turn.dice if state.turn else ()
    return tuple([place for place, die in enumerate(dice) if die.face == "ST"])


def unlocked(state: LapState) -> tuple[int, ...]:
    """Return the unlocked dice of the turn that is played."""
    dice = state.turn.dice if state.turn else ()
    return tuple([place for place, die in enumerate(dice) if die.face != "ST"])


def free_dice(state: LapState, options: LapOptions) -> tuple[int, ...]:
    """Return the dice that may be rolled again: with `set_aside` not those kept (LAP 9.3)."""
    dice = state.turn.dice if state.turn else ()
    aside = options.reroll_mode == "set_aside"
    return tuple([p for p, die in enumerate(dice) if die.face != "ST" and not (aside and die.kept)])


def holders(state: LapState, seat: Seat) -> list[Seat]:
    """Return the others who hold a Special, whichever it is."""
    return [other for other in others(state, seat) if state.seats[other].specials]


# --- Staff ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _slots(seats: int, extra: int, off: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (member.id, max(0, member.cost + extra), member.slots[str(seats)])
        for member in STAFF.values()
        if member.id not in off
    )


def slots_of(state: LapState, options: LapOptions) -> tuple[tuple[str, int, int], ...]:
    """Return everybody on duty, with this round's cost in Favor and the number of slots."""
    return _slots(len(state.seats), amount(state, "staff_cost"), options.disabled_staff)


def free_staff(state: LapState, options: LapOptions) -> tuple[str, ...]:
    """Return the members of Staff with a free slot."""
    used = state.staff_used
    return tuple([s for s, _, slots in slots_of(state, options) if used.get(s, 0) < slots])


def staff_objection(state: LapState, seat: Seat, staff: str, options: LapOptions) -> Refusal | None:
    """Return why `seat` cannot use this Staff member: off duty, no slot, no Favor (LAP 9.5)."""
    for name, cost, slots in slots_of(state, options):
        if name == staff:
            if state.staff_used.get(staff, 0) >= slots:
                return Refusal("no_slot", "/staff", {"staff": staff})
            if state.seats[seat].favor < cost:
                return Refusal("no_favor", "/staff", {"staff": staff, "cost": cost})
            return None
    return Refusal("bad_choice", "/staff")


# --- Who may act ----------------------------------------------------------------------------------


def wrong_phase(state: LapState, *phases: Phase) -> Refusal | None:
    """Return the first objection of every action: it belongs to other parts of the round."""
    return None if state.phase in phases else _WRONG_PHASE[state.phase]


def not_my_step(state: LapState, seat: Seat) -> Refusal | None:
    """Return the first two objections of the Event Phase: the phase, then whose step it is."""
    if refusal := wrong_phase(state, "event"):
        return refusal
    current = state.event_order[state.event_index]
    return None if seat == current else _NOT_YOUR_STEP[current]


def not_my_turn(state: LapState, seat: Seat, *stages: Stage) -> Refusal | None:
    """Return the first objections of the active player's actions: phase, turn, stage."""
    if (turn := state.turn) is None or state.phase != "action":
        return _WRONG_PHASE[state.phase]
    if seat != turn.seat:
        return _NOT_YOUR_TURN[turn.seat]
    return None if turn.stage in stages else _BAD_STAGE[turn.stage]


def bad_stage(state: LapState) -> Refusal:
    """Return the refusal of what does not fit the stage of the turn that is played."""
    return _BAD_STAGE[state.turn.stage if state.turn else "preroll"]


def renew(state: LapState) -> None:
    """Ask everybody anew who is asked: the choice may be another."""
    state.ask(*state.to_act)


# --- Money, Favor and cards on the move -----------------------------------------------------------


def note(state: LapState, seat: Seat, dollars: int) -> None:
    """Change a seat's money, and keep what everybody hears of it with this ply."""
    if state.paid_ply != state.ply:
        state.paid_ply = state.ply
        for one in state.seats:
            one.takings = 0
    state.seats[seat].money += dollars
    state.seats[seat].takings += dollars


def gain_money(state: LapState, seat: Seat, dollars: int, source: str, emit: Emit) -> None:
    """Pay dollars to a seat; negative: take them, as far as there are any (LAP-R41)."""
    if dollars := max(dollars, -state.seats[seat].money):
        note(state, seat, dollars)
    if dollars > 0:
        emit(MoneyGained(seat, dollars, source))
    elif dollars:
        emit(MoneyLost(seat, -dollars, source))


def gain_favor(state: LapState, seat: Seat, favor: int, options: LapOptions, emit: Emit) -> bool:
    """Give Favor up to the cap, the rest is lost at once (LAP-R40); say whether there was room."""
    one = state.seats[seat]
    if (gained := min(favor, options.favor_cap - one.favor)) > 0:
        one.favor += gained
        emit(FavorGained(seat, gained))
    return gained > 0


def lose_favor(state: LapState, seat: Seat, favor: int, emit: Emit) -> bool:
    """Take Favor, as far as there is any, and say whether there was."""
    one = state.seats[seat]
    if lost := min(favor, one.favor):
        one.favor -= lost
        emit(FavorLost(seat, lost))
    return lost > 0


def draw(state: LapState, seat: Seat, count: int, emit: Emit) -> bool:
    """Draw Action cards, as many as there are (LAP-R45), and say whether there were any."""
    cards: list[str] = []
    while len(cards) < count and (state.deck or _reshuffled(state, emit)):
        cards.append(state.deck.pop())
    if cards:
        state.seats[seat].hand += cards
        emit(CardsDrawn(seat, len(cards), len(state.deck)))
        emit(DrawnCardsSeen(seat, tuple(cards)))
    return bool(cards)


def _reshuffled(state: LapState, emit: Emit) -> bool:
    if not state.discard:
        return False
    count = reshuffle(state.rng.stream("deck", state.round), state.deck, state.discard)
    emit(DeckReshuffled("action", count))
    return True


def draw_specials(state: LapState, seat: Seat, count: int, emit: Emit) -> bool:
    """Draw Special cards likewise."""
    cards: list[str] = []
    for _ in range(count):
        if not state.special_deck and state.special_discard:
            stream = state.rng.stream("specials", state.round)
            emit(DeckReshuffled("special", len(state.special_discard)))
            reshuffle(stream, state.special_deck, state.special_discard)
        if state.special_deck:
            cards.append(state.special_deck.pop())
    if cards:
        state.seats[seat].specials += cards
        emit(SpecialsDrawn(seat, len(cards), len(state.special_deck)))
        emit(DrawnSpecialsSeen(seat, tuple(cards)))
    return bool(cards)


def leave_stack(state: LapState, seat: Seat, card: str) -> None:
    """Take a card out of an open Stack."""
    state.seats[seat].stack.remove(card)
    if card in state.activated:
        state.activated.remove(card)


def take_back(state: LapState, seat: Seat, cards: Sequence[str], emit: Emit) -> None:
    """Move cards from a Stack to the hand, in the open."""
    for card in cards:
        leave_stack(state, seat, card)
    state.seats[seat].hand += cards
    saw_enter(state, seat, cards)
    emit(CardsReturned(seat, tuple(cards)))


def duplicate(items: Iterable[object], of: str, code: str) -> Refusal | None:
    """Return the refusal of the first item that was named before."""
    seen: list[object] = []
    for place, item in enumerate(items):
        if item in seen:
            return Refusal(code, f"/{of}/{place}")
        seen.append(item)
    return None
