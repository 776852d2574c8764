"""The line to a WebSocket's client: uvicorn's, with a short way for texts.

News of a ply are two frames for each reader, and most of their way through ASGI's messages is spent
on asking what cannot be: whether the handshake is done, of which kind the message is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from api.extensions import WRITE
from api.notices import restart_text

TEXT: Final = b"\x81"
"""The first byte of a text that is one whole frame."""
SHORT, MIDDLE = 126, 1 << 16


class SocketLine(WebSocketsSansIOProtocol):
    """One connection."""

    is_spoken_to = False
    """Whether anything was sent the short way; before ``welcome`` nothing is."""

    async def run_asgi(self) -> None:
        """Run the application, which finds the short way in the scope."""
        scope: Any = self.scope
        scope["extensions"][WRITE] = self.write_texts
        await super().run_asgi()

    def write_texts(self, texts: Sequence[str]) -> bool:
        """Send these texts, in one go, if the client takes them now; else send nothing."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.close_sent:
            return False
        self.is_spoken_to = True
        self.transport.write(b"".join([framed(text.encode()) for text in texts]))
        return True

    def shutdown(self) -> None:
        """Close because the server stops (1012), with a word before to whom it was talking."""
        if self.is_spoken_to:
            self.write_texts([restart_text()])
        super().shutdown()


def framed(content: bytes) -> bytes:
    """Return one text as the frame of a server (RFC 6455 5.2)."""
    size = len(content)
    if size < SHORT:
        return b"%b%c%b" % (TEXT, size, content)
    if size < MIDDLE:
        return b"%b\x7e%b%b" % (TEXT, size.to_bytes(2, "big"), content)
    return b"%b\x7f%b%b" % (TEXT, size.to_bytes(8, "big"), content)
