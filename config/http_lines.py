"""The line to an HTTP client: uvicorn's fast parser, with a bound on what it keeps.

Head and body of an answer leave together (`Corked`).

The parser collects what has no end yet: a request line, a header, a trailer.  Whoever sends such a
thing without an end would fill the memory, so it is cut off.

It also takes every request that offers an upgrade to be its connection's last, and its body for
another protocol.  An offer that is not taken is therefore struck out, and the request read again:
clients offer HTTP/2 with their POSTs.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.extensions import CUT
from config.corked import Corked

MOST_HEAD_BYTES: Final = 64 * 1024
"""Of a request before its body, and of whatever else stands between two pieces of body."""


class HeadTooLong(Exception):
    """More headers than anybody needs.  The parser passes it on as a fault of the request."""


class NoTunnel(Exception):
    """CONNECT, which is for proxies.  The parser passes it on as a fault of the request."""


class HttpLine(HttpToolsProtocol):
    """One connection."""

    _pending = 0
    """Bytes that came since something was complete."""
    _kept = 0
    """Bytes of this request's headers."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        # Else it asks for each answer what the line in a log would say that nobody keeps.
        self.access_log = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection; a socket that comes of it writes as this does."""
        corked: Any = Corked(transport, self.loop)  # type: ignore[arg-type] # it is one for both ways
        super().connection_made(corked)

    def data_received(self, data: bytes) -> None:
        """Take what came.  Too much of what has no end is answered 400, and hung up on."""
        self._pending += len(data)
        self._unset_keepalive_if_required()
        rest: bytes | None = data
        while rest:
            rest = self._parse(rest)
        if self._pending > MOST_HEAD_BYTES and not self.transport.is_closing():
            self._refuse()

    def _parse(self, data: bytes) -> bytes | None:
        """Parse this; return what is still to be parsed, after an offer that is not taken."""
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self._refuse()
        except httptools.HttpParserUpgrade as offer:
            if not self._should_upgrade():
                return self._without_offer() + data[offer.args[0] :]
            self.handle_websocket_upgrade()
        return None

    def _refuse(self) -> None:
        self.logger.warning("Invalid HTTP request received.")
        self.send_400_response("Invalid HTTP request received.")

    def _without_offer(self) -> bytes:
        """Begin anew; return the head that came last, as it is without an offer to upgrade."""
        version = self.parser.get_http_version().encode()
        head = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version)]
        head += [b"%b: %b" % header for header in self.headers if header[0] != b"upgrade"]
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn's own
        return b"\r\n".join([*head, b"", b""])

    def _should_upgrade(self) -> bool:
        """Say whether this becomes a WebSocket: it has no body, and nothing is being answered."""
        cycle: Any = self.cycle  # None before the first request
        idle = cycle is None or cycle.response_complete
        bodiless = not any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
            for name, value in self.headers
        )
        return idle and bodiless and bool(super()._should_upgrade())

    def _offer_not_taken(self) -> bool:
        return bool(self.parser.should_upgrade()) and not self._should_upgrade()

    def on_message_begin(self) -> None:
        """Begin to count."""
        self._kept = 0
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {CUT: self.transport.abort}

    def on_url(self, url: bytes) -> None:
        """Count a piece of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header, or a trailer."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._pending = 0
        if self.parser.get_method() == b"CONNECT":
            raise NoTunnel
        if not self._offer_not_taken():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body: whose business its length is, `BodyLimit` knows."""
        self._pending = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for the next request."""
        self._pending = 0
        if not self._offer_not_taken():
            super().on_message_complete()

    def _count(self, size: int) -> None:
        self._kept += size
        if self._kept > MOST_HEAD_BYTES:
            raise HeadTooLong
