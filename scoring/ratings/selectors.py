"""What may be read of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts.models import Player
from games import selectors as games
from scoring.ratings.arithmetic import shown
from scoring.ratings.models import Rating, RatingChange, Result

MOST_POINTS = 200
"""Matches of a history that are told: the newest."""


class Point(NamedTuple):
    """What one match did to a rating, in numbers as players see them.

    `match`: None where only those may know of it who know its id already.
    """

    at: datetime
    match: UUID | None
    before: int
    after: int
    place: int
    sides: int
    """How many came in, of which this was the `place`-th; partners are one."""


class Standing(NamedTuple):
    """A rating and its newest matches, oldest first."""

    rating: Rating
    history: list[Point]


def of_player(*, player: Player, points: int = MOST_POINTS) -> list[Standing]:
    """Return the player's ratings by game, each with at most so many matches."""
    rows = Rating.objects.filter(player=player, matches__gt=0).order_by("game")
    return [Standing(row, history(row, points)) for row in rows]


def of_player_in(*, player: Player, game: str, points: int = MOST_POINTS) -> Standing | None:
    """Return the player's rating in one game; None: no match of theirs has counted yet."""
    row = Rating.objects.filter(player=player, game=game, matches__gt=0).first()
    return None if row is None else Standing(row, history(row, points))


def of_bots(*, game: str) -> list[Rating]:
    """Return the ratings of a game's bots, best first."""
    rows = Rating.objects.filter(game=game, matches__gt=0).exclude(bot_level="")
    return list(rows.order_by("-ordinal", "bot_level"))


def history(rating: Rating, points: int) -> list[Point]:
    """Return what the newest matches did to a rating, oldest of them first."""
    rows = rating.changes.select_related("result").order_by("-at", "-result_id")[:points]
    changes = list(reversed(rows))
    listed = games.listed(match_ids=[change.result_id for change in changes])
    return [_point(change, listed) for change in changes]


def _point(change: RatingChange, listed: set[UUID]) -> Point:
    result = change.result
    return Point(
        at=change.at,
        match=change.result_id if change.result_id in listed else None,
        before=shown(change.before),
        after=shown(change.after),
        place=1 + sum(place < _place(change, result) for place in result.places),
        sides=len(result.places),
    )


def _place(change: RatingChange, result: Result) -> int:
    """Return the place of the (first) side the rating played on."""
    sides: Sequence[Sequence[int]] = result.sides
    (place, *_) = [
        place for side, place in zip(sides, result.places, strict=True) if change.rating_id in side
    ]
    return int(place)


# --- For operators --------------------------------------------------------------------------------


def games_with_results() -> list[str]:
    """Return the games that have a history."""
    return list(Result.objects.order_by("game").values_list("game", flat=True).distinct())


def results_of(game: str) -> int:
    """Return how many results a game's history holds."""
    return Result.objects.filter(game=game).count()


def rated_people_in(game: str) -> int:
    """Return how many players have a rating in a game."""
    return Rating.objects.filter(game=game, bot_level="").count()
