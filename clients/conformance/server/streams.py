"""Server-Sent Events, read as the standard says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import NamedTuple

import httpx

from clients.conformance.checks import Broken, Json
from clients.conformance.server.line import SOON_SECONDS


class Event(NamedTuple):
    """One event: its name, its id, its data."""

    name: str
    id: str
    data: Json


class Events:
    """The events of one answer; comments are passed over."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def next(self, name: str) -> Event:
        """Return the next event of this name.  Raises `Broken` when the stream ends before it."""
        async with asyncio.timeout(SOON_SECONDS):
            async for event in self._all():
                if event.name == name:
                    return event
        raise Broken(f"the stream ended before `{name}`")

    async def _all(self) -> AsyncIterator[Event]:
        fields: dict[str, str] = {}
        async for line in self._lines:
            name, _, value = line.partition(":")
            if not line and "data" in fields:
                yield Event(
                    fields.get("event", "message"), fields.get("id", ""), json.loads(fields["data"])
                )
                fields = {}
            elif name:
                fields[name] = value.removeprefix(" ")
