"""The frames of the socket, ``parlour.v1+json``: one class for each, its docstring the manual.

Every frame is ``{"t": what, "id"?: correlation, "d": {…}}``.  Whatever the client sends with an
`id` is answered by exactly one ``ack`` or ``nack`` with the same `id`; without one only refusals
are answered.  Clients ignore frames and fields they do not know; the server refuses them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from api.serializers.components import Time, component
from api.serializers.positions import AnyAction, Position, SeenPly
from api.serializers.problems import Problem, RateLimit
from api.strict_json import Malformed, convert, loads
from games.rules.kernel import Data, Meta

SUBPROTOCOL: Final = "parlour.v1+json"
MOST_FRAME_BYTES: Final = 8 * 1024
MOST_FOLLOWED: Final = 20
MOST_RESUMED_PLIES: Final = 300

MOST_CORRELATION: Final = 64

Correlation = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MOST_CORRELATION,
        description="Yours to choose; the `ack` or `nack` carries it.",
    ),
]
RequestId = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}(?![\s\S])",  # a dollar would let a line end through
        description="1 to 64 visible ASCII characters: your name for this one wish.",
    ),
]
Count = Annotated[int, Meta(ge=0)]


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
    """Who speaks, by exactly one of `token` and `ticket`, and what it wants to follow."""

    token: str | UnsetType = UNSET
    ticket: Annotated[str, Meta(description="Of POST /socket-tickets.")] | UnsetType = UNSET
    follow: Annotated[tuple[Follow, ...], Meta(max_length=MOST_FOLLOWED)] = ()

    def __post_init__(self) -> None:
        """Refuse both and neither."""
        if (self.token is UNSET) == (self.ticket is UNSET):
            raise ValueError("Exactly one of `token` and `ticket` is wanted")


class Unfollow(Data, frozen=True):
    """A match to be told of no longer."""

    match: UUID


class Act(Data, frozen=True):
    """One action of the player's seat; `request_id` stays the same when it is said again."""

    match: UUID
    action: AnyAction
    request_id: RequestId
    decision: Count | None = None


class Refresh(Data, frozen=True):
    """The token that counts from now on."""

    token: str


class Nothing(Data, frozen=True):
    """No content."""


class ClientFrame(Data, frozen=True, tag_field="t", kw_only=True):
    """Something a client sends."""

    id: Correlation | None = None


class HelloFrame(ClientFrame, frozen=True, tag="hello", kw_only=True):
    """Say who you are.

    The first frame, within five seconds; answered by `welcome`, then by what each `follow` leads
    to.  A `hello` that cannot be read or believed ends the conversation.
    """

    d: Hello


class FollowFrame(ClientFrame, frozen=True, tag="follow", kw_only=True):
    """Be told of a match.

    After the `ack` comes the `position`; with `resume` first `resumed` and the missing plies, or
    `resync`; then who is there, as `presence`.  A match that is still open sends its first
    `position` when it starts.  Following again what is followed is answered in the same way.
    """

    d: Follow


class UnfollowFrame(ClientFrame, frozen=True, tag="unfollow", kw_only=True):
    """Be told of a match no longer.

    No frame about the match comes after the `ack`.
    """

    d: Unfollow


class ActFrame(ClientFrame, frozen=True, tag="act", kw_only=True):
    """Do one of your seat's actions.

    The same service as `POST /matches/{match_id}/actions`.  The `ack` carries the ply it led to,
    the `nack` the problem.  Send an act that was not answered again, unchanged, after coming back:
    it is applied once.
    """

    d: Act


class RefreshFrame(ClientFrame, frozen=True, tag="refresh", kw_only=True):
    """Go on with another token.

    Of the same player (else `nack` with `forbidden`), before the present one expires: then this
    socket is closed with 4040.
    """

    d: Refresh


class AskPingFrame(ClientFrame, frozen=True, tag="ping", kw_only=True):
    """Ask whether anybody is there.

    Answered by `pong`.
    """

    d: Nothing = Nothing()


class AnswerPongFrame(ClientFrame, frozen=True, tag="pong", kw_only=True):
    """Answer the server's `ping`.

    After two pings without it the socket is closed.  Without an `id` it counts towards no limit.
    """

    d: Nothing = Nothing()


AnyClientFrame = (
    HelloFrame
    | FollowFrame
    | UnfollowFrame
    | ActFrame
    | RefreshFrame
    | AskPingFrame
    | AnswerPongFrame
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
    server_time: Time
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

    server_time: Time
    plies: dict[UUID, int]


class Presence(Data, frozen=True):
    """The seats whose player is connected to this match now: the whole list, lowest first."""

    match: UUID
    seats: list[int]


class Notice(Data, frozen=True):
    """Something about this server; `text` is for people."""

    kind: Literal["restart", "maintenance", "rate_warning"]
    text: str
    at: Annotated[Time, Meta(description="When it will happen.")] | UnsetType = UNSET
    ratelimit: RateLimit | UnsetType = UNSET


class MatchPosition(Position, frozen=True):
    """The position of REST, with the `match` it belongs to."""

    match: UUID


class ServerFrame(Data, frozen=True, tag_field="t", kw_only=True):
    """Something the server sends."""


class WelcomeFrame(ServerFrame, frozen=True, tag="welcome", kw_only=True):
    """You are known.

    The answer to `hello`, and always the first frame.
    """

    d: Welcome


class PositionFrame(ServerFrame, frozen=True, tag="position", kw_only=True):
    """See what your seat may know and do.

    The position of REST with its `match`: the first answer to `follow`, after `resync`, and after
    each batch of plies, the newest only, and when your seat changes hands; captured at exactly its
    `ply`.
    """

    d: Annotated[dict[str, Any], component("MatchPosition")]


class PlyFrame(ServerFrame, frozen=True, tag="ply", kw_only=True):
    """See what happened.

    Every ply reaches every follower, with the events this one may see, perhaps none: the numbers
    have no gaps.
    """

    d: SeenPly


class ResumedFrame(ServerFrame, frozen=True, tag="resumed", kw_only=True):
    """Go on where you stopped.

    Every missing ply follows, then the position.
    """

    d: Resumed


class ResyncFrame(ServerFrame, frozen=True, tag="resync", kw_only=True):
    """Begin anew.

    The plies in between do not come: forget what you have, a `position` follows.
    """

    d: Resync


class PresenceFrame(ServerFrame, frozen=True, tag="presence", kw_only=True):
    """See who is there.

    After the first answer to a `follow`, and whenever it changes.  People only, never bots;
    whoever leaves is given five seconds to come back before it is told.  It has no influence on
    the match.
    """

    d: Presence


class NoticeFrame(ServerFrame, frozen=True, tag="notice", kw_only=True):
    """Hear about this server.

    `restart`: it stops, a close with 1012 is next.  `maintenance`: an operator says something,
    perhaps with a time.  `rate_warning`: go on like this, and frames will be refused.
    """

    d: Notice


class AckFrame(ServerFrame, frozen=True, tag="ack", kw_only=True):
    """It is done.

    Exactly one `ack` or `nack` for each frame with an `id`.
    """

    id: str
    d: Ack


class NackFrame(ServerFrame, frozen=True, tag="nack", kw_only=True):
    """It is not done, and nothing has changed.

    `d` is the problem document of REST.  Frames without an `id` are refused without one.
    """

    id: str | UnsetType = UNSET
    d: Problem


class PingFrame(ServerFrame, frozen=True, tag="ping", kw_only=True):
    """Hear the heart beat.

    Every `heartbeat_ms`, to be answered by `pong`.  If a match stands further than you know,
    something got lost, and it is on its way.
    """

    d: Heartbeat


class PongFrame(ServerFrame, frozen=True, tag="pong", kw_only=True):
    """Somebody is there.

    The answer to your `ping`.
    """

    d: Nothing = Nothing()


AnyServerFrame = (
    WelcomeFrame
    | PositionFrame
    | PlyFrame
    | ResumedFrame
    | ResyncFrame
    | PresenceFrame
    | NoticeFrame
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

    @property
    def is_free(self) -> bool:
        """Whether this is a bare ``pong``, which counts towards no limit."""
        return self.content in _FREE

    def opened(self) -> AnyClientFrame:
        """Return the frame.  Raises `Malformed` with a pointer to the offending field."""
        # By the one class it says it is: a union of classes is put together at each conversion.
        said = self.content.get("t") if isinstance(self.content, dict) else None
        kind = _KINDS.get(said, AnyClientFrame) if isinstance(said, str) else AnyClientFrame
        frame: AnyClientFrame = convert(self.content, kind)
        return frame


_FREE: Final[tuple[object, ...]] = ({"t": "pong"}, {"t": "pong", "d": {}})
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
