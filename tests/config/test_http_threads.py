"""HTTP through our threads is what Django's own handler answers: the oracle."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.test import override_settings
from django.urls import path

from api.asgi import App
from api.body_limit import BodyLimit
from api.wire import MOST_BODY_BYTES
from config.http_threads import HttpThreads

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),  # Django's own handler
]

SOON = 20.0
JSON = (b"content-type", b"application/json")
STATIC = "/static/drf_spectacular_sidecar/swagger-ui-dist/"


class Asked(NamedTuple):
    """A request; the body in the pieces in which it comes."""

    method: str
    path: str
    body: tuple[bytes, ...] = (b"",)
    headers: tuple[tuple[bytes, bytes], ...] = ()
    query: bytes = b""
    host: bytes = b"localhost"

    def scope(self) -> dict[str, Any]:
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "root_path": "",
            "query_string": self.query,
            "headers": [(b"host", self.host), *self.headers],
            "client": ("127.0.0.1", 40000),
            "server": ("127.0.0.1", 8000),
        }


REQUESTS = {
    "a probe": Asked("GET", "/healthz"),
    "a probe by another method": Asked("POST", "/healthz"),
    "the catalogue": Asked("GET", "/api/v1/games"),
    "the head of it": Asked("HEAD", "/api/v1/games"),
    "the catalogue a client has": Asked(
        "GET", "/api/v1/games", headers=((b"if-none-match", b'"x", "y"'),)
    ),
    "a page of the list": Asked("GET", "/api/v1/matches", query=b"limit=2&status=open"),
    "a query of bytes": Asked("GET", "/api/v1/matches", query=b"status=\xff\xfe"),
    "a parameter twice": Asked("GET", "/api/v1/matches", query=b"limit=1&limit=2"),
    "an unknown match": Asked("GET", "/api/v1/matches/00000000-0000-0000-0000-000000000000"),
    "an unknown address": Asked("GET", "/nowhere"),
    "an address with odd letters": Asked("GET", "/api/v1/\ufffd\u00e4"),
    "a method nobody has": Asked("BREW", "/api/v1/games"),
    "a good guest": Asked("POST", "/api/v1/players/guest", (b"{", b"}"), (JSON,)),
    "no body": Asked("POST", "/api/v1/players/guest"),
    "no JSON": Asked("POST", "/api/v1/players/guest", (b"{not json",), (JSON,)),
    "another language": Asked(
        "POST", "/api/v1/players/guest", (b"a=b",), ((b"content-type", b"text/plain"),)
    ),
    "a body that is too long": Asked(
        "POST", "/api/v1/players/guest", (b" " * MOST_BODY_BYTES, b" "), (JSON,)
    ),
    "a token nobody has": Asked("GET", "/api/v1/me", headers=((b"authorization", b"Bearer x"),)),
    "two tokens": Asked("GET", "/api/v1/me", headers=((b"authorization", b"Bearer x"),) * 2),
    "no token": Asked("GET", "/api/v1/me"),
    "another host": Asked("GET", "/api/v1/games", host=b"evil.example"),
    "no host at all": Asked("GET", "/api/v1/games", host=b""),
    "a preflight": Asked(
        "OPTIONS",
        "/api/v1/matches",
        headers=(
            (b"origin", b"https://there.example"),
            (b"access-control-request-method", b"POST"),
        ),
    ),
    "a file": Asked("GET", f"{STATIC}favicon-32x32.png"),
    "the head of a file": Asked("HEAD", f"{STATIC}favicon-32x32.png"),
    "a part of a file": Asked(
        "GET", f"{STATIC}favicon-32x32.png", headers=((b"range", b"bytes=0-9"),)
    ),
    "a form with cookies": Asked("GET", "/admin/login/", headers=((b"cookie", b"a=b; c=d"),)),
    "a form without its token": Asked("POST", "/admin/login/", (b"username=ada",)),
    "a redirection": Asked("GET", "/admin/"),
}


class Told(NamedTuple):
    """An answer: without the parts that are another one each time."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


async def answer(app: App, asked: Asked) -> Told:
    line: Any = ApplicationCommunicator(app, asked.scope())  # type: ignore[no-untyped-call]
    for place, piece in enumerate(asked.body, 1):
        more = place < len(asked.body)
        await line.send_input({"type": "http.request", "body": piece, "more_body": more})
    start, body, more = await line.receive_output(SOON), b"", True
    while more:
        message = await line.receive_output(SOON)
        body, more = body + message.get("body", b""), message.get("more_body", False)
    await line.wait(SOON)
    headers = [
        (name.lower(), b"now" if name.lower() == b"expires" else _steady(value))
        for name, value in start["headers"]
    ]
    return Told(start["status"], sorted(headers), _steady(body))


def _steady(content: bytes) -> bytes:
    """Return the content without secrets, ids and times that are drawn for each answer."""
    for drawn in (rb'"trace_id":"\w+"', rb"csrftoken=\w+", rb"expires=[^;]+", rb'value="\w{64}"'):
        content = re.sub(drawn, b"drawn", content, flags=re.IGNORECASE)
    return content


def same(one: Told, other: Told) -> None:
    if one.body != other.body:  # a guest gets a name and a token of their own
        kinds = [
            {key: type(value) for key, value in json.loads(x.body).items()} for x in (one, other)
        ]
        assert kinds[0] == kinds[1]
        lengths = {b"content-length"}
        one, other = (
            each._replace(body=b"", headers=[h for h in each.headers if h[0] not in lengths])
            for each in (one, other)
        )
    assert one == other


@pytest.fixture(scope="module")
def ours() -> App:
    return BodyLimit(HttpThreads(2), most=MOST_BODY_BYTES)


@pytest.fixture(scope="module")
def djangos() -> App:
    app: Any = get_asgi_application()
    return BodyLimit(app, most=MOST_BODY_BYTES)


@pytest.mark.parametrize("name", REQUESTS)
async def test_our_answer_is_djangos(name: str, ours: App, djangos: App) -> None:
    same(await answer(ours, REQUESTS[name]), await answer(djangos, REQUESTS[name]))


# --- What is streamed -----------------------------------------------------------------------------


class Long(NamedTuple):
    """An endless answer that counts what was taken of it, and whether it was closed."""

    taken: list[int]
    closed: asyncio.Event


def endless(long: Long, loop: asyncio.AbstractEventLoop) -> Any:
    def pieces() -> Iterable[bytes]:
        try:
            for number in range(10**9):
                long.taken.append(number)
                yield b"x" * 1024
        finally:
            loop.call_soon_threadsafe(long.closed.set)

    def view(request: HttpRequest) -> HttpResponseBase:
        from django.http import StreamingHttpResponse  # noqa: PLC0415 - of this view only

        return StreamingHttpResponse(pieces())

    return view


class Urls:
    """A URL configuration of one view."""

    def __init__(self, view: Any) -> None:
        self.urlpatterns = [path("long", view)]


async def test_a_client_that_leaves_ends_the_stream() -> None:
    long = Long([], asyncio.Event())
    with override_settings(ROOT_URLCONF=Urls(endless(long, asyncio.get_running_loop()))):
        line: Any = ApplicationCommunicator(HttpThreads(1), Asked("GET", "/long").scope())  # type: ignore[no-untyped-call]
        await line.send_input({"type": "http.request", "body": b"", "more_body": False})
        assert (await line.receive_output(SOON))["status"] == 200
        assert len((await line.receive_output(SOON))["body"]) == 1024
        await line.send_input({"type": "http.disconnect"})
        await line.wait(SOON)
    assert long.taken
    assert long.closed.is_set()


async def test_a_file_is_closed_when_it_was_sent(tmp_path: Path) -> None:
    written = tmp_path / "file"
    written.write_bytes(b"abc" * 10_000)
    opened = written.open("rb")
    view = lambda request: FileResponse(opened)  # noqa: E731 - the smallest view
    with override_settings(ROOT_URLCONF=Urls(view)):
        told = await answer(HttpThreads(1), Asked("GET", "/long"))
    assert told.body == b"abc" * 10_000
    assert opened.closed


async def test_a_client_that_left_is_not_answered() -> None:
    line: Any = ApplicationCommunicator(HttpThreads(1), Asked("GET", "/healthz").scope())  # type: ignore[no-untyped-call]
    await line.send_input({"type": "http.disconnect"})
    await line.wait(SOON)
    assert line.output_queue.empty()
