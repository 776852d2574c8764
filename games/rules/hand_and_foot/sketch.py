"""A board and a hand on paper: what could be laid where, worked out without a state (HF 10, 26).

For hints, bots and guesses, never for legality.  A `Sketch` trusts its user: it keeps count, and
the functions below it lay only what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.rules.hand_and_foot.cards import CODE_OF, FACES, IS_WILD, RANKS, WILD_RANK, WILDS
from games.rules.hand_and_foot.options import GROUP_SIZE, MOST_WILDS, FootOptions
from games.rules.hand_and_foot.plays import AddCards, LayMelds, MeldRef, Play, PutCap

LADY: Final = "LD"
VILLAIN: Final = "VL"
FACE: Final = {**{code: face.face for code, face in FACES.items()}, WILD_RANK: 0}
"""What a card of each code counts, in points; the rank of wilds stands among them."""
NO_LIMIT: Final = 99
SMALLEST: Final = 3
"""So many cards make a meld (HF 10.1)."""


class Line:
    """A meld by its numbers; `meld` is its id, or the label of one that is only planned."""

    __slots__ = ("caps", "meld", "naturals", "rank", "wilds")

    def __init__(self, meld: MeldRef, rank: str, naturals: int, wilds: int, caps: int = 0) -> None:
        self.meld = meld
        self.rank = rank
        self.naturals = naturals
        self.wilds = wilds
        self.caps = caps

    @property
    def size(self) -> int:
        """How many cards it has; caps are none of them."""
        return self.naturals + self.wilds

    @property
    def gap(self) -> int:
        """How many cards it lacks to be a group."""
        return max(0, GROUP_SIZE - self.size)

    @property
    def is_dirty(self) -> bool:
        """Whether it is a rank with wilds, group or not."""
        return self.wilds > 0 and self.rank != WILD_RANK

    @property
    def is_clean(self) -> bool:
        """Whether it is a rank without wilds, group or not."""
        return not self.wilds

    @property
    def is_group(self) -> bool:
        """Whether it has seven cards."""
        return self.size >= GROUP_SIZE

    @property
    def room(self) -> int:
        """How many wilds it may take now (HF 10.2)."""
        if self.rank == WILD_RANK:
            return NO_LIMIT
        if self.caps:
            return 0
        return max(0, min(MOST_WILDS, self.naturals) - self.wilds)

    def copy(self) -> Line:
        """Return another with the same numbers."""
        return Line(self.meld, self.rank, self.naturals, self.wilds, self.caps)


class Sketch:
    """Cards by their code, the own lines, and the plays noted down so far."""

    def __init__(self, cards: Iterable[str], lines: Iterable[Line], options: FootOptions) -> None:
        self.cards: dict[str, list[str]] = {}
        self.receive(cards)
        self.lines = [line.copy() for line in lines]
        self.plays: list[Play] = []
        self.options = options
        self._created = 0

    def receive(self, cards: Iterable[str]) -> None:
        """Add cards to the hand."""
        for card in cards:
            self.cards.setdefault(CODE_OF[card], []).append(card)

    @property
    def left(self) -> int:
        """How many cards are still held."""
        return sum(map(len, self.cards.values()))

    @property
    def rest(self) -> list[str]:
        """The cards still held."""
        return [card for cards in self.cards.values() for card in cards]

    def held(self, code: str) -> int:
        """Return how many cards of this code are still held."""
        return len(self.cards.get(code, ()))

    @property
    def wilds(self) -> list[str]:
        """The wilds still held, the cheaper first."""
        return [card for code in WILDS for card in self.cards.get(code, ())]

    def naturals(self) -> Iterator[tuple[str, int]]:
        """Yield each rank still held, and how many cards of it."""
        for rank in RANKS:
            if count := self.held(rank):
                yield rank, count

    def of(self, rank: str) -> list[Line]:
        """Return the lines of a rank."""
        return [line for line in self.lines if line.rank == rank]

    def may_open(self, rank: str) -> bool:
        """Say whether the team may begin another meld of this rank (HF 9.4, options)."""
        lines, most = self.of(rank), self.options.max_melds_per_rank
        if self.options.second_meld_needs_group and any(not line.is_group for line in lines):
            return False
        return not most or len(lines) < most

    @property
    def lacks_dirty(self) -> int:
        """How many dirty groups are missing to go out (HF 14.1)."""
        groups = sum(line.is_dirty and line.is_group for line in self.lines)
        return max(0, self.options.dirty_needed - groups)

    @property
    def lacks_clean(self) -> int:
        """How many clean groups are missing to go out (HF 14.1)."""
        groups = sum(line.is_clean and line.is_group for line in self.lines)
        return max(0, self.options.clean_needed - groups)

    @property
    def surplus_clean(self) -> int:
        """How many clean groups there are beyond those needed to go out."""
        groups = sum(line.is_clean and line.is_group for line in self.lines)
        return max(0, groups - self.options.clean_needed)

    def lay_off(self, line: Line, cards: Iterable[str]) -> None:
        """Note that these cards go onto a line."""
        laid = tuple(cards)
        wilds = self._drop(laid)
        line.naturals += len(laid) - wilds
        line.wilds += wilds
        self.plays.append(AddCards(line.meld, laid))

    def meld(self, cards: Iterable[str]) -> Line:
        """Note that these cards are a new line, and return it."""
        laid = tuple(cards)
        wilds = self._drop(laid)
        rank = next((CODE_OF[card] for card in laid if card not in IS_WILD), WILD_RANK)
        label = f"new{self._created}"
        self._created += 1
        line = Line(label, rank, len(laid) - wilds, wilds)
        self.lines.append(line)
        self.plays.append(LayMelds((laid,), (label,)))
        return line

    def cap(self, line: Line) -> None:
        """Note that a Lady goes onto a line."""
        lady = self.cards[LADY].pop()
        line.caps += 1
        self.plays.append(PutCap(line.meld, lady))

    def _drop(self, cards: tuple[str, ...]) -> int:
        """Let go of cards; return how many of them are wild."""
        for card in cards:
            self.cards[CODE_OF[card]].remove(card)
        return sum(card in IS_WILD for card in cards)
