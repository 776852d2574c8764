"""What is said to everybody at a socket: that the server restarts, what an operator has to say.

An operator's word is a row, looked for each second by every process, once for all its sockets: it
needs no broker, and is told to those, too, who come a little later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from typing import Final, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from django.db.models import Q
from msgspec import UNSET

from api import frames
from api.models import Notice
from api.push import in_database
from games import clock

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
TOLD_FOR: Final = timedelta(minutes=1)
"""How long a word without a time is told to those who come."""
RESTART: Final = "Back in a moment: the carpet is being changed. Your cards stay where they are."
SLOWLY: Final = "Slowly, please: the doorman counts. Beyond this limit frames are refused."


class Listener(Protocol):
    """Somebody at a socket."""

    def later(self, about: object, text: str) -> None:
        """Send a frame now or, if something else is being said, after it."""


class Notices:
    """The listeners of one event loop, and what each was told."""

    def __init__(self) -> None:
        self._told: dict[Listener, set[UUID]] = {}
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    def here(cls) -> Notices:
        """Return the notices of this event loop's sockets."""
        return _notices.setdefault(asyncio.get_running_loop(), cls())

    @contextmanager
    def told_to(self, listener: Listener) -> Iterator[None]:
        """Tell somebody, for as long as the block lasts."""
        self._told[listener] = set()
        if self._watch is None or self._watch.done():
            self._watch = asyncio.ensure_future(self._look_again_and_again())
        try:
            yield
        finally:
            del self._told[listener]

    async def _look_again_and_again(self) -> None:
        while self._told:
            for notice in await _current():
                text = _text(notice)
                for listener, told in self._told.items():
                    if notice.pk not in told:
                        told.add(notice.pk)
                        listener.later(notice.pk, text)
            await asyncio.sleep(LOOK_SECONDS)


def announce(*, text: str, at: datetime | None = None) -> Notice:
    """Have this said to everybody at a socket, within a second or so."""
    return Notice.objects.create(text=text, at=at, created_at=clock.now())


def current() -> list[Notice]:
    """Return what is to be told now: what lies ahead, and what was said just now."""
    now = clock.now()
    said_just_now = Q(at__isnull=True, created_at__gt=now - TOLD_FOR)
    return list(Notice.objects.filter(Q(at__gt=now) | said_just_now))


async def _current() -> list[Notice]:
    try:
        return await in_database(current)
    except Exception as fault:  # noqa: BLE001 - a database that is away says nothing
        logger.error("notices were not looked at: %s", type(fault).__name__)  # noqa: TRY400 - each second
        return []


def _text(notice: Notice) -> str:
    told = frames.Notice(
        kind="maintenance", text=notice.text, at=UNSET if notice.at is None else notice.at
    )
    return msgspec.json.encode(frames.NoticeFrame(d=told)).decode()


@cache
def restart_text() -> str:
    """Return the frame that is sent before a server that stops closes a socket."""
    told = frames.Notice(kind="restart", text=RESTART)
    return msgspec.json.encode(frames.NoticeFrame(d=told)).decode()


_notices: WeakKeyDictionary[asyncio.AbstractEventLoop, Notices] = WeakKeyDictionary()
