"""Boards as tests fill and read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from accounts.models import Player
from scoring.leaderboards import entries, selectors
from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.leaderboards.selectors import Asked, Page
from scoring.ratings.arithmetic import BEGINNER
from scoring.ratings.models import Rating

GAME = "work_the_strip"
SUMMER = datetime(2030, 9, 30, 23, 59, tzinfo=UTC)
"""The last minute of a season."""


def stands(board: Board, player: Player, points: int, *, placed: bool = True) -> Entry:
    """Give a player an entry, counted, that follows from nothing."""
    rating, _ = Rating.objects.get_or_create(
        game=board.game,
        player=player,
        defaults={
            "mu": BEGINNER.mu,
            "sigma": BEGINNER.sigma,
            "ordinal": 1000 + Rating.objects.count(),  # who comes later would stand higher by it
            "provisional": True,
        },
    )
    row = Entry.objects.create(
        board=board,
        rating=rating,
        player=player,
        country=player.country,
        points=points,
        matches=20,
        placed=placed,
    )
    entries.add(board, dict.fromkeys(entries.cells(row), 1))
    return row


def board(season: str = "", **fields: Any) -> Board:
    """Return a new board."""
    return Board.objects.create(game=GAME, season=season, **fields)


def page(**asked: Any) -> Page:
    """Return a page of a board of the game."""
    return selectors.page(Asked(game=GAME, **asked))


def lines(found: Page) -> list[tuple[int, str, int]]:
    """Return rank, name and points, line by line."""
    return [(row.rank, row.name, row.points) for row in found.rows]


def everything() -> dict[str, list[Any]]:
    """Return every row of every board, ids of rows aside."""
    where = ("board__game", "board__season")
    return {
        "entries": sorted(
            Entry.objects.values_list(
                *where, "rating", "player", "country", "points", "matches", "placed"
            ),
            key=repr,
        ),
        "buckets": sorted(Bucket.objects.values_list(*where, "country", "points", "count")),
    }


def miscounted() -> Mapping[Any, int]:
    """Return the buckets that do not hold what the placed entries add up to, and by how much."""
    right: Counter[Any] = Counter()
    placed = Entry.objects.filter(placed=True)
    for board_id, country, points in placed.values_list("board", "country", "points"):
        right.update({(board_id, "", points), (board_id, country, points)})
    written = {
        (board_id, country, points): count
        for board_id, country, points, count in Bucket.objects.values_list(
            "board", "country", "points", "count"
        )
    }
    return {
        key: written.get(key, 0) - right[key]
        for key in right.keys() | written.keys()
        if written.get(key, 0) != right[key]
    }


def named(names: Sequence[str], **fields: Any) -> list[Player]:
    """Return new players of these names."""
    return [Player.objects.create_user(name, **fields) for name in names]
