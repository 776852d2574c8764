"""Score sheets, one form for all games: rounds, in each a sheet per side, on it every line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from games.rules.kernel import Data, Event, Seat
from games.rules.sheet import Line

__all__ = [
    "Line",
    "Rounds",
    "ScoreRound",
    "ScoreSheet",
    "Scores",
    "Sheets",
    "sheet_of",
    "totals_of",
]


class ScoreSheet(Data, frozen=True):
    """What one side, playing the same sheet, got in a round; `net` is the sum of its lines."""

    side: int
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    net: int


class ScoreRound(Data, frozen=True):
    """A round that is over, counted from 1, with the sheets of all sides or of those shown."""

    round: int
    sheets: tuple[ScoreSheet, ...]


class Scores(NamedTuple):
    """The finished rounds, and what each seat has after them (None: not for the viewer's eyes)."""

    rounds: tuple[ScoreRound, ...]
    totals: tuple[int | None, ...]


Rounds = Callable[[Iterable[Event], Any, int], Iterable[ScoreRound]]
"""Of a match's public events in order, its options, and the number of seats."""


class Sheets(NamedTuple):
    """How the sheets of one game are made; `closed`: each side sees its own alone till the end."""

    rounds: Rounds
    closed: Callable[[Any], bool] = lambda _: False


def sheet_of(side: int, seats: Sequence[Seat], lines: Iterable[Line]) -> ScoreSheet:
    """Return the sheet of these lines."""
    written = tuple(lines)
    return ScoreSheet(side, tuple(seats), written, sum(line.value for line in written))


def totals_of(rounds: Iterable[ScoreRound], seats: int) -> tuple[int, ...]:
    """Return what every seat has after these rounds: the nets of the sides it was on."""
    totals = [0] * seats
    for round_ in rounds:
        for sheet in round_.sheets:
            for seat in sheet.seats:
                totals[seat] += sheet.net
    return tuple(totals)
