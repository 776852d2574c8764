"""The line to the server, and the one made of `websockets`."""

from __future__ import annotations

from typing import Final, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

SUBPROTOCOL: Final = Subprotocol("parlour.v1+json")
CUT: Final = 1006
"""The code of a line that broke without a word."""
FOR_GOOD: Final = range(4500, 5000)
OPEN_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 1.0
MOST_BYTES: Final = 16 * 1024 * 1024
HOPELESS: Final = (400, 401, 403, 404, 426)
"""Statuses of a refused handshake that would be the same the next time."""


class LineClosed(Exception):
    """The line is closed, by either side or by neither (1006); or it never opened."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(f"{code} {reason}".strip())
        self.code = code
        self.reason = reason

    @property
    def for_good(self) -> bool:
        """Say whether coming back is pointless.  The range decides; codes may be added."""
        return self.code in FOR_GOOD


class Line(Protocol):
    """One connection: text frames in order, until it is closed.

    From then on every method but `drop` raises `LineClosed`.
    """

    async def send(self, text: str) -> None:
        """Send one frame."""
        ...

    async def receive(self) -> str:
        """Return the next frame."""
        ...

    async def close(self) -> None:
        """Say goodbye (1000)."""
        ...

    def drop(self) -> None:
        """Let go of a line that does not answer; whoever waits for it is told `LineClosed`."""
        ...


class Transport(Protocol):
    """What opens lines."""

    async def connect(self, url: str) -> Line:
        """Return a new line.  Raises `LineClosed`; from 4500 on: do not try again."""
        ...


class WebSocketLine:
    """A line over a WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Send one frame."""
        try:
            await self._socket.send(text)
        except ConnectionClosed as closed:
            raise _closed(closed) from closed

    async def receive(self) -> str:
        """Return the next frame; the server sends no binary ones."""
        try:
            return await self._socket.recv(decode=True)
        except ConnectionClosed as closed:
            raise _closed(closed) from closed
        except UnicodeDecodeError as nonsense:
            self.drop()
            raise LineClosed(CUT, "a binary frame that is no text") from nonsense

    async def close(self) -> None:
        """Say goodbye, and do not wait for long for an answer."""
        await self._socket.close()

    def drop(self) -> None:
        """Let go at once."""
        self._socket.transport.abort()


class WebSocketTransport:
    """Opens WebSockets; `trust_env`: by way of the proxies the environment names."""

    def __init__(self, *, trust_env: bool = True) -> None:
        self._trust_env = trust_env

    async def connect(self, url: str) -> WebSocketLine:
        """Return a new line.  The server pings by itself, so nothing else does."""
        try:
            socket = await connect(
                url,
                subprotocols=[SUBPROTOCOL],
                proxy=True if self._trust_env else None,
                open_timeout=OPEN_SECONDS,
                close_timeout=CLOSE_SECONDS,
                ping_interval=None,
                max_size=MOST_BYTES,
            )
        except InvalidStatus as refused:
            status = refused.response.status_code
            code = FOR_GOOD.start if status in HOPELESS else CUT
            raise LineClosed(code, f"the handshake was refused: HTTP {status}") from refused
        except InvalidURI as wrong:
            raise LineClosed(FOR_GOOD.start, str(wrong)) from wrong
        except (OSError, InvalidHandshake) as failure:  # a TimeoutError is an OSError
            raise LineClosed(CUT, str(failure) or type(failure).__name__) from failure
        return WebSocketLine(socket)


def _closed(closed: ConnectionClosed) -> LineClosed:
    """Return what the other side said, or that it said nothing."""
    if closed.rcvd is None:
        return LineClosed(CUT)
    return LineClosed(closed.rcvd.code, closed.rcvd.reason)
