"""HTTP: Django's synchronous chain in a fixed number of threads.

Django's own ASGI handler makes threads for each request and keeps no connection; a translation to
WSGI and back costs more than a light answer does.  Here a request goes to a thread whole, and whole
comes its answer.  Only what Django streams is fetched piece by piece, as fast as its reader reads:
whoever reads slowly keeps no thread.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from api.asgi import Receive, Scope, Send
from api.threads import Threads

Headers = list[tuple[bytes, bytes]]


class Answer(NamedTuple):
    """An answer as ASGI sends it; `pieces` are what still has to be fetched, in a thread."""

    status: int
    headers: Headers
    body: bytes
    pieces: Iterator[bytes] | None = None
    close: Any = None


class HttpThreads(BaseHandler):
    """Django as an ASGI application for requests whose body comes in one message (`BodyLimit`)."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.load_middleware()
        self._threads = Threads(count, "http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, unless its client has left."""
        asked = await receive()
        if asked["type"] == "http.disconnect":
            return
        answer = await self._threads.do(partial(self._answer, scope, asked.get("body", b"")))
        await send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": answer.headers,
            }
        )
        if answer.pieces is not None:
            await self._stream(answer, receive, send)
        else:
            await send({"type": "http.response.body", "body": answer.body})

    async def _stream(self, answer: Answer, receive: Receive, send: Send) -> None:
        """Send piece by piece until the client has everything, or has left."""
        leaving = asyncio.ensure_future(receive())
        fetch = partial(next, answer.pieces, None)
        try:
            while not leaving.done() and (piece := await self._threads.do(fetch)) is not None:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            leaving.cancel()
            await self._threads.do(answer.close)

    def _answer(self, scope: Scope, body: bytes) -> Answer:
        """Return Django's answer.  Called in a thread, whose database connections are looked after.

        Neither a view nor a middleware raises here: Django makes answers of their faults.
        """
        set_script_prefix("")
        signals.request_started.send(sender=type(self), scope=scope)
        response = self.get_response(ASGIRequest(scope, io.BytesIO(body)))
        if isinstance(response, StreamingHttpResponse):
            close_old_connections()  # of this thread: the last piece may be fetched by another one
            pieces = (bytes(piece) for piece in response)
            return Answer(response.status_code, _headers(response), b"", pieces, response.close)
        try:
            content: bytes = response.content  # type: ignore[attr-defined] # it does not stream
            return Answer(response.status_code, _headers(response), content)
        finally:
            response.close()


def _headers(response: HttpResponseBase) -> Headers:
    headers = [
        (name.lower().encode("ascii"), value.encode("latin-1")) for name, value in response.items()
    ]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    return headers + [(b"set-cookie", cookie.encode("ascii")) for cookie in cookies]
