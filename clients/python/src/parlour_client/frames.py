"""The frames of the socket, ``parlour.v1+json``, and their envelope.

What is unknown is ignored: a frame of another kind, a field of another day.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct, field

from parlour_client.models import Position, SeenPly


class Myself(Struct, frozen=True, kw_only=True):
    """The player the token belongs to."""

    id: str
    name: str
    is_guest: bool


class Limits(Struct, frozen=True, kw_only=True):
    """How much of everything."""

    frame_bytes: int = 8 * 1024
    followed: int = 20
    resumed_plies: int = 300


class Welcome(Struct, frozen=True, kw_only=True):
    """The token is good.  `heartbeat_ms` is how often the server pings."""

    heartbeat_ms: float
    session: str = ""
    player: Myself | None = None
    server_time: datetime | None = None
    limits: Limits = Limits()


class MatchPosition(Position, frozen=True, kw_only=True):
    """The position of REST, with its match."""

    match: str


class Resumed(Struct, frozen=True, kw_only=True):
    """The plies after `from_` up to `to` follow, all of them."""

    match: str
    from_: int = field(name="from")
    to: int


class Resync(Struct, frozen=True, kw_only=True):
    """The plies in between do not come: forget what you have, a position follows.

    `reason`: ``epoch_changed``, ``too_old`` or ``ahead``.
    """

    match: str
    reason: str


class Presence(Struct, frozen=True, kw_only=True):
    """The seats whose player is connected to this match now: the whole list, each time."""

    match: str
    seats: list[int]


class Ack(Struct, frozen=True, kw_only=True):
    """Done.  `ply`: the one the act led to; `replayed`: it had been done before."""

    ply: int | None = None
    replayed: bool = False


class Heartbeat(Struct, frozen=True, kw_only=True):
    """The time, and at which ply each followed match stands."""

    server_time: datetime | None = None
    plies: dict[str, int] = {}


class Notice(Struct, frozen=True, kw_only=True):
    """A word to this socket.  `kind`: ``restart``, ``maintenance`` or ``rate_warning``."""

    kind: str
    text: str = ""
    at: datetime | None = None
    ratelimit: dict[str, Any] | None = None


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
