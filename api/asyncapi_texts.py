"""Words of the AsyncAPI description that belong to no single frame."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from api.close_codes import CLOSE_CODES

DESCRIPTION: Final = """\
The push side of Parlour: one WebSocket, over which a client follows matches and plays in them. \
What is said over HTTP stands in `/api/v1/openapi.json`; the schemas are the same.

Every frame is text, and JSON: `{"t": type, "id"?: yours, "d": data}`. The server reads frames of \
at most 8 KiB, and strictly: unknown fields are refused. *Clients ignore frames and fields they \
do not know*: more may come.
"""

CHANNEL: Final = """\
Offer the subprotocol `parlour.v1+json`; a long-lived token never stands in the address. The \
first frame is `hello`, within five seconds. Whatever you send with an `id` is answered by exactly \
one `ack` or `nack`. What a frame leads to comes after its `ack`.

**Coming back**: follow with `resume`, the newest `{epoch, ply}` you have. Either every missing \
ply comes (`resumed` first), or none does (`resync`); the position always does. Then send every \
act that was not answered again, unchanged.

**Limits**: frames beyond the limit of a socket are refused (`nack` with `rate_limited`) after a \
`notice` has warned you; who floods on is hung up on (4008). Answering pings costs nothing.

**Close codes**: go by the range, for codes you do not know too. 1001, 1006, 1012 and 4000 to \
4499: come back, with back-off and jitter. 4500 to 4999: do not.
"""

SECURITY: Final[dict[str, dict[str, Any]]] = {
    "token": {
        "type": "apiKey",
        "in": "password",
        "description": "The opaque token of `POST /players/guest`, `/players` or `/sessions`, in "
        "the `token` of `hello`. It never stands in the address; there are no cookies.",
    },
    "ticket": {
        "type": "apiKey",
        "in": "password",
        "description": "A ticket of `POST /socket-tickets`, in the `ticket` of `hello`: good once, "
        "for 30 seconds, for clients whose page should not hold the token.",
    },
}

_FOLLOWED: Final = ("position", "resumed", "resync", "ply", "presence")

REPLIES: Final[dict[str, tuple[str, ...]]] = {
    "hello": ("welcome", "ack", "nack", *_FOLLOWED),
    "follow": ("ack", "nack", *_FOLLOWED),
    "unfollow": ("ack", "nack"),
    "act": ("ack", "nack"),
    "refresh": ("ack", "nack"),
    "askPing": ("ack", "nack", "pong"),
    "answerPong": ("ack", "nack"),
}
"""What answers each frame of the client."""


class Unasked(NamedTuple):
    """An operation of the server's own accord, and what the client answers to it."""

    name: str
    title: str
    summary: str
    description: str
    messages: tuple[str, ...]
    replies: tuple[str, ...] = ()


UNASKED: Final = (
    Unasked(
        "tell",
        "Server: news of a match",
        "Tell what happened in a followed match",
        "Each ply with the events this follower may see; after each batch the newest position; "
        "after a break that cannot be bridged, `resync` and a position; who is there.",
        ("ply", "position", "resync", "presence"),
    ),
    Unasked(
        "notify",
        "Server: news of itself",
        "Tell something about this server",
        "A restart, what an operator has to say, or that you are about to reach a limit.",
        ("notice",),
    ),
    Unasked(
        "beat",
        "Server: ping",
        "Ask whether the client is there, and tell where each match stands",
        "Every `heartbeat_ms`. After two that were not answered by `pong` the socket is closed.",
        ("ping",),
        ("answerPong",),
    ),
    Unasked(
        "refuse",
        "Server: nack",
        "Refuse a frame",
        "Also those without an `id`, which are not answered otherwise.",
        ("nack",),
    ),
)


def close_codes_text() -> str:
    """Return the close codes as a table."""
    lines = [
        f"| {each.code} | {'yes' if each.reconnect else 'no'} | {each.meaning} | {each.remedy} |"
        for each in CLOSE_CODES
    ]
    return "\n".join(["| code | come back | means | do |", "|---|---|---|---|", *lines, ""])
