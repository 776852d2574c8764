"""Who counts for which seat of a match: its result, and the ratings it moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from games import selectors
from games.models import Match, Status
from games.selectors import Holder
from scoring.ratings.arithmetic import BEGINNER
from scoring.ratings.models import Rating, Result


class Recorded(NamedTuple):
    """New results in the order of history, and the ratings of all who played, by id."""

    results: list[Result]
    ratings: dict[int, Rating]


def record(game: str, matches: Sequence[Match]) -> Recorded:
    """Write down how these matches of a game came out: those that count and are not written yet.

    A match counts if it was set up to, came to its regular end, and was played by at least two who
    can be told apart.  Who plays for the first time is given a rating.  Called under the lock of
    the game.
    """
    known = Result.objects.filter(pk__in=[match.pk for match in matches])
    written = set(known.values_list("pk", flat=True))
    ended = [match for match in matches if match.pk not in written and _regular(match)]
    held = selectors.holders(ended)
    counting = [match for match in ended if len({*held[match.pk]}) > 1]
    ratings = _ratings(game, {holder for match in counting for holder in held[match.pk]})
    ids = {holder: rating.pk for holder, rating in ratings.items()}
    results = [_result(match, [ids[holder] for holder in held[match.pk]]) for match in counting]
    results.sort(key=lambda result: (result.finished_at, result.match_id))
    Result.objects.bulk_create(results)
    return Recorded(results, {rating.pk: rating for rating in ratings.values()})


def _regular(match: Match) -> bool:
    return match.rated and match.status == Status.FINISHED and match.outcome is not None


def _result(match: Match, entrants: Sequence[int]) -> Result:
    """Return the result of a match in whose seats these entrants sat."""
    sides: dict[int, list[int]] = {}
    places: dict[int, int] = {}
    outcome = match.outcome or {}
    for entrant, side, place in zip(
        entrants, selectors.sides(match), outcome["places"], strict=True
    ):
        sides.setdefault(side, []).append(entrant)
        places[side] = place
    return Result(
        match_id=match.pk,
        game=match.game,
        finished_at=match.finished_at,  # type: ignore[misc] # finished: it has a time
        sides=list(sides.values()),
        places=[places[side] for side in sides],
    )


def _ratings(game: str, holders: Collection[Holder]) -> dict[Holder, Rating]:
    """Return the rating of each of them; who has none yet begins."""
    found = {Holder(row.player_id, row.bot_level): row for row in _rows(game, holders)}
    missing = [
        Rating.new(game, BEGINNER, player_id=holder.player_id, bot_level=holder.level)
        for holder in sorted({*holders} - found.keys(), key=str)
    ]
    for row in Rating.objects.bulk_create(missing):
        found[Holder(row.player_id, row.bot_level)] = row
    return found


def _rows(game: str, holders: Collection[Holder]) -> Iterable[Rating]:
    people = [holder.player_id for holder in holders if holder.player_id]
    levels = [holder.level for holder in holders if holder.level]
    return Rating.objects.filter(Q(player__in=people) | Q(bot_level__in=levels), game=game)
