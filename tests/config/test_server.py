"""How the server is started, and what a request passes through."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started

from config.asgi import application, protocols
from config.server import Server, configuration, listen, url_of
from tests.api.http import Request


@pytest.fixture
def signals() -> Iterator[list[tuple[str, str]]]:
    """Return which request signals were sent, each with the thread it was sent in."""
    seen: list[tuple[str, str]] = []

    def started(**_: object) -> None:
        seen.append(("started", threading.current_thread().name))

    def finished(**_: object) -> None:
        seen.append(("finished", threading.current_thread().name))

    request_started.connect(started)
    request_finished.connect(finished)
    yield seen
    request_started.disconnect(started)
    request_finished.disconnect(finished)


async def test_a_request_begins_and_ends_in_one_thread_of_the_pool(
    signals: list[tuple[str, str]],
) -> None:
    request = Request(application, "/healthz", headers=[(b"host", b"localhost")])
    await request.send(b"")
    status, _, body = await request.answer()
    await request.line.wait()
    assert (status, body) == (200, b'{"status":"ok"}')
    [(first, thread), (last, same)] = signals
    assert (first, last, thread) == ("started", "finished", same)
    assert thread.startswith("http")


def test_every_protocol_is_served() -> None:
    assert sorted(protocols) == ["http", "lifespan", "websocket"]


def test_frames_are_small_and_not_compressed() -> None:
    served: Any = configuration()
    assert (served.ws_max_size, served.ws_per_message_deflate) == (16384, False)


def test_a_kept_connection_is_hung_up_by_the_client_first() -> None:
    """Clients keep theirs for up to a minute: nginx, load balancers."""
    assert configuration().timeout_keep_alive > 60


def test_nobody_says_from_where_they_call() -> None:
    served: Any = configuration()
    assert served.proxy_headers is False


def test_a_taken_port_is_refused_or_passed_over() -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", port)
        with listen("127.0.0.1", port, tries=20) as next_one:
            assert port < next_one.getsockname()[1] <= port + 20


def test_the_address_is_one_a_browser_understands() -> None:
    with listen("127.0.0.1", 0) as bound:
        assert url_of(bound) == f"http://127.0.0.1:{bound.getsockname()[1]}"


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_an_ipv6_address_stands_in_brackets() -> None:
    with listen("::1", 0) as bound:
        assert url_of(bound) == f"http://[::1]:{bound.getsockname()[1]}"


async def test_a_server_that_cannot_start_says_so(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise RuntimeError

    settings.PARLOUR_EMBEDDED = True
    monkeypatch.setattr("config.lifespan._start", fails)
    line: Any = ApplicationCommunicator(application, {"type": "lifespan"})  # type: ignore[no-untyped-call]
    await line.send_input({"type": "lifespan.startup"})
    failed = {"type": "lifespan.startup.failed", "message": "RuntimeError"}
    assert await line.receive_output() == failed
    assert "cannot start" in caplog.text


class Talker:
    """A WebSocket of uvicorn's, or (``talks=False``) a connection that carries requests."""

    def __init__(self, server: Server, *, talks: bool = True, listens: bool = True) -> None:
        self.handshake_complete = talks
        self.listens = listens
        connections: Any = server.server_state.connections
        self.open = connections
        self.open.add(self)
        self.transport = self
        self.closed: list[str] = []

    def shutdown(self) -> None:
        self.closed.append("asked")
        if self.listens:
            self.open.discard(self)

    def abort(self) -> None:
        self.closed.append("cut off")
        self.open.discard(self)


class Dice:
    """Throws a tenth of what is asked for, and remembers what that was."""

    asked: list[tuple[float, float]] = []

    def uniform(self, least: float, most: float) -> float:
        self.asked.append((least, most))
        return most / 10


async def test_sockets_are_closed_each_in_a_moment_of_its_own_and_requests_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("random.SystemRandom", Dice)
    monkeypatch.setattr("config.server.CUT_OFF_SECONDS", 0.1)
    monkeypatch.setattr(Dice, "asked", [])
    server = Server(configuration())
    polite = [Talker(server) for _ in range(3)]
    deaf = Talker(server, listens=False)
    left = Talker(server)
    request = Talker(server, talks=False)
    closing = asyncio.ensure_future(server._close_sockets(0.2))
    await asyncio.sleep(0)
    left.open.discard(left)
    await closing
    assert Dice.asked == [(0, 0.2)] * 5
    assert [each.closed for each in polite] == [["asked"]] * 3
    assert (deaf.closed, left.closed, request.closed) == (["asked", "cut off"], [], [])


async def test_without_sockets_nobody_is_waited_for() -> None:
    server = Server(configuration())
    async with asyncio.timeout(5):
        await server._close_sockets(3600.0)
