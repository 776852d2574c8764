"""Every match that is over is played again once, and compared: by its rules, to its last byte.

One that was abandoned is played up to where it was left; before its start there is nothing to play.

Any number of workers may audit at once.  Each claims a few rows; a claim whose worker died is free
again after `PATIENCE`, and what the late worker then still finds out is not written.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from time import monotonic
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock, records
from games.models import Match, Status
from games.records import ReplayReport
from scoring.audit.models import Audit, Verdict
from scoring.replays import binding
from scoring.replays.models import Seal
from scoring.replays.services import seal_record

logger = logging.getLogger(__name__)

CLAIM = 10
"""Rows claimed at a time."""
PATIENCE = timedelta(minutes=10)
TURN_SECONDS = 1.0
"""How long a beat's turn may go on before the next claim: bots wait in the same queue."""
BACKFILL = 1000

Progress = Callable[[Audit], object]


def expect(*, matches: Sequence[Match]) -> None:
    """Note that matches that are over are to be audited.  A repeat changes nothing."""
    Audit.objects.bulk_create(
        [Audit(pk=row.pk, game=row.game, rules_version=row.rules_version) for row in matches],
        ignore_conflicts=True,
    )


def expect_all(*, anew: bool = False) -> int:
    """Note every match that is over and not noted yet; with `anew` those audited before as well.

    Returns how many wait now.
    """
    if anew:
        done = Audit.objects.exclude(verdict=Verdict.WAITING)
        done.update(verdict=Verdict.WAITING, claim=None, claimed_at=None)
    begun = Q(status=Status.ABANDONED, started_at__isnull=False)
    unknown = Match.objects.filter(Q(status=Status.FINISHED) | begun, audit=None)
    rows = unknown.values_list("pk", "game", "rules_version").order_by("pk")
    while batch := list(rows[:BACKFILL]):
        Audit.objects.bulk_create(
            [Audit(match_id=pk, game=game, rules_version=version) for pk, game, version in batch],
            ignore_conflicts=True,
        )
    return Audit.objects.filter(verdict=Verdict.WAITING).count()


def run(*, seconds: float | None = TURN_SECONDS, progress: Progress = lambda _: None) -> int:
    """Audit what waits, for about so many seconds (None: to the end); return how many."""
    began, done = monotonic(), 0
    while rows := _claimed():
        for row in rows:
            _audit(row)
            progress(row)
            done += 1
        if seconds is not None and monotonic() - began >= seconds:
            break
    return done


def counts() -> dict[str, int]:
    """Return how many matches there are of each verdict."""
    return {verdict.value: Audit.objects.filter(verdict=verdict).count() for verdict in Verdict}


def abandoned() -> int:
    """Return how many of the matches in `counts` were abandoned."""
    return Match.objects.filter(status=Status.ABANDONED, audit__isnull=False).count()


def differences() -> Iterator[Audit]:
    """Yield every difference, the newest match first."""
    yield from Audit.objects.filter(verdict=Verdict.DIFFERS).iterator()


# --- One row --------------------------------------------------------------------------------------


def _claimed() -> list[Audit]:
    """Return rows that are this caller's alone."""
    mine, now = uuid4(), clock.now()
    with transaction.atomic():
        locked = _free().select_for_update(skip_locked=True, no_key=True).order_by("match")
        ids = list(locked.values_list("pk", flat=True)[:CLAIM])
        Audit.objects.filter(pk__in=ids).update(claim=mine, claimed_at=now)
    return list(Audit.objects.filter(claim=mine, verdict=Verdict.WAITING).order_by("match"))


def _free() -> QuerySet[Audit]:
    nobodys = Q(claimed_at=None) | Q(claimed_at__lt=clock.now() - PATIENCE)
    return Audit.objects.filter(nobodys, verdict=Verdict.WAITING)


def _audit(row: Audit) -> None:
    """Play a match again, and write what came of it, if the row is still this worker's."""
    report = _report(row.match_id)
    row.verdict = Verdict.SAME if report.same else Verdict.DIFFERS
    row.plies, row.why, row.audited_at = report.plies, report.why[:200], clock.now()
    Audit.objects.filter(pk=row.pk, claim=row.claim, verdict=Verdict.WAITING).update(
        verdict=row.verdict, plies=row.plies, why=row.why, audited_at=row.audited_at
    )
    if not report.same:
        logger.error("audit: match %(match)s differs: %(why)s", {"match": row.pk, "why": row.why})


def _report(match_id: UUID) -> ReplayReport:
    try:
        record = records.of(match_id)
        report = records.check(record)
        sealed = Seal.objects.filter(pk=match_id).first()
        if sealed is None:
            if report.same:  # what differs is not made official
                seal_record(record)
            return report
        if report.same and sealed.state_hash != report.state_hash:
            return replace(report, same=False, why="another state than was sealed at the end")
        if report.same and sealed.head != binding.head_of(record):
            return replace(report, same=False, why="another story than was sealed at the end")
    except Exception as fault:  # noqa: BLE001 - one bad match must not stop the audit
        return ReplayReport(False, 0, f"cannot be read: {type(fault).__name__}")
    return report
