"""Which web pages may open a socket here.  Browsers ask nobody else: CORS is not for sockets."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http.request import validate_host

from api.asgi import App, Receive, Scope, Send
from api.connection import refuse


class OriginCheck:
    """Lets in pages of this site and of `CORS_ALLOWED_ORIGINS`, and clients that are no browser."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application have the socket, or refuse the handshake."""
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        if all(map(allowed, origins)):
            await self.app(scope, receive, send)
        else:
            await receive()
            await refuse(scope, send, PermissionDenied())


def allowed(origin: str) -> bool:
    """Say whether pages of this origin may talk to us."""
    if origin in settings.CORS_ALLOWED_ORIGINS:
        return True
    try:
        host = urlsplit(origin).hostname
    except ValueError:
        return False
    return host is not None and validate_host(host, settings.ALLOWED_HOSTS)
