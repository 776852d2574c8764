"""Boards kept up with what happens: results, quarters that end, players who move or leave.

All writing is done under the lock of the game (`ratings.services.hold`), so that entries and the
buckets that count them are one thing.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from games import clock, selectors
from games.models import Match
from games.rules import registry
from scoring.leaderboards import entries
from scoring.leaderboards.models import Board
from scoring.leaderboards.seasons import Season
from scoring.ratings.models import RatedGame
from scoring.ratings.services import Movement, hold

logger = logging.getLogger(__name__)

ALL_TIME: Final = ""
GRACE: Final = timedelta(minutes=10)
"""How long after its end a season is closed at the earliest: for matches that were just over."""


# --- Results --------------------------------------------------------------------------------------


def place(*, match: Match, changes: Sequence[Movement]) -> None:
    """Let the boards follow what a match did to ratings; again changes nothing."""
    place_all(game=match.game, matches=[match], moved={match.pk: changes})


@transaction.atomic
def place_all(
    *, game: str, matches: Iterable[Match], moved: Mapping[UUID, Sequence[Movement]]
) -> None:
    """Let the boards follow what these matches of a game did to ratings, all or none.

    A match that came in late has moved ratings since: then every open board from its season on
    follows.  Closed ones stay.
    """
    hold(game)
    people = sorted(
        {
            movement.rating.pk
            for movements in moved.values()
            for movement in movements
            if not movement.rating.bot_level
        }
    )
    times = [match.finished_at for match in matches if moved.get(match.pk) and match.finished_at]
    if not people or not times:
        return
    for each in boards(game, {Season.of(at) for at in times}):
        for at in range(0, len(people), entries.BATCH):
            entries.put_right(each, people[at : at + entries.BATCH])


def boards(game: str, seasons: Collection[Season]) -> list[Board]:
    """Return the open boards results of these seasons may stand on, made where there is none."""
    found = {row.season: row for row in Board.objects.filter(game=game)}
    for season in seasons:
        if season.name not in found:
            found[season.name] = Board(game=game, season=season.name, ends_at=season.ends_at)
    found.setdefault(ALL_TIME, Board(game=game, season=ALL_TIME))
    for board in found.values():
        if board.pk is None:
            board.save()
    first = min(seasons).name
    return [
        row
        for row in found.values()
        if row.closed_at is None and (row.season == ALL_TIME or row.season >= first)
    ]


# --- The end of a season --------------------------------------------------------------------------


def close_seasons() -> list[Board]:
    """Close the seasons that are over; return those that this call closed.

    Two calls at once close each of them once.  One waits for what still has to count: matches of
    it that were not rated, a recomputation that was asked for, a rebuilding that was broken off.
    """
    over = clock.now() - GRACE
    due = Board.objects.filter(closed_at=None, ends_at__lte=over).order_by("season", "game")
    closed = [_closed(board) for board in due]
    return [board for board in closed if board is not None]


@transaction.atomic
def _closed(due: Board) -> Board | None:
    rated = hold(due.game)
    board = Board.objects.filter(pk=due.pk, closed_at=None).first()
    if board is None or board.ends_at is None:
        return None  # somebody else was quicker
    if rated.stale or board.building or selectors.unrated_before(game=board.game, at=board.ends_at):
        logger.info("%(board)s waits for results before it is closed", {"board": board})
        return None
    board.closed_at = clock.now()
    board.save(update_fields=["closed_at"])
    logger.info("%(board)s is closed", {"board": board})
    return board


# --- Players --------------------------------------------------------------------------------------


@transaction.atomic
def follow(*, player: Player) -> None:
    """Let the open boards say where a player is from, and whether they are there at all.

    Called in the transaction that changed it, or after that.  Every game is held, for somebody may
    be placed for the first time at this moment, by what they said before.
    """
    for board in _open_boards():
        ids = list(board.entries.filter(player=player).values_list("rating", flat=True))
        if ids:
            entries.put_right(board, ids)


@transaction.atomic
def forget(*, player: Player) -> None:
    """Take a player who is about to be deleted off the open boards."""
    for board in _open_boards():
        for row in board.entries.filter(player=player):
            entries.add(board, dict.fromkeys(entries.cells(row), -1))
            row.delete()


def _open_boards() -> list[Board]:
    return list(Board.objects.filter(game__in=hold_all(), closed_at=None).order_by("pk"))


def hold_all() -> list[str]:
    """Keep others from rating any match until the transaction ends; return the games.

    Those too of which none was rated yet: the first may be at this moment.
    """
    games = sorted({*registry.names(), *RatedGame.objects.values_list("pk", flat=True)})
    for game in games:
        hold(game)
    return games
