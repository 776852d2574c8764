"""What helps a client to compose an action, computed from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

from games.rules.kernel import Action, Data, Hints, Refusal, Seat
from games.rules.lap_dance.actions import ActivateEvent, PlaySpecial, UseStaff
from games.rules.lap_dance.cards import NEEDS, SPECIAL_OF, STAFF, VARIANT_OF, Op
from games.rules.lap_dance.choices import Naming, is_aimed, namings, wants
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.orders import missing, needed
from games.rules.lap_dance.outline import outline_of
from games.rules.lap_dance.rules import dice_count
from games.rules.lap_dance.serving import SUBSETS, money_of, returns_of, supply
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import (
    desire,
    free_dice,
    locked,
    others,
    pending,
    placeable,
    stack_limit,
)
from games.rules.lap_dance.view import LapView


class CardHint(Data, frozen=True):
    """An Action card of the own hand or Stack; `why`: the refusal if it may not be placed."""

    card: str
    placeable: bool
    why: str | None


class OrdersHint(Data, frozen=True):
    """Some of the three orders: can they be served with what is there now?

    `dancer`, `drink`, `luxury`: symbols that are missing, doubles put to their best use; `money`:
    dollars they would bring; `returns`: how many Stack cards would come back.
    """

    orders: tuple[int, ...]
    feasible: bool
    dancer: int
    drink: int
    luxury: int
    money: int
    returns: int


class DiceHint(Data, frozen=True):
    """The own dice: how many, which are Locked, and which may be kept or rolled again.

    Before the roll only the number is known; a reroll keeps and rolls at least one of `free`.
    """

    count: int
    locked: tuple[int, ...]
    free: tuple[int, ...]


class TargetHint(Data, frozen=True):
    """A card that may be named with a target (None: of the own Stack)."""

    target: Seat | None
    card: str


class UseHint(Data, frozen=True):
    """An own Event or Special, or a member of Staff, and what is to be named with it.

    `why`: the refusal if it is of no use now; `targets`: on whom; `choices`: one of these;
    `cards`: one of these; `dice`: up to `most` of these.  Empty: nothing is to be named.
    """

    id: str
    kind: Literal["event", "staff", "special"]
    why: str | None
    targets: tuple[Seat, ...]
    choices: tuple[int | str, ...]
    cards: tuple[TargetHint, ...]
    dice: tuple[int, ...]
    most: int


class LapHints(Hints, frozen=True):
    """What helps a client to compose an action; `limit`: how many cards a Stack may hold."""

    limit: int
    cards: tuple[CardHint, ...]
    orders: tuple[OrdersHint, ...]
    dice: DiceHint | None
    uses: tuple[UseHint, ...]


NO_HINTS: Final = LapHints(0, (), (), None, ())


def hints_of(view: LapView, options: LapOptions) -> LapHints:
    """Return the hints of a seat; a spectator has none, nor has anybody when the game is over."""
    if view.seat is None or view.phase == "game_over":
        return NO_HINTS
    state, seat = outline_of(view), view.seat
    revealed = view.desires[view.round - 1] is not None
    return LapHints(
        limit=stack_limit(state),
        cards=tuple(_cards(state, seat)) if revealed else (),
        orders=tuple(_orders(state, seat, options)) if revealed else (),
        dice=_dice(state, seat, options) if revealed else None,
        uses=tuple(_uses(state, seat, options)),
    )


def _cards(state: LapState, seat: Seat) -> Iterator[CardHint]:
    """Yield which cards may be placed; after the Preparation none may."""
    fit, one = placeable(state), state.seats[seat]
    why = None if state.phase == "preparation" else "wrong_phase"
    if why is None and one.priority is not None:
        why = "already_ready"
    for card in (*one.hand, *one.stack) if state.phase == "preparation" else one.hand:
        objection = why or (None if card in fit else "not_desired")
        yield CardHint(card, objection is None, objection)


def _orders(state: LapState, seat: Seat, options: LapOptions) -> Iterator[OrdersHint]:
    """Yield every choice of orders, with the own dice if they are on the table."""
    one, turn = state.seats[seat], state.turn
    dice = turn.dice if turn and turn.seat == seat else ()
    have, needs = supply(dice, one.stack, one.symbols), NEEDS[desire(state).id]
    for orders in SUBSETS:
        need = needed(needs[order] for order in orders)
        lack = missing(need, have, split=options.split_doubles)
        money, returns = money_of(state, seat, orders), returns_of(state, seat, orders)
        yield OrdersHint(orders, not any(lack), *lack, money, returns)


def _dice(state: LapState, seat: Seat, options: LapOptions) -> DiceHint:
    turn = state.turn
    if turn is None or turn.seat != seat or turn.stage == "preroll":
        return DiceHint(dice_count(state, seat), (), ())
    free = free_dice(state, options) if turn.stage == "roll" else ()
    return DiceHint(len(turn.dice), locked(state), free)


# --- Events, Staff and Specials -------------------------------------------------------------------

Build = Callable[[Naming], Action[Any, Any]]


def _uses(state: LapState, seat: Seat, options: LapOptions) -> Iterator[UseHint]:
    """Yield all that can be set to work: own Events, Staff on duty, own Specials."""
    for card in pending(state, seat) if state.phase == "event" else ():
        yield _use(state, seat, card, "event", VARIANT_OF[card].ops, options)
    for staff in STAFF if state.phase in ("event", "action") else ():
        if staff not in options.disabled_staff:
            yield _use(state, seat, staff, "staff", STAFF[staff].ops, options)
    for card in state.seats[seat].specials:
        yield _use(state, seat, card, "special", SPECIAL_OF[card].ops, options)


def _action(kind: str, id_: str, naming: Naming) -> Action[Any, Any]:
    target, choice, card, dice = naming
    if kind == "event":
        return ActivateEvent(id_, target, choice, card)
    if kind == "staff":
        return UseStaff(id_, target, card, choice, dice)
    return PlaySpecial(id_, target, choice, dice, card)


def _use(
    state: LapState,
    seat: Seat,
    id_: str,
    kind: Literal["event", "staff", "special"],
    ops: Sequence[Op],
    options: LapOptions,
) -> UseHint:
    first = next(namings(state, seat, ops, options, must=kind != "event"), Naming())
    why: Refusal | None = _action(kind, id_, first).why_not(state, seat, options)
    aimed: tuple[Seat | None, ...] = others(state, seat) if is_aimed(ops) else (None,)
    asked = {
        target: wants(state, seat, seat if target is None else target, ops, options)
        for target in aimed
    }
    named = {target: one.among for target, one in asked.items()}
    kinds = {one.names for one in asked.values()}
    anything = next(iter(named.values()))
    return UseHint(
        id=id_,
        kind=kind,
        why=why.code if why else None,
        targets=tuple(target for target in aimed if target is not None),
        choices=anything if "choice" in kinds else (),
        cards=tuple(TargetHint(t, card) for t, cards in named.items() for card in cards)
        if "card" in kinds
        else (),
        dice=anything if "dice" in kinds else (),
        most=next(iter(asked.values())).most if "dice" in kinds else 0,
    )
