"""One match, rated once, and always as if all matches had come in order.

The order of a game's history is when a match was over, then its id.  Whoever rates holds the lock
of the game.  A result that comes in after later ones is put where it belongs, and those of the
later ones that it touches are rated again: so ratings depend on the history alone, and not on the
order in which tasks ran.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from games.models import Match
from scoring.ratings import folding, records
from scoring.ratings.arithmetic import Skill, after_match
from scoring.ratings.folding import Fold, Place, change_of
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from scoring.ratings.records import Recorded

logger = logging.getLogger(__name__)

MOST_AGAIN: Final = 5000
"""So many later results are rated again at once; with more, a recomputation is asked for."""


class Movement(NamedTuple):
    """A rating that was written: the number shown before (None: its first match) and now."""

    rating: Rating
    before: int | None
    after: int


def hold(game: str) -> RatedGame:
    """Keep others from rating matches of this game until the transaction ends."""
    rows = RatedGame.objects.select_for_update()
    held = rows.filter(pk=game).first()
    if held is None:
        RatedGame.objects.get_or_create(pk=game)
        held = rows.get(pk=game)
    return held


@transaction.atomic
def rate(*, match: Match) -> list[Movement]:
    """Let a match count for the ratings of those who played it, once.

    Returns every rating that was written; others' too, if the match came in late.  Nothing for a
    match that does not count, and for a repeat.
    """
    if not match.rated:
        return []
    game = hold(match.game)
    if Result.objects.filter(pk=match.pk).exists():
        return []
    recorded = records.record(match)
    if recorded is None:
        return []
    place = Place.of(recorded.result)
    behind = folding.later(match.game, place)[: MOST_AGAIN + 1].count()
    if not behind:
        return _rate_newest(recorded)
    RatedGame.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
    if behind > MOST_AGAIN:
        return _ask_for_recomputation(game, match)
    return _rate_again(recorded.result, place)


def _rate_newest(recorded: Recorded) -> list[Movement]:
    result, ratings = recorded
    before = {pk: rating.skill for pk, rating in ratings.items()}
    after = after_match(result.sides, result.places, before)
    RatingChange.objects.bulk_create(
        [change_of(result, pk, before[pk], after[pk]) for pk in before]
    )
    return [_move(rating, after[pk], result) for pk, rating in sorted(ratings.items())]


def _rate_again(result: Result, place: Place) -> list[Movement]:
    """Rate a late result and, in order, the later ones it touches."""
    fold = Fold({pk: folding.skill_at(pk, place) for pk in result.entrants}, fresh=False)
    fold.page([result])
    page = [*folding.later(result.game, place)[: folding.PAGE]]
    while page:
        fold.page(page)
        page = [*folding.later(result.game, Place.of(page[-1]))[: folding.PAGE]]
    rows = Rating.objects.filter(pk__in={*result.entrants, *fold.skills}).order_by("pk")
    entered = {*result.entrants}
    return [
        _move(row, fold.skills.get(row.pk, row.skill), result if row.pk in entered else None)
        for row in rows
    ]


def _move(rating: Rating, skill: Skill, result: Result | None) -> Movement:
    """Write what is believed now; `result`: one that had not been counted."""
    before = rating.ordinal if rating.matches else None
    rating.skill = skill
    if result is not None:
        rating.matches += 1
        rating.rated_at = max(rating.rated_at or result.finished_at, result.finished_at)
    rating.save(update_fields=WRITTEN)
    return Movement(rating, before, rating.ordinal)


WRITTEN: Final = ("mu", "sigma", "ordinal", "provisional", "matches", "rated_at")
"""The columns of a rating that follow from the history."""


def _ask_for_recomputation(game: RatedGame, match: Match) -> list[Movement]:
    RatedGame.objects.filter(pk=game.pk).update(stale=True)
    logger.warning(
        "match %(match)s came so late that ratings in %(game)s wait for: "
        "manage.py ratings recompute --game %(game)s",
        {"match": match.pk, "game": game.pk},
    )
    return []
