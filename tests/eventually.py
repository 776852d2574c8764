"""Waiting for something to become true, with a deadline instead of a nap."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

DEADLINE_SECONDS = 30.0
PAUSE_SECONDS = 0.01


def eventually(look: Callable[[], T], *, seconds: float = DEADLINE_SECONDS) -> T:
    """Return the first truthy answer of `look`.  Raises `AssertionError` when none came in time."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"{look} did not come true"
        time.sleep(PAUSE_SECONDS)
    return found


async def eventually_async(
    look: Callable[[], Awaitable[T]], *, seconds: float = DEADLINE_SECONDS
) -> T:
    """Return the first truthy answer of `look`.  Raises `AssertionError` when none came in time."""
    deadline = time.monotonic() + seconds
    while not (found := await look()):
        assert time.monotonic() < deadline, f"{look} did not come true"
        await asyncio.sleep(PAUSE_SECONDS)
    return found
