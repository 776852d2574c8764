"""What one seat may know of a match of Lap Dance (LAP 4.1), field by field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.kernel import Data, Seat, View
from games.rules.lap_dance.cards import COLORS
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Accusation, Die, LapState, Phase, SeatState, Stage, Turn
from games.rules.lap_dance.table import modifier, slots_of


class KnownCard(Data, frozen=True):
    """An Action card in somebody else's hand or face-down Stack; one of `seats` has it."""

    card: str
    seats: tuple[Seat, ...]


class StaffView(Data, frozen=True):
    """A member of Staff: `cost` in Favor this round, slots in all, and slots taken or blocked."""

    staff: str
    cost: int
    slots: int
    used: int


class SeatView(Data, frozen=True):
    """One assistant as this viewer sees her; `money` None: secret; `stack` None: face down.

    `takings`: dollars she gained or lost with the last ply, which everybody heard.
    """

    color: str
    money: int | None
    takings: int
    favor: int
    hand_count: int
    special_count: int
    priority: int | None
    stack_count: int
    stack: tuple[str, ...] | None
    dice_mod: int
    symbols: tuple[int, int, int]
    fulfilled: tuple[int, ...]


class TurnView(Data, frozen=True):
    """The action turn that is played; see `Turn`.  All of it is public."""

    seat: Seat
    stage: Stage
    dice: tuple[Die, ...]
    rerolls: int
    stars: int
    free_unlocks: int
    double_order: int | None
    window: bool
    passed: tuple[Seat, ...]
    late: bool


class LapView(View, frozen=True):
    """The table as one seat sees it.

    `hand`, `specials` and `drafts` are the seat's own (of a spectator: nothing); its Stack stands
    in `seats`.  `desires`: as they lie above the Customers, None face down; past ones stay.
    `activated`: Events in the Stacks that have happened.  `known`: what the seat saw of others'
    hands.
    """

    phase: Phase
    round: int
    customers: tuple[str, ...]
    desires: tuple[str | None, ...]
    hand: tuple[str, ...]
    specials: tuple[str, ...]
    drafts: int
    seats: tuple[SeatView, ...]
    deck_count: int
    discard: tuple[str, ...]
    special_deck_count: int
    special_discard: tuple[str, ...]
    desire_deck_count: int
    desire_discard: tuple[str, ...]
    repeats: int
    activated: tuple[str, ...]
    staff: tuple[StaffView, ...]
    order_cash: tuple[int, int, int]
    event_order: tuple[Seat, ...]
    event_index: int
    action_order: tuple[Seat, ...]
    action_index: int
    turn: TurnView | None
    accusation: Accusation | None
    called_out: tuple[Seat, ...]
    penalised: tuple[Seat, ...]
    known: tuple[KnownCard, ...]


# --- What is shown --------------------------------------------------------------------------------


def view_of(state: LapState, seat: Seat | None, options: LapOptions) -> LapView:
    """Return what `seat` (None: a spectator) may know, named field by field (LAP 4.1)."""
    own = None if seat is None else state.seats[seat]
    money = options.open_money or state.phase == "game_over"
    faces = state.phase not in ("reading", "preparation") or modifier(state).op == "open_stacks"
    shown = state.round - (state.phase == "reading")
    heard = state.paid_ply == state.ply - 1
    a, b, c = state.order_cash
    return LapView(
        seat=seat,
        decision=0 if seat is None else state.questions[seat],
        ply=state.ply,
        to_act=tuple(state.to_act),
        timers=tuple(state.timers),
        phase=state.phase,
        round=state.round,
        customers=tuple(state.customers),
        desires=tuple(state.desires[:shown]) + (None,) * (len(state.desires) - shown),
        hand=() if own is None else tuple(own.hand),
        specials=() if own is None else tuple(own.specials),
        drafts=0 if own is None else own.drafts,
        seats=tuple(
            _seat(one, place, heard, money or one is own, faces or one is own)
            for place, one in enumerate(state.seats)
        ),
        deck_count=len(state.deck),
        discard=tuple(state.discard),
        special_deck_count=len(state.special_deck),
        special_discard=tuple(state.special_discard),
        desire_deck_count=len(state.desire_deck),
        desire_discard=tuple(state.desire_discard),
        repeats=state.repeats,
        activated=tuple(state.activated),
        staff=tuple(
            StaffView(staff, cost, slots, state.staff_used.get(staff, 0))
            for staff, cost, slots in slots_of(state, options)
        ),
        order_cash=(a, b, c),
        event_order=tuple(state.event_order),
        event_index=state.event_index,
        action_order=tuple(state.action_order),
        action_index=state.action_index,
        turn=_turn(state.turn) if state.turn else None,
        accusation=state.accusation,
        called_out=tuple(state.called_out),
        penalised=tuple(state.penalised),
        known=known_by(state.known[-1 if seat is None else seat]),
    )


def _seat(one: SeatState, place: Seat, heard: bool, money: bool, faces: bool) -> SeatView:
    dancer, drink, luxury = one.symbols
    return SeatView(
        COLORS[place],
        one.money if money else None,
        one.takings if heard else 0,
        one.favor,
        len(one.hand),
        len(one.specials),
        one.priority,
        len(one.stack),
        tuple(one.stack) if faces else None,
        one.dice_mod,
        (dancer, drink, luxury),
        tuple(one.fulfilled),
    )


def _turn(turn: Turn) -> TurnView:
    return TurnView(
        turn.seat,
        turn.stage,
        tuple(turn.dice),
        turn.rerolls,
        turn.stars,
        turn.free_unlocks,
        turn.double_order,
        turn.window,
        tuple(turn.passed),
        turn.late,
    )


def known_by(known: Mapping[str, int]) -> tuple[KnownCard, ...]:
    """Return what an observer saw go into others' hands, by card id."""
    return tuple([_known(card, known[card]) for card in sorted(known)])


@lru_cache(maxsize=2048)
def _known(card: str, seats: int) -> KnownCard:
    return KnownCard(card, tuple(seat for seat in range(4) if seats >> seat & 1))
