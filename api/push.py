"""What everything that waits for news of a match is built on: its group, and database threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections

from api.threads import Threads
from games.dispatch import NUDGED

P = ParamSpec("P")
T = TypeVar("T")


def group_of(match_id: UUID) -> str:
    """Return the channel group that is nudged at every ply of this match."""
    return NUDGED.format(match=match_id)


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in one of a fixed number of threads, its database connections looked after.

    As Channels' `database_sync_to_async` does it, at a fraction of the cost.
    """
    call: Callable[[], T] = partial(looked_after, work, *args, **kwargs)
    return await _threads().do(call)


def in_a_database_thread(work: Callable[[], object]) -> None:
    """Have `work` done in one of these threads, unwaited for; it looks after its connections."""
    _threads().begin(work)


def looked_after(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `work` returns; its thread's database connections are looked after."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


@cache
def _threads() -> Threads:
    return Threads(settings.PARLOUR_PUSH_THREADS, "push")
