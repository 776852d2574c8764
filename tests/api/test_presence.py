"""Who is there: told to everybody at the table, over all processes, and never about watchers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from channels.layers import get_channel_layer

from accounts.models import Player
from api import presence
from api.hub import Hub, News
from api.push import in_database
from games.models import Match, Participant
from games.rules.kernel import Seat
from games.services import lobby
from tests.api.talk import Talk, channels, followed
from tests.eventually import eventually_async
from tests.games.tables import dealt, fingerprint, opened, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the grace last no longer than a test wants to wait."""
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.005)


async def table() -> tuple[Match, Player, Player]:
    ada, bob = await in_database(people, "Ada", "Bob")
    return await in_database(dealt, ada, bob, bots=1), ada, bob


class Onlooker:
    """Somebody at a socket of another process."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.heard: list[list[Seat]] = []

    def told(self, match_id: UUID, news: News | None) -> None:
        """Plies are not what is asked here."""

    def there(self, match_id: UUID, seats: list[Seat]) -> None:
        self.heard.append(seats)

    async def sees(self, *seats: Seat) -> None:
        """Return when these seats are there, and nobody else."""

        async def seen() -> bool:
            return bool(self.heard) and self.heard[-1] == list(seats)

        await eventually_async(seen)


@asynccontextmanager
async def elsewhere(
    match: Match, player: Player, seat: Seat | None
) -> AsyncIterator[tuple[Hub, Onlooker]]:
    """Follow a match in another process: another hub, which knows of this one by the layer only."""
    hub, onlooker = Hub(), Onlooker(player)
    await hub.join(match.pk, onlooker)
    hub.sits(match.pk, onlooker, seat)
    try:
        yield hub, onlooker
    finally:
        await hub.leave(match.pk, onlooker)


# --- One process ----------------------------------------------------------------------------------


async def test_whoever_follows_is_told_who_is_there_after_the_position() -> None:
    match, ada, bob = await table()
    async with Talk() as a, Talk() as b:
        await a.hello(ada, match.pk)
        first = [await a.hear_any() for _ in range(2)]
        await b.hello(bob, match.pk)
        second = [await b.hear_any() for _ in range(2)]
        await a.sees(0, 1)
    assert [frame["t"] for frame in first + second] == ["position", "presence"] * 2
    assert first[1]["d"] == {"match": str(match.pk), "seats": [0]}
    assert second[1]["d"] == {"match": str(match.pk), "seats": [0, 1]}


async def test_it_comes_after_the_ack_of_an_open_match_and_follows_the_seats() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(opened, ada)
    async with Talk() as a, Talk() as b:
        await a.hello(ada)
        await a.say("follow", "f", match=str(match.pk))
        assert [(await a.hear_any())["t"] for _ in range(2)] == ["ack", "presence"]
        await b.hello(bob, match.pk)
        await b.sees(0)
        await in_database(lobby.join, match_id=match.pk, player=bob)
        await a.sees(0, 1)
        await b.sees(0, 1)


async def test_who_comes_while_seats_are_looked_up_keeps_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, ada, bob = await table()
    hub, hers, his = Hub(), Onlooker(ada), Onlooker(bob)
    await hub.join(match.pk, hers)
    hub.sits(match.pk, hers, 0)

    async def meanwhile(*args: Any, **kwargs: Any) -> Any:
        found = await in_database(*args, **kwargs)
        hub.sits(match.pk, his, 1)
        return found

    monkeypatch.setattr(presence, "in_database", meanwhile)
    await hub._presence.look_again([match.pk])
    assert hub._presence._own(match.pk) == {0, 1}
    await hub.leave(match.pk, his)
    await hub.leave(match.pk, hers)


async def test_a_lost_nudge_about_a_seat_is_made_good_by_the_next_look() -> None:
    match, _, bob = await table()
    async with Talk() as talk:
        await talk.hello(bob, match.pk)
        await talk.hears("position")
        await in_database(
            lambda: Participant.objects.filter(match=match, player=bob).update(
                player=None, bot_level="greedy"
            )
        )
        await Hub.here()._presence.look_again([match.pk])
        assert (await talk.hears("position"))["view"]["seat"] is None
        assert await talk.silent()


async def test_bots_and_watchers_are_not_there() -> None:
    match, ada, _ = await table()
    [eve] = await in_database(people, "Eve")
    async with Talk() as e, Talk() as a:
        await e.hello(eve, match.pk)
        await e.sees()
        await a.hello(ada, match.pk)
        await e.sees(0)
        await a.sees(0)
    assert a.presence == [{"match": str(match.pk), "seats": [0]}]


async def test_two_sockets_of_one_player_are_one_and_the_last_one_counts(brief: None) -> None:
    match, ada, bob = await table()
    async with Talk() as b:
        await b.hello(bob, match.pk)
        await b.sees(1)
        async with Talk() as first:
            await first.hello(ada, match.pk)
            await b.sees(0, 1)
            async with Talk() as second:
                await second.hello(ada, match.pk)
                await second.sees(0, 1)
            assert await b.silent()
        await b.sees(1)
    assert [each["seats"] for each in b.presence] == [[1], [0, 1], [1]]


@pytest.mark.usefixtures("brief")
async def test_unfollowing_is_leaving() -> None:
    match, ada, bob = await table()
    async with Talk() as a, Talk() as b:
        await a.hello(ada, match.pk)
        await b.hello(bob, match.pk)
        await b.sees(0, 1)
        await a.say("unfollow", match=str(match.pk))
        await b.sees(1)


async def test_a_reload_does_not_flicker() -> None:
    match, ada, bob = await table()
    async with Talk() as b:
        await b.hello(bob, match.pk)
        await b.sees(1)
        for _ in range(3):
            async with Talk() as a:
                await a.hello(ada, match.pk)
                await a.sees(0, 1)
        assert await b.silent()
        loop: Any = asyncio.get_running_loop()
        [grace] = [each for each in loop._scheduled if "_left" in repr(each)]
        assert 4 < grace.when() - loop.time() <= 5
    assert [each["seats"] for each in b.presence] == [[1], [0, 1]]


async def test_it_changes_nothing_in_the_match() -> None:
    match, ada, bob = await table()
    before = await in_database(fingerprint, match.pk)
    async with Talk() as a, Talk() as b:
        await a.hello(ada, match.pk)
        await b.hello(bob, match.pk)
        await a.sees(0, 1)
    assert await in_database(fingerprint, match.pk) == before


# --- Several processes ----------------------------------------------------------------------------


async def test_who_is_there_is_known_in_every_process() -> None:
    match, ada, bob = await table()
    async with Talk() as a:
        await a.hello(ada, match.pk)
        async with elsewhere(match, bob, 1) as (_, onlooker):
            await onlooker.sees(0, 1)
            await a.sees(0, 1)


@pytest.mark.usefixtures("brief")
async def test_who_leaves_another_process_leaves_here() -> None:
    match, ada, bob = await table()
    async with Talk() as a:
        await a.hello(ada, match.pk)
        async with elsewhere(match, bob, 1):
            await a.sees(0, 1)
        await a.sees(0)


async def test_moving_to_another_process_does_not_flicker() -> None:
    match, ada, bob = await table()
    async with Talk() as b:
        await b.hello(bob, match.pk)
        await b.sees(1)
        async with elsewhere(match, ada, 0):
            await b.sees(0, 1)
        async with elsewhere(match, ada, 0) as (_, onlooker):
            await onlooker.sees(0, 1)
            assert await b.silent()
    assert [each["seats"] for each in b.presence] == [[1], [0, 1]]


@pytest.mark.usefixtures("brief")
async def test_a_process_that_was_killed_is_forgotten(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PARLOUR_HEARTBEAT_SECONDS = 0.05
    match, ada, bob = await table()
    async with elsewhere(match, ada, 0) as (_, onlooker), elsewhere(match, bob, 1) as (killed, _):
        await onlooker.sees(0, 1)
        assert killed._presence._beating
        killed._presence._beating.cancel()
        monkeypatch.setattr(killed._presence, "_send_soon", lambda: None)
        await onlooker.sees(0)


@pytest.mark.usefixtures("brief")
async def test_what_was_lost_on_the_way_is_said_again_with_the_heartbeat(settings: Any) -> None:
    settings.PARLOUR_HEARTBEAT_SECONDS = 0.05
    match, ada, bob = await table()
    async with elsewhere(match, ada, 0) as (_, onlooker), elsewhere(match, bob, 1) as (other, _):
        await onlooker.sees(0, 1)
        nothing = {"type": "presence", "from": other._presence._name, "whole": True, "ask": False}

        async def believed() -> bool:
            await get_channel_layer().group_send(presence.GROUP, {**nothing, "seats": {}})
            return [0] in onlooker.heard[1:]

        await eventually_async(believed)
        await onlooker.sees(0, 1)


async def test_only_public_facts_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    match, ada, _ = await table()
    [eve] = await in_database(people, "Eve")
    sent: list[dict[str, Any]] = []
    layer = get_channel_layer()
    group_send = layer.group_send

    async def spy(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        await group_send(group, message)

    monkeypatch.setattr(layer, "group_send", spy)
    async with Talk() as a, Talk() as e:
        await e.hello(eve, match.pk)
        await e.sees()
        await a.hello(ada, match.pk)
        await a.sees(0)
    assert sent
    for message in sent:
        assert set(message) == {"type", "from", "whole", "ask", "seats"}
        assert set(message["seats"]) <= {str(match.pk)}
        assert message["seats"].get(str(match.pk), []) in ([], [0])


async def test_a_layer_that_is_away_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(*_: object) -> None:
        raise OSError

    match, ada, _ = await table()
    monkeypatch.setattr(get_channel_layer(), "group_send", away)
    async with Talk() as a:
        await a.hello(ada, match.pk)
        await a.sees(0)
    assert "presence was not told: OSError" in caplog.text


async def test_the_last_to_leave_leaves_nothing_behind() -> None:
    match, ada, _ = await table()
    async with Talk() as a:
        await a.hello(ada, match.pk)
        await a.sees(0)
        here = Hub.here()._presence
    assert (followed(), channels()) == (set(), set())
    for known in (here._here, here._elsewhere, here._told, here._leaving, here._changed):
        assert not known
