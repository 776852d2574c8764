"""The best initial meld a hand allows: enough points with the fewest wilds (HF 11, 23.1, 26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, RANKS, WILDS, face_value
from games.rules.hand_and_foot.options import MOST_WILDS
from games.rules.hand_and_foot.sketch import FACE, SMALLEST


class Opening(NamedTuple):
    """New melds by their cards, the face value of all of them, and how many wilds they need.

    With the top of a pile, `use` is what it is melded with and `melds` are all others.
    """

    melds: tuple[tuple[str, ...], ...]
    use: tuple[str, ...]
    points: int
    wilds: int


def best_opening(
    cards: Iterable[str],
    minimum: int,
    top: str | None = None,
    *,
    frozen: bool = False,
    wild_meld: bool = True,
) -> Opening | None:
    """Return the opening that needs fewest wilds; if none reaches `minimum`, the dearest found.

    `top`: the pile's top card, to be melded with a natural pair of its rank or, unless the pile is
    `frozen`, with one natural and a wild.  None: nothing can be melded at all.  Greedy: good
    enough for a hint, not the last word.
    """
    held = tuple(cards)
    drafts = list(_drafts(held, minimum, top, frozen=frozen, wild_meld=wild_meld))
    enough = [draft for draft in drafts if draft.points >= minimum]
    if enough:
        return min(enough, key=lambda draft: draft.wilds)
    return max(drafts, key=lambda draft: draft.points, default=None)


def _drafts(
    held: tuple[str, ...], minimum: int, top: str | None, *, frozen: bool, wild_meld: bool
) -> Iterator[Opening]:
    """Yield openings of all kinds: cheap wilds first, dear wilds first, a meld of wilds."""
    for dear in (False, True):
        for of_wilds in (False, True)[: 1 + wild_meld]:
            draft = _Draft(held, dear=dear)
            if top is not None and not draft.take(top, frozen=frozen):
                return
            draft.lay_sets()
            if of_wilds:
                draft.lay_wilds()
            draft.lay_pairs(minimum)
            draft.strengthen(minimum)
            if draft.melds:
                yield draft.opening(with_top=top is not None)


class _Draft:
    """An opening while it is put together."""

    def __init__(self, held: tuple[str, ...], *, dear: bool) -> None:
        self._free: dict[str, list[str]] = {}
        for card in held:
            self._free.setdefault(CODE_OF[card], []).append(card)
        order = WILDS[::-1] if dear else WILDS
        self._wilds = [card for code in order for card in self._free.get(code, ())]
        self._spent = 0
        self.points = 0
        self.melds: list[list[str]] = []

    def take(self, top: str, *, frozen: bool) -> bool:
        """Begin with a meld of the pile's top; say whether that is possible."""
        naturals = self._free.pop(CODE_OF[top], [])
        if len(naturals) > 1:
            self._lay([top, *naturals])
        elif naturals and self._wilds and not frozen:
            self._lay([top, *naturals, self._wild()])
        else:
            return False
        return True

    def lay_sets(self) -> None:
        """Lay every three or more of a rank."""
        for rank in RANKS:
            if len(self._free.get(rank, ())) >= SMALLEST:
                self._lay(self._free.pop(rank))

    def lay_wilds(self) -> None:
        """Lay the first three wilds as a meld of their own."""
        if len(self._wilds) >= SMALLEST:
            self._lay([self._wild() for _ in range(SMALLEST)])

    def lay_pairs(self, minimum: int) -> None:
        """Lay a pair with a wild, the dearest pair first, until it is enough."""
        pairs = [rank for rank in RANKS if len(self._free.get(rank, ())) == SMALLEST - 1]
        for rank in sorted(pairs, key=FACE.__getitem__, reverse=True):
            if self.points < minimum and self._wilds:
                self._lay([*self._free.pop(rank), self._wild()])

    def strengthen(self, minimum: int) -> None:
        """Add wilds to melds of three naturals and more until it is enough."""
        for meld in self.melds:
            naturals = sum(CODE_OF[card] in RANKS for card in meld)
            room = min(naturals, MOST_WILDS) if naturals >= SMALLEST else 0
            while self.points < minimum and self._wilds and room > len(meld) - naturals:
                meld.append(wild := self._wild())
                self.points += face_value((wild,))

    def opening(self, *, with_top: bool) -> Opening:
        """Return what was put together."""
        melds = [tuple(meld) for meld in self.melds]
        use = melds.pop(0)[1:] if with_top else ()
        return Opening(tuple(melds), use, self.points, self._spent)

    def _wild(self) -> str:
        self._spent += 1
        return self._wilds.pop(0)

    def _lay(self, meld: list[str]) -> None:
        self.melds.append(meld)
        self.points += face_value(meld)
