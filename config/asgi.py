"""The web process: HTTP, sockets and, in the embedded default, the timers and the bots.

HTTP runs Django's synchronous chain in a fixed number of threads (`config.http_threads`).  What
only waits (long-poll, streams, sockets) costs no thread.
"""

from __future__ import annotations

import os

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django.setup(set_prefix=False)

from api.asgi import App, Receive, Scope, Send  # noqa: E402 - Django's apps must be loaded first
from api.body_limit import BodyLimit  # noqa: E402
from api.consumers import socket  # noqa: E402
from api.long_poll import LongPoll  # noqa: E402
from api.origins import OriginCheck  # noqa: E402
from api.stream import Streams  # noqa: E402
from api.wire import MOST_BODY_BYTES  # noqa: E402
from config.http_threads import HttpThreads  # noqa: E402
from config.lifespan import lifespan  # noqa: E402

threads = HttpThreads(settings.PARLOUR_HTTP_THREADS)
streams = Streams(threads)
long_poll = LongPoll(streams)
protocols: dict[str, App] = {
    "lifespan": lifespan,
    "http": BodyLimit(long_poll, most=MOST_BODY_BYTES),
    "websocket": OriginCheck(socket),
}


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection, or one process's life."""
    await protocols[scope["type"]](scope, receive, send)
