"""The table as an assistant reads it before she decides: her view, and what things are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple

from games.rules.kernel import Action, Event, Seat
from games.rules.lap_dance.cards import (
    BENEFIT_OF,
    CLASSES,
    COMPENSATION,
    CUSTOMERS,
    DESIRES,
    DICE_OF,
    NEEDS,
    RESULT_OF,
    SPECIAL_OF,
    Desire,
    Modifier,
    Op,
)
from games.rules.lap_dance.events import MoneyGained, MoneyLost, MoneyStolen
from games.rules.lap_dance.heuristics.till import Bill, Help, Line, Till, Unlock
from games.rules.lap_dance.options import BASE_DICE, MOST_DICE, LapOptions
from games.rules.lap_dance.orders import Need, Supply, needed
from games.rules.lap_dance.serving import SUBSETS
from games.rules.lap_dance.view import LapView, SeatView, StaffView, TurnView

CARD: Final = 0.9
"""What an Action card in hand is worth, in dollars, while it can still be played twice over."""
LAST_CARD: Final = 0.5
"""The same, when only one round is left to play it in."""
FAVOR: Final = 1.0
LAST_FAVOR: Final = 0.05
"""After the last round Favor breaks ties, no more (LAP 12)."""
SPECIAL: Final = 0.6
"""What playing a Special now costs: another turn might want it more."""


class Proposal(NamedTuple):
    """An action and how good it looks; only the order of the scores means anything."""

    score: float
    action: Action[Any, Any]


class Rates(NamedTuple):
    """What things are worth to this seat now, in dollars apiece."""

    card: float
    favor: float
    special: float


class Reading:
    """What every weighing of an action needs, from the view of one seat.

    Raises ValueError for a spectator's view.
    """

    def __init__(self, options: LapOptions, view: LapView, seen: Sequence[Event]) -> None:
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        self.options, self.view, self.seen = options, view, seen
        self.me: Seat = view.seat
        self.own: SeatView = view.seats[view.seat]
        self.others = [(self.me + place) % len(view.seats) for place in range(1, len(view.seats))]

    # --- The round --------------------------------------------------------------------------------

    @cached_property
    def rounds_left(self) -> int:
        """How many rounds follow this one."""
        return len(self.view.customers) - self.view.round

    @cached_property
    def modifier(self) -> Modifier:
        """The main rule of this round's Customer."""
        return CUSTOMERS[self.view.customers[self.view.round - 1]].modifier

    def rule(self, op: str) -> int:
        """Return the number of the Customer's rule if it is this one, else 0."""
        return self.modifier.n or 0 if self.modifier.op == op else 0

    @cached_property
    def desire(self) -> Desire:
        """This round's Desire."""
        return DESIRES[self.view.desires[self.view.round - 1] or ""]

    @cached_property
    def turn(self) -> TurnView:
        """The action turn that is played.  Raises ValueError if none is."""
        if self.view.turn is None:
            raise ValueError("no action turn is played")
        return self.view.turn

    @cached_property
    def rates(self) -> Rates:
        """What things are worth: nothing can be played after the last round."""
        if not self.rounds_left:
            return Rates(0.0, LAST_FAVOR, 0.0)
        return Rates(CARD if self.rounds_left > 1 else LAST_CARD, FAVOR, SPECIAL)

    @cached_property
    def staff(self) -> dict[str, StaffView]:
        """The Staff at work tonight."""
        return {one.staff: one for one in self.view.staff}

    def free_uses(self, staff: str) -> int:
        """Return how often this seat can use a Staff member now: slots and Favor."""
        one = self.staff.get(staff)
        if one is None:
            return 0
        slots = one.slots - one.used
        return min(slots, self.own.favor // one.cost) if one.cost else slots

    def variants_held(self, variant: str) -> list[str]:
        """Return the own Specials of a kind."""
        return [card for card in self.view.specials if SPECIAL_OF[card].id == variant]

    # --- The others -------------------------------------------------------------------------------

    def leaders(self) -> list[Seat]:
        """Return the other seats, who leads first, ties clockwise from here."""
        return sorted(self.others, key=lambda seat: -self.lead(seat))

    def lead(self, seat: Seat) -> float:
        """Return how well a seat seems to do, in dollars: what all have heard, Favor and cards."""
        one = self.view.seats[seat]
        money = self._heard[seat] if one.money is None else one.money
        return money + one.favor + CARD * one.hand_count

    @cached_property
    def _heard(self) -> list[int]:
        """What each seat gained and lost as far as this one was told, in dollars."""
        dollars = [0] * len(self.view.seats)
        for event in self.seen:
            if isinstance(event, MoneyGained):
                dollars[event.seat] += event.amount
            elif isinstance(event, MoneyLost):
                dollars[event.seat] -= event.amount
            elif isinstance(event, MoneyStolen):
                dollars[event.seat] += event.amount
                dollars[event.target] -= event.amount
        return dollars

    # --- What a turn can earn ---------------------------------------------------------------------

    def till(self, stack: Iterable[str]) -> Till:
        """Return what a turn with these cards in the Stack can earn."""
        cards = tuple(stack)
        has = _symbols(cards, self.own.symbols)
        return Till(
            tuple(self._bill(orders, has, self._benefits(cards)) for orders in SUBSETS),
            self.helps,
            self.options.split_doubles,
        )

    def worth(self, ops: Iterable[Op]) -> float:
        """Return what effects on oneself are worth, in dollars."""
        return sum(self._worth(op) for op in ops)

    def _worth(self, op: Op) -> float:
        room = self.options.favor_cap - self.own.favor
        match op.op:
            case "cash":
                return op.n
            case "favor":
                return self.rates.favor * min(op.n, room) if room > 0 else 0.0
            case "draw" | "return":
                return self.rates.card * op.n
            case _:
                return 0.0

    def _benefits(self, stack: Iterable[str]) -> float:
        return self.worth(BENEFIT_OF[card] for card in stack if card in BENEFIT_OF)

    def _bill(self, orders: tuple[int, ...], has: Need, benefits: float) -> Bill:
        """Return what serving these orders needs of dice and Staff, and what it earns (LAP 9.8)."""
        if not orders:
            return Bill((), Need(), -float(self.rule("fail_penalty")))
        need = needed(NEEDS[self.desire.id][order] for order in orders)
        left = Need(*(max(0, n - h) for n, h in zip(need, has, strict=True)))
        bonus = self.rule("all_orders_bonus") if len(orders) == len(self.desire.orders) else 0
        return Bill(orders, left, benefits + bonus + sum(map(self.order_worth, orders)))

    def order_worth(self, order: int) -> float:
        """Return what an order earns, in dollars."""
        row = self.desire.orders[order]
        back = self.rates.card * (row.draw + row.returns)
        room = self.options.favor_cap - self.own.favor
        return self.order_cash(order) + back + self.rates.favor * min(row.favor, max(0, room))

    def order_cash(self, order: int) -> int:
        """Return the dollars an order pays this round."""
        row, rule = self.desire.orders[order], self.modifier
        bonus = rule.op == "order_bonus" and rule.symbol and row.need.get(rule.symbol)
        return row.cash + self.view.order_cash[order] + ((rule.n or 0) if bonus else 0)

    @cached_property
    def helps(self) -> tuple[Help, ...]:
        """Return all ways to buy symbols from Nadia and Bruno with the Favor there is."""
        nadia, bruno = self.free_uses("nadia"), self.free_uses("bruno")
        recipes = len(self.variants_held("sp5"))
        ways = product(range(nadia + 1), range(bruno + 1), range(bruno + 1), range(recipes + 1))
        found = []
        for dancers, drinks, luxuries, recipe in ways:
            favor = dancers * self._cost("nadia") + (drinks + luxuries) * self._cost("bruno")
            if drinks + luxuries > bruno or favor > self.own.favor or recipe > 1:
                continue
            price = favor * self.rates.favor + recipe * self.rates.special
            uses = ("nadia",) * dancers + ("drink",) * drinks + ("luxury",) * luxuries
            for symbol in range(3) if recipe else (None,):
                extra = [2 * (symbol == place) for place in range(3)]
                symbols = Supply(
                    2 * dancers + extra[0], 2 * drinks + extra[1], 2 * luxuries + extra[2]
                )
                name = () if symbol is None else (f"recipe {CLASSES[symbol]}",)
                found.append(Help(symbols, price, (*uses, *name)))
        return tuple(found)

    def _cost(self, staff: str) -> int:
        return self.staff[staff].cost if staff in self.staff else 0

    @cached_property
    def unlocks(self) -> tuple[Unlock, ...]:
        """Return who rolls Locked dice again: the Customer, Alfonso, a Master Key."""
        found = []
        used = self.view.turn.free_unlocks if self.view.turn else 0
        if self.rule("free_unlock") > used:
            found.append(Unlock(1, 0.0))
        if self.free_uses("alfonso"):
            found.append(Unlock(2, self._cost("alfonso") * self.rates.favor))
        if self.variants_held("sp4"):
            found.append(Unlock(3, self.rates.special))
        return tuple(found)

    def line(self, stars: int) -> Line:
        """Return what Sandra offers for so many stars."""
        options = COMPENSATION[min(stars, len(COMPENSATION) - 1)]
        again = [op.n for option in options for op in option if op.op == "unlock_reroll"]
        return Line(max(map(self.worth, options), default=0.0), max(again, default=0))

    def dice(self, stack: Iterable[str]) -> int:
        """Return how many dice a turn with these cards in the Stack rolls (LAP 9.2)."""
        base = self.rule("base_dice") or BASE_DICE
        count = base + sum(DICE_OF[card] for card in stack) + self.own.dice_mod
        return max(1, min(count, MOST_DICE))


def _symbols(stack: Iterable[str], symbols: tuple[int, int, int]) -> Need:
    return needed([*(RESULT_OF[card] for card in stack if card in RESULT_OF), Need(*symbols)])
