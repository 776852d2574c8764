"""What may be read of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

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


class Mark(NamedTuple):
    """Where a page of a history ends: the moment, and how many of that moment were on pages so far.

    It names no match: some are not listed.
    """

    at: datetime
    told: int


class Page(NamedTuple):
    """Some matches of a history, the newest first; `next`: where the page after it begins."""

    points: list[Point]
    next: Mark | None


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
    return _points([*reversed(_newest(rating)[:points])])


def history_page(*, player: Player, game: str, mark: Mark | None, limit: int) -> Page:
    """Return `limit` matches of a player's history in a game, from the newest or from `mark` on."""
    rating = Rating.objects.filter(player=player, game=game).first()
    if rating is None:
        return Page([], None)
    rows, told = _newest(rating), 0
    if mark is not None:
        rows, told = rows.filter(at__lte=mark.at), mark.told
    found = list(rows[told : told + limit + 1])
    shown, more = found[:limit], found[limit:]
    return Page(_points(shown), _mark(shown, mark) if more else None)


def _mark(shown: Sequence[RatingChange], before: Mark | None) -> Mark:
    last = shown[-1].at
    told = sum(change.at == last for change in shown)
    return Mark(last, told + (before.told if before is not None and before.at == last else 0))


def _newest(rating: Rating) -> QuerySet[RatingChange]:
    return rating.changes.select_related("result").order_by("-at", "-result_id")


def _points(changes: Sequence[RatingChange]) -> list[Point]:
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
