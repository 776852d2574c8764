"""What our server offers an application beyond ASGI, by its name in the scope's extensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

Write = Callable[[Sequence[str]], bool]
"""Sends texts over a WebSocket if the client takes them now; else sends nothing, and says so."""

Cut = Callable[[], None]
"""Hangs up at once, whatever is still to be sent."""

CUT: Final = "parlour.cut"
"""A `Cut`, of an HTTP request's connection: ASGI has no word for it."""
WRITE: Final = "parlour.write"
"""A `Write`: the short way past ASGI's messages."""

LeaveWord = Callable[[str], None]
"""Takes the text that is to be sent before a WebSocket is closed because the server stops."""

LAST_WORD: Final = "parlour.last_word"
"""A `LeaveWord`: when the server stops, nobody has the time to ask the application."""
