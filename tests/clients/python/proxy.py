"""A line that can be cut: passes bytes on to a server, and lets go when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from urllib.parse import urlsplit


class Proxy:
    """Passes on what comes in on its own port; `limits` are how many chunks each line lives."""

    def __init__(self, url: str, limits: list[int] | None = None) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.url = ""
        self.limits = limits or []
        self.cuts = 0
        self._lines: dict[asyncio.Task[None] | None, list[asyncio.StreamWriter]] = {}

    def cut(self) -> None:
        """Cut every line on both sides, without a word."""
        for ends in self._lines.values():
            self.cuts += 1
            for end in ends:
                end.transport.abort()

    async def ended(self) -> None:
        """Wait until every line has ended."""
        while waiting := [task for task in self._lines if task is not None]:
            await asyncio.gather(*waiting)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on, in both directions, until it has lived long enough."""
        limit = self.limits.pop() if self.limits else None
        ends = self._lines[asyncio.current_task()] = [writer]
        try:
            there, back = await asyncio.open_connection(self.host, self.port)
            ends.append(back)
            up = asyncio.create_task(self._pass(reader, back, None))
            await self._pass(there, writer, limit)
            up.cancel()
            await asyncio.gather(up, return_exceptions=True)
        except OSError:
            pass
        finally:
            for end in ends:
                end.transport.abort()
            del self._lines[asyncio.current_task()]

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, limit: int | None
    ) -> None:
        with suppress(OSError):
            while chunk := await source.read(64 * 1024):
                if limit == 0:
                    self.cuts += 1
                    return
                limit = None if limit is None else limit - 1
                target.write(chunk)
                await target.drain()
            target.close()


@asynccontextmanager
async def proxy(url: str, *, cuts: int = 0, seed: int = 0) -> AsyncIterator[Proxy]:
    """Return a proxy that cuts its first lines by itself, each after a few chunks."""
    luck = Random(seed)
    one = Proxy(url, [luck.randint(0, 4) for _ in range(cuts)])
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    one.url = f"http://{host}:{port}"
    try:
        yield one
    finally:
        server.close()
        one.cut()
        await one.ended()
        await server.wait_closed()
