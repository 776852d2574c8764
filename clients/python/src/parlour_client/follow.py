"""One match as the session knows it: which plies are news, which are old, which are missing."""

from __future__ import annotations

import asyncio
from collections import deque
from enum import Enum
from typing import Any

from msgspec import Struct

from parlour_client.frames import MatchEvent
from parlour_client.models import MatchPosition, Presence, Resumed, Resync, SeenPly


class Known(Struct, frozen=True):
    """The newest ply the client has, and the epoch in which it had it."""

    epoch: int
    ply: int


class Verdict(Enum):
    """What a ply or a position is to somebody who knows so much already."""

    NEWS = "news"
    OLD = "old"
    GAP = "gap"


class Following:
    """A followed match: an async iterator of what is told of it, for one reader.

    Plies come each once, in order and without a gap; a position stands for all before it, so only
    the newest one that has not been read is kept.  The iteration ends when the match is unfollowed
    or the session closed by its owner, and raises `SessionClosed` when the server ended it, or
    `ProblemError` when it does not let this match be followed.
    """

    def __init__(self, match: str, known: Known | None = None) -> None:
        self.match = match
        self.known = known
        """The newest ply that came in; None: nothing yet, or told to forget it."""
        self.position: MatchPosition | None = None
        """The newest position that came in."""
        self.asked = False
        """Whether missing plies have been asked for since the last heartbeat."""
        self.refused = False
        """Whether the server would not let it be followed just now; asked again by and by."""
        self._events: deque[MatchEvent] = deque()
        self._ended = False
        self._why: Exception | None = None
        self._news = asyncio.Event()

    def __aiter__(self) -> Following:
        return self

    async def __anext__(self) -> MatchEvent:
        while not self._events:
            if self._ended:
                raise self._why or StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._events.popleft()

    def wanted(self) -> dict[str, Any]:
        """Return what ``follow`` says: the match, and where to go on."""
        if self.known is None:
            return {"match": self.match}
        resume = {"epoch": self.known.epoch, "ply": self.known.ply}
        return {"match": self.match, "resume": resume}

    def hear(self, event: MatchEvent) -> bool:
        """Take what was told of the match; return False if plies are missing before it."""
        match event:
            case SeenPly() | MatchPosition():
                verdict = self._judge(event)
                if verdict is Verdict.NEWS:
                    self.known = Known(event.epoch, event.ply)
                    self._deliver(event)
                return verdict is not Verdict.GAP
            case Resync():
                self.known, self.asked = None, False
            case Resumed():
                self.asked = False
            case Presence():
                pass
        self._deliver(event)
        return True

    def lags(self, ply: int) -> bool:
        """Say whether a heartbeat that names this ply knows of more than came in.

        A position follows on each batch of plies before the heart beats again: without it, it is
        the position that is missing.
        """
        known = self.known.ply if self.known else 0
        return ply > known or known > (self.position.ply if self.position else 0)

    def end(self, why: Exception | None = None) -> None:
        """Let the iteration end once everything is read: by `why`, or just so."""
        if not self._ended:
            self._ended, self._why = True, why
            self._news.set()

    def _judge(self, event: SeenPly | MatchPosition) -> Verdict:
        known, whole = self.known, isinstance(event, MatchPosition)
        if known is None:  # a position begins, and so does the first ply of a match that was open
            return Verdict.NEWS if whole or event.ply == 1 else Verdict.OLD
        if event.epoch != known.epoch:
            return Verdict.OLD if event.epoch < known.epoch else Verdict.GAP
        newest = known.ply if whole else known.ply + 1
        if event.ply == newest:
            return Verdict.NEWS
        return Verdict.OLD if event.ply < newest else Verdict.GAP

    def _deliver(self, event: MatchEvent) -> None:
        if isinstance(event, MatchPosition):
            self.position, self.asked = event, False
            kept = [each for each in self._events if not isinstance(each, MatchPosition)]
            self._events = deque(kept)
        self._events.append(event)
        self._news.set()
