"""What a board holds, made of the history of ratings; and the buckets that count it.

Everything here is called under the lock of the board's game, and may be called again: what is
right is left alone.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.leaderboards import points
from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.leaderboards.seasons import Season
from scoring.ratings.arithmetic import shown
from scoring.ratings.models import Rating, RatingChange

logger = logging.getLogger(__name__)

BATCH: Final = 500
EVERYWHERE: Final = ""


class Place(NamedTuple):
    """What an entry says."""

    player_id: UUID
    country: str
    points: int
    matches: int
    placed: bool


class Cell(NamedTuple):
    """Which bucket."""

    country: str
    points: int


def put_right(board: Board, rating_ids: Collection[int]) -> int:
    """Let the board say of these ratings what their history says; return how many rows differed."""
    right = _places(board, rating_ids)
    written = {row.rating_id: row for row in board.entries.filter(rating__in=rating_ids)}
    moved: Counter[Cell] = Counter()
    wrong: list[Entry] = []
    for rating_id, place in right.items():
        row = written.pop(rating_id, None)
        if row is None or _place(row) != place:
            moved.subtract(cells(row))
            wrong.append(Entry(board=board, rating_id=rating_id, **place._asdict()))
            moved.update(cells(wrong[-1]))
    for row in written.values():
        moved.subtract(cells(row))
    Entry.objects.bulk_create(
        wrong,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["board", "rating"],
        update_fields=["player", "country", "points", "matches", "placed"],
    )
    Entry.objects.filter(pk__in=[row.pk for row in written.values()]).delete()
    add(board, moved)
    return len(wrong) + len(written)


def add(board: Board, moved: Mapping[Cell, int]) -> None:
    """Add to the buckets; those that are empty then are taken away."""
    moved = {cell: by for cell, by in moved.items() if by}
    if not moved:
        return
    rows = {
        Cell(row.country, row.points): row
        for row in board.buckets.filter(
            country__in={cell.country for cell in moved},
            points__in={cell.points for cell in moved},
        )
    }
    for cell, by in moved.items():
        row = rows.setdefault(cell, Bucket(board=board, count=0, **cell._asdict()))
        row.count += by
        if row.count < 0:  # somebody wrote here by hand; results are not to wait for a rebuilding
            logger.error("%(bucket)s: manage.py leaderboards rebuild", {"bucket": row})
    touched = [rows[cell] for cell in moved]
    Bucket.objects.bulk_create(
        [row for row in touched if row.count > 0],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["board", "country", "points"],
        update_fields=["count"],
    )
    Bucket.objects.filter(pk__in=[row.pk for row in touched if row.count <= 0]).delete()


def counted(board: Board) -> Counter[Cell]:
    """Return what the buckets should hold: all placed entries, counted."""
    placed = board.entries.filter(placed=True)
    groups = placed.values_list("country", "points").order_by().annotate(many=Count("pk"))
    found: Counter[Cell] = Counter()
    for country, at, many in groups:
        for cell in _scopes(country, at):
            found[cell] += many
    return found


# --- What history says ----------------------------------------------------------------------------


def _places(board: Board, rating_ids: Collection[int]) -> dict[int, Place]:
    ratings = Rating.objects.filter(pk__in=rating_ids, player__isnull=False, matches__gt=0)
    rows = ratings.select_related("player").order_by("pk")
    season = board.quarter
    if season is None:
        return {row.pk: _all_time(row) for row in rows}
    return dict(_in_season(board, season, rows))


def _all_time(row: Rating) -> Place:
    enough = row.matches >= points.LEAST_MATCHES and not row.provisional
    return _of(row, row.ordinal, row.matches, enough=enough)


def _in_season(board: Board, season: Season, rows: QuerySet[Rating]) -> Iterator[tuple[int, Place]]:
    """Yield the places of those who have played in a season.

    Of each history the first and the last entry of the season are read, and the number of all.
    """
    changes = RatingChange.objects.filter(
        rating=OuterRef("pk"), at__gte=season.begins_at, at__lt=season.ends_at
    )
    many = changes.order_by().values("rating").annotate(many=Count("pk")).values("many")
    found = rows.annotate(
        many=Coalesce(Subquery(many, output_field=IntegerField()), 0),
        first=Subquery(changes.order_by("at", "result_id").values("pk")[:1]),
        last=Subquery(changes.order_by("-at", "-result_id").values("pk")[:1]),
    )
    played = [row for row in found if row.many]
    ends = RatingChange.objects.in_bulk({pk for row in played for pk in (row.first, row.last)})
    for row in played:
        earned = points.of_season(
            before=shown(ends[row.first].before),
            after=shown(ends[row.last].after),
            matches=row.many,
        )
        yield row.pk, _of(row, earned, row.many, enough=row.many >= board.least_matches)


def _of(row: Rating, earned: int, matches: int, *, enough: bool) -> Place:
    player = row.player
    if player is None:
        raise TypeError("Only people's ratings lead to places.")
    return Place(player.pk, player.country, earned, matches, enough and player.is_active)


def _place(row: Entry) -> Place:
    return Place(*(getattr(row, name) for name in Place._fields))


def cells(row: Entry | None) -> Collection[Cell]:
    """Return the buckets an entry is counted in."""
    return _scopes(row.country, row.points) if row is not None and row.placed else ()


def _scopes(country: str, at: int) -> set[Cell]:
    return {Cell(EVERYWHERE, at), Cell(country, at)}
