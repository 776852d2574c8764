"""A transport that sends what is written within one turn of the event loop in one go.

An answer is a head and a body, news of a ply are two or three frames: written one by one, each
costs a call of the system, and wakes the reader.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

MOST_HELD_BYTES: Final = 64 * 1024
"""What grows beyond this leaves at once, so that the transport can say when it is full."""


class Corked:
    """Wraps a transport; everything but writing and closing is the transport's own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        """Return what the transport has by this name."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send this at the end of the loop's turn, after what was written before it."""
        if not self._held:
            self._loop.call_soon(self._flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > MOST_HELD_BYTES:
            self._flush()

    def close(self) -> None:
        """Close, once everything written has been sent."""
        self._flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Say whether nothing can be written any more."""
        return self._transport.is_closing()

    def _flush(self) -> None:
        if self._held:
            held, self._held, self._size = self._held, [], 0
            if self._transport.is_closing():
                return  # the client has hung up meanwhile
            self._transport.write(held[0] if len(held) == 1 else b"".join(held))
