"""What a player stands on a board with.  Pure.

All-time it is the rating, as shown.  In a season everybody begins between a beginner's rating and
their own (the soft reset), and plays their way from there to the rating they have: after ten
matches half of it, after thirty three quarters.  So a season is won by who is good *and* shows up,
and a newcomer needs no more matches than anybody else.
"""

from __future__ import annotations

from typing import Final

from scoring.ratings.arithmetic import SHOWN_AT_START

LEAST_MATCHES: Final = 10
"""All-time, and the rating may no longer be provisional."""
LEAST_MATCHES_A_SEASON: Final = 5
HALFWAY: Final = 10
"""After so many matches of a season half of the way is done."""


def start_of_season(before: int) -> int:
    """Return what a player rated `before` (as shown) begins a season with."""
    return SHOWN_AT_START + (before - SHOWN_AT_START) // 2


def of_season(*, before: int, after: int, matches: int) -> int:
    """Return the points of a season.

    Args:
        before: the rating, as shown, before its first match.
        after: the rating, as shown, after its last match so far.
        matches: how many of its matches counted.

    With whole numbers, so that every machine rounds alike.
    """
    start = start_of_season(before)
    return start + (after - start) * matches // (matches + HALFWAY)
