"""A player's record in one game: what is told of it, and what its picture is made of."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from scoring.statistics.figures import Counts, Figure


class AtTables(NamedTuple):
    """How a player fares at tables of so many seats.

    `won`: first places, a shared one too; `wins`: a place shared by two counts a half to each;
    `fair`: the share of matches everybody would win if nobody were any better.
    """

    seats: int
    matches: int
    won: int
    wins: float
    fair: float

    @property
    def win_share(self) -> float:
        """The share of matches won, 0 to 1."""
        return self.wins / self.matches if self.matches else 0.0


class Result(NamedTuple):
    """One of the newest results; `match_id` None: it is none of the viewer's business."""

    match_id: UUID | None
    at: datetime
    seats: int
    score: int
    place: int


class PlayerStatistics(NamedTuple):
    """What a player has done in one game; averages are None before the first match."""

    game: str
    matches: int
    won: int
    win_share: float | None
    average_score: float | None
    best_score: int | None
    tables: tuple[AtTables, ...]
    figures: tuple[Figure, ...]
    counts: Counts
    recent: tuple[Result, ...]
    """The newest first."""
