"""What everything that waits for news of a match is built on: its group, and database threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections

from games.dispatch import NUDGED

P = ParamSpec("P")
T = TypeVar("T")


def group_of(match_id: UUID) -> str:
    """Return the channel group that is nudged at every ply of this match."""
    return NUDGED.format(match=match_id)


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in one of a fixed number of threads, its database connections looked after.

    As Channels' `database_sync_to_async` does it, at a third of the cost.
    """
    call: Callable[[], T] = partial(_looked_after, work, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_threads(), copy_context().run, call)


def _looked_after(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.PARLOUR_PUSH_THREADS, thread_name_prefix="push")
