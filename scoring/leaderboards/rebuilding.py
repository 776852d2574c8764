"""Boards made anew from the history of ratings, while matches go on.

Ratings are gone through in pages, each in a short transaction under the lock of the game.  Closed
seasons stay as they are; a season that is being made is not closed meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Max, Min

from games import clock
from scoring.leaderboards import entries, services
from scoring.leaderboards.models import Board
from scoring.leaderboards.seasons import Season
from scoring.ratings.models import Rating, Result
from scoring.ratings.services import hold

PAGE: Final = 500


@dataclass
class Report:
    """What a rebuilding found."""

    game: str
    boards: int = 0
    ratings: int = 0
    entries: int = 0
    """Rows that were missing, wrong or too many."""
    buckets: int = 0
    """Counts that were wrong."""

    @property
    def same(self) -> bool:
        """Whether everything was as it should be."""
        return not (self.entries or self.buckets)


def rebuild(*, game: str, passed: Callable[[int], object] = lambda _: None) -> Report:
    """Work out every open board of a game, and put right what differs.

    `passed` is called with how many ratings more were gone through.
    """
    report, boards = Report(game), _begin(game)
    report.boards = len(boards)
    last, more = 0, True
    while more:
        rows = Rating.objects.filter(game=game, bot_level="", pk__gt=last).order_by("pk")
        page = list(rows.values_list("pk", flat=True)[:PAGE])
        for board in boards:
            report.entries += _put_right(board, page)
        report.ratings += len(page)
        passed(len(page))
        more, last = len(page) == PAGE, max(page, default=last)
    report.buckets = sum(_count_anew(board) for board in boards)
    return report


@transaction.atomic
def _begin(game: str) -> list[Board]:
    """Return the open boards of all seasons of the history, kept from being closed."""
    hold(game)
    boards = services.boards(game, _seasons(game))
    Board.objects.filter(pk__in=[board.pk for board in boards]).update(building=True)
    return boards


def _seasons(game: str) -> list[Season]:
    ends = Result.objects.filter(game=game).aggregate(
        first=Min("finished_at"), last=Max("finished_at")
    )
    season = Season.of(ends["first"] or clock.now())
    found = [season]
    while season < Season.of(ends["last"] or clock.now()):
        season = season.next
        found.append(season)
    return found


@transaction.atomic
def _put_right(board: Board, rating_ids: list[int]) -> int:
    hold(board.game)
    return entries.put_right(board, rating_ids)


@transaction.atomic
def _count_anew(board: Board) -> int:
    """Let the buckets be what they should; return how many were not.  Then it may be closed."""
    hold(board.game)
    right = entries.counted(board)
    written = {entries.Cell(row.country, row.points): row.count for row in board.buckets.all()}
    wrong = {
        cell: right[cell] - written.get(cell, 0)
        for cell in right.keys() | written.keys()
        if right[cell] != written.get(cell, 0)
    }
    entries.add(board, wrong)
    Board.objects.filter(pk=board.pk).update(building=False)
    return len(wrong)
