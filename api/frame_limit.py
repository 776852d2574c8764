"""How many frames one socket may send: a bucket that fills by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from accounts.errors import Allowance
from accounts.limits import Limit

WARNED_BELOW: Final = 0.2
"""Of the bucket: from here on the client is told that it goes too fast."""
FORGIVEN_ABOVE: Final = 0.5
HUNG_UP_BELOW: Final = -0.5
"""Refused frames are counted too: so deep in debt is only who does not listen."""


class Verdict(Enum):
    """What becomes of a frame."""

    FINE = auto()
    WARN = auto()
    """Taken, and the client is warned."""
    REFUSE = auto()
    HANG_UP = auto()


class FrameLimit:
    """The bucket of one socket.  It is only arithmetic: a frame waits for nothing."""

    def __init__(self, limit: Limit, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._now = now
        self._left = float(limit.most)
        self._at = now()
        self._warned = False

    def take(self) -> Verdict:
        """Count one frame, and say what becomes of it."""
        most, now = self._limit.most, self._now()
        filled = self._left + (now - self._at) * most / self._limit.seconds
        self._left, self._at = min(most, filled) - 1, now
        if self._left < 0:
            return Verdict.HANG_UP if self._left < HUNG_UP_BELOW * most else Verdict.REFUSE
        if self._left > FORGIVEN_ABOVE * most:
            self._warned = False
        if self._left >= WARNED_BELOW * most or self._warned:
            return Verdict.FINE
        self._warned = True
        return Verdict.WARN

    @property
    def allowance(self) -> Allowance:
        """What is left."""
        key, most, seconds = self._limit
        reset_seconds = math.ceil((most - self._left) * seconds / most)
        return Allowance(key, most, max(0, int(self._left)), seconds, reset_seconds)
