"""Results gone through in order, and what is written down of each compared with what follows.

The one place where a history becomes ratings: for a result that comes in late (only what it
touches is gone through again) and for a recomputation (everything is, from the first match on).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.ratings.arithmetic import BEGINNER, Skill, after_match
from scoring.ratings.models import RatingChange, Result

PAGE = 500
"""Results read and corrected at a time."""


class Place(NamedTuple):
    """Where a result stands in the history of its game."""

    finished_at: datetime
    match_id: UUID

    @classmethod
    def of(cls, result: Result) -> Place:
        """Return the place of this result."""
        return cls(result.finished_at, result.match_id)


def newest(game: str) -> Place | None:
    """Return where the history of a game has got to; None: it has not begun."""
    last = Result.objects.filter(game=game).order_by("-finished_at", "-match_id").first()
    return None if last is None else Place.of(last)


def later(game: str, place: Place | None) -> QuerySet[Result]:
    """Return the results after this place, in order; None: all."""
    rows = Result.objects.filter(game=game).order_by("finished_at", "match_id")
    if place is None:
        return rows
    return rows.filter(
        Q(finished_at__gt=place.finished_at)
        | Q(finished_at=place.finished_at, match_id__gt=place.match_id),
        finished_at__gte=place.finished_at,  # says no more, but by the index
    )


def skill_at(rating_id: int, place: Place) -> Skill:
    """Return what was believed just before this place."""
    earlier = RatingChange.objects.filter(
        Q(at__lt=place.finished_at) | Q(at=place.finished_at, result_id__lt=place.match_id),
        rating_id=rating_id,
    )
    last = earlier.order_by("-at", "-result_id").first()
    return BEGINNER if last is None else last.after


class Fold:
    """A walk through results, page by page.

    `skills` holds what is believed of everybody by now.  Who is not in it has not played yet
    (`fresh`), or is as what is written says: then results of such entrants alone are passed over,
    and who turns out to be as written is forgotten again.
    """

    def __init__(self, skills: dict[int, Skill], *, fresh: bool) -> None:
        self.skills = skills
        self.fresh = fresh
        self.corrected = 0
        """Rows that were missing, wrong or too many."""

    def page(self, results: Sequence[Result]) -> None:
        """Go through these results and put right what is written of them."""
        written = {
            (change.result_id, change.rating_id): change
            for change in RatingChange.objects.filter(result__in=[each.pk for each in results])
        }
        right: list[RatingChange] = []
        for result in results:
            self._result(result, written, right)
        RatingChange.objects.bulk_create(
            right,
            batch_size=PAGE,
            update_conflicts=True,
            unique_fields=["result", "rating"],
            update_fields=["at", "mu_before", "sigma_before", "mu_after", "sigma_after"],
        )
        self.corrected += len(right)
        if self.fresh and written:
            stray = [change.pk for change in written.values()]
            self.corrected += RatingChange.objects.filter(pk__in=stray).delete()[0]

    def _result(
        self,
        result: Result,
        written: dict[tuple[UUID, int], RatingChange],
        right: list[RatingChange],
    ) -> None:
        """Rate one result: take what is written of it out of `written`, add to `right` what is not.

        What is written wrong counts as not written.
        """
        entrants = result.entrants
        if not self.fresh and self.skills.keys().isdisjoint(entrants):
            return
        rows = {each: written.pop((result.match_id, each), None) for each in entrants}
        before = {each: self._before(each, row) for each, row in rows.items()}
        after = after_match(result.sides, result.places, before)
        for each, row in rows.items():
            now = change_of(result, each, before[each], after[each])
            if row is None or (row.at, row.before, row.after) != (now.at, now.before, now.after):
                right.append(now)
            if not self.fresh and row is not None and row.after == now.after:
                self.skills.pop(each, None)
            else:
                self.skills[each] = now.after

    def _before(self, rating_id: int, written: RatingChange | None) -> Skill:
        if rating_id in self.skills:
            return self.skills[rating_id]
        return BEGINNER if self.fresh or written is None else written.before


def change_of(result: Result, rating_id: int, before: Skill, after: Skill) -> RatingChange:
    """Return what to write of one result and one of its entrants."""
    return RatingChange(
        result_id=result.match_id,
        rating_id=rating_id,
        at=result.finished_at,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=after.mu,
        sigma_after=after.sigma,
    )
