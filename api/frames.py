"""The frames of the socket, ``parlour.v1+json``: one class for each, its docstring the manual.

Every frame is ``{"t": what, "id"?: correlation, "d": {…}}``.  Whatever the client sends with an
`id` is answered by exactly one ``ack`` or ``nack`` with the same `id`; without one only refusals
are answered.  Clients ignore frames and fields they do not know; the server refuses them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from api.serializers.components import component
from api.serializers.positions import AnyAction, SeenPly
from api.serializers.problems import Problem
from api.strict_json import Malformed, convert, loads
from games.rules.kernel import Data, Meta

SUBPROTOCOL: Final = "parlour.v1+json"
MOST_FRAME_BYTES: Final = 8 * 1024
MOST_FOLLOWED: Final = 20
MOST_RESUMED_PLIES: Final = 300

MOST_CORRELATION: Final = 64

Correlation = Annotated[str, Meta(min_length=1, max_length=MOST_CORRELATION)]
RequestId = Annotated[str, Meta(pattern=r"^[!-~]{1,64}(?![\s\S])")]
"""1 to 64 visible ASCII characters; a dollar would let a line end through."""
Count = Annotated[int, Meta(ge=0)]


class Close:
    """Close codes: 4000 to 4499 say "come back", 4500 to 4999 say "do not"."""

    SERVER_ERROR: ClassVar = 4001
    SLOW_CONSUMER: ClassVar = 4002
    TOKEN_EXPIRED: ClassVar = 4040
    MALFORMED: ClassVar = 4500
    NO_SUCH_MATCH: ClassVar = 4504
    NO_HELLO: ClassVar = 4508
    TOKEN_REVOKED: ClassVar = 4540


# --- What the client says -------------------------------------------------------------------------


class Resume(Data, frozen=True):
    """The newest ply the client has, and the epoch in which it had it."""

    epoch: Count
    ply: Count


class Follow(Data, frozen=True):
    """A match to be told of, from now or from where the client stopped."""

    match: UUID
    resume: Resume | None = None


class Hello(Data, frozen=True):
    """Who speaks, and what it wants to follow."""

    token: str
    follow: Annotated[tuple[Follow, ...], Meta(max_length=MOST_FOLLOWED)] = ()


class Unfollow(Data, frozen=True):
    """A match to be told of no longer."""

    match: UUID


class Act(Data, frozen=True):
    """One action of the player's seat; `request_id` stays the same when it is said again."""

    match: UUID
    action: AnyAction
    request_id: RequestId
    decision: Count | None = None


class Nothing(Data, frozen=True):
    """No content."""


class ClientFrame(Data, frozen=True, tag_field="t", kw_only=True):
    """Something a client sends."""

    id: Correlation | None = None


class HelloFrame(ClientFrame, frozen=True, tag="hello", kw_only=True):
    """The first frame, within five seconds; answered by ``welcome``."""

    d: Hello


class FollowFrame(ClientFrame, frozen=True, tag="follow", kw_only=True):
    """Answered by ``position``, or ``resumed`` or ``resync`` first.

    A match that is still open sends its first ``position`` when it starts.
    """

    d: Follow


class UnfollowFrame(ClientFrame, frozen=True, tag="unfollow", kw_only=True):
    """No frame about the match comes after the ``ack``."""

    d: Unfollow


class ActFrame(ClientFrame, frozen=True, tag="act", kw_only=True):
    """The same as ``POST …/actions``; the ``ack`` carries the ply."""

    d: Act


class AskPingFrame(ClientFrame, frozen=True, tag="ping", kw_only=True):
    """Are you there?  Answered by ``pong``."""

    d: Nothing = Nothing()


class AnswerPongFrame(ClientFrame, frozen=True, tag="pong", kw_only=True):
    """The answer to the server's ``ping``; after two without it the socket is closed."""

    d: Nothing = Nothing()


AnyClientFrame = (
    HelloFrame | FollowFrame | UnfollowFrame | ActFrame | AskPingFrame | AnswerPongFrame
)


# --- What the server says -------------------------------------------------------------------------


class Limits(Data, frozen=True):
    """How much of everything."""

    frame_bytes: int = MOST_FRAME_BYTES
    followed: int = MOST_FOLLOWED
    resumed_plies: int = MOST_RESUMED_PLIES


class Myself(Data, frozen=True):
    """The player the token belongs to."""

    id: UUID
    name: str
    is_guest: bool


class Welcome(Data, frozen=True):
    """The token is good.  `heartbeat_ms` is how often the server pings."""

    heartbeat_ms: int
    session: UUID
    player: Myself
    server_time: datetime
    limits: Limits = Limits()


class Resumed(Data, frozen=True):
    """The plies after `from` up to `to` follow, all of them."""

    match: UUID
    from_: int = msgspec.field(name="from")
    to: int


class Resync(Data, frozen=True):
    """The plies in between do not come; forget what you have, a ``position`` follows."""

    match: UUID
    reason: Literal["epoch_changed", "too_old", "ahead"]


class Ack(Data, frozen=True):
    """Done.  `ply`: where the match stands, or the one the act led to; `replayed`: long ago."""

    ply: int | UnsetType = UNSET
    replayed: bool | UnsetType = UNSET


class Heartbeat(Data, frozen=True):
    """The time, and at which ply each followed match stands."""

    server_time: datetime
    plies: dict[UUID, int]


class ServerFrame(Data, frozen=True, tag_field="t", kw_only=True):
    """Something the server sends."""


class WelcomeFrame(ServerFrame, frozen=True, tag="welcome", kw_only=True):
    """The answer to ``hello``."""

    d: Welcome


class PositionFrame(ServerFrame, frozen=True, tag="position", kw_only=True):
    """The position of REST with its `match`: first, after ``resync``, after each batch of plies.

    Only the newest is sent, captured at exactly its `ply`.
    """

    d: Annotated[dict[str, Any], component("MatchPosition")]


class PlyFrame(ServerFrame, frozen=True, tag="ply", kw_only=True):
    """One ply, with the events this follower may see, perhaps none: the numbers have no gaps."""

    d: SeenPly


class ResumedFrame(ServerFrame, frozen=True, tag="resumed", kw_only=True):
    """The client goes on where it stopped."""

    d: Resumed


class ResyncFrame(ServerFrame, frozen=True, tag="resync", kw_only=True):
    """The client begins anew."""

    d: Resync


class AckFrame(ServerFrame, frozen=True, tag="ack", kw_only=True):
    """Done."""

    id: str
    d: Ack


class NackFrame(ServerFrame, frozen=True, tag="nack", kw_only=True):
    """Not done, nothing changed: the problem document of REST."""

    id: str | UnsetType = UNSET
    d: Problem


class PingFrame(ServerFrame, frozen=True, tag="ping", kw_only=True):
    """The heartbeat; to be answered by ``pong``."""

    d: Heartbeat


class PongFrame(ServerFrame, frozen=True, tag="pong", kw_only=True):
    """The answer to the client's ``ping``."""

    d: Nothing = Nothing()


AnyServerFrame = (
    WelcomeFrame
    | PositionFrame
    | PlyFrame
    | ResumedFrame
    | ResyncFrame
    | AckFrame
    | NackFrame
    | PingFrame
    | PongFrame
)


# --- Reading --------------------------------------------------------------------------------------


class Unreadable(ValueError):
    """Not a frame at all: whoever sends this does not speak our language."""


class Envelope(Data, frozen=True):
    """A frame whose correlation id is known, its content still to be judged."""

    id: str | None
    content: object

    def opened(self) -> AnyClientFrame:
        """Return the frame.  Raises `Malformed` with a pointer to the offending field."""
        # By the one class it says it is: a union of classes is put together at each conversion.
        said = self.content.get("t") if isinstance(self.content, dict) else None
        kind = _KINDS.get(said, AnyClientFrame) if isinstance(said, str) else AnyClientFrame
        frame: AnyClientFrame = convert(self.content, kind)
        return frame


_KINDS: Final[dict[str, Any]] = {
    each.__struct_config__.tag: each for each in get_args(AnyClientFrame)
}


def read(text: str | None) -> Envelope:
    """Return the envelope of one frame; None is a binary one.  Raises `Unreadable`."""
    if text is None:
        raise Unreadable("frames are text")
    try:
        content = loads(text.encode(), limit=MOST_FRAME_BYTES)
    except (Malformed, UnicodeEncodeError) as error:
        raise Unreadable(str(error)) from error
    if not isinstance(content, dict):
        raise Unreadable("frames are objects")
    return Envelope(_correlation(content), content)


def _correlation(content: dict[str, object]) -> str | None:
    found = content.get("id")
    return found if isinstance(found, str) and 1 <= len(found) <= MOST_CORRELATION else None
