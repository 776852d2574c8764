"""What is counted of Lap Dance: orders, and whether the dice were kind.

A die shows 0, 1, 1, 1, 2 or 2 symbols (LAP 3.2): 7/6 on average, with a variance of 17/36.  Every
die that is rolled counts, rolled again or not: it cannot know what was kept beside it, so luck is
what the player cannot earn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from games.rules.kernel import Event
from games.rules.lap_dance.cards import DESIRES, FACES, STAR, Face
from games.rules.lap_dance.events import (
    DiceRolled,
    EventActivated,
    MoneyGained,
    MoneyStolen,
    OrdersFulfilled,
    PriorityTaken,
    RollingEnded,
    SpecialPlayed,
    StaffUsed,
)
from scoring.statistics.figures import Bars, Count, Counts, Ratio, Statistics, Tally, number, share

SYMBOLS: Final[dict[Face, int]] = {"D1": 1, "D2": 2, "L1": 1, "K1": 1, "W2": 2, "ST": 0}
"""How many symbols a face shows."""
EXPECTED: Final = sum(SYMBOLS.values()) / len(FACES)
VARIANCE: Final = sum(n * n for n in SYMBOLS.values()) / len(FACES) - EXPECTED**2

COUNTS: Final = (
    Count("turns", "Turns served"),
    Count("orders", "Orders filled"),
    Count("orders_in_turn", "Most orders filled in one turn", most=True),
    Count("full_turns", "Turns with all three orders filled"),
    Count("empty_turns", "Turns with nothing to serve"),
    Count("best_turn", "Most paid for the orders of one turn", most=True, unit="dollars"),
    Count("dice", "Dice rolled"),
    Count("symbols", "Symbols rolled"),
    Count("stars", "Stars rolled"),
    Count("stars_in_turn", "Most stars locked in one turn", most=True),
    Count("ready_first", "Times ready before everybody else"),
    Count("staff", "Favors asked of the Staff"),
    Count("events", "Events let happen"),
    Count("specials", "Special cards played"),
    Count("stolen", "Lifted from others", unit="dollars"),
    Count("robbed", "Lost to others' fingers", unit="dollars"),
)


def counted(events: Iterable[Event], seats: int) -> list[Counts]:
    """Return the counts of every seat."""
    tally = Tally(seats)
    for event in events:
        _count(event, tally)
    return tally.seats


def _count(event: Event, tally: Tally) -> None:
    match event:
        case OrdersFulfilled(seat=seat, orders=orders):
            _serve(seat, len(orders), tally)
        case DiceRolled(seat=seat, faces=faces):
            tally.add(seat, "dice", len(faces))
            tally.add(seat, "symbols", sum(SYMBOLS[face] for face in faces))
            tally.add(seat, "stars", faces.count(STAR))
        case RollingEnded(seat=seat, stars=stars):
            tally.most(seat, "stars_in_turn", stars)
        case PriorityTaken(seat=seat, priority=1):
            tally.add(seat, "ready_first")
        case StaffUsed(seat=seat):
            tally.add(seat, "staff")
        case EventActivated(seat=seat):
            tally.add(seat, "events")
        case SpecialPlayed(seat=seat):
            tally.add(seat, "specials")
        case MoneyGained(seat=seat, amount=amount, source=source) if source in DESIRES:
            tally.most(seat, "best_turn", amount)
        case MoneyStolen(seat=seat, target=target, amount=amount):
            tally.add(seat, "stolen", amount)
            tally.add(target, "robbed", amount)


def _serve(seat: int, orders: int, tally: Tally) -> None:
    tally.add(seat, "turns")
    tally.add(seat, "orders", orders)
    tally.most(seat, "orders_in_turn", orders)
    tally.add(seat, "full_turns", orders == len(next(iter(DESIRES.values())).orders))
    tally.add(seat, "empty_turns", not orders)


def luck(counts: Mapping[str, int]) -> float | None:
    """Return by how many standard deviations the dice showed more symbols than expected."""
    dice = counts.get("dice", 0)
    if not dice:
        return None
    return (counts.get("symbols", 0) - dice * EXPECTED) / sqrt(dice * VARIANCE)


def star_luck(counts: Mapping[str, int]) -> float | None:
    """Return by how many standard deviations fewer stars came than one die in six."""
    dice, chance = counts.get("dice", 0), 1 / len(FACES)
    if not dice:
        return None
    return (dice * chance - counts.get("stars", 0)) / sqrt(dice * chance * (1 - chance))


STATISTICS: Final = Statistics(
    counted,
    COUNTS,
    (
        share("orders_per_turn", "Orders filled a turn", "orders", "turns", "number"),
        share("full_turn_rate", "Turns with all three orders filled", "full_turns", "turns"),
        share("symbols_per_die", "Symbols a die (7/6 is fair)", "symbols", "dice", "number"),
        Ratio("dice_luck", "Luck with symbols, against expectation", "sigma", luck),
        Ratio("star_luck", "Luck with stars, against one in six", "sigma", star_luck),
    ),
    Bars(
        "Dice against expectation",
        (
            ("Symbols", number("symbols")),
            ("expected", lambda counts: counts.get("dice", 0) * EXPECTED),
            ("Stars", number("stars")),
            ("expected", lambda counts: counts.get("dice", 0) / len(FACES)),
            ("Orders filled", number("orders")),
        ),
    ),
)
