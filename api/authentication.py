"""Who sends this request: ``Authorization: Bearer <token>``, and nothing else."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.authentication import player_of
from accounts.errors import TokenInvalid
from accounts.models import Player, Session

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Reads the opaque token.  A wrong one is refused even where none is needed."""

    def authenticate(self, request: Request) -> tuple[Player, Session] | None:
        """Return player and session; None without the header.

        Raises `TokenInvalid` and `TokenExpired`.
        """
        header = request.META.get("HTTP_AUTHORIZATION", "")
        if not header:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != SCHEME.lower() or not token.strip():
            raise TokenInvalid
        return player_of(token.strip())

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        del request
        return SCHEME
