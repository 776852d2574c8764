"""The heartbeat, and how a conversation ends."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player, Session
from api.connection import Connection, Gone, HangUp
from api.follower import Follower
from api.frames import PongFrame
from api.push import in_database
from games import clock, dispatch
from tests.api.talk import Talk, channels, followed
from tests.games.tables import dealt, does, people

SECRET = "canary-7"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


@pytest.fixture
def quick(settings: Any) -> None:
    """Let the heart beat as fast as a test wants to be."""
    settings.PARLOUR_HEARTBEAT_SECONDS = 0.02


async def ada_alone() -> tuple[Any, Player]:
    [ada] = await in_database(people, "Ada")
    return await in_database(dealt, ada, bots=1), ada


@pytest.mark.usefixtures("quick")
async def test_the_heartbeat_tells_where_each_match_stands() -> None:
    match, ada = await ada_alone()
    await in_database(does, ada, match, "pick", number=0)
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        ping = await talk.hears("ping")
    assert ping.pop("server_time").endswith("Z")
    assert ping == {"plies": {str(match.pk): 1}}


@pytest.mark.usefixtures("quick")
async def test_a_lost_nudge_heals_with_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        monkeypatch.setattr(dispatch, "get_channel_layer", lambda: None)
        await in_database(does, ada, match, "pick", number=0)
        heard = await talk.hears_until("position")
    assert [frame["t"] for frame in heard if frame["t"] != "ping"] == ["ply", "position"]


@pytest.mark.usefixtures("quick")
async def test_the_heartbeat_rings_what_is_due(time: clock.Frozen) -> None:
    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        time.advance(31)
        heard = await talk.hears_until("ply")
    assert heard[-1]["d"]["events"][0] == {"type": "timed_out", "seat": 0}


@pytest.mark.usefixtures("quick")
async def test_two_missed_pongs_end_it() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.hears_all("ping", "ping")
        assert await talk.closed() == (4002, "no pong")


@pytest.mark.usefixtures("quick")
async def test_a_pong_for_each_ping_keeps_it_alive() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        for _ in range(5):
            await talk.hears("ping")
            await talk.say("pong")


@pytest.mark.usefixtures("quick")
async def test_signing_out_ends_it() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.hears("ping")
        await in_database(Session.objects.all().delete)
        await talk.say("pong")
        while (message := await talk.line.receive_output())["type"] == "websocket.send":
            await talk.say("pong")
    assert (message["code"], message["reason"]) == (4540, "token_invalid")


@pytest.mark.parametrize("follows", [True, False])
async def test_whoever_signed_out_is_shown_the_door_without_a_heartbeat(
    follows: bool, settings: Any
) -> None:
    settings.PARLOUR_HEARTBEAT_SECONDS = 60.0
    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada, *([match.pk] if follows else []))
        if follows:
            await talk.hears("position")
        await in_database(Session.objects.all().delete)
        assert await talk.closed() == (4540, "token_invalid")


async def test_who_is_shut_out_is_shown_the_door() -> None:
    _, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada)
        await in_database(Player.objects.update, is_active=False)
        assert await talk.closed() == (4541, "banned")


async def test_somebody_elses_session_ends_nobody_elses_socket() -> None:
    match, ada = await ada_alone()
    second_session, other = await in_database(Session.objects.create, user=ada)
    async with Talk() as talk, Talk() as second:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        await second.say("hello", token=other)
        await second.hears("welcome")
        await in_database(Session.objects.filter(pk=second_session.pk).delete)
        assert await second.closed() == (4540, "token_invalid")
        await in_database(does, ada, match, "pick", number=0)
        assert (await talk.hears("ply"))["ply"] == 1


async def test_an_expired_token_is_told_apart_from_a_wrong_one() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        _, token = await in_database(Session.objects.create, user=ada)
        past = timezone.now() - timedelta(seconds=1)
        await in_database(Session.objects.update, expiry=past)
        await talk.say("hello", token=token)
        assert await talk.closed() == (4040, "token_expired")


async def test_a_fault_of_ours_is_logged_and_not_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError(SECRET)

    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        monkeypatch.setattr(Follower, "take", fails)
        await in_database(does, ada, match, "pick", number=0)
        code, reason = await talk.closed()
    assert (code, reason.partition(" ")[0]) == (4001, "trace")
    assert reason.partition(" ")[2] in caplog.text
    assert SECRET not in reason + caplog.text


async def test_a_fault_while_answering_is_nacked_and_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(Follower, "begin", fails)
    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.say("follow", "f", match=str(match.pk))
        nack = await talk.hear()
        assert await talk.silent()
    assert (nack["t"], nack["id"], nack["d"]["code"]) == ("nack", "f", "server_error")
    assert SECRET not in str(nack)


async def test_who_leaves_leaves_nothing_behind() -> None:
    match, ada = await ada_alone()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
    assert (followed(), channels()) == (set(), set())


# --- The line itself ------------------------------------------------------------------------------


async def nothing_comes() -> dict[str, object]:
    never: asyncio.Future[dict[str, object]] = asyncio.get_running_loop().create_future()
    return await never


async def never_taken(_: object) -> None:
    await asyncio.get_running_loop().create_future()


async def lost(_: object) -> None:
    raise OSError


async def test_a_reader_that_is_too_slow_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.connection.SLOW_SECONDS", 0.01)
    with pytest.raises(HangUp) as goodbye:
        await Connection({}, nothing_comes, never_taken).say(PongFrame())
    assert goodbye.value.code == 4002


async def test_a_goodbye_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.connection.GOODBYE_SECONDS", 0.01)
    await Connection({}, nothing_comes, never_taken).close(HangUp(4002, "slow"))
    await Connection({}, nothing_comes, lost).close(HangUp(4002, "slow"))


async def test_goodbye_is_said_once() -> None:
    sent: list[Any] = []

    async def keep(message: Any) -> None:
        sent.append(message)

    connection = Connection({}, nothing_comes, keep)
    await connection.close(HangUp(4001, "first"))
    await connection.close(HangUp(4002, "second"))
    assert [message["code"] for message in sent] == [4001]


async def test_a_lost_line_is_a_client_that_left() -> None:
    with pytest.raises(Gone):
        await Connection({}, nothing_comes, lost).say(PongFrame())


async def test_a_reason_fits_into_a_close_frame() -> None:
    sent: list[dict[str, Any]] = []

    async def keep(message: Any) -> None:
        sent.append(message)

    await Connection({}, nothing_comes, keep).close(HangUp(4500, "é" * 200))
    assert sent == [{"type": "websocket.close", "code": 4500, "reason": "é" * 60}]
