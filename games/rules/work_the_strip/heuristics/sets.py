"""Which sets to lay, and which way up: the most dollars on the table (WTS 6.2, 7.2, 15 point 1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from games.rules.work_the_strip.cards import KEYS_OF, MODE_OF, value_of
from games.rules.work_the_strip.holdings import holding
from games.rules.work_the_strip.scoring import worth

MOST_CONTESTED: Final = 6
"""So many dual cards are tried both ways up; any more go where they are worth most."""

Sets: TypeAlias = Mapping[str, tuple[str, ...]]
"""Keys, and the cards to lay under each."""


def best_sets(hand: Sequence[str], open_keys: Collection[str], left_over: int) -> Sets:
    """Return the sets of `hand` that are worth most; each is legal by itself.

    A set is two cards of a key, or one of an open key.  `left_over`: what a card left in hand
    costs, in dollars.
    """
    held = holding(hand).keys
    layable = {key: cards for key, cards in held.items() if key in open_keys or len(cards) > 1}
    plans = (_valid(layable, way, open_keys) for way in _ways(layable))
    return max(
        plans, key=lambda plan: _worth(plan, left_over), default=dict[str, tuple[str, ...]]()
    )


def _ways(layable: Sets) -> Iterator[dict[str, str]]:
    """Yield the ways to put each card under one of its keys, the dearer side first."""
    sides = {card: _sides(card, layable) for cards in layable.values() for card in cards}
    contested = [card for card in sorted(sides) if len(sides[card]) > 1][:MOST_CONTESTED]
    settled = {card: keys[0] for card, keys in sides.items() if card not in contested}
    for choice in product(*(sides[card] for card in contested)):
        yield settled | dict(zip(contested, choice, strict=True))


def _sides(card: str, layable: Sets) -> list[str]:
    keys = [key for key in KEYS_OF[card] if key in layable]
    return sorted(keys, key=lambda key: -value_of(card, MODE_OF[key]))


def _valid(layable: Sets, way: dict[str, str], open_keys: Collection[str]) -> Sets:
    """Return the sets of `way` that may be laid."""
    sets = {key: tuple(c for c in cards if way[c] == key) for key, cards in layable.items()}
    return {
        key: cards for key, cards in sets.items() if len(cards) > 1 or (cards and key in open_keys)
    }


def _worth(plan: Sets, left_over: int) -> tuple[int, int]:
    laid = sum(len(cards) for cards in plan.values())
    return sum(worth(cards, MODE_OF[key]) for key, cards in plan.items()) + laid * left_over, laid
