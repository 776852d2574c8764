"""Two cheap lines to a server: a WebSocket and an HTTP connection that is kept.

The load generator shares two cores with what it measures, so it spends as little as it can: frames
are cut out of the stream by hand, and masked with zeros.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
MASKED = 0x80
SHORT, MIDDLE, LONG = 125, 126, 127


class LineError(Exception):
    """The server answered what nobody asked for, or hung up."""


class Socket(asyncio.Protocol):
    """A WebSocket client; every text goes to `hear` as bytes."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._buffer = bytearray()
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hear: Callable[[bytes], None] = lambda _: None
        self.closed = ""

    @classmethod
    async def to(cls, url: str) -> Socket:
        """Return an open socket to ``/ws/v1``.  Raises `LineError`."""
        place = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(
            lambda: cls(place.netloc), place.hostname or "", place.port or 80
        )
        await line.opened
        return line

    def say(self, frame: object) -> None:
        """Send one frame as JSON."""
        self._send(TEXT, msgspec.json.encode(frame))

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self._transport: asyncio.Transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws/v1 HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: parlour.v1+json\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut the stream into frames."""
        self._buffer += data
        if not self._open and not self._upgraded():
            return
        while self._next():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that the server is gone."""
        self.closed = self.closed or f"cut: {exc}"
        if not self.opened.done():
            self.opened.set_exception(LineError(self.closed))

    def _upgraded(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.closed = head.decode("latin-1")
            self._transport.close()
            return False
        self._buffer, self._open = bytearray(rest), True
        self.opened.set_result(None)
        return True

    def _next(self) -> bool:
        """Take one frame from the buffer; say whether there was a whole one."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size >= MIDDLE:
            start = 4 if size == MIDDLE else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return False
        content = bytes(buffer[start : start + size])
        kind = buffer[0] & 0x0F
        del buffer[: start + size]
        self._take(kind, content)
        return True

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self.hear(content)
        elif kind == PING:
            self._send(PONG, content)
        elif kind == CLOSE:
            self.closed = content[2:].decode("utf-8", "replace") or "closed"

    def _send(self, kind: int, content: bytes) -> None:
        size = len(content)
        if size <= SHORT:
            head = bytes((0x80 | kind, MASKED | size))
        else:
            head = bytes((0x80 | kind, MASKED | MIDDLE)) + size.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + content)


class Http:
    """One kept connection; requests one after another."""

    def __init__(self, url: str) -> None:
        self._place = urlsplit(url)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: object = None, *, token: str = "", key: str = ""
    ) -> Any:
        """Return the JSON of the answer.  Raises `LineError` for anything but 2xx."""
        reader, writer = await self._connected()
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        writer.write(head.encode() + b"\r\n" + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        content = await reader.readexactly(_length(answer))
        status = int(answer[9:12])
        if not 200 <= status < 300:
            raise LineError(f"{method} {path}: {status} {content[:300]!r}")
        return msgspec.json.decode(content) if content else None

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self._place.hostname, self._place.port, limit=1 << 20
            )
        return self._streams


def _length(head: str) -> int:
    _, found, rest = head.partition("content-length:")
    return int(rest.partition("\r\n")[0]) if found else 0
