"""Bad input over a real network: one problem or one close code each, and the server goes on."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server.guest import guest
from tests.server.process import Server

pytestmark = pytest.mark.server

MEGABYTE = b" " * 1024 * 1024


def in_chunks(megabytes: int) -> Iterator[bytes]:
    """Yield a body of unknown length."""
    for _ in range(megabytes):
        yield MEGABYTE


async def close_code(server: Server, sent: str | bytes) -> int:
    """Return the code with which the server answers this frame after a good hello."""
    async with guest(server) as ada, ada.calls() as line:
        await line.hello()
        await line.socket.send(sent)
        with pytest.raises(ConnectionClosed) as closed:
            await line.hears("nothing of the kind")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x00\x01", 4500),
        ("not json", 4500),
        ('{"t": "ping", "t": "ping"}', 4500),
        ("[" * 4000, 4500),
        ('{"t": "ping", "x": "' + "x" * 9000 + '"}', 4500),
        ("x" * 17 * 1024, 1009),
    ],
)
async def test_what_is_no_frame_is_hung_up_on(server: Server, sent: str | bytes, code: int) -> None:
    assert await close_code(server, sent) == code


async def test_invalid_utf8_is_hung_up_on(server: Server) -> None:
    async with guest(server) as ada, ada.calls() as line:
        await line.hello()
        broken = Frame(Opcode.TEXT, b'{"t": "\xff\xfe"}').serialize(mask=True)
        line.socket.transport.write(broken)
        with pytest.raises(ConnectionClosed) as closed:
            await line.hears("nothing of the kind")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"subprotocols": None}, 400),
        ({"subprotocols": ["parlour.v9+json"]}, 400),
    ],
)
async def test_a_handshake_is_refused_with_a_problem(
    server: Server, how: dict[str, Any], status: int
) -> None:
    async with guest(server) as ada:
        with pytest.raises(InvalidStatus) as refused:
            async with ada.calls(**how):
                pass
    assert refused.value.response.status_code == status
    assert refused.value.response.headers["content-type"] == "application/problem+json"


async def test_a_page_of_this_site_may_call(server: Server) -> None:
    async with guest(server) as ada, ada.calls(origin="http://localhost:3000") as line:
        await line.hello()


@pytest.mark.parametrize("body", [MEGABYTE * 10, in_chunks(10)], ids=["at once", "in chunks"])
async def test_ten_megabytes_are_too_many(server: Server, body: Any) -> None:
    async with guest(server) as ada:
        content = body if isinstance(body, bytes) else _async(body)
        answer = await ada.http.post("/matches", content=content)
        assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")
        await ada.gets("/me")


async def _async(chunks: Iterator[bytes]) -> Any:
    for chunk in chunks:
        yield chunk


async def test_a_small_body_in_chunks_is_read(server: Server) -> None:
    async with guest(server) as ada:
        answer = await ada.http.post(
            "/matches",
            content=_async(iter([b'{"game": {"type": "work_the', b'_strip"}, "seats": 3}'])),
            headers={"Content-Type": "application/json"},
        )
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"GET /api/v1/matches?status=\xff\xfe HTTP/1.1", 400),
        (b"GET /api/v1/matches?status=%00 HTTP/1.1", 400),
        (b"GET /api/v1/%FF%FE HTTP/1.1", 404),
        (b"GET /api/v1/%00 HTTP/1.1", 404),
        (b"GET /\xff HTTP/1.1", 400),
        (b"BREW /api/v1/games HTTP/1.1", 400),
        (b"TRACE /api/v1/games HTTP/1.1", 405),
    ],
)
def test_an_odd_request_line_is_a_client_error(server: Server, line: bytes, status: int) -> None:
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=10) as talk:
        talk.sendall(line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert int(talk.makefile("rb").readline().split()[1]) == status


def test_headers_without_end_are_cut_off(server: Server) -> None:
    host = urlsplit(server.url)
    with socket.create_connection((host.hostname, host.port), timeout=20) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 65 * 1024)
        answer = line.recv(64)
    assert answer.startswith(b"HTTP/1.1 400 ")


def test_trailers_without_end_are_cut_off(server: Server) -> None:
    """What comes behind a body in chunks has no end either, and is kept until it has one."""
    host = urlsplit(server.url)
    answer = b""
    with (
        socket.create_connection((host.hostname, host.port), timeout=20) as line,
        suppress(ConnectionError),  # it may hang up before it has heard everything
    ):
        line.sendall(
            b"POST /api/v1/players/guest HTTP/1.1\r\nHost: localhost\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: " + b"x" * 2**20
        )
        answer = line.recv(64)
    assert answer[:13] in (b"", b"HTTP/1.1 400 ")


def test_many_requests_in_one_go_are_not_mistaken_for_a_long_one(server: Server) -> None:
    host, count = urlsplit(server.url), 40
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 4096 + b"\r\n"
    with socket.create_connection((host.hostname, host.port), timeout=20) as line:
        line.sendall((asked + b"\r\n") * (count - 1) + asked + b"Connection: close\r\n\r\n")
        answers = line.makefile("rb").read()
    assert answers.count(b"HTTP/1.1 200 ") == count


H2C = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"
WS = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"


def requests_in(*pieces: bytes, server: Server) -> list[bytes]:
    """Send the pieces, each once the one before was answered; return all status lines."""
    host = urlsplit(server.url)
    with socket.create_connection((host.hostname, host.port), timeout=20) as line:
        for piece in pieces[:-1]:
            line.sendall(piece)
            assert line.recv(2**16).startswith(b"HTTP/1.1 ")
        line.sendall(pieces[-1])
        heard = line.makefile("rb").read()
    return re.findall(rb"HTTP/1\.1 (\d+) ", heard)


LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /api/v1/players/guest HTTP/1.1\r\nHost: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"


@pytest.mark.parametrize("offer", [H2C, WS, b"Connection: upgrade\r\nUpgrade: TLS/1.0\r\n"])
@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 2\r\n\r\n{}",
        b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ],
)
def test_a_body_behind_an_offer_to_upgrade_is_a_body(
    server: Server, offer: bytes, body: bytes
) -> None:
    """It is neither lost nor taken for the next request (RFC 9110 7.8)."""
    asked = POST + JSON + offer + body
    assert requests_in(asked + LAST, server=server) == [b"201", b"200"]


def test_a_body_that_comes_later_than_its_offer_to_upgrade_is_waited_for(server: Server) -> None:
    head = POST + JSON + H2C + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    assert requests_in(head, b"{}" + LAST, server=server) == [b"201", b"200"]


def test_offers_to_upgrade_may_follow_each_other(server: Server) -> None:
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + H2C + b"\r\n"
    assert requests_in(asked * 2000 + LAST, server=server) == [b"200"] * 2001


def test_no_tunnel_is_opened(server: Server) -> None:
    asked = b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n" + H2C + b"\r\n"
    assert requests_in(asked, server=server) == [b"400"]
