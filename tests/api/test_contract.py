"""The hook through which every frame of the integration tests goes: it bites."""

from __future__ import annotations

from typing import Any

import pytest

from api import consumers
from api.asyncapi_examples import MATCH, examples
from api.push import in_database
from tests.api.talk import Talk
from tests.contract import BrokenContract, said_by_client, said_by_server
from tests.games.tables import people
from tests.server.guest import Line

PING = {"t": "ping", "d": {"server_time": "2030-01-01T12:00:00Z", "plies": {}}}

WRONG_ANSWERS = {
    "no frame": [],
    "an unknown frame": {"t": "gossip", "d": {}},
    "a frame of the other direction": {"t": "hello", "d": {"token": "x"}},
    "a field too few": {"t": "ping", "d": {"plies": {}}},
    "a field too many": {**PING, "loud": True},
    "a field too many within": {"t": "ack", "id": "a", "d": {"ply": 1, "luck": 7}},
    "another type": {"t": "presence", "d": {"match": str(MATCH), "seats": "all"}},
    "another word": {"t": "resync", "d": {"match": str(MATCH), "reason": "because"}},
    "no id": {"t": "presence", "d": {"match": "the first one", "seats": []}},
    "no time": {"t": "ping", "d": {"server_time": "noon", "plies": {}}},
}

WRONG_WORDS = {
    "an unknown frame": {"t": "dance", "d": {}},
    "an unknown field": {"t": "ping", "d": {}, "loud": True},
    "token and ticket": {"t": "hello", "d": {"token": "x", "ticket": "y"}},
    "neither": {"t": "hello", "d": {}},
    "an action of no game": {
        "t": "act",
        "d": {"match": str(MATCH), "action": {"type": "juggle"}, "request_id": "r"},
    },
    "a request id with a space": {
        "t": "act",
        "d": {"match": str(MATCH), "action": {"type": "draw"}, "request_id": "a b"},
    },
}


@pytest.mark.parametrize("frame", WRONG_ANSWERS.values(), ids=WRONG_ANSWERS)
def test_what_the_server_may_not_say_is_caught(frame: object) -> None:
    with pytest.raises(BrokenContract):
        said_by_server(frame)


@pytest.mark.parametrize("frame", WRONG_WORDS.values(), ids=WRONG_WORDS)
def test_what_a_client_may_not_say_is_caught(frame: object) -> None:
    with pytest.raises(BrokenContract):
        said_by_client(frame)


def test_a_card_too_few_in_a_view_is_caught() -> None:
    [position] = examples()["PositionFrame"]
    said_by_server(position)
    view = {name: value for name, value in position["d"]["view"].items() if name != "hand"}
    with pytest.raises(BrokenContract):
        said_by_server({"t": "position", "d": {**position["d"], "view": view}})


@pytest.mark.django_db(transaction=True)
async def test_the_tests_own_clients_are_caught_and_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(**_: Any) -> str:
        return '{"t":"pong","d":{"mood":"fine"}}'

    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        with pytest.raises(BrokenContract):
            await talk.say("ping", loud=True)
        monkeypatch.setattr(consumers, "PongFrame", wrong)
        await talk.say("ping")
        with pytest.raises(BrokenContract):
            await talk.hear()


async def test_so_are_those_with_a_network() -> None:
    class Socket:
        async def recv(self) -> str:
            return '{"t":"pong","d":{"mood":"fine"}}'

    line = Line(Socket(), "token")  # type: ignore[arg-type] # nothing else is asked of it
    with pytest.raises(BrokenContract):
        await line.hear()
    with pytest.raises(BrokenContract):
        await line.say("dance")
