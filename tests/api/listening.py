"""One client's end of an event stream, without a network."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Self
from uuid import UUID

from asgiref.testing import ApplicationCommunicator

from api.asgi import App
from api.stream import Streams
from tests.api.http import SOON
from tests.contract import said_by_server


class Told(NamedTuple):
    """One event; `name` is "" for a block without one: a comment, or a `retry`."""

    name: str
    id: str
    data: Any
    lines: tuple[str, ...] = ()
    """Those that are no field of an event."""


def events_in(text: str) -> list[Told]:
    """Return the events of a piece of a stream, which is always whole events."""
    assert text.endswith("\n\n"), text
    return [_told(block) for block in text[:-2].split("\n\n")]


def _told(block: str) -> Told:
    fields = {"event": "", "id": "", "data": "null"}
    other = []
    for line in block.split("\n"):
        name, _, value = line.partition(": ")
        if name in fields:
            fields[name] = value
        else:
            other.append(line)
    told = Told(fields["event"], fields["id"], json.loads(fields["data"]), tuple(other))
    if told.name:  # what a stream tells is the frame of the socket
        said_by_server({"t": told.name, "d": told.data})
    return told


def app(**settings: Any) -> Streams:
    """Return what holds streams, over Django in its threads."""
    from config.asgi import threads  # noqa: PLC0415 - it loads Django's apps

    return Streams(threads, **settings)


class Listening:
    """A stream: ``async with Listening(app(), match.pk) as stream: await stream.hears("ply")``."""

    def __init__(
        self,
        app: App,
        match_id: UUID,
        token: str = "",
        *,
        query: str = "",
        method: str = "GET",
        **headers: str,
    ) -> None:
        sent = {"host": "localhost", "accept": "text/event-stream", **headers}
        if token:
            sent["authorization"] = f"Bearer {token}"
        self.cuts = 0
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": f"/api/v1/matches/{match_id}/stream",
            "query_string": query.encode(),
            "headers": [(n.replace("_", "-").encode(), v.encode()) for n, v in sent.items()],
            "extensions": {"parlour.cut": self._cut},
        }
        self.line: Any = ApplicationCommunicator(app, scope)  # type: ignore[no-untyped-call]
        self.status = 0
        self.headers: dict[str, str] = {}
        self.ended = False
        self._told: list[Told] = []

    def _cut(self) -> None:
        self.cuts += 1

    async def __aenter__(self) -> Self:
        await self.line.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await self.line.receive_output(SOON)
        self.status = start["status"]
        self.headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Close the connection, and wait until the server has noticed."""
        await self.line.send_input({"type": "http.disconnect"})
        await self.line.wait(SOON)

    async def piece(self) -> str:
        """Return what comes next, as it comes."""
        body = await self.line.receive_output(SOON)
        self.ended = not body.get("more_body", False)
        text: str = body["body"].decode()
        return text

    async def told(self) -> Told:
        """Return the next event."""
        while not self._told:
            self._told = events_in(await self.piece())
        return self._told.pop(0)

    async def hears(self, *names: str) -> list[Told]:
        """Return the next events, which must have these names in this order."""
        found = [await self.told() for _ in names]
        assert [event.name for event in found] == list(names), found
        return found

    async def begins(self, *names: str) -> list[Told]:
        """Return the first events, after the line that says when to come back."""
        assert (await self.told()).lines == ("retry: 3000",)
        return await self.hears(*names)

    async def last_words(self) -> tuple[str, ...]:
        """Return the lines with which the server ends the stream, next."""
        lines = (await self.told()).lines
        assert (self.ended, self._told) == (True, [])
        return lines
