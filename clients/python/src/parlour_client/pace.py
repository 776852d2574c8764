"""Time and chance, as the session uses them: a clock, and how long to wait before coming back."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final, Protocol

from msgspec import Struct

RESTARTED: Final = 1012
RATE_LIMITED: Final = 4008


class Clock(Protocol):
    """What the session knows of time; tests bring one of their own."""

    def now(self) -> float:
        """Return seconds since whenever; they never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds have passed."""
        ...


class LoopClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        """Return the loop's seconds."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds have passed."""
        await asyncio.sleep(seconds)


class BackOff(Struct, frozen=True):
    """Exponential, with full jitter: anything from nothing to a ceiling that doubles.  Seconds.

    After a restart, or when it asked for less, everybody would come back in the same instant:
    there the ceiling is `crowd` at least.
    """

    base: float = 0.5
    cap: float = 30.0
    crowd: float = 5.0

    def delay(self, failures: int, random: Random, code: int | None = None) -> float:
        """Return how long to wait after so many failures in a row (0: it has just been live)."""
        ceiling = min(self.cap, self.base * 2.0 ** min(failures, 30))
        if code in (RESTARTED, RATE_LIMITED):
            ceiling = max(ceiling, min(self.cap, self.crowd))
        return random.uniform(0.0, ceiling)
