"""The web process: HTTP, sockets and, in the embedded default, the timers and the bots.

HTTP runs Django's synchronous chain in a fixed number of threads: Django's own ASGI handler makes
threads for each request and keeps no connection.  What only waits (long-poll, sockets) costs no
thread.
"""

from __future__ import annotations

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django: Any = get_wsgi_application()

from api.asgi import App, Receive, Scope, Send  # noqa: E402 - Django's apps must be loaded first
from api.body_limit import BodyLimit  # noqa: E402
from api.consumers import socket  # noqa: E402
from api.long_poll import LongPoll  # noqa: E402
from api.origins import OriginCheck  # noqa: E402
from api.wire import MOST_BODY_BYTES  # noqa: E402
from config.lifespan import lifespan  # noqa: E402

# 0 is no limit: with one, whoever reads a long answer slowly would keep a thread, and whoever hangs
# up in the middle of it could keep it for ever.
threads: Any = WSGIMiddleware(django, workers=settings.PARLOUR_HTTP_THREADS, send_queue_size=0)
long_poll = LongPoll(threads)
protocols: dict[str, App] = {
    "lifespan": lifespan,
    "http": BodyLimit(long_poll, most=MOST_BODY_BYTES),
    "websocket": OriginCheck(socket),
}


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection, or one process's life."""
    await protocols[scope["type"]](scope, receive, send)
