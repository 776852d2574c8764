"""The one way to start the web process: for people, for the tests, for a deployment.

``python -m config.server --host 127.0.0.1 --port 8000 --data-dir var --migrate``
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from django.conf import settings

from config import garbage
from config.http_lines import HttpLine
from config.ready import say_ready
from config.socket_lines import SocketLine

MOST_SOCKET_BYTES = 16 * 1024
"""What is longer than the protocol's own limit is answered; what is longer than this, cut off."""
KEPT_SECONDS = 75
"""For a connection without a request: longer than clients and proxies keep theirs.  Who closes must
be they, or a request is sent into a line that was just hung up (httpx keeps its own for five)."""
GOODBYE_SECONDS = 5
"""How long requests have to finish."""
CUT_OFF_SECONDS = 1.0
LOOK_SECONDS = 0.02
SWITCH_SECONDS = 0.0005
"""A thread that is back from the database waits no longer for the event loop to make room."""


def configuration() -> uvicorn.Config:
    """Return how uvicorn serves us.

    Logging is Django's.  Compression of frames is off: it doubles what an idle socket costs.
    The HTTP parser is the fast one, its headers bounded by us (`config.http_lines`).  Whose
    X-Forwarded-For is believed is said in one place, `PARLOUR_PROXIES`.
    """
    return uvicorn.Config(
        "config.asgi:application",
        lifespan="on",
        http=HttpLine,
        proxy_headers=False,
        ws=SocketLine,
        ws_max_size=MOST_SOCKET_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )


def listen(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """Return a socket bound to `port`, or to the next free one of `tries`; port 0 is any.

    Raises `OSError` when all of them are taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, candidate))
        except OSError:
            bound.close()
            if candidate == port + tries - 1:
                raise
        else:
            return bound
    raise OSError("no port to try")


def url_of(bound: socket.socket) -> str:
    """Return where this socket is reached from this machine."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """Uvicorn, telling whoever started it that it serves, and its clients that it will not."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept."""
        await super().startup(sockets)
        garbage.begin()
        self._garbage = asyncio.create_task(garbage.turns())
        say_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close every connection, then end the application."""
        self._garbage.cancel()
        from config.asgi import long_poll, streams  # noqa: PLC0415 - loaded by the configuration

        for server in self.servers:
            server.close()
        long_poll.stop()
        streams.stop()
        await self._close_sockets(settings.PARLOUR_GOODBYE_SECONDS)
        await super().shutdown(sockets)

    async def _close_sockets(self, seconds: float) -> None:
        """Close each WebSocket (1012) at some moment of the next `seconds`.

        Whoever has not taken leave by then is cut off.  Requests go on meanwhile; uvicorn waits for
        them afterwards.
        """
        talkers = {each for each in self.server_state.connections if _talks(each)}
        loop, dice = asyncio.get_running_loop(), random.SystemRandom()
        for each in talkers:
            loop.call_later(dice.uniform(0, seconds), self._close_socket, each)
        end = loop.time() + seconds + CUT_OFF_SECONDS
        while talkers & self.server_state.connections and not self.force_exit:
            await asyncio.sleep(LOOK_SECONDS)
            if loop.time() > end:
                for each in talkers & self.server_state.connections:
                    each.transport.abort()

    def _close_socket(self, connection: Any) -> None:
        if connection in self.server_state.connections:
            connection.shutdown()


def _talks(connection: Any) -> bool:
    """Say whether this is a WebSocket whose handshake is done."""
    return bool(getattr(connection, "handshake_complete", False))


def serve(bound: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM.  Call it in the main thread."""
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(KeyboardInterrupt):
        Server(configuration()).run(sockets=[bound])


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="config.server", description="Serve Parlour.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="an inherited socket that listens already")
    parser.add_argument("--data-dir", help="where everything is kept (PARLOUR_DATA_DIR)")
    parser.add_argument("--migrate", action="store_true", help="bring the database up to date")
    asked = parser.parse_args()
    os.environ.setdefault("PARLOUR_PROCESS", "web")
    if asked.data_dir:
        os.environ["PARLOUR_DATA_DIR"] = asked.data_dir
    try:
        bound = (
            listen(asked.host, asked.port) if asked.fd is None else socket.socket(fileno=asked.fd)
        )
    except OSError as error:
        parser.exit(1, f"{parser.prog}: {asked.host}:{asked.port}: {error.strerror}\n")
    if asked.migrate:
        _migrate()
    sys.stdout.write(f"{url_of(bound)}\n")
    sys.stdout.flush()
    serve(bound)


def _migrate() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    import django  # noqa: PLC0415 - the settings read the environment set above
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    main()
