"""Whose token is this?  Asked by REST and by the socket alike."""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest

from django.utils import timezone
from knox.crypto import hash_token
from knox.settings import CONSTANTS, knox_settings

from accounts.errors import PlayerBanned, TokenExpired, TokenInvalid
from accounts.models import Player, Session
from accounts.prepared import Prepared

MOST_TOKEN_LENGTH = 256

_sessions: Prepared[Session] = Prepared(
    lambda: Session.objects.select_related("user"), by="token_key"
)


def player_of(token: str) -> tuple[Player, Session]:
    """Return who holds `token`, and lengthen the session.  Raises `TokenInvalid`, `TokenExpired`.

    The database is searched by the token's first letters, the rest is compared by its hash in
    constant time: a look at the database gives nobody a token, and a stopwatch neither.
    """
    session = _session_of(token)
    if session.expiry is not None and session.expiry <= timezone.now():
        raise TokenExpired
    _lengthen(session)
    player: Player = session.user
    return player, session


def _session_of(token: str) -> Session:
    if len(token) > MOST_TOKEN_LENGTH or not (token.isascii() and token.isalnum()):
        raise TokenInvalid
    digest = hash_token(token)
    start = token[: CONSTANTS.TOKEN_KEY_LENGTH]
    for session in _sessions.all(start):
        if compare_digest(digest, session.digest):
            if not session.user.is_active:
                raise PlayerBanned
            return session
    raise TokenInvalid


def _lengthen(session: Session) -> None:
    """Let the expiry slide, but write at most once in `MIN_REFRESH_INTERVAL` seconds."""
    if session.expiry is None:
        return
    lengthened = timezone.now() + knox_settings.TOKEN_TTL
    if lengthened - session.expiry > timedelta(seconds=knox_settings.MIN_REFRESH_INTERVAL):
        # Only this session's row, and only if nobody signed it out meanwhile.
        Session.objects.filter(digest=session.digest).update(expiry=lengthened)
        session.expiry = lengthened
