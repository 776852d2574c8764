"""What final dice are worth to a seat: orders, Staff who complete them, and Sandra (LAP 17).

A till holds all that the worth of dice depends on, in dollars; equal tills share their tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.lap_dance.odds import (
    ENDS,
    MULTISETS,
    SIZE,
    Counts,
    Odds,
    RerollMode,
    layers_of,
    solve_from,
    symbols_of,
)
from games.rules.lap_dance.orders import Need, Supply, pays

CENT: Final = 0.01
"""How exact the tables of rerolls are, in dollars."""
SYMBOLS: Final = tuple(map(symbols_of, MULTISETS))


class Bill(NamedTuple):
    """Some of the three orders: what they need beyond the own symbols, and what they are worth."""

    orders: tuple[int, ...]
    need: Need
    worth: float


class Help(NamedTuple):
    """Symbols to be had besides the dice, from whom, and what they cost."""

    symbols: Supply = Supply()
    price: float = 0.0
    uses: tuple[str, ...] = ()


class Unlock(NamedTuple):
    """Locked dice that may be rolled once more: how many at most, and what that costs."""

    dice: int
    price: float


class Line(NamedTuple):
    """What Sandra offers for a number of stars: something of this worth, or dice to roll again."""

    worth: float = 0.0
    dice: int = 0


class Till(NamedTuple):
    """Everything on which the worth of final dice depends."""

    bills: tuple[Bill, ...]
    helps: tuple[Help, ...]
    split: bool


class Offer(NamedTuple):
    """Orders to fulfil with some help: what is still needed of the dice, and what it earns."""

    worth: float
    need: Need
    bill: Bill
    help: Help


@lru_cache(maxsize=1024)
def offers(till: Till) -> tuple[Offer, ...]:
    """Return all ways to end a turn that make sense for some dice, the best first.

    The last needs nothing of the dice, for to fulfil no order is one of them.
    """
    found = [
        Offer(bill.worth - help_.price, _less(bill.need, help_.symbols), bill, help_)
        for bill in till.bills
        for help_ in till.helps
    ]
    kept: list[Offer] = []
    for offer in sorted(found, key=lambda one: -one.worth):
        if not any(_covers(offer.need, better.need) for better in kept):
            kept.append(offer)
        if not any(offer.need):
            break
    return tuple(kept)


def _less(need: Need, supply: Supply) -> Need:
    return Need(*(max(0, n - s) for n, s in zip(need, supply[:3], strict=True)))


def _covers(need: Need, other: Need) -> bool:
    return all(n >= o for n, o in zip(need, other, strict=True))


def best_offer(till: Till, counts: Counts) -> Offer:
    """Return the best way to end a turn with these dice."""
    shown = symbols_of(counts)
    return next(one for one in offers(till) if pays(one.need, shown, split=till.split))


# --- Tables ---------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def settled(till: Till, dice: int) -> tuple[float, ...]:
    """Return the worth of each multiset of unlocked dice when nothing is rolled any more."""
    ways, split = [(one.worth, one.need) for one in offers(till)], till.split
    return tuple(
        next(worth for worth, need in ways if pays(need, shown, split=split))
        for shown in SYMBOLS[: ENDS[dice + 1]]
    )


@lru_cache(maxsize=128)
def resolved(till: Till, dice: int, unlocks: tuple[Unlock, ...]) -> tuple[float, ...]:
    """Return the worth of each multiset in stage RESOLVE, where locked dice may be rolled once.

    One kind of unlocking is reckoned with, the best.
    """
    worth = settled(till, dice)
    layers = layers_of(worth, dice)
    best = list(worth)
    for unlock in unlocks:
        for place, size in enumerate(SIZE[: ENDS[dice + 1]]):
            again = min(dice - size, unlock.dice)
            best[place] = max(best[place], layers[again][place] - unlock.price)
    return tuple(best)


def unlocking(worth: Sequence[float], dice: int, place: int, most: int) -> float:
    """Return what a multiset is worth if up to `most` of its Locked dice are rolled again."""
    return layers_of(worth, dice)[min(dice - SIZE[place], most)][place]


@lru_cache(maxsize=64)
def odds(till: Till, dice: int, mode: RerollMode) -> Odds:
    """Return best play of so many dice, as far as orders go."""
    return solve_from(dice, mode, settled(till, dice), CENT)
