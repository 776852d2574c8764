"""Whether a match could be played now: everything it needs, asked one by one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import clock, dispatch
from games.models import Sweep

OK = "ok"
QUEUES = ("clock", "ai")
MOST_MISSED_CANARIES = 3
"""Every queue gets a canary task now and then; one that is silent so long has no worker."""

_migrated = False  # of this process: a schema does not go back


def checks() -> dict[str, str]:
    """Return what each check found: `OK`, or a few words why not, none of them secret."""
    asked: dict[str, Callable[[], str]] = {
        "database": _database,
        "migrations": _migrations,
        "broker": _broker,
        **{f"queue_{queue}": _Queue(queue) for queue in QUEUES},
    }
    return {name: _found(check) for name, check in asked.items()}


def sing(*, queue: str) -> None:
    """Note that a task came through `queue`."""
    Sweep.objects.update_or_create(name=f"canary.{queue}", defaults={"at": clock.now()})


def _found(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - whatever it is, that is the finding
        return type(error).__name__


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations() -> str:
    global _migrated  # noqa: PLW0603 - what was found out is kept: looking costs a few queries
    if not _migrated:
        executor = MigrationExecutor(connection)
        if missing := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return f"{len(missing)} not applied"
        _migrated = True
    return OK


def _broker() -> str:
    dispatch.reach_broker()
    return OK


class _Queue:
    """Whether somebody works on a queue."""

    def __init__(self, queue: str) -> None:
        self._queue = queue

    def __call__(self) -> str:
        last = Sweep.objects.filter(name=f"canary.{self._queue}").first()
        if last is None:
            return "no canary yet"
        age = clock.now() - last.at
        longest = timedelta(seconds=MOST_MISSED_CANARIES * settings.PARLOUR_CANARY_SECONDS)
        return OK if age <= longest else f"no canary for {age.total_seconds():.0f} s"
