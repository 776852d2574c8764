"""One seat of one match, over the socket: hello, follow, act, and come back after a cut line.

What makes it dependable is little: the last epoch and ply are kept and named when resuming; an act
that was not answered is sent again, unchanged, under the same request id.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from random import Random
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

PROTOCOL = Subprotocol("parlour.v1+json")
FOR_GOOD = 4500
"""Close codes from here on say that connecting again will not help."""
TRIES = 5
PAUSE_SECONDS = 0.2
"""The first pause before connecting again; each is twice as long as the one before."""

Frame = Mapping[str, Any]


class LineCut(Exception):
    """The server cannot be reached any more, or does not want to be."""


class Seat:
    """A follower of one match that may act in it."""

    def __init__(self, url: str, token: str, match: str) -> None:
        self._url = url.replace("http", "ws", 1).rstrip("/") + "/ws/v1"
        self._token = token
        self._match = match
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, dict[str, Any]] = {}
        self._jitter = Random()  # noqa: S311 - only spreads reconnects
        self.last: dict[str, int] | None = None
        """The last epoch and ply heard of: ``{"epoch": 1, "ply": 41}``."""

    async def frames(self) -> AsyncGenerator[tuple[str, Frame], None]:
        """Yield what is said about the match, each ply once and in order.  Raises `LineCut`."""
        failures = 0
        while True:
            try:
                async for kind, data in self._connected():
                    failures = 0
                    yield kind, data
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code >= FOR_GOOD:
                    raise LineCut(f"{closed.rcvd.code} {closed.rcvd.reason}") from closed
            except (OSError, InvalidHandshake) as failure:
                if failures >= TRIES:
                    raise LineCut(str(failure)) from failure
            failures += 1
            if failures > TRIES:
                raise LineCut("the server hangs up again and again")
            await asyncio.sleep(PAUSE_SECONDS * self._jitter.uniform(0.5, 1.5) * 2**failures)

    async def act(self, action: Mapping[str, Any], decision: int) -> None:
        """Send an action; its `ack` or `nack` comes as a frame."""
        request = uuid4().hex
        body = {
            "match": self._match,
            "action": action,
            "decision": decision,
            "request_id": request,
        }
        self._unanswered[request] = {"t": "act", "id": request, "d": body}
        await self._say(self._unanswered[request])

    async def _connected(self) -> AsyncGenerator[tuple[str, Frame], None]:
        async with connect(self._url, subprotocols=[PROTOCOL], proxy=None) as socket:
            self._socket = socket
            follow: dict[str, Any] = {"match": self._match}
            if self.last:
                follow["resume"] = self.last
            await self._say({"t": "hello", "d": {"token": self._token, "follow": [follow]}})
            async for raw in socket:
                frame = json.loads(raw)
                if await self._is_news(frame):
                    yield frame["t"], frame.get("d", {})

    async def _is_news(self, frame: Frame) -> bool:
        """Do what the protocol wants done with a frame, and say whether a player cares for it."""
        data = frame.get("d", {})
        match frame["t"]:
            case "ping":
                await self._say({"t": "pong", "d": {}})
            case "welcome":
                for act in self._unanswered.values():
                    await self._say(act)
            case "ack" | "nack":
                self._unanswered.pop(frame.get("id", ""), None)
                return bool(frame["t"] == "nack")
            case "resync":
                self.last = None
            case "ply" if self._is_new(data):
                self.last = {"epoch": data["epoch"], "ply": data["ply"]}
                return True
            case "position":
                self.last = {"epoch": data["epoch"], "ply": data["ply"]}
                return True
        return False

    def _is_new(self, ply: Frame) -> bool:
        return self.last is None or ply["ply"] > self.last["ply"]

    async def _say(self, frame: Frame) -> None:
        """Send a frame; if the line is cut, the next connection sends what matters again."""
        if self._socket is not None:
            try:
                await self._socket.send(json.dumps(frame))
            except ConnectionClosed:
                self._socket = None
