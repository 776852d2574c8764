"""A hidden plan to go out, guessed together with the hand that it empties (HF 14.3, 18).

Whoever is asked "May I go out?" knows how many cards the asker holds and that all of them have a
place.  So hand and plan are built from the board: first what is missing to go out, then places for
the cards everybody knows of, then whatever else fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, RANKS, WILDS
from games.rules.hand_and_foot.laying import cap_ladies, lay_naturals, lay_sets, may_cap, nearest
from games.rules.hand_and_foot.options import GROUP_SIZE, MOST_WILDS, FootOptions
from games.rules.hand_and_foot.plays import New, Onto, Plan, Take
from games.rules.hand_and_foot.sketch import LADY, SMALLEST, Line, Sketch

TRIES: Final = 400
EVEN: Final = 0.5


class Asked(NamedTuple):
    """What is known of a plan: the own lines, cards surely held, how many more, and the pile.

    `pile`: the cards that come with it, the top last; empty if the plan does not begin with it.
    """

    lines: Sequence[Line]
    known: Sequence[str]
    more: int
    pile: Sequence[str]
    frozen: bool


class NoPlan(ValueError):
    """No hand was found with which one could have asked: the view cannot be."""


def guess_plan(
    asked: Asked, unseen: Iterable[str], options: FootOptions, random: Random
) -> tuple[tuple[str, ...], Plan]:
    """Return `more` of the unseen cards, and a plan that plays them with all known ones.

    Raises `NoPlan`.
    """
    pool = list(unseen)
    for _ in range(TRIES):
        random.shuffle(pool)
        attempt = _Attempt(asked, pool, options, random)
        if attempt.succeeds():
            return tuple(attempt.picked), attempt.plan()
    raise NoPlan(f"{asked.more} cards beside {asked.known}")


class _Attempt:
    """One try: cards are picked from the pool as places for them are found."""

    def __init__(
        self, asked: Asked, pool: Sequence[str], options: FootOptions, random: Random
    ) -> None:
        self._asked = asked
        self._random = random
        self._pool: dict[str, list[str]] = {}
        for card in pool:
            self._pool.setdefault(CODE_OF[card], []).append(card)
        self._more = asked.more
        self._take: Take | None = None
        self._discard: str | None = None
        self._sketch = Sketch(asked.known, asked.lines, options)
        self.picked: list[str] = []

    def plan(self) -> Plan:
        """Return what was found."""
        return Plan(self._take, tuple(self._sketch.plays), self._discard)

    def succeeds(self) -> bool:
        """Find a place for every card; say whether that went well."""
        if self._asked.pile and not self._takes_the_pile():
            return False
        lay_naturals(self._sketch)
        lay_sets(self._sketch)
        if not (self._completes_clean() and self._completes_dirty()):
            return False
        cap_ladies(self._sketch)
        return self._places_the_rest() and self._fills_up()

    # --- Picking ----------------------------------------------------------------------------------

    def _pick(self, code: str, count: int = 1) -> bool:
        """Add so many cards of a code to the hand, if there are."""
        cards = self._pool.get(code, [])
        if len(cards) < count or self._more < count:
            return False
        found = [cards.pop() for _ in range(count)]
        self._more -= count
        self.picked += found
        self._sketch.receive(found)
        return True

    def _has_wild(self) -> bool:
        """Say whether a wild is at hand, one picked if need be."""
        if self._sketch.wilds:
            return True
        wilds = [code for code in WILDS for _ in self._pool.get(code, ())]
        return bool(wilds) and self._pick(self._random.choice(wilds))

    # --- What is missing to go out ----------------------------------------------------------------

    def _takes_the_pile(self) -> bool:
        """Begin the plan with the pile, in the way that needs fewest cards from the hand."""
        *rest, top = self._asked.pile
        rank = CODE_OF[top]
        pair_wanted = self._asked.frozen or not self._sketch.options.pick_onto_meld
        if own := self._sketch.of(rank):
            if pair_wanted and not self._needs(rank, SMALLEST - 1):
                return False
            self._puts_top_onto(nearest(own), top)
        elif not self._sketch.may_open(rank) or not self._melds_top(top, pair_wanted=pair_wanted):
            return False
        self._sketch.plays.clear()
        self._sketch.receive(rest)
        return True

    def _puts_top_onto(self, line: Line, top: str) -> None:
        naturals = tuple(self._sketch.cards.get(line.rank, ()))
        self._sketch.receive((top,))
        self._sketch.lay_off(line, (top, *naturals))
        self._take = Take(Onto(line.meld, naturals))

    def _melds_top(self, top: str, *, pair_wanted: bool) -> bool:
        rank = CODE_OF[top]
        if self._needs(rank, SMALLEST - 1):
            cards = tuple(self._sketch.cards[rank])
        elif not pair_wanted and self._needs(rank, 1) and self._has_wild():
            cards = (*self._sketch.cards[rank], self._sketch.wilds[0])
        else:
            return False
        self._sketch.receive((top,))
        line = self._sketch.meld((top, *cards))
        self._take = Take(New(cards), (), (str(line.meld),))
        return True

    def _needs(self, rank: str, count: int) -> bool:
        """Hold at least so many naturals, picked if need be."""
        lacking = count - self._sketch.held(rank)
        return lacking <= 0 or self._pick(rank, lacking)

    def _completes_clean(self) -> bool:
        while self._sketch.lacks_clean:
            if self._completed() is None and not self._begins_group():
                return False
        return True

    def _completed(self) -> Line | None:
        """Make a clean group of a line with picked naturals, if one can be."""
        open_ = [line for line in self._sketch.lines if line.is_clean and line.gap]
        fitting = [line for line in open_ if line.gap <= self._in_pool(line.rank)]
        if not fitting:
            return None
        line = self._one_of(fitting)
        self._pick(line.rank, count := line.gap)
        self._sketch.lay_off(line, self._sketch.cards[line.rank][-count:])
        return line

    def _begins_group(self) -> bool:
        ranks = [rank for rank in RANKS if self._may_begin(rank)]
        if not ranks:
            return False
        rank = self._random.choice(ranks)
        self._needs(rank, GROUP_SIZE)
        self._sketch.meld(self._sketch.cards[rank])
        return True

    def _may_begin(self, rank: str) -> bool:
        within = self._sketch.held(rank) + self._in_pool(rank)
        return within >= GROUP_SIZE and self._sketch.may_open(rank)

    def _completes_dirty(self) -> bool:
        for _ in range(self._sketch.lacks_dirty):
            spared = self._sketch.lacks_clean
            open_ = [line for line in self._sketch.lines if line.gap and line.rank in RANKS]
            lines = sorted(open_, key=lambda line: line.gap + self._random.random() * SMALLEST)
            if not (
                any(self._dirties(line) for line in lines) or self._spoils() or self._begins_dirty()
            ):
                return False
            if self._sketch.lacks_clean > spared:
                return False
        return not self._sketch.lacks_dirty

    def _dirties(self, line: Line) -> bool:
        """Complete a line with one wild at least."""
        if line.gap > self._more + len(self._sketch.wilds):
            return False
        while line.gap:
            if line.room and self._has_wild() and (line.gap == 1 or self._random.random() < EVEN):
                self._sketch.lay_off(line, self._sketch.wilds[:1])
            elif self._pick(line.rank):
                self._sketch.lay_off(line, self._sketch.cards[line.rank][-1:])
            elif line.room and self._has_wild():
                self._sketch.lay_off(line, self._sketch.wilds[:1])
            else:
                return False
        return line.is_dirty

    def _spoils(self) -> bool:
        """Make a clean group dirty, if there are more than needed."""
        groups = [line for line in self._sketch.lines if line.is_clean and line.is_group]
        groups = [line for line in groups if line.room]
        if not (groups and self._sketch.surplus_clean and self._has_wild()):
            return False
        self._sketch.lay_off(self._one_of(groups), self._sketch.wilds[:1])
        return True

    def _begins_dirty(self) -> bool:
        """Make a dirty group out of nothing but picked cards and what is still held."""
        ranks = [rank for rank in RANKS if self._sketch.may_open(rank)]
        self._random.shuffle(ranks)
        for rank in ranks:
            if self._sketch.held(rank) + self._in_pool(rank) >= GROUP_SIZE - MOST_WILDS:
                if not (self._needs(rank, SMALLEST - 1) and self._has_wild()):
                    return False
                cards = (*self._sketch.cards[rank][:2], self._sketch.wilds[0])
                return self._dirties(self._sketch.meld(cards))
        return False

    # --- Places for the rest ----------------------------------------------------------------------

    def _places_the_rest(self) -> bool:
        """Find a place for every card that is left; one may be the discard."""
        for code in sorted(self._sketch.cards, key=lambda _: self._random.random()):
            while self._sketch.held(code):
                if not self._places(code) and not self._discards(code):
                    return False
        return True

    def _places(self, code: str) -> bool:
        if code in WILDS:
            return self._sheds(code)
        if code == LADY:
            return self._caps()
        if code not in RANKS:
            return False
        if lines := self._sketch.of(code):
            self._sketch.lay_off(self._one_of(lines), self._sketch.cards[code])
            return True
        return self._sketch.may_open(code) and self._opens(code)

    def _opens(self, rank: str) -> bool:
        """Begin a line with the one or two naturals that are left of a rank."""
        natural = self._random.random() < EVEN or self._sketch.held(rank) == 1
        if self._sketch.held(rank) == 1 and not self._needs(rank, 2):
            return False
        if natural and self._needs(rank, SMALLEST):
            self._sketch.meld(self._sketch.cards[rank])
            return True
        if self._has_wild():
            self._sketch.meld((*self._sketch.cards[rank], self._sketch.wilds[0]))
            return True
        return False

    def _sheds(self, code: str) -> bool:
        lines = [line for line in self._sketch.lines if line.room and self._may_wild(line)]
        if lines:
            self._sketch.lay_off(self._one_of(lines), self._sketch.cards[code][:1])
        return bool(lines)

    def _may_wild(self, line: Line) -> bool:
        """Say whether a wild spoils nothing that is needed."""
        return not (line.is_clean and line.is_group) or self._sketch.surplus_clean > 0

    def _caps(self) -> bool:
        lines = [line for line in self._sketch.lines if may_cap(self._sketch, line)]
        line = self._one_of(lines) if lines else self._completed()
        if line is not None:
            self._sketch.cap(line)
        return line is not None

    def _discards(self, code: str) -> bool:
        if self._discard is not None:
            return False
        self._discard = self._sketch.cards[code].pop()
        return True

    def _fills_up(self) -> bool:
        """Pick what is still to be picked, each card with a place; end with a discard or not."""
        codes = [code for code, cards in self._pool.items() for _ in cards]
        self._random.shuffle(codes)
        for code in codes:
            if not self._more:
                break
            if not (self._fits(code) or self._discard is None) or not self._pick(code):
                continue
            if not self._places_the_rest():
                return False
        required = self._sketch.options.go_out_discard == "required"
        return not self._more and not self._sketch.left and not (required and self._discard is None)

    def _fits(self, code: str) -> bool:
        """Say whether the board has a place for one more of this code."""
        if code in RANKS:
            return bool(self._sketch.of(code))
        if code in WILDS:
            return any(line.room and self._may_wild(line) for line in self._sketch.lines)
        return code == LADY and any(may_cap(self._sketch, line) for line in self._sketch.lines)

    def _in_pool(self, code: str) -> int:
        """Return how many cards of a code may still be picked."""
        return min(self._more, len(self._pool.get(code, ())))

    def _one_of(self, lines: Sequence[Line]) -> Line:
        return self._random.choice(lines)
