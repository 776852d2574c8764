"""Who speaks: a token, or a ticket that was got for one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable


class Credential:
    """What ``hello`` names; its text is in no `repr`, so that it gets into no log."""

    field = "token"

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.secret == getattr(other, "secret", None)

    def __hash__(self) -> int:
        return hash((self.field, self.secret))


class Token(Credential):
    """A session's token; good for every hello until it expires."""


class Ticket(Credential):
    """Good for one hello, within half a minute; to be got anew for each connection."""

    field = "ticket"


Source = Callable[[], Awaitable[Credential]]
"""Asked before each connection.  May raise `ProblemError`, `OSError` or `httpx.TransportError`."""


def always(token: str) -> Source:
    """Return the source of one token."""

    async def source() -> Credential:
        return Token(token)

    return source
