"""Who speaks: the first frame of a conversation, and why it may be the last."""

from __future__ import annotations

from msgspec import UNSET

from accounts.authentication import player_of
from accounts.errors import AccountError, PlayerBanned, TokenExpired
from accounts.models import Player, Purpose, Session
from accounts.services import take_ticket
from api.close_codes import Close
from api.connection import HangUp
from api.frames import Envelope, Hello, HelloFrame
from api.strict_json import Malformed


def hello_in(envelope: Envelope) -> Hello:
    """Return the hello.  Raises `HangUp`."""
    try:
        frame = envelope.opened()
    except Malformed as error:
        raise HangUp(Close.MALFORMED, f"{error.pointer} {error.detail}") from error
    if not isinstance(frame, HelloFrame):
        raise HangUp(Close.NO_HELLO, "no hello")
    return frame.d


def known(hello: Hello) -> tuple[Player, Session]:
    """Return who says hello, by token or by ticket.  Raises `HangUp`."""
    try:
        if hello.token is UNSET:
            return take_ticket(str(hello.ticket), Purpose.SOCKET)
        return player_of(hello.token)
    except AccountError as error:
        raise goodbye(error) from error


def goodbye(error: AccountError) -> HangUp:
    """Return how whoever is not (any more) who they said they were is hung up on."""
    if isinstance(error, TokenExpired):
        return HangUp(Close.TOKEN_EXPIRED, error.code)
    if isinstance(error, PlayerBanned):
        return HangUp(Close.BANNED, "banned")
    return HangUp(Close.TOKEN_REVOKED, error.code)
