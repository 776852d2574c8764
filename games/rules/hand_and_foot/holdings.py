"""What a seat's active cards are, sorted: the question behind every meld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, FACE_OF, LADY, RANKS, VILLAIN, WILDS


class Holding(NamedTuple):
    """Active cards, sorted.

    `ranks`: the naturals of every rank held, ranks in order; `wilds`: cheapest first; `ladies` and
    `villains`.  Within each, cards stand as they are held.
    """

    ranks: Mapping[str, tuple[str, ...]]
    wilds: tuple[str, ...]
    ladies: tuple[str, ...]
    villains: tuple[str, ...]

    @property
    def one_of_each_wild(self) -> tuple[str, ...]:
        """The first Jester and the first Joker, as far as they are held."""
        found = self.wilds[:1]
        if found and FACE_OF[self.wilds[-1]] != FACE_OF[found[0]]:
            faces = [FACE_OF[card] for card in self.wilds]
            found += (self.wilds[faces.index(faces[-1])],)
        return found


def holding(cards: Sequence[str]) -> Holding:
    """Return what these cards are; equal rows of cards are sorted once."""
    return _sorted(tuple(cards))


@lru_cache(maxsize=4096)
def _sorted(cards: tuple[str, ...]) -> Holding:
    found = dict[str, list[str]]()
    for card in cards:
        code = CODE_OF[card]
        if code in found:
            found[code].append(card)
        else:
            found[code] = [card]
    wilds = (card for code in WILDS for card in found.get(code, ()))
    return Holding(
        {rank: tuple(found[rank]) for rank in RANKS if rank in found},
        tuple(wilds),
        tuple(found.get(LADY, ())),
        tuple(found.get(VILLAIN, ())),
    )
