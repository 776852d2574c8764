"""The frames of the socket, ``parlour.v1+json``, and their envelope.

What is unknown is ignored: a frame of another kind, a field of another day.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from parlour_client.models import (
    Ack,
    Heartbeat,
    MatchPosition,
    Notice,
    Presence,
    Resumed,
    Resync,
    SeenPly,
    Welcome,
)

MatchEvent = MatchPosition | SeenPly | Resumed | Resync | Presence
"""What is told of a match."""

PAYLOADS: Final[dict[str, Any]] = {
    "welcome": Welcome,
    "position": MatchPosition,
    "ply": SeenPly,
    "resumed": Resumed,
    "resync": Resync,
    "presence": Presence,
    "ack": Ack,
    "nack": Raw,  # a refusal must not get lost for a missing field: `read_problem` sees to it
    "ping": Heartbeat,
    "notice": Notice,
}
_DECODERS: Final = {t: msgspec.json.Decoder(kind) for t, kind in PAYLOADS.items()}


class Frame(Struct, frozen=True):
    """One frame, read: `d` is an instance of what `PAYLOADS` says of `t`; None for unknown ones."""

    t: str
    id: str | None = None
    d: Any = None


class _Envelope(Struct):
    t: str
    id: str | None = None
    d: Raw = Raw(b"{}")


_envelope: Final = msgspec.json.Decoder(_Envelope)


class Unreadable(ValueError):
    """Not a frame, or one without what it must have: this line is of no use."""


def read(text: str) -> Frame:
    """Return the frame in `text`.  Raises `Unreadable`."""
    try:
        envelope = _envelope.decode(text)
        decoder = _DECODERS.get(envelope.t)
        content = None if decoder is None else decoder.decode(envelope.d)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Unreadable(str(error)) from error
    return Frame(envelope.t, envelope.id, content)


def write(t: str, d: dict[str, Any] | None = None, *, frame_id: str | None = None) -> str:
    """Return a frame as text."""
    frame = {"t": t, "d": d or {}} | ({} if frame_id is None else {"id": frame_id})
    return msgspec.json.encode(frame).decode()
