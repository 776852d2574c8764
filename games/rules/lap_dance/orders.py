"""What an order needs, what there is to pay it with, and whether that is enough (LAP 9.7).

The one place that knows how symbols pay: the rules, the hints, the bots and the odds all ask here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Need(NamedTuple):
    """Symbols by class: what orders ask for, or what is missing of it."""

    dancer: int = 0
    drink: int = 0
    luxury: int = 0


class Supply(NamedTuple):
    """Symbols by class, and `doubles`: dice that show two drinks or two luxuries (`W2`)."""

    dancer: int = 0
    drink: int = 0
    luxury: int = 0
    doubles: int = 0


def needed(needs: Iterable[Need]) -> Need:
    """Return what several orders need together."""
    dancer = drink = luxury = 0
    for need in needs:
        dancer += need.dancer
        drink += need.drink
        luxury += need.luxury
    return Need(dancer, drink, luxury)


def supplied(supplies: Iterable[Supply]) -> Supply:
    """Return several supplies as one."""
    dancer = drink = luxury = doubles = 0
    for supply in supplies:
        dancer += supply.dancer
        drink += supply.drink
        luxury += supply.luxury
        doubles += supply.doubles
    return Supply(dancer, drink, luxury, doubles)


def pays(need: Need, supply: Supply, *, split: bool = False) -> bool:
    """Say whether the supply covers the need.

    A double is two drinks or two luxuries; with `split` (option `split_doubles`) one of each too.
    """
    if need.dancer > supply.dancer:
        return False
    drink = need.drink - supply.drink if need.drink > supply.drink else 0
    luxury = need.luxury - supply.luxury if need.luxury > supply.luxury else 0
    if split:
        return drink + luxury <= 2 * supply.doubles
    return (drink + 1) // 2 + (luxury + 1) // 2 <= supply.doubles


def missing(need: Need, supply: Supply, *, split: bool = False) -> Need:
    """Return the symbols that are missing when the doubles are put to their best use.

    Fewest in all; among equals the fewest drinks.  All zero if and only if the supply pays.
    """
    dancer = max(0, need.dancer - supply.dancer)
    drink = max(0, need.drink - supply.drink)
    luxury = max(0, need.luxury - supply.luxury)
    if split:
        poured = min(drink, 2 * supply.doubles)
        return Need(dancer, drink - poured, max(0, luxury - 2 * supply.doubles + poured))
    ways = (
        (max(0, drink - 2 * poured), max(0, luxury - 2 * (supply.doubles - poured)))
        for poured in range(supply.doubles + 1)
    )
    return Need(dancer, *min(ways, key=lambda way: (sum(way), way)))
