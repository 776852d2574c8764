"""The sheets of Lap Dance: every dollar in and out (LAP 9.8), written from what the table heard.

Until the end nobody is shown what the others' dollars come to (LAP 4.1), though who keeps count can
tell; so before it a side sees its own sheets alone, unless the option `open_money` shows all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.rules.kernel import Event, Seat
from games.rules.lap_dance.cards import CUSTOMERS, DESIRES, EVENT_CARDS, SPECIAL_OF, VARIANT_OF
from games.rules.lap_dance.events import (
    GameEnded,
    MoneyGained,
    MoneyLost,
    MoneyStolen,
    OrderDoubled,
    OrderRaised,
    OrdersFulfilled,
    Penalised,
    RoundEnded,
    TurnStarted,
)
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.serving import DOUBLED_AT_MOST
from scoring.sheets.sheet import Line, ScoreRound, Sheets, sheet_of

LETTERS: Final = "ABC"
"""The three orders of a Desire."""


class _Evening:
    """A round's lines by seat, and what the orders of its Desire pay just now."""

    def __init__(self, seats: int) -> None:
        self.lines: list[list[Line]] = [[] for _ in range(seats)]
        self._raised = [0, 0, 0]
        self._doubled: int | None = None
        self._served: tuple[int, ...] = ()

    def heard(self, event: Event) -> None:
        """Write down what changes hands, and remember what orders will pay."""
        match event:
            case TurnStarted():
                self._doubled, self._served = None, ()
            case OrderRaised(order=order, amount=amount):
                self._raised[order] += amount
            case OrderDoubled(order=order):
                self._doubled = order
            case OrdersFulfilled(orders=orders):
                self._served = orders
            case MoneyGained(seat=seat, amount=amount, source=source) if source in DESIRES:
                self.lines[seat] += self._orders(source, amount)
            case MoneyGained(seat=seat, amount=amount, source=source):
                self.lines[seat].append(_paid(source, amount))
            case MoneyLost(seat=seat, amount=amount, source=source):
                self.lines[seat].append(_paid(source, -amount))
            case MoneyStolen(seat=seat, target=target, amount=amount):
                self.lines[seat].append(_line("thefts", "stolen", amount, "LAP 3.9", target))
                self.lines[target].append(_line("thefts", "robbed", -amount, "LAP 3.9", seat))
            case Penalised(seat=seat, cash=cash) if cash:
                self.lines[seat].append(_line("penalties", "fun_rule", -cash, "LAP 11"))

    def _orders(self, desire: str, amount: int) -> list[Line]:
        """Return what each order paid, or all of them together where the log tells no more."""
        lines = [line for order in self._served for line in self._order(desire, order)]
        if sum(line.value for line in lines) == amount:
            return lines
        return [Line("orders", "orders", len(self._served), amount, "LAP 9.8", of=desire)]

    def _order(self, desire: str, order: int) -> Iterator[Line]:
        printed, of = DESIRES[desire].orders[order].cash, f"{desire}-{LETTERS[order]}"
        yield Line("orders", "order", 1, printed, "LAP 9.8", of=of)
        if raised := self._raised[order]:
            yield Line("orders", "order_raised", 1, raised, "LAP 3.9", of=of)
        if order == self._doubled:
            more = min(printed, DOUBLED_AT_MOST)
            yield Line("orders", "order_doubled", 1, more, "LAP 3.6", of=of)


def _line(part: str, what: str, value: int, rule: str, seat: Seat | None = None) -> Line:
    return Line(part, what, 1, value, rule, seat=seat)


def _paid(source: str, value: int) -> Line:
    """Return the line of dollars from a card, a Customer, Sandra or Staff."""
    part, what, rule = "staff", "staff", "LAP 3.5"
    if source == "sandra":
        part, what, rule = "compensation", "sandra", "LAP 3.10"
    elif source in CUSTOMERS:
        part, what, rule = "customer", "customer", "LAP 3.8"
    elif source in EVENT_CARDS:
        part, what, rule = "events", "event", "LAP 3.4"
    elif source in VARIANT_OF:
        part, what, rule = "benefits", "benefit", "LAP 9.8"
    elif source in SPECIAL_OF:
        part, what, rule = "specials", "special", "LAP 3.6"
    return Line(part, what, 1, value, rule, of=source)


def rounds(events: Iterable[Event], options: LapOptions, seats: int) -> Iterator[ScoreRound]:
    """Yield each round that is over; what everybody had at the start stands in the first."""
    number, evening = 1, _Evening(seats)
    if options.start_money:
        for lines in evening.lines:
            lines.append(_line("start", "start_money", options.start_money, "LAP 5"))
    for event in events:
        if isinstance(event, RoundEnded | GameEnded):
            lines_of = enumerate(evening.lines)
            yield ScoreRound(number, tuple(sheet_of(s, (s,), lines) for s, lines in lines_of))
            number, evening = number + 1, _Evening(seats)
        else:
            evening.heard(event)


def closed(options: LapOptions) -> bool:
    """Say whether money is secret until the end (LAP 4.1; option `open_money`)."""
    return not options.open_money


SHEETS: Final = Sheets(rounds, closed)
