"""The line to a WebSocket's client: uvicorn's, with a short way for texts.

News of a ply are two frames for each reader, and most of their way through ASGI's messages is spent
on asking what cannot be: whether the handshake is done, of which kind the message is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from api.extensions import LAST_WORD, WRITE

TEXT: Final = b"\x81"
"""The first byte of a text that is one whole frame."""
SHORT, MIDDLE = 126, 1 << 16


class SocketLine(WebSocketsSansIOProtocol):
    """One connection."""

    _last_word = ""

    async def run_asgi(self) -> None:
        """Run the application, which finds the short way in the scope."""
        scope: Any = self.scope
        scope["extensions"][WRITE] = self.write_texts
        scope["extensions"][LAST_WORD] = self.leave_word
        await super().run_asgi()

    def write_texts(self, texts: Sequence[str]) -> bool:
        """Send these texts, in one go, if the client takes them now; else send nothing."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.close_sent:
            return False
        self.transport.write(b"".join([framed(text.encode()) for text in texts]))
        return True

    def shutdown(self) -> None:
        """Close because the server stops (1012), after the last word if there is one."""
        if self._last_word:
            self.write_texts([self._last_word])
        super().shutdown()

    def leave_word(self, text: str) -> None:
        """Keep what is to be said before this line is closed because the server stops."""
        self._last_word = text


def framed(content: bytes) -> bytes:
    """Return one text as the frame of a server (RFC 6455 5.2)."""
    size = len(content)
    if size < SHORT:
        return b"%b%c%b" % (TEXT, size, content)
    if size < MIDDLE:
        return b"%b\x7e%b%b" % (TEXT, size.to_bytes(2, "big"), content)
    return b"%b\x7f%b%b" % (TEXT, size.to_bytes(8, "big"), content)
