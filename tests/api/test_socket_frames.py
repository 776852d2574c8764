"""What is no frame, or the wrong one: one nack or one close code, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.asgi import App
from api.consumers import socket
from api.origins import OriginCheck
from api.push import in_database
from games.models import Match, Ply
from tests.api.talk import Talk
from tests.games.tables import dealt, fingerprint, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]

MATCH = "01900000-0000-7000-8000-000000000000"
ACT = {"match": MATCH, "action": {"type": "pick", "number": 1}, "request_id": "r"}
DEEP = "[" * 20 + "]" * 20

NO_FRAMES = {
    "binary": b"{}",
    "empty": "",
    "not JSON": "hello",
    "half of it": '{"t": "ping"',
    "two at once": '{"t": "ping"}{"t": "ping"}',
    "a list": "[]",
    "a text": '"ping"',
    "null": "null",
    "NaN": '{"t": "ping", "id": NaN}',
    "a key twice": '{"t": "ping", "t": "pong"}',
    "too deep": f'{{"t": "ping", "d": {DEEP}}}',
    "an endless number": '{"t": "ping", "id": 1' + "0" * 400 + "}",
    "too long": json.dumps({"t": "ping", "id": "x" * 8192}),
    "half a character": '{"t": "ping", "id": "\\ud800"}',
}

WRONG_FRAMES = {
    "unknown t": ({"t": "dance", "d": {}}, "unknown_value", "/t"),
    "no t": ({"d": {}}, "missing_field", "/t"),
    "t of another type": ({"t": 7}, "wrong_type", "/t"),
    "unknown field": ({"t": "ping", "loud": True}, "unknown_field", "/loud"),
    "unknown field within": (
        {"t": "unfollow", "d": {"match": MATCH, "x": 1}},
        "unknown_field",
        "/d/x",
    ),
    "no content": ({"t": "follow"}, "missing_field", "/d"),
    "content of another type": ({"t": "follow", "d": []}, "wrong_type", "/d"),
    "no match": ({"t": "follow", "d": {}}, "missing_field", "/d/match"),
    "a match that is no id": ({"t": "follow", "d": {"match": "x"}}, "bad_format", "/d/match"),
    "a ply below zero": (
        {"t": "follow", "d": {"match": MATCH, "resume": {"epoch": 1, "ply": -1}}},
        "out_of_range",
        "/d/resume/ply",
    ),
    "half a resume": (
        {"t": "follow", "d": {"match": MATCH, "resume": {"epoch": 1}}},
        "missing_field",
        "/d/resume/ply",
    ),
    "an act without request id": (
        {"t": "act", "d": {"match": MATCH, "action": {"type": "pick"}}},
        "missing_field",
        "/d/request_id",
    ),
    "a request id with a space": (
        {"t": "act", "d": ACT | {"request_id": "a b"}},
        "bad_format",
        "/d/request_id",
    ),
    "a request id with a line end": (
        {"t": "act", "d": ACT | {"request_id": "r\n"}},
        "bad_format",
        "/d/request_id",
    ),
    "a decision that is no number": (
        {"t": "act", "d": ACT | {"decision": "1"}},
        "wrong_type",
        "/d/decision",
    ),
    "an action that is no object": (
        {"t": "act", "d": ACT | {"action": "pick"}},
        "wrong_type",
        "/d/action",
    ),
    "hello again": ({"t": "hello", "d": {"token": "x"}}, "unknown_value", "/t"),
}


@pytest.mark.parametrize("frame", NO_FRAMES.values(), ids=NO_FRAMES)
async def test_what_is_no_frame_ends_the_conversation(frame: str | bytes) -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.send(frame)
        code, _ = await talk.closed()
    assert code == 4500


@pytest.mark.parametrize("frame", NO_FRAMES.values(), ids=NO_FRAMES)
async def test_what_is_no_frame_is_no_hello(frame: str | bytes) -> None:
    async with Talk() as talk:
        await talk.send(frame)
        code, _ = await talk.closed()
    assert code == 4500


@pytest.mark.parametrize(("frame", "flaw", "pointer"), WRONG_FRAMES.values(), ids=WRONG_FRAMES)
async def test_a_wrong_frame_is_nacked_and_the_conversation_goes_on(
    frame: dict[str, object], flaw: str, pointer: str
) -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.send(frame | {"id": "f"})
        nack = await talk.hear()
        assert await talk.silent()
    assert (nack["t"], nack["id"], nack["d"]["code"]) == ("nack", "f", "malformed")
    assert [(each["code"], each["pointer"]) for each in nack["d"]["errors"]] == [(flaw, pointer)]
    assert await in_database(Ply.objects.count) == 0


async def test_a_correlation_that_is_none_is_not_repeated() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        for bad in (7, "", "x" * 65, ["f"]):
            await talk.send({"t": "ping", "id": bad})
            nack = await talk.hear()
            assert (nack["t"], "id" in nack) == ("nack", False)
            assert nack["d"]["errors"][0]["pointer"] == "/id"


async def test_every_frame_with_an_id_is_answered_once() -> None:
    [ada] = await in_database(people, "Ada")
    match = await in_database(dealt, ada, bots=1)
    async with Talk() as talk:
        await talk.hello(ada)
        for t, d in (
            ("ping", {}),
            ("pong", {}),
            ("follow", {"match": str(match.pk)}),
            ("act", ACT | {"match": str(match.pk), "action": {"type": "pick", "number": 9}}),
            ("unfollow", {"match": str(match.pk)}),
            ("unfollow", {"match": str(match.pk)}),
            ("juggle", {}),
        ):
            await talk.send({"t": t, "id": f"{t} once", "d": d})
        await talk.say("ping", "the last")
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1]["id"] != "the last":
            frame = await talk.hear()
            if "id" in frame:
                answers.append(frame)
    assert [(each["t"], each["id"]) for each in answers] == [
        ("ack", "ping once"),
        ("ack", "pong once"),
        ("ack", "follow once"),
        ("nack", "act once"),
        ("ack", "unfollow once"),
        ("ack", "unfollow once"),
        ("nack", "juggle once"),
        ("ack", "the last"),
    ]


# --- The first frame ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"t": "ping"}, 4508),
        ({"t": "act", "d": ACT}, 4508),
        ({"t": "hello", "d": {}}, 4500),
        ({"t": "hello", "d": {"token": 7}}, 4500),
        ({"t": "hello", "d": {"token": "x", "follow": [{"match": MATCH}] * 21}}, 4500),
        ({"t": "hello", "d": {"token": "nobody's"}}, 4540),
        ({"t": "hello", "d": {"token": ""}}, 4540),
    ],
)
async def test_the_first_frame_is_a_good_hello(frame: dict[str, object], code: int) -> None:
    async with Talk() as talk:
        await talk.send(frame)
        assert (await talk.closed())[0] == code


async def test_who_says_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.consumers.HELLO_SECONDS", 0.01)
    async with Talk() as talk:
        assert await talk.closed() == (4508, "no hello")


async def test_nothing_is_done_before_hello() -> None:
    [ada] = await in_database(people, "Ada")
    match: Match = await in_database(dealt, ada, bots=1)
    before = await in_database(fingerprint, match.pk)
    async with Talk() as talk:
        await talk.say("act", **ACT | {"match": str(match.pk)})
        assert (await talk.closed())[0] == 4508
    assert await in_database(fingerprint, match.pk) == before


# --- The handshake --------------------------------------------------------------------------------


async def refused(app: App = socket, **how: object) -> tuple[int, str]:
    """Return status and problem code with which the handshake is refused."""
    async with Talk(app=app, **how) as talk:  # type: ignore[arg-type] # passed on as they are
        start, body = talk.answer, await talk.line.receive_output()
    assert start["type"] == "websocket.http.response.start"
    return start["status"], json.loads(body["body"])["code"]


async def test_there_is_one_address() -> None:
    assert await refused(path="/ws/v2") == (404, "not_found")


@pytest.mark.parametrize("offered", [(), ("parlour.v2+json",), ("graphql-ws",)])
async def test_the_subprotocol_must_be_offered(offered: tuple[str, ...]) -> None:
    assert await refused(subprotocols=offered) == (400, "malformed")


@pytest.mark.parametrize(
    "origin", [b"http://localhost:3000", b"https://testserver", b"https://app.example", None]
)
async def test_pages_of_this_site_and_allowed_ones_may_call(
    origin: bytes | None, settings: Any
) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://app.example"]
    headers = ((b"origin", origin),) if origin else ()
    async with Talk(app=OriginCheck(socket), headers=headers) as talk:
        assert talk.answer["type"] == "websocket.accept"


@pytest.mark.parametrize(
    "origin",
    [b"https://evil.example", b"null", b"", b"http://[", b"https://localhost.evil.example"],
)
async def test_other_pages_may_not(origin: bytes) -> None:
    headers = ((b"origin", origin),)
    assert await refused(OriginCheck(socket), headers=headers) == (403, "forbidden")
