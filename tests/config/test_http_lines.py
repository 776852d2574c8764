"""What an HTTP line offers an application beyond ASGI."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from api.extensions import CUT
from config.http_lines import HttpLine


async def test_a_line_is_cut_though_its_client_reads_nothing() -> None:
    cut = asyncio.Event()

    async def floods(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        piece = {"type": "http.response.body", "body": b"x" * 2**20, "more_body": True}
        with suppress(TimeoutError):  # as a stream finds out that its client reads nothing
            async with asyncio.timeout(0.2):
                while True:
                    await send(piece)
        scope["extensions"][CUT]()
        assert (await receive())["type"] in ("http.request", "http.disconnect")
        assert (await receive())["type"] == "http.disconnect"
        cut.set()

    config = uvicorn.Config(floods, interface="asgi3", log_config=None, http=HttpLine)
    config.load()
    loop, state = asyncio.get_running_loop(), ServerState()
    server = await loop.create_server(lambda: HttpLine(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    try:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.wait_for(cut.wait(), 10)
        assert not state.connections
    finally:
        writer.close()
        server.close()
