"""Every match rated once, and always as if all matches had come in order.

The order of a game's history is when a match was over, then its id.  Whoever rates holds the lock
of the game.  A result that comes in after later ones is put where it belongs, and those of the
later ones that it touches are rated again: so ratings depend on the history alone, and not on the
order in which tasks ran.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

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


def rate(*, match: Match) -> list[Movement]:
    """Let a match count for the ratings of those who played it, once.

    Returns every rating that was written; others' too, if the match came in late.  Nothing for a
    match that does not count, and for a repeat.
    """
    return rate_all(game=match.game, matches=[match]).get(match.pk, [])


@transaction.atomic
def rate_all(*, game: str, matches: Sequence[Match]) -> dict[UUID, list[Movement]]:
    """Let these matches of a game count, as `rate` does one after the other; all or none.

    Returns what each of them moved.  A rating that several of them moved is one object, which
    stands as the last of them left it.
    """
    hold(game)
    newest = folding.newest(game)
    late = [match for match in matches if _is_late(match, newest)]
    found = {match.pk: _rate_late(game, match) for match in late}
    in_order = [match for match in matches if match.pk not in found]
    return found | _rate_newest(records.record(game, in_order))


def _is_late(match: Match, newest: Place | None) -> bool:
    if match.finished_at is None or newest is None:
        return False
    return Place(match.finished_at, match.pk) < newest


def _rate_newest(recorded: Recorded) -> dict[UUID, list[Movement]]:
    """Rate results that are later than all others."""
    found: dict[UUID, list[Movement]] = {}
    changes: list[RatingChange] = []
    for result in recorded.results:
        rows = [recorded.ratings[pk] for pk in result.entrants]
        before = {row.pk: row.skill for row in rows}
        after = after_match(result.sides, result.places, before)
        changes += [change_of(result, pk, before[pk], after[pk]) for pk in before]
        found[result.match_id] = [_move(row, after[row.pk], result) for row in rows]
    RatingChange.objects.bulk_create(changes)
    write(recorded.ratings.values())
    return found


def _rate_late(game: str, match: Match) -> list[Movement]:
    """Rate a result that is earlier than others, and again those of the later ones it touches."""
    recorded = records.record(game, [match])
    if not recorded.results:
        return []
    (result,) = recorded.results
    place = Place.of(result)
    RatedGame.objects.filter(pk=game).update(revision=F("revision") + 1)
    if folding.later(game, place)[: MOST_AGAIN + 1].count() > MOST_AGAIN:
        return _ask_for_recomputation(game, match)
    fold = Fold({pk: folding.skill_at(pk, place) for pk in result.entrants}, fresh=False)
    fold.page([result])
    page = [*folding.later(game, place)[: folding.PAGE]]
    while page:
        fold.page(page)
        page = [*folding.later(game, Place.of(page[-1]))[: folding.PAGE]]
    entered = {*result.entrants}
    rows = list(Rating.objects.filter(pk__in=entered | fold.skills.keys()).order_by("pk"))
    moved = [
        _move(row, fold.skills.get(row.pk, row.skill), result if row.pk in entered else None)
        for row in rows
    ]
    write(rows)
    return moved


def _move(rating: Rating, skill: Skill, result: Result | None) -> Movement:
    """Note what is believed now; `result`: one that had not been counted."""
    before = rating.ordinal if rating.matches else None
    rating.skill = skill
    if result is not None:
        rating.matches += 1
        rating.rated_at = max(rating.rated_at or result.finished_at, result.finished_at)
    return Movement(rating, before, rating.ordinal)


def write(ratings: Iterable[Rating]) -> None:
    """Write what follows from the history into these rows."""
    Rating.objects.bulk_create(
        ratings,
        batch_size=folding.PAGE,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=WRITTEN,
    )


WRITTEN: Final = ("mu", "sigma", "ordinal", "provisional", "matches", "rated_at")
"""The columns of a rating that follow from the history."""


def _ask_for_recomputation(game: str, match: Match) -> list[Movement]:
    RatedGame.objects.filter(pk=game).update(stale=True)
    logger.warning(
        "match %(match)s came so late that ratings in %(game)s wait for: "
        "manage.py ratings recompute --game %(game)s",
        {"match": match.pk, "game": game},
    )
    return []
