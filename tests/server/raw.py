"""A WebSocket without a library: the handshake and the frames of RFC 6455, byte by byte."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from tests.contract import said_by_client, said_by_server
from tests.server.guest import SOON, SUBPROTOCOL, Guest

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class RawLine:
    """One socket, read and written by hand; everything heard is kept."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.heard: list[dict[str, Any]] = []

    async def say(self, t: str, **d: Any) -> None:
        """Send a frame of the protocol."""
        frame = {"t": t, "d": d}
        said_by_client(frame)
        await self._send(TEXT, json.dumps(frame).encode())

    async def hear(self) -> dict[str, Any]:
        """Return the next frame of the protocol; pings of both kinds are answered on the way."""
        while True:
            opcode, payload = await self._receive()
            if opcode == PING:
                await self._send(PONG, payload)
                continue
            assert opcode == TEXT, (opcode, payload)
            frame: dict[str, Any] = json.loads(payload)
            said_by_server(frame)
            if frame["t"] != "ping":
                self.heard.append(frame)
                return frame
            await self.say("pong")

    def told(self, t: str) -> list[dict[str, Any]]:
        """Return the `d` of every frame of this kind heard so far."""
        return [frame["d"] for frame in self.heard if frame["t"] == t]

    async def _send(self, opcode: int, payload: bytes) -> None:
        """Send one masked frame, as a client must."""
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size if size < 126 else 0x80 | 126])
        head += size.to_bytes(2) if size >= 126 else b""
        body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self._writer.write(head + mask + body)
        await self._writer.drain()

    async def _receive(self) -> tuple[int, bytes]:
        """Return the next message, of however many frames."""
        async with asyncio.timeout(SOON):
            kind, payload, last = 0, b"", False
            while not last:
                first, second = await self._reader.readexactly(2)
                last, kind = bool(first & 0x80), kind or first & 0x0F
                assert not second & 0x80, "a server masks nothing"
                more = {126: 2, 127: 8}.get(second, 0)
                size = int.from_bytes(await self._reader.readexactly(more)) if more else second
                payload += await self._reader.readexactly(size)
            return kind, payload


@asynccontextmanager
async def raw_line(guest: Guest, match: str) -> AsyncIterator[RawLine]:
    """Shake hands and follow a match."""
    url = urlsplit(guest.server.url)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET /ws/v1 HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
    )
    writer.write(request.encode())
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()  # noqa: S324
    assert answer.startswith("HTTP/1.1 101"), answer
    assert f"sec-websocket-accept: {accept}".lower() in answer.lower()
    line = RawLine(reader, writer)
    await line.say("hello", token=guest.token, follow=[{"match": match}])
    try:
        yield line
    finally:
        writer.close()
