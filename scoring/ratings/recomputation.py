"""Ratings worked out anew from the history of results, while matches go on.

Results are read in pages; each page is compared and put right in a short transaction of its own,
under the lock of the game, so that nobody waits long.  Where everything is right nothing is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F

from games import selectors
from scoring.aside import selectors as asides
from scoring.ratings import folding, records
from scoring.ratings.arithmetic import BEGINNER
from scoring.ratings.folding import PAGE, Fold, Place
from scoring.ratings.models import RatedGame, Rating, Result
from scoring.ratings.services import WRITTEN, Movement, hold, write


@dataclass
class Report:
    """What a recomputation found."""

    game: str
    results: int = 0
    recorded: int = 0
    """Matches that were over before results were written down."""
    changes: int = 0
    """Rows of histories that were missing, wrong or too many."""
    ratings: int = 0
    """Ratings that were wrong."""

    @property
    def same(self) -> bool:
        """Whether everything was as it should be."""
        return not (self.recorded or self.changes or self.ratings)


@dataclass(frozen=True)
class Watch:
    """Who is told how it goes."""

    passed: Callable[[int], object] = lambda _: None
    """Called with how many results more were gone through."""
    moved: Callable[[Sequence[Movement]], object] = lambda _: None
    """Called with the ratings that were put right, in the same transaction."""


def recompute(*, game: str, watch: Watch | None = None) -> Report:
    """Work out all ratings of a game from its first result on, and put right what differs.

    Begins again if meanwhile a result comes in between those already gone through.
    """
    watch, report = watch or Watch(), Report(game)
    pages = selectors.rated_matches(game=game, size=PAGE)
    report.recorded = sum(_record(page, game) for page in pages)
    while not _Walk(report, watch).to_the_end():
        report.results = 0
    return report


@transaction.atomic
def _record(match_ids: Sequence[UUID], game: str) -> int:
    """Write down the results of those of these matches that count; return how many those are.

    What was set aside has none.
    """
    hold(game)
    wanted = {*match_ids} - asides.among(match_ids)
    matches = selectors.finished(match_ids=wanted)
    recorded = len(records.record(game, matches).results)
    if recorded:
        RatedGame.objects.filter(pk=game).update(revision=F("revision") + 1)
    return recorded


class _Tally(NamedTuple):
    """How often somebody has played, and when last."""

    matches: int = 0
    rated_at: datetime | None = None


@dataclass
class _Walk:
    """One walk from the first result to the last, and then through the ratings."""

    report: Report
    watch: Watch
    fold: Fold = field(default_factory=lambda: Fold({}, fresh=True))
    tallies: dict[int, _Tally] = field(default_factory=dict)
    place: Place | None = None
    revision: int | None = None

    def to_the_end(self) -> bool:
        """Walk; False: something came in behind, all has to be gone through again."""
        return self._through_results() and self._through_ratings()

    def _through_results(self) -> bool:
        more = True
        while more:
            with transaction.atomic():
                if self._overtaken():
                    return False
                more = len(self._results(PAGE)) == PAGE
        return True

    def _through_ratings(self) -> bool:
        more, last = True, 0
        while more:
            with transaction.atomic():
                if self._overtaken():
                    return False
                # Of what was over meanwhile: it was rated by rows that may have been wrong.
                newest = self._results(None)
                page = self._ratings_after(last)
                self._put_right({*page, *chain.from_iterable(each.entrants for each in newest)})
                more, last = len(page) == PAGE, max(page, default=last)
                if not more:
                    RatedGame.objects.filter(pk=self.report.game).update(stale=False)
        return True

    def _ratings_after(self, last: int) -> list[int]:
        rows = Rating.objects.filter(game=self.report.game, pk__gt=last).order_by("pk")
        return list(rows.values_list("pk", flat=True)[:PAGE])

    def _overtaken(self) -> bool:
        """Take the lock; say whether a result came in between those gone through."""
        revision = hold(self.report.game).revision
        if self.revision is None:
            self.revision = revision
        return revision != self.revision

    def _results(self, most: int | None) -> list[Result]:
        page = list(folding.later(self.report.game, self.place)[:most])
        corrected = self.fold.corrected
        self.fold.page(page)
        self.report.changes += self.fold.corrected - corrected
        for result in page:
            self.place = Place.of(result)
            for each in result.entrants:
                matches = self.tallies.get(each, _Tally()).matches
                self.tallies[each] = _Tally(matches + 1, result.finished_at)
        self.report.results += len(page)
        self.watch.passed(len(page))
        return page

    def _put_right(self, ids: Collection[int]) -> None:
        wrong: list[Rating] = []
        moved: list[Movement] = []
        for row in Rating.objects.filter(pk__in=ids).order_by("pk"):
            before = [getattr(row, name) for name in WRITTEN]
            shown = row.ordinal if row.matches else None
            row.skill = self.fold.skills.get(row.pk, BEGINNER)
            row.matches, row.rated_at = self.tallies.get(row.pk, _Tally())
            if before != [getattr(row, name) for name in WRITTEN]:
                wrong.append(row)
                moved.append(Movement(row, shown, row.ordinal))
        write(wrong)
        self.report.ratings += len(wrong)
        if moved:
            self.watch.moved(moved)
