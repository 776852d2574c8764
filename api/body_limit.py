"""No request is longer than the API reads, whatever its headers say about its length."""

from __future__ import annotations

from urllib.parse import quote_from_bytes

from api.asgi import App, Message, Receive, Scope, Send, header, send_problem
from api.errors import problem_of
from api.strict_json import TooLarge


class BodyLimit:
    """Reads a body whole before the application sees the request, but never more than `most` bytes.

    What comes in afterwards is a request as WSGI likes it: one message with the body, its length in
    the headers, no chunks; an ASCII query string; and no header that could pass for another by an
    underscore in its name.  A longer body is answered 413 without being read.
    """

    def __init__(self, app: App, *, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then let the application have the request."""
        try:
            body = await self._read(scope, receive)
        except TooLarge as error:
            await send_problem(send, problem_of(error))
            return
        if body is not None:
            await self.app(_plain(scope, len(body)), _after(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the body, or None if the client left.  Raises `TooLarge`."""
        announced = header(scope, b"content-length") or b"0"
        if announced.isdigit() and int(announced) > self.most:
            raise self._too_large()
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self.most:
                raise self._too_large()
            more = message.get("more_body", False)
        return body

    def _too_large(self) -> TooLarge:
        return TooLarge(
            f"At most {self.most} bytes are read.", code="too_large", params={"most": self.most}
        )


_LENGTHS = (b"content-length", b"transfer-encoding")


def _plain(scope: Scope, length: int) -> Scope:
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if name not in _LENGTHS and b"_" not in name
    ]
    if length:
        headers.append((b"content-length", b"%d" % length))
    query = scope["query_string"]
    if not query.isascii():
        query = quote_from_bytes(query, safe="%&=+").encode()
    return {**scope, "headers": headers, "query_string": query}


def _after(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives `body` first and then what still comes."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return first.pop() if first else await receive()

    return next_message
