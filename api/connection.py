"""One socket as a line to talk over: frames in, frames out, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
from django.http import Http404

from api.asgi import Message, Receive, Scope, Send, send_problem
from api.close_codes import Close
from api.errors import problem_of
from api.extensions import LAST_WORD, WRITE, LeaveWord, Write
from api.frames import (
    SUBPROTOCOL,
    AnyServerFrame,
    Envelope,
    Unreadable,
    read,
)
from api.strict_json import Malformed

SLOW_SECONDS: Final = 10.0
"""How long the client may leave what it was sent lying in the network."""
GOODBYE_SECONDS: Final = 1.0

_encode = msgspec.json.Encoder().encode


class HangUp(Exception):
    """This side ends the conversation, with a close code and one line why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Gone(Exception):
    """The client has left."""


class Connection:
    """A WebSocket with our subprotocol.  Every method raises `Gone` when the client has left."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send
        self._closed = False
        offered = scope.get("extensions", {})
        self._write: Write | None = offered.get(WRITE)
        self._leave: LeaveWord | None = offered.get(LAST_WORD)

    async def accept(self, path: str) -> None:
        """Take the call.  Raises `Gone` too when the handshake had to be refused."""
        await self._next()
        refusal: Exception | None = None
        if self.scope["path"] != path:
            refusal = Http404()
        elif SUBPROTOCOL not in self.scope["subprotocols"]:
            refusal = Malformed(f"Offer the subprotocol {SUBPROTOCOL}.")
        if refusal:
            await refuse(self.scope, self._send, refusal)
            raise Gone
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})

    async def hear(self) -> Envelope:
        """Return the next frame.  Raises `HangUp` when it is none."""
        message = await self._next()
        try:
            return read(message.get("text"))
        except Unreadable as error:
            raise HangUp(Close.MALFORMED, str(error)) from error

    async def say(self, *frames: AnyServerFrame | str) -> None:
        """Send, waiting until the network takes it.  Raises `HangUp` when it does not."""
        texts = [each if isinstance(each, str) else _encode(each).decode() for each in frames]
        if self.said_at_once(texts):
            return
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                for text in texts:
                    await self._send({"type": "websocket.send", "text": text})
        except TimeoutError as error:
            raise HangUp(Close.SLOW_CONSUMER, "slow consumer") from error
        except OSError as error:
            raise Gone from error

    def said_at_once(self, texts: Sequence[str]) -> bool:
        """Send this now, if the network takes everything at once; else send nothing."""
        return not texts or (self._write is not None and self._write(texts))

    def leave_word(self, text: str) -> None:
        """Leave what is to be said when the server stops, where it can be left."""
        if leave := self._leave:
            leave(text)

    async def close(self, goodbye: HangUp) -> None:
        """End the conversation, once; whoever does not listen is not waited for."""
        if self._closed:
            return
        self._closed = True
        reason = goodbye.reason.encode()[:120].decode(errors="ignore")
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._send(
                    {"type": "websocket.close", "code": goodbye.code, "reason": reason}
                )
        except (TimeoutError, OSError):
            return

    async def _next(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        return message


async def refuse(scope: Scope, send: Send, error: Exception) -> None:
    """Refuse the handshake with a problem, or bare where the server knows no better."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await send_problem(send, problem_of(error), kind="websocket.http")
    else:
        await send({"type": "websocket.close"})
