"""Bells rung in the web process that set them, at their time.

A task waits for the same time in a worker; it may be late by as much as the machine is busy, and
the process has to be told of what it did.  Here the match is at hand, and so are those who follow
it.  Whoever comes second finds nothing due: a process that dies takes no bell with it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import Final
from uuid import UUID

from api.push import in_a_database_thread, looked_after
from api.threads import Inbox
from games import dispatch
from games.services import play

MARGIN_SECONDS: Final = 0.005
"""By the database's clock it must not be too early: the bell would have to be set again."""


class Bells:
    """The bells of one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox.of(self._loop)

    @classmethod
    def here(cls) -> Bells:
        """Let the bells that are set in this process from now on ring in this event loop."""
        bells = cls()
        dispatch.ring_here(bells.set)
        return bells

    def set(self, match_id: UUID, at: float) -> None:
        """Have this match's bells rung at a moment of the monotonic clock.  In any thread."""
        self._inbox.put(partial(self._later, match_id, at))

    def stop(self) -> None:
        """Set no more bells."""
        dispatch.ring_here(None)

    def _later(self, match_id: UUID, at: float) -> None:
        # Counted from here: the loop may have been busy, and has a clock of its own.
        self._loop.call_later(max(0.0, at - monotonic()) + MARGIN_SECONDS, self._ring, match_id)

    def _ring(self, match_id: UUID) -> None:
        in_a_database_thread(partial(looked_after, play.ring_due, match_id=match_id))
