"""Who counts for which seat of a match, written down once as its result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from games import selectors
from games.models import Match, Status
from games.selectors import Holder
from scoring.ratings.arithmetic import BEGINNER
from scoring.ratings.models import Rating, Result


class Recorded(NamedTuple):
    """A new result, with the ratings of those who played."""

    result: Result
    ratings: dict[int, Rating]


def record(match: Match) -> Recorded | None:
    """Write down how a match came out; None: it does not count, and nothing is written.

    It counts if it was set up to, came to its regular end, and was played by at least two who can
    be told apart.  Called once for a match, under the lock of its game.
    """
    if not match.rated or match.status != Status.FINISHED:
        return None
    if match.outcome is None or match.finished_at is None:
        return None
    holders = selectors.holders(match)
    if len(set(holders)) < 2:
        return None
    ratings = _ratings(match.game, set(holders))
    sides: dict[int, list[int]] = {}
    places: dict[int, int] = {}
    seats = zip(holders, selectors.sides(match), match.outcome["places"], strict=True)
    for holder, side, place in seats:
        sides.setdefault(side, []).append(ratings[holder].pk)
        places[side] = place
    result = Result.objects.create(
        match=match,
        game=match.game,
        finished_at=match.finished_at,
        sides=list(sides.values()),
        places=[places[side] for side in sides],
    )
    return Recorded(result, {rating.pk: rating for rating in ratings.values()})


def _ratings(game: str, holders: Iterable[Holder]) -> dict[Holder, Rating]:
    """Return the rating of each of them; who has none yet begins."""
    people = [holder.player_id for holder in holders if holder.player_id]
    levels = [holder.level for holder in holders if holder.level]
    rows = Rating.objects.filter(Q(player__in=people) | Q(bot_level__in=levels), game=game)
    found = {Holder(row.player_id, row.bot_level): row for row in rows}
    for holder in sorted(set(holders) - found.keys(), key=str):
        row = Rating(game=game, player_id=holder.player_id, bot_level=holder.level)
        row.skill = BEGINNER
        row.save(force_insert=True)
        found[holder] = row
    return found
