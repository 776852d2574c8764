"""What nobody asks for: bells and bots that were lost, tables nobody came to, and outages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from games import clock, dispatch, pacing, plies, records, store
from games.errors import MatchOver, NotStarted
from games.models import Match, Status, StoredAnswer, Sweep
from games.records import ReplayReport
from games.table import Table

logger = logging.getLogger(__name__)

OUTAGE = timedelta(seconds=5)
"""The sweep runs each second; a longer silence was an outage."""
BOT_PATIENCE = timedelta(seconds=2)
"""A bot that has not acted so long after it should have set to work is asked again."""
TIDY_EVERY = timedelta(seconds=60)
OPEN_FOR = timedelta(hours=1)
ANSWERS_FOR = timedelta(hours=24)
RATED_WITHIN = timedelta(seconds=30)
BATCH = 200
"""Matches looked at in one sweep, of each kind; the next one is a second away."""


@dataclass
class SweepReport:
    """What a sweep found to do."""

    bells: int = 0
    bots: int = 0
    expired: int = 0
    results: int = 0
    unsealed: int = 0
    answers: int = 0
    failed: int = 0
    """Matches whose upkeep raised; each was logged, none stopped the others."""


# --- The sweep ------------------------------------------------------------------------------------


def sweep() -> SweepReport:
    """Do what was lost or forgotten; each match by itself, so that none stops the others."""
    after_outage()
    now, report = clock.now(), SweepReport()
    running = Match.objects.filter(status=Status.RUNNING)
    report.bells = _each(_ids(running.filter(deadline_at__lte=now), "deadline_at"), _ring, report)
    overdue = running.filter(bots_due_at__lt=now - BOT_PATIENCE)
    report.bots = _each(_ids(overdue, "bots_due_at"), _ask_bots, report)
    if _turn_of("tidy", now):
        _tidy(now, report)
    return report


def after_outage() -> int:
    """Give the running clocks back what they lost while nobody swept; return how many matches.

    Called before a process serves, and by each sweep: whoever is first after an outage does it,
    for the time of the last sweep moves on in the same transaction.
    """
    with transaction.atomic():
        now = clock.now()
        last = Sweep.objects.select_for_update().filter(name="sweep").first()
        Sweep.objects.update_or_create(name="sweep", defaults={"at": now})
        if last is None or now - last.at <= OUTAGE:
            return 0
        running = Match.objects.filter(status=Status.RUNNING, deadline_at__isnull=False)
        shift = partial(_shift, gone_at=last.at)
        # All in one transaction: what fails in the database fails for all, and is tried again.
        return _each(_ids(running, "pk", None), shift, SweepReport(), fatal=DatabaseError)


def _shift(match_id: UUID, gone_at: datetime) -> int:
    table = store.lock(match_id)
    before = table.facts()
    before = replace(before, bell_at=None, bots=before.bots - table.bots_waited_for())
    store.shift(table, gone_at)
    dispatch.after_ply(before, table.facts())
    return 1


def _ids(rows: QuerySet[Match], order: str, most: int | None = BATCH) -> list[UUID]:
    return list(rows.order_by(order).values_list("pk", flat=True)[:most])


def _each(
    ids: Iterable[UUID],
    work: Callable[[UUID], int],
    report: SweepReport,
    *,
    fatal: type[Exception] | tuple[()] = (),
) -> int:
    """Do `work` for each match and return the sum; a failure is logged and counted."""
    done = 0
    for match_id in ids:
        try:
            done += work(match_id)
        except fatal:
            raise
        except Exception as fault:  # noqa: BLE001 - one bad match must not stop the sweep
            report.failed += 1
            logger.error(  # noqa: TRY400 - a traceback may quote a card
                "upkeep of match %(match)s failed: %(fault)s",
                {"match": match_id, "fault": type(fault).__name__},
            )
    return done


def _ring(match_id: UUID) -> int:
    return plies.ring_due(match_id=match_id)


def _ask_bots(match_id: UUID) -> int:
    with transaction.atomic():
        table = store.lock(match_id)
        late = pacing.late(table, BOT_PATIENCE)
        store.ask_bots_again(table, *late)
        after = table.facts()
        dispatch.after_ply(replace(after, bots=after.bots - {*late}), after)
    return len(late)


def _tidy(now: datetime, report: SweepReport) -> None:
    """Do what need not be done each second."""
    stale = Match.objects.filter(status=Status.OPEN, created_at__lt=now - OPEN_FOR)
    report.expired = _each(_ids(stale, "created_at"), _expire, report)
    unrated = Match.objects.filter(
        status=Status.FINISHED, rated_at=None, finished_at__lt=now - RATED_WITHIN
    )
    report.results = _each(_ids(unrated, "finished_at"), _rate, report)
    broken_off = Match.objects.filter(
        status=Status.ABANDONED, rated_at=None, started_at__isnull=False
    )
    report.unsealed = _each(_ids(broken_off, "pk"), _seal, report)
    report.answers, _ = StoredAnswer.objects.filter(created_at__lt=now - ANSWERS_FOR).delete()


def _turn_of(name: str, now: datetime) -> bool:
    """Say whether it is time to tidy, and note that it is being done."""
    last = Sweep.objects.filter(name=name).first()
    if last is not None and now - last.at < TIDY_EVERY:
        return False
    Sweep.objects.update_or_create(name=name, defaults={"at": now})
    return True


def _expire(match_id: UUID) -> int:
    with transaction.atomic():
        table = store.lock(match_id)
        if table.match.status != Status.OPEN:
            return 0
        _close(table)
    return 1


def _rate(match_id: UUID) -> int:
    dispatch.rate(match_id)
    return 1


def _seal(match_id: UUID) -> int:
    dispatch.seal(match_id)
    return 1


def mark_sealed(*, match_id: UUID) -> bool:
    """Note that an abandoned match was sealed; say whether it had not been before."""
    return store.mark_sealed(match_id)


def mark_rated(*, match_id: UUID) -> bool:
    """Note that a finished match's result was dealt with; say whether it had not been before."""
    return store.mark_rated(match_id)


def mark_all_rated(*, match_ids: Collection[UUID]) -> None:
    """Note that the results of these finished matches were dealt with."""
    store.mark_all_rated(match_ids)


# --- For operators --------------------------------------------------------------------------------


def abandon(*, match_id: UUID) -> None:
    """Stop a match for good, without a result.  A repeat changes nothing.

    Raises `NoSuchMatch`, `MatchOver`.
    """
    with transaction.atomic():
        table = store.lock(match_id)
        if table.match.status == Status.FINISHED:
            raise MatchOver
        if table.match.status != Status.ABANDONED:
            _close(table)


def replay_check(*, match_id: UUID) -> ReplayReport:
    """Play a match again from its seed and its plies, and compare events and the state's bytes.

    Raises `NoSuchMatch`, `NotStarted`.  What it finds out is said without a secret.
    """
    record = records.of(match_id)
    if record.match.state is None:
        raise NotStarted
    return records.check(record)


def _close(table: Table) -> None:
    before = table.facts()
    store.close(table, Status.ABANDONED)
    dispatch.after_ply(before, table.facts())
