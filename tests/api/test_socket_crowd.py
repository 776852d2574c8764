"""Several matches on one socket, and a reader who does not read beside others who do."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from api.asgi import Receive, Scope, Send
from api.consumers import socket
from api.push import in_database
from games.models import Match
from tests.api.talk import Talk, channels, followed
from tests.games.tables import dealt, does, people, picked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


# --- Several matches ------------------------------------------------------------------------------


async def test_each_match_of_a_socket_has_its_own_numbers_without_gaps() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    matches: list[Match] = [await in_database(dealt, ada, bob) for _ in range(3)]
    told: dict[str, list[int]] = defaultdict(list)
    async with Talk() as talk:
        await talk.hello(ada, *(match.pk for match in matches[:2]))
        await talk.hears_all("position", "position")
        await talk.say("follow", "third", match=str(matches[2].pk))
        await talk.hears_all("ack", "position")
        for match in matches:
            await in_database(picked, match, ada, bob)
        for _ in range(4):
            for match in matches:
                await in_database(does, ada, match, "peek")
        while min(map(len, told.values()), default=0) < 6 or len(told) < 3:
            frame = await talk.hear()
            if frame["t"] == "ply":
                told[frame["d"]["match"]].append(frame["d"]["ply"])
            else:
                assert frame["d"]["ply"] == told[frame["d"]["match"]][-1]
    assert told == {str(match.pk): [1, 2, 3, 4, 5, 6] for match in matches}


async def test_each_match_of_a_socket_is_resumed_where_it_stopped() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    first, second = [await in_database(dealt, ada, bob) for _ in range(2)]
    for match in (first, second):
        await in_database(picked, match, ada, bob)
    follow = [
        {"match": str(first.pk), "resume": {"epoch": 1, "ply": 1}},
        {"match": str(second.pk), "resume": {"epoch": 1, "ply": 9}},
    ]
    async with Talk() as talk:
        await talk.hello(ada)
        for number, each in enumerate(follow):
            await talk.say("follow", str(number), **each)
        heard = [await talk.hear() for _ in range(7)]
    assert [(frame["t"], frame["d"].get("match")) for frame in heard] == [
        ("ack", None),
        ("resumed", str(first.pk)),
        ("ply", str(first.pk)),
        ("position", str(first.pk)),
        ("ack", None),
        ("resync", str(second.pk)),
        ("position", str(second.pk)),
    ]


async def test_acts_in_several_matches_are_each_answered_by_their_own_ack() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    matches = [await in_database(dealt, ada, bob) for _ in range(3)]
    async with Talk() as talk:
        await talk.hello(ada)
        for match in matches:
            act = {"match": str(match.pk), "action": {"type": "pick", "number": 1}}
            await talk.say("act", str(match.pk), **act, request_id="the-same-in-each")
        heard = [await talk.hear() for _ in matches]
    assert heard == [
        {"t": "ack", "id": str(match.pk), "d": {"ply": 1, "replayed": False}} for match in matches
    ]


async def test_leaving_one_match_leaves_the_others() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    left, kept = [await in_database(dealt, ada, bob) for _ in range(2)]
    async with Talk() as talk:
        await talk.hello(ada, left.pk, kept.pk)
        await talk.hears_all("position", "position")
        await talk.say("unfollow", "u", match=str(left.pk))
        await talk.hears("ack")
        for match in (left, kept):
            await in_database(does, bob, match, "pick", number=0)
        assert (await talk.hears("ply"))["match"] == str(kept.pk)
        await talk.hears("position")
        assert await talk.silent()
    assert (followed(), channels()) == (set(), set())


# --- A slow reader --------------------------------------------------------------------------------


class Stuck:
    """The server with a network that, once told so, takes nothing more of one client's frames."""

    def __init__(self) -> None:
        self.full = False
        self.closed: list[Mapping[str, Any]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_or_wait(message: Mapping[str, Any]) -> None:
            if message["type"] == "websocket.close":
                self.closed.append(message)
            elif self.full:
                await asyncio.get_running_loop().create_future()
            await send(message)

        await socket(scope, receive, send_or_wait)


async def test_a_slow_reader_is_hung_up_on_while_the_others_hear_every_ply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.connection.SLOW_SECONDS", 0.05)
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(dealt, ada, bob)
    stuck, heard = Stuck(), list[int]()
    async with Talk(app=stuck) as slow, Talk() as quick:
        for talk, player in ((slow, ada), (quick, bob)):
            await talk.hello(player, match.pk)
            await talk.hears("position")
        await slow.sees(0, 1)
        stuck.full = True
        await in_database(picked, match, ada, bob)
        for _ in range(5):
            await in_database(does, ada, match, "peek")
        while not heard or heard[-1] < 7:
            frame = await quick.hear()
            if frame["t"] == "ply":
                heard.append(frame["d"]["ply"])
        assert await slow.closed() == (4002, "slow consumer")
    assert heard == [1, 2, 3, 4, 5, 6, 7]
    assert [message["code"] for message in stuck.closed] == [4002]
    assert (followed(), channels()) == (set(), set())
