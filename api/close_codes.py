"""How this side ends a conversation: every close code, and whether the client comes back after it.

A client goes by the range: 4000 to 4499 say "come back", 4500 to 4999 say "do not".
"""

from __future__ import annotations

from typing import ClassVar, Final

from games.rules.kernel import Data

FIRST_FINAL: Final = 4500
"""From here on a new connection would not mend it."""


class Close:
    """The codes by name."""

    RESTART: ClassVar = 1012
    SERVER_ERROR: ClassVar = 4001
    SLOW_CONSUMER: ClassVar = 4002
    RATE_LIMITED: ClassVar = 4008
    TOKEN_EXPIRED: ClassVar = 4040
    MALFORMED: ClassVar = 4500
    FORBIDDEN: ClassVar = 4503
    NO_SUCH_MATCH: ClassVar = 4504
    NO_HELLO: ClassVar = 4508
    TOKEN_REVOKED: ClassVar = 4540
    BANNED: ClassVar = 4541


class CloseCode(Data, frozen=True):
    """One code: whether to come back, what it means, what a client does."""

    code: int
    name: str
    reconnect: bool
    meaning: str
    remedy: str


def _code(code: int, meaning: str, remedy: str) -> CloseCode:
    name = next(name for name, value in vars(Close).items() if value == code)
    return CloseCode(code, name.lower(), code < FIRST_FINAL, meaning, remedy)


CLOSE_CODES: Final = (
    _code(1012, "This server stops or restarts.", "Come back after a random part of some seconds."),
    _code(
        4001,
        "A fault of ours; the reason is `trace` and the id under which it was logged.",
        "Come back with back-off; tell us the id if it stays.",
    ),
    _code(
        4002,
        "You do not take what you are sent: two pings without a `pong`, or ten seconds in which "
        "the network took nothing.",
        "Come back, and resume.",
    ),
    _code(
        4008,
        "Frames kept coming after they were refused as `rate_limited`.",
        "Come back with back-off, and send less.",
    ),
    _code(
        4040,
        "The token has expired, or the ticket opens nothing (any more).",
        "Come back with another token or ticket, or not at all.",
    ),
    _code(
        4500,
        "That was no frame: binary, over 8 KiB, no strict JSON, no object; or a `hello` with a "
        "mistake in it.",
        "Mend the client.",
    ),
    _code(4503, "You may follow none of the matches you named.", "Ask the host."),
    _code(4504, "None of the matches you named exists.", "Look the match up: GET /matches."),
    _code(4508, "No `hello` within five seconds, or another frame first.", "Mend the client."),
    _code(
        4540,
        "The token is nobody's: it never was a token, or its session was signed out.",
        "Sign in anew.",
    ),
    _code(4541, "This player was shut out by an operator.", "Do not come back."),
)
