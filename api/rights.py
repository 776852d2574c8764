"""Whether the sessions behind this process's sockets still hold: one look each second for all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

from accounts import selectors
from api.push import in_database

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""A socket whose session was ended, or has expired, is closed within this time and a little."""


class Rights:
    """The sessions of one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, set[asyncio.Event]] = {}
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    def here(cls) -> Rights:
        """Return the rights of this event loop's sockets."""
        return _rights.setdefault(asyncio.get_running_loop(), cls())

    async def lost(self, session: UUID) -> None:
        """Return when this session no longer holds."""
        news = asyncio.Event()
        self._waiting.setdefault(session, set()).add(news)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.ensure_future(self._look_again_and_again())
        try:
            await news.wait()
        finally:
            self._waiting[session].discard(news)
            if not self._waiting[session]:
                del self._waiting[session]

    async def _look_again_and_again(self) -> None:
        while self._waiting:
            await asyncio.sleep(LOOK_SECONDS)
            for session in await _ended(tuple(self._waiting)):
                for news in self._waiting.get(session, ()):
                    news.set()


async def _ended(sessions: Collection[UUID]) -> Collection[UUID]:
    try:
        return await in_database(selectors.ended_sessions, session_ids=sessions)
    except Exception as fault:  # noqa: BLE001 - a database that is away ends nobody's session
        logger.error("sessions were not looked at: %s", type(fault).__name__)  # noqa: TRY400 - each second
        return ()


_rights: WeakKeyDictionary[asyncio.AbstractEventLoop, Rights] = WeakKeyDictionary()
