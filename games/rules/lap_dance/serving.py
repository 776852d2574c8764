"""Serving orders: what there is to pay with, what can be served, and the rewards (LAP 9.7, 9.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from games.rules.kernel import Emit, Seat
from games.rules.lap_dance.cards import (
    BENEFIT_OF,
    CLASSES,
    NEEDS,
    RESULT_OF,
    SPECIALS,
    Face,
    OpName,
)
from games.rules.lap_dance.events import OrdersFulfilled
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.orders import Supply, needed, pays
from games.rules.lap_dance.state import Die, LapState
from games.rules.lap_dance.table import desire, draw, gain_favor, gain_money, modifier, take_back

DOUBLED_AT_MOST: Final = max(
    op.n for special in SPECIALS.values() for op in special.ops if op.op == "double_order"
)
"""What a Gold-plated Bill adds at most, in dollars (LAP 3.6)."""
SUBSETS: Final = tuple(chosen for n in range(4) for chosen in combinations((0, 1, 2), n))
"""Every choice of orders, none first and all last."""
NEEDS_OF: Final = {
    id_: tuple((orders, needed(needs[order] for order in orders)) for orders in SUBSETS)
    for id_, needs in NEEDS.items()
}
"""By Desire, every choice of orders and what it needs."""
_SHOWS: Final[dict[Face, tuple[int, int, int, int]]] = {
    "D1": (1, 0, 0, 0),
    "D2": (2, 0, 0, 0),
    "K1": (0, 1, 0, 0),
    "L1": (0, 0, 1, 0),
    "W2": (0, 0, 0, 1),
    "ST": (0, 0, 0, 0),
}


def supply(dice: Iterable[Die], stack: Iterable[str], symbols: Sequence[int]) -> Supply:
    """Return what dice, the results on Stack cards, and symbols gained come to together."""
    dancer, drink, luxury = symbols
    doubles = 0
    for die in dice:
        a, b, c, d = _SHOWS[die.face]
        dancer, drink, luxury, doubles = dancer + a, drink + b, luxury + c, doubles + d
    for card in stack:
        if result := RESULT_OF.get(card):
            a, b, c = result
            dancer, drink, luxury = dancer + a, drink + b, luxury + c
    return Supply(dancer, drink, luxury, doubles)


def supply_of(state: LapState, seat: Seat) -> Supply:
    """Return what the active player may pay with."""
    one = state.seats[seat]
    return supply(state.turn.dice if state.turn else (), one.stack, one.symbols)


def is_feasible(state: LapState, seat: Seat, orders: Iterable[int], options: LapOptions) -> bool:
    """Say whether these orders can all be served (LAP 9.7)."""
    needs = NEEDS[desire(state).id]
    need = needed(needs[order] for order in orders)
    return pays(need, supply_of(state, seat), split=options.split_doubles)


def feasible(state: LapState, seat: Seat, options: LapOptions) -> Iterator[tuple[int, ...]]:
    """Yield every choice of orders that can be served, none first."""
    have = supply_of(state, seat)
    for orders, need in NEEDS_OF[desire(state).id]:
        if pays(need, have, split=options.split_doubles):
            yield orders


# --- What it is worth -----------------------------------------------------------------------------


def order_money(state: LapState, seat: Seat, orders: Iterable[int]) -> int:
    """Return what these orders pay this seat: printed, raised, and in her own turn doubled."""
    printed, turn = desire(state).orders, state.turn
    doubled = turn.double_order if turn and turn.seat == seat else None
    return sum(
        printed[order].cash
        + state.order_cash[order]
        + (min(printed[order].cash, DOUBLED_AT_MOST) if order == doubled else 0)
        for order in orders
    )


def customer_money(state: LapState, orders: Sequence[int]) -> int:
    """Return what the Customer adds; negative: the fine for no order at all (LAP 3.8)."""
    rule = modifier(state)
    n = rule.n or 0
    match rule.op:
        case "all_orders_bonus":
            return n if len(orders) == len(SUBSETS[-1]) else 0
        case "order_bonus" if rule.symbol:
            needs, place = NEEDS[desire(state).id], CLASSES.index(rule.symbol)
            return n * sum(needs[order][place] > 0 for order in orders)
        case "fail_penalty":
            return 0 if orders else -n
    return 0


def benefit(state: LapState, seat: Seat, op: OpName) -> int:
    """Return what the benefits of this kind in a Stack come to."""
    found = (BENEFIT_OF.get(card) for card in state.seats[seat].stack)
    return sum(one.n for one in found if one and one.op == op)


def money_of(state: LapState, seat: Seat, orders: Sequence[int]) -> int:
    """Return what serving these orders brings in dollars, benefits and fines included."""
    own = benefit(state, seat, "cash") if orders else 0
    return order_money(state, seat, orders) + customer_money(state, orders) + own


def returns_of(state: LapState, seat: Seat, orders: Sequence[int]) -> int:
    """Return how many Stack cards may come back if these orders are served (LAP 9.8)."""
    if not orders:
        return 0
    printed = desire(state).orders
    return sum(printed[order].returns for order in orders) + benefit(state, seat, "return")


# --- Rewards --------------------------------------------------------------------------------------


def serve(
    state: LapState,
    seat: Seat,
    orders: Sequence[int],
    returns: Sequence[str],
    options: LapOptions,
    emit: Emit,
) -> None:
    """Serve orders, and pay: money, Favor, cards back, cards drawn, in this order (LAP 9.8)."""
    one, printed = state.seats[seat], desire(state).orders
    emit(OrdersFulfilled(seat, tuple(orders)))
    one.fulfilled += orders
    gain_money(state, seat, order_money(state, seat, orders), desire(state).id, emit)
    customer = state.customers[state.round - 1]
    gain_money(state, seat, customer_money(state, orders), customer, emit)
    if not orders:
        return
    for card in one.stack:
        if (own := BENEFIT_OF.get(card)) and own.op == "cash":
            gain_money(state, seat, own.n, card, emit)
    favor = sum(printed[order].favor for order in orders) + benefit(state, seat, "favor")
    gain_favor(state, seat, favor, options, emit)
    drawn = sum(printed[order].draw for order in orders) + benefit(state, seat, "draw")
    if returns:
        take_back(state, seat, returns, emit)
    draw(state, seat, drawn, emit)


def serve_best(state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
    """Serve what brings the most dollars, for who is late; the first cards come back (LAP 14)."""
    orders = max(
        feasible(state, seat, options), key=lambda orders: (money_of(state, seat, orders), orders)
    )
    count = returns_of(state, seat, orders)
    serve(state, seat, orders, state.seats[seat].stack[:count], options, emit)
