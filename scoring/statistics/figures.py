"""What is counted of a match, and what is read off the counts: the words of all games' statistics.

A *count* is a whole number of one seat in one match, under a name; counts of many matches become
one by adding them up or by taking the most.  A *figure* is what is shown: a count, a share of two
counts, or something a game works out of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, NamedTuple

from games.rules.kernel import Event, Seat

Counts = dict[str, int]
Unit = Literal["number", "share", "dollars", "points", "sigma"]
"""`share`: 0 to 1; `sigma`: standard deviations from what was to be expected."""


class Count(NamedTuple):
    """A count's name and what it says; `most`: of many matches the most counts, not the sum."""

    name: str
    text: str
    most: bool = False
    unit: Unit = "number"


class Ratio(NamedTuple):
    """A figure read off the counts; None where there is nothing to divide by."""

    name: str
    text: str
    unit: Unit
    of: Callable[[Mapping[str, int]], float | None]


class Bars(NamedTuple):
    """What a game's part of the picture shows: a title, and figures by the words beside them."""

    title: str
    bars: tuple[tuple[str, Callable[[Mapping[str, int]], float]], ...]


class Statistics(NamedTuple):
    """All there is to know of one game: how it is counted, and what is shown."""

    counted: Callable[[Iterable[Event], int], list[Counts]]
    """Of a match's public events in order, and the number of seats: the counts of every seat."""
    counts: tuple[Count, ...]
    ratios: tuple[Ratio, ...]
    bars: Bars | None = None


class Figure(NamedTuple):
    """One line of a player's statistics; `value` None: not to be said yet."""

    name: str
    text: str
    unit: Unit
    value: float | None


class Tally:
    """The counts of every seat while a match is read."""

    def __init__(self, seats: int) -> None:
        self.seats: list[Counts] = [{} for _ in range(seats)]

    def add(self, seat: Seat, name: str, many: int = 1) -> None:
        """Count `many` more."""
        if many:
            self.seats[seat][name] = self.seats[seat].get(name, 0) + many

    def most(self, seat: Seat, name: str, many: int) -> None:
        """Keep the most."""
        self.seats[seat][name] = max(many, self.seats[seat].get(name, many))


NOTHING: Final = Statistics(lambda _, seats: [{} for _ in range(seats)], (), ())
"""Of a game nobody counts."""


def number(name: str) -> Callable[[Mapping[str, int]], float]:
    """Return how a count is read."""
    return lambda counts: counts.get(name, 0)


def share(name: str, text: str, part: str, whole: str, unit: Unit = "share") -> Ratio:
    """Return the figure `part` / `whole`."""

    def of(counts: Mapping[str, int]) -> float | None:
        return counts.get(part, 0) / counts[whole] if counts.get(whole) else None

    return Ratio(name, text, unit, of)


def together(kinds: Iterable[Count], matches: Iterable[Mapping[str, int]]) -> Counts:
    """Return the counts of many matches as one; what was never counted is left out."""
    most = {kind.name for kind in kinds if kind.most}
    found: Counts = {}
    for counts in matches:
        for name, many in counts.items():
            if name not in found:
                found[name] = many
            elif name in most:
                found[name] = max(found[name], many)
            else:
                found[name] += many
    return found


def figures(of: Statistics, counts: Mapping[str, int]) -> list[Figure]:
    """Return what is shown: the ratios, then every count (0 if never counted; a most: None)."""
    read = [Figure(ratio.name, ratio.text, ratio.unit, ratio.of(counts)) for ratio in of.ratios]
    plain = [
        Figure(kind.name, kind.text, kind.unit, counts.get(kind.name, None if kind.most else 0))
        for kind in of.counts
    ]
    return read + plain
