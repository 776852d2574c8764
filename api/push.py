"""What everything that waits for news of a match is built on: its group, and database threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from channels.db import database_sync_to_async
from django.conf import settings

from games.dispatch import NUDGED

P = ParamSpec("P")
T = TypeVar("T")


def group_of(match_id: UUID) -> str:
    """Return the channel group that is nudged at every ply of this match."""
    return NUDGED.format(match=match_id)


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in one of a fixed number of threads, its database connections looked after."""
    run: Any = database_sync_to_async(work, thread_sensitive=False, executor=_threads())
    result: T = await run(*args, **kwargs)
    return result


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.PARLOUR_PUSH_THREADS, thread_name_prefix="push")
