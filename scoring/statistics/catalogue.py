"""The statistics of every game."""

from __future__ import annotations

from typing import Final

from scoring.statistics import hand_and_foot, lap_dance, work_the_strip
from scoring.statistics.figures import NOTHING, Statistics

_STATISTICS: Final = {
    "work_the_strip": work_the_strip.STATISTICS,
    "lap_dance": lap_dance.STATISTICS,
    "hand_and_foot": hand_and_foot.STATISTICS,
}


def statistics_of(game: str) -> Statistics:
    """Return how a game is counted; nothing of a game nobody counts."""
    return _STATISTICS.get(game, NOTHING)
