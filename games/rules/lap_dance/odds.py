"""Exact odds of dice under best play, for both ways of rerolling (LAP 9.3, 18.1).

What final dice are worth is the caller's: 1 for "this order is paid", dollars for a bot.  The rest
is backward induction over multisets of dice, rolled one die at a time:

* `set_aside`: kept dice are final and their number grows, so one pass from many kept dice to none.
* `free`: earlier choices do not bind, so one pass per reroll that is left (20 at most).

>>> round(chance(Need(dancer=2), 4, "set_aside"), 2)
0.82
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, inf, prod
from operator import mul, sub
from typing import Final, Literal, NamedTuple, TypeAlias

from games.rules.lap_dance.cards import FACES, STAR, Face
from games.rules.lap_dance.options import MOST_DICE, MOST_REROLLS
from games.rules.lap_dance.orders import Need, Supply, pays, supplied
from games.rules.lap_dance.state import Die

RerollMode = Literal["free", "set_aside"]
UNLOCKED: Final[tuple[Face, ...]] = tuple(face for face in FACES if face != STAR)
"""The faces that do not lock a die, in the order of `Counts`: D1, D2, L1, K1, W2."""
NOTHING: Final = Supply()
SIDES: Final = len(FACES)

Counts: TypeAlias = tuple[int, ...]
"""How many dice show each of `UNLOCKED`."""
NONE: Final[Counts] = (0,) * len(UNLOCKED)
Worth: TypeAlias = Callable[[Counts, int], float]
"""What final dice are worth: the unlocked ones by face, and the number of stars."""


class Position(NamedTuple):
    """Dice on the table: kept for good (`set_aside` only), free to roll, and locked stars."""

    kept: Counts
    free: Counts
    locked: int
    rerolls: int = MOST_REROLLS

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return sum(self.kept) + sum(self.free) + self.locked


class Plan(NamedTuple):
    """What to do, and what it is worth with best play: `keep` of the free dice, or (None) stop."""

    worth: float
    keep: Counts | None


def counts_of(faces: Iterable[Face]) -> Counts:
    """Count dice by face; stars are not counted."""
    shown = list(faces)
    return tuple(shown.count(face) for face in UNLOCKED)


def position_of(dice: Sequence[Die], mode: RerollMode, rerolls: int = 0) -> Position:
    """Return how the dice of a turn lie after so many rerolls; in mode `free` none is kept."""
    kept = counts_of(die.face for die in dice if die.kept and mode == "set_aside")
    free = counts_of(die.face for die in dice if not die.kept or mode == "free")
    return Position(kept, free, sum(die.locked for die in dice), MOST_REROLLS - rerolls)


def symbols_of(counts: Counts) -> Supply:
    """Return the symbols that dice show."""
    d1, d2, l1, k1, w2 = counts
    return Supply(d1 + 2 * d2, k1, l1, w2)


# --- Multisets of unlocked dice, numbered by size -------------------------------------------------


def _of_size(size: int, faces: int = len(UNLOCKED)) -> Iterator[Counts]:
    if faces == 1:
        yield (size,)
        return
    for first in range(size, -1, -1):
        for rest in _of_size(size - first, faces - 1):
            yield first, *rest


BASE: Final = MOST_DICE + 1
MULTISETS: Final = tuple(counts for size in range(BASE) for counts in _of_size(size))
ENDS: Final = tuple(sum(sum(c) <= size for c in MULTISETS) for size in range(-1, BASE))
"""``ENDS[size + 1]``: how many multisets have at most so many dice; they come first."""
PLACE: Final = {counts: place for place, counts in enumerate(MULTISETS)}
SIZE: Final = tuple(map(sum, MULTISETS))


def _plus(counts: Counts, face: int, dice: int) -> Counts:
    return (*counts[:face], counts[face] + dice, *counts[face + 1 :])


ROLLED: Final = tuple(
    (place, *(PLACE[_plus(counts, face, 1)] for face in range(len(UNLOCKED))))
    for place, counts in enumerate(MULTISETS[: ENDS[MOST_DICE]])
)
"""Where one die more leads: a star, then each face."""
WITHOUT: Final = tuple(
    tuple(PLACE[_plus(c, face, -1)] if c[face] else 0 for face in range(len(UNLOCKED)))
    for c in MULTISETS
)
"""Where one die less leads, by face; 0, the empty multiset, where there is no such die."""
CODE: Final = tuple(sum(c * BASE**face for face, c in enumerate(counts)) for counts in MULTISETS)
"""A number for each multiset; that of two together is the sum."""


def _chances(dice: int) -> tuple[float, ...]:
    """Return how likely each multiset is when so many dice are rolled, the others being stars."""
    ways = (
        factorial(dice) / prod(map(factorial, (*counts, dice - sum(counts))))
        for counts in MULTISETS[: ENDS[dice + 1]]
    )
    return tuple(way / SIDES**dice for way in ways)


CHANCES: Final = tuple(_chances(dice) for dice in range(BASE))


def one_more(worth: Sequence[float], size: int) -> list[float]:
    """Return what the multisets of up to `size` dice are worth if one die more is rolled."""
    return [
        (worth[s] + worth[a] + worth[b] + worth[c] + worth[d] + worth[e]) / SIDES
        for s, a, b, c, d, e in ROLLED[: ENDS[size + 1]]
    ]


# --- Best play ------------------------------------------------------------------------------------


class Odds(ABC):
    """Best play of one number of dice; `final` is what stopping with each multiset is worth."""

    def __init__(self, dice: int, final: Sequence[float]) -> None:
        self.dice = dice
        self.final = final

    @abstractmethod
    def before_roll(self) -> float:
        """Return what the turn is worth before the first roll."""

    @abstractmethod
    def plans(self, at: Position) -> Iterator[Plan]:
        """Yield every reroll that is legal, with its worth."""

    def stopping(self, at: Position) -> Plan:
        """Return what stopping is worth."""
        return Plan(self.final[PLACE[tuple(map(sum, zip(at.kept, at.free, strict=True)))]], None)

    def best(self, at: Position) -> Plan:
        """Return the best plan; of equals, the one that stops, then the one that keeps more."""
        plans = sorted(self.plans(at), key=lambda plan: -sum(plan.keep or ()))
        return max([self.stopping(at), *plans], key=lambda plan: plan.worth)


class FreeOdds(Odds):
    """Each reroll keeps at least one unlocked die, whichever (mode `free`).

    ``_worth[n]``: what each multiset of unlocked dice is worth with n rerolls left; when another
    reroll adds no more than `slack` anywhere, the last list stands for all that follow.
    """

    def __init__(self, dice: int, final: Sequence[float], slack: float = 0.0) -> None:
        super().__init__(dice, final)
        self._worth = [array("d", final)]
        for _ in range(MOST_REROLLS):
            before, after = self._worth[-1], array("d", self._reroll(self._worth[-1]))
            if max(map(sub, after, before)) <= slack:
                break
            self._worth.append(after)

    def before_roll(self) -> float:
        """Return what the turn is worth before the first roll."""
        return layers_of(self._worth[-1], self.dice)[self.dice][0]

    def plans(self, at: Position) -> Iterator[Plan]:
        """Yield every reroll that is legal, with its worth."""
        size = sum(at.free)
        if not at.rerolls:
            return
        layers = layers_of(self._worth[min(at.rerolls, len(self._worth)) - 1], self.dice)
        for keep in _choices(at.free):
            yield Plan(layers[size - sum(keep)][PLACE[keep]], keep)

    def _reroll(self, worth: Sequence[float]) -> list[float]:
        """Return what the multisets are worth with one reroll more than in `worth`."""
        layers = layers_of(worth, self.dice)
        best = [-inf]
        for rolling in range(self.dice - 1, -1, -1):
            stay = layers[rolling] if rolling else self.final
            best = [
                max(q, best[a], best[b], best[c], best[d], best[e])
                for q, (a, b, c, d, e) in zip(stay, WITHOUT, strict=False)
            ]
            best[0] = -inf if rolling else stay[0]
        return best


class SetAsideOdds(Odds):
    """Kept dice stay, and each reroll keeps at least one more (mode `set_aside`).

    ``_rolling[place][n]``: what it is worth to roll n dice beside the kept ones.
    """

    def __init__(self, dice: int, final: Sequence[float]) -> None:
        super().__init__(dice, final)
        self._by_code = dict(zip(CODE, final, strict=False))
        self._rolling: dict[int, list[float]] = {}
        later: dict[int, list[float]] = {}
        for size in range(dice, -1, -1):
            later = {
                place: self._solve(place, dice - size, later)
                for place in range(ENDS[size], ENDS[size + 1])
            }

    def before_roll(self) -> float:
        """Return what the turn is worth before the first roll."""
        return self._rolling[0][self.dice]

    def plans(self, at: Position) -> Iterator[Plan]:
        """Yield every reroll that is legal, with its worth."""
        size = sum(at.free)
        for keep in _choices(at.free):
            kept = tuple(map(sum, zip(at.kept, keep, strict=True)))
            yield Plan(self._rolling[PLACE[kept]][size - sum(keep)], keep)

    def _solve(self, kept: int, room: int, later: dict[int, list[float]]) -> list[float]:
        """Solve for one multiset of kept dice; return what free dice are worth if rolled or kept.

        `later`: the same for every multiset with one die more.
        """
        code, by_code = CODE[kept], self._by_code
        stop = [by_code[code + free] for free in CODE[: ENDS[room + 1]]]
        if room:
            a, b, c, d, e = (later[place] for place in ROLLED[kept][1:])
            keep = [
                max(a[v], b[w], c[x], d[y], e[z]) for v, w, x, y, z in WITHOUT[: ENDS[room + 1]]
            ]
        else:
            keep = [-inf]
        worth = list(map(max, stop, keep))
        rolling = [sum(map(mul, CHANCES[dice], worth)) for dice in range(room + 1)]
        self._rolling[kept] = rolling
        return [-inf, *(max(rolling[n], k) for n, k in zip(SIZE[1:], keep[1:], strict=False))]


def layers_of(worth: Sequence[float], dice: int) -> list[Sequence[float]]:
    """Return what each multiset is worth if 0, 1, … more dice are rolled; `dice` at most."""
    layers = [worth]
    for rolling in range(1, dice + 1):
        layers.append(one_more(layers[-1], dice - rolling))
    return layers


def _choices(free: Counts) -> Iterator[Counts]:
    """Yield what may be kept of the free dice: at least one die, and not all."""
    for keep in product(*(range(count + 1) for count in free)):
        if 0 < sum(keep) < sum(free):
            yield keep


def solve(dice: int, mode: RerollMode, worth: Worth) -> Odds:
    """Return best play of 1 to 8 dice if final dice are worth `worth`."""
    return solve_from(
        dice, mode, [worth(counts, dice - sum(counts)) for counts in MULTISETS[: ENDS[dice + 1]]]
    )


def solve_from(dice: int, mode: RerollMode, final: Sequence[float], slack: float = 0.0) -> Odds:
    """Return best play if the multisets of unlocked dice are worth `final`, in their order.

    `slack`: how little another reroll may add before it is neglected; 0: the odds are exact.
    """
    return FreeOdds(dice, final, slack) if mode == "free" else SetAsideOdds(dice, final)


# --- The chance of orders -------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _odds_of(dice: int, mode: RerollMode, need: Need, supply: Supply, split: bool) -> Odds:
    def paid(counts: Counts, stars: int) -> float:
        del stars
        return float(pays(need, supplied((supply, symbols_of(counts))), split=split))

    return solve(dice, mode, paid)


@lru_cache(maxsize=4096)
def chance(
    need: Need, dice: int, mode: RerollMode, supply: Supply = NOTHING, *, split: bool = False
) -> float:
    """Return how likely the need is paid by so many dice, before the first roll.

    `need`: of one order or of several together; `supply`: what is there besides the dice.
    """
    return _odds_of(dice, mode, need, supply, split).before_roll()


def chance_from(
    need: Need, at: Position, mode: RerollMode, supply: Supply = NOTHING, *, split: bool = False
) -> float:
    """Return how likely the need is paid from dice on the table, with best play for it alone."""
    return _odds_of(at.dice, mode, need, supply, split).best(at).worth
