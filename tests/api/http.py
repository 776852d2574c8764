"""One HTTP request to an ASGI application, without a network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asgiref.testing import ApplicationCommunicator

from api.asgi import App, Receive, Scope, Send

SOON = 10.0


class Request:
    """A request whose body comes in as the test sends it."""

    def __init__(
        self, app: App, path: str = "/", query: bytes = b"", headers: Iterable[Any] = ()
    ) -> None:
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": path,
            "query_string": query,
            "headers": list(headers),
        }
        self.line: Any = ApplicationCommunicator(app, scope)  # type: ignore[no-untyped-call]

    async def send(self, *chunks: bytes) -> None:
        """Send the body in these chunks."""
        for place, chunk in enumerate(chunks, 1):
            more = place < len(chunks)
            await self.line.send_input({"type": "http.request", "body": chunk, "more_body": more})

    async def leave(self) -> None:
        """Close the connection."""
        await self.line.send_input({"type": "http.disconnect"})

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body."""
        start = await self.line.receive_output(SOON)
        body = await self.line.receive_output(SOON)
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, body["body"]


class Recorder:
    """An application that answers 200 and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Scope, bytes]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body and answer."""
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        self.asked.append((scope, body))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})
