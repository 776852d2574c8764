"""REST, before a server that is a function: what is repeated, what is not, and what is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from parlour_client import Parlour, ProblemError
from tests.clients.python.house import NOON, problem
from tests.clients.python.virtual import run

Answer = Callable[[httpx.Request], httpx.Response]
POSITION: dict[str, Any] = {
    "epoch": 1, "ply": 3, "view": {"new": 1}, "hints": None, "legal": [], "complete": True,
    "decision": 2, "timers": [], "server_time": NOON, "seat": 0, "status": "running",
}  # fmt: skip
PLAYED = {"ply": 3, "events": [{"type": "brand_new"}], "position": POSITION}
TOKEN = "sesame"
SESSION = {"id": "s", "device": "", "created_at": NOON, "expires_at": None, "current": True}
SIGNED_IN = {
    "token": TOKEN,
    "session": SESSION,
    "player": {"id": "p", "name": "Ada", "guest": True, "joined_at": NOON, "country": None},
}


class Script:
    """Answers each request by the next line; keeps what was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = [*answers]
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def keys(self) -> list[str | None]:
        """Return the Idempotency-Key of each request."""
        return [request.headers.get("Idempotency-Key") for request in self.asked]


def parlour(script: Script, token: str | None = TOKEN) -> Parlour:
    http = httpx.MockTransport(script)
    return Parlour("https://house", token=token, http=http, random=Random(1))


def busy() -> httpx.Response:
    return httpx.Response(503, json=problem("unavailable", 503, retryable=True))


def test_an_act_that_got_lost_is_sent_again_under_the_same_key_in_the_same_words() -> None:
    script = Script(httpx.ReadTimeout("lost"), busy(), httpx.Response(200, json=PLAYED))

    async def story() -> int:
        async with parlour(script) as one:
            return (await one.act("m1", {"type": "ready"}, decision=2, request_id="k1")).ply

    assert run(story()) == 3
    assert script.keys() == ["k1"] * 3
    assert {request.content for request in script.asked} == {b'{"type":"ready"}'}
    assert {request.headers["If-Decision"] for request in script.asked} == {"2"}
    assert script.asked[0].url.path == "/api/v1/matches/m1/actions"


def test_a_wish_without_a_name_gets_one_that_stays_the_same() -> None:
    script = Script(busy(), httpx.Response(200, json=PLAYED))

    async def story() -> None:
        async with parlour(script) as one:
            await one.act("m1", {"type": "ready"})

    run(story())
    [key] = {*script.keys()}
    assert key
    assert len(key) == 32


def test_what_hands_out_a_secret_is_asked_for_once() -> None:
    script = Script(httpx.ReadTimeout("lost"))

    async def story() -> None:
        async with parlour(script, None) as one:
            with pytest.raises(httpx.ReadTimeout):
                await one.guest()

    run(story())
    assert script.keys() == [None]


def test_after_four_tries_the_failure_is_told() -> None:
    script = Script(*(busy() for _ in range(9)))

    async def story() -> None:
        async with parlour(script) as one:
            with pytest.raises(ProblemError) as told:
                await one.position("m1")
            assert told.value.code == "unavailable"

    run(story())
    assert len(script.asked) == 4


def test_a_refusal_is_told_at_once() -> None:
    script = Script(httpx.Response(409, json=problem("already_asked", 409, rule="WTS 7.4")))

    async def story() -> None:
        async with parlour(script) as one:
            with pytest.raises(ProblemError) as told:
                await one.act("m1", {"type": "ask"})
            assert (told.value.code, told.value.status) == ("already_asked", 409)
            assert told.value.problem.rule == "WTS 7.4"

    run(story())
    assert len(script.asked) == 1


def test_what_is_no_problem_document_is_the_same_exception() -> None:
    script = Script(httpx.Response(418, text="<h1>I am a teapot</h1>"))

    async def story() -> None:
        async with parlour(script) as one:
            with pytest.raises(ProblemError) as told:
                await one.me()
            assert (told.value.code, told.value.status) == ("unexpected_answer", 418)
            assert not told.value.retryable

    run(story())


def test_a_guest_goes_on_as_that_guest_and_signs_out_as_nobody() -> None:
    script = Script(
        httpx.Response(201, json=SIGNED_IN | {"gift": "a rose"}),
        httpx.Response(200, json=SIGNED_IN["player"]),
        httpx.Response(204),
        httpx.Response(200, json=POSITION),
    )

    async def story() -> None:
        async with parlour(script, None) as one:
            assert (await one.guest()).player.name == "Ada"
            assert (await one.me()).guest
            await one.sign_out()
            assert {**(await one.position("m1")).view} == {"new": 1}

    run(story())
    sent = [request.headers.get("Authorization") for request in script.asked]
    assert sent == [None, "Bearer sesame", "Bearer sesame", None]


def test_a_session_with_tickets_gets_one_for_each_hello() -> None:
    ticket = {"ticket": "stub", "purpose": "socket", "expires_at": NOON}
    script = Script(httpx.Response(201, json=ticket))

    async def story() -> None:
        async with parlour(script) as one:
            credential = await one.session(tickets=True)._source()
            assert (credential.field, credential.secret) == ("ticket", "stub")

    run(story())
    assert script.asked[0].url.path == "/api/v1/socket-tickets"
    assert json.loads(script.asked[0].content) == {"purpose": "socket"}
    assert script.keys() == [None]


@pytest.mark.parametrize(
    ("url", "given", "socket"),
    [
        ("http://house:8000/", None, "ws://house:8000/ws/v1"),
        ("https://house", None, "wss://house/ws/v1"),
        ("https://house", "ws://door:9", "ws://door:9/ws/v1"),
    ],
)
def test_the_socket_lives_beside_rest_unless_it_is_said_where(
    url: str, given: str | None, socket: str
) -> None:
    assert Parlour(url, socket_url=given).socket_url == socket
