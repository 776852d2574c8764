"""An event loop in which time passes only when nothing else can happen."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

MOST_SECONDS = 3600.0


class _Selector(selectors.SelectSelector):
    """Does not wait: what would be waited for is added to the time."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if ready := super().select(0):
            return ready
        assert timeout is not None, "everybody waits for somebody else, for ever"
        self.passed += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose `time` begins at 0; what would not end within an hour, fails."""

    def __init__(self) -> None:
        self._passes = _Selector()
        super().__init__(self._passes)

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self._passes.passed


def run(story: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns; hours in it take no time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(asyncio.wait_for(story, MOST_SECONDS))
