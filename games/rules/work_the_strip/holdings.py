"""What a hand holds, sorted by key: the question behind every set, ask and gift."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.work_the_strip.cards import CARDS_OF, KEYS_OF


def _in_commit_order(cards: tuple[str, ...]) -> list[str]:
    """Return cards as they are committed by default: single-type cards first, then by id."""
    return sorted(cards, key=lambda card: (len(KEYS_OF[card]) > 1, card))


def _subsets(cards: list[str]) -> list[tuple[str, ...]]:
    """Return every choice of these cards, at the place whose bits are set for them."""
    return [
        tuple(card for place, card in enumerate(cards) if bits >> place & 1)
        for bits in range(1 << len(cards))
    ]


_SUBSETS: Final = [(key, _subsets(_in_commit_order(cards))) for key, cards in CARDS_OF.items()]
"""Every key, in order, with all sets that may be held of it: at most 128."""
_BITS: Final = {
    card: tuple(
        (rank, 1 << _in_commit_order(CARDS_OF[key]).index(card))
        for rank, key in enumerate(CARDS_OF)
        if key in keys
    )
    for card, keys in KEYS_OF.items()
}
"""For each card, the ranks of its keys, and its bit in their subsets."""


class Holding(NamedTuple):
    """A hand, sorted.

    `keys`: the cards of every key held, in the default order of `commit` (WTS 7.4), keys in the
    order of the deck; `performers` and `specials` in hand order.
    """

    keys: Mapping[str, tuple[str, ...]]
    performers: tuple[str, ...]
    specials: tuple[str, ...]


def holding(hand: Sequence[str]) -> Holding:
    """Return what `hand` holds; equal hands are sorted once."""
    return _sorted(tuple(hand))


@lru_cache(maxsize=4096)
def _sorted(hand: tuple[str, ...]) -> Holding:
    found: dict[int, int] = {}
    performers, specials = list[str](), list[str]()
    for card in hand:
        if bits := _BITS[card]:
            performers.append(card)
            for rank, bit in bits:
                found[rank] = found.get(rank, 0) | bit
        else:
            specials.append(card)
    keys = {}
    for rank in sorted(found):
        key, subsets = _SUBSETS[rank]
        keys[key] = subsets[found[rank]]
    return Holding(keys, tuple(performers), tuple(specials))
