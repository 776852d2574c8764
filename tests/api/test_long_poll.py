"""Waiting for a ply over HTTP: until there is one, and not a moment for anything odd."""

from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

import pytest
from channels.layers import get_channel_layer

from accounts.models import Player
from api.long_poll import LongPoll, Poll
from api.push import group_of, in_database
from games import clock, dispatch
from games.models import Match, Ply
from games.services import lobby
from tests.api.http import Recorder, Request
from tests.api.talk import followed, token_of
from tests.eventually import eventually_async
from tests.games.tables import dealt, does, opened, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


class Waiting:
    """A client that asks for the plies of a match."""

    def __init__(
        self, token: str | None, match_id: UUID | str, query: str = "after=0&wait=25"
    ) -> None:
        self.recorder = Recorder()
        self.poll = LongPoll(self.recorder)
        self.group = group_of(match_id)  # type: ignore[arg-type] # some are no ids, by intent
        self.request = Request(
            self.poll,
            f"/api/v1/matches/{match_id}/plies",
            query.encode(),
            [] if token is None else [(b"authorization", f"Bearer {token}".encode())],
        )

    async def begin(self) -> None:
        """Ask, and return when the server waits."""
        await self.request.send(b"")

        async def subscribed() -> bool:
            return bool(self.poll.waiting and self.group in followed())

        await eventually_async(subscribed)

    async def answered(self) -> bool:
        """Return when the view was asked; say whether nothing is waited for any more."""
        status, _, body = await self.request.answer()
        assert (status, body) == (200, b"done")
        return not self.poll.waiting and followed() == set()


async def table() -> tuple[Match, Player, str]:
    [ada] = await in_database(people, "Ada")
    return await in_database(dealt, ada, bots=1), ada, await in_database(token_of, ada)


async def test_a_ply_wakes_the_waiting() -> None:
    match, ada, token = await table()
    client = Waiting(token, match.pk)
    await client.begin()
    assert client.recorder.asked == []
    await in_database(does, ada, match, "pick", number=0)
    assert await client.answered()


async def test_who_only_watches_waits_too() -> None:
    match, ada, _ = await table()
    client = Waiting(None, match.pk)
    await client.begin()
    assert client.recorder.asked == []
    await in_database(does, ada, match, "pick", number=0)
    assert await client.answered()


async def test_without_a_number_all_plies_are_meant() -> None:
    match, ada, token = await table()
    client = Waiting(token, match.pk, "wait=25")
    await client.begin()
    await in_database(does, ada, match, "pick", number=0)
    assert await client.answered()


async def test_a_nudge_without_a_ply_wakes_nobody() -> None:
    match, ada, token = await table()
    client = Waiting(token, match.pk)
    await client.begin()
    old = {"type": "match.ply", "match": str(match.pk), "ply": 0}
    await get_channel_layer().group_send(client.group, old)
    await asyncio.sleep(0)
    assert client.recorder.asked == []
    await in_database(does, ada, match, "pick", number=0)
    assert await client.answered()


async def test_a_ply_that_was_there_already_is_not_waited_for() -> None:
    match, ada, token = await table()
    await in_database(does, ada, match, "pick", number=0)
    client = Waiting(token, match.pk)
    await client.request.send(b"")
    assert await client.answered()


async def test_the_wait_ends_by_itself() -> None:
    match, _, token = await table()
    client = Waiting(token, match.pk, "after=0&wait=1")
    await client.begin()
    assert await client.answered()


async def test_the_start_wakes_who_waits_at_an_open_match() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(opened, ada)
    client = Waiting(await in_database(token_of, bob), match.pk)
    await client.begin()
    await in_database(lobby.join, match_id=match.pk, player=bob)
    await in_database(lobby.start, match_id=match.pk, player=ada)
    assert await client.answered()


async def test_a_bell_that_is_due_rings_before_anybody_waits(time: clock.Frozen) -> None:
    match, _, token = await table()
    time.advance(31)
    client = Waiting(token, match.pk)
    await client.request.send(b"")
    assert await client.answered()
    assert await in_database(Ply.objects.filter(match=match, timer_id__isnull=False).count) == 1


async def test_a_client_that_leaves_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _, token = await table()
    client = Waiting(token, match.pk)
    await client.begin()
    await client.request.leave()
    await client.request.line.wait()
    assert (client.recorder.asked, client.poll.waiting) == ([], set())
    assert followed() == set()


async def test_nobody_waits_for_a_server_that_stops() -> None:
    match, _, token = await table()
    client = Waiting(token, match.pk)
    await client.begin()
    client.poll.stop()
    assert await client.answered()


async def test_only_so_many_wait() -> None:
    match, _, token = await table()
    client = Waiting(token, match.pk)
    client.poll.most_waiting = 0
    await client.request.send(b"")
    assert await client.answered()


@pytest.mark.parametrize("token", ["nobody's", ""])
async def test_a_bad_token_waits_for_nothing(token: str) -> None:
    match, _, _ = await table()
    client = Waiting(token, match.pk)
    await client.request.send(b"")
    assert await client.answered()


@pytest.mark.parametrize("match_id", [uuid4(), "0" * 36])
async def test_an_unknown_match_is_not_waited_for(match_id: UUID | str) -> None:
    _, _, token = await table()
    client = Waiting(token, match_id)
    await client.request.send(b"")
    assert await client.answered()


@pytest.mark.parametrize(
    "query",
    [
        "after=0",
        "wait=26",
        "after=0&wait=0",
        "after=0&wait=26",
        "after=-1&wait=5",
        "after=x&wait=5",
        "after=0&wait=5&wait=6",
        "after=0&wait=5&colour=red",
        "after=1&wait=5",
    ],
)
async def test_odd_numbers_are_not_waited_for(query: str) -> None:
    match, _, token = await table()
    client = Waiting(token, match.pk, query)
    await client.request.send(b"")
    assert await client.answered()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/v1/matches/{}/plies"),
        ("GET", "/api/v1/matches/{}/plies/"),
        ("GET", "/api/v1/matches/{}"),
        ("GET", "/"),
    ],
)
def test_nothing_else_is_a_poll(method: str, path: str) -> None:
    headers = [(b"authorization", b"Bearer x")]
    scope = {
        "method": method,
        "path": path.format(uuid4()),
        "query_string": b"after=0&wait=5",
        "headers": headers,
    }
    assert Poll.of(scope) is None


async def test_a_lost_nudge_costs_the_wait_and_no_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    match, ada, token = await table()
    client = Waiting(token, match.pk, "after=0&wait=1")
    await client.begin()
    monkeypatch.setattr(dispatch, "get_channel_layer", lambda: None)
    await in_database(does, ada, match, "pick", number=0)
    assert await client.answered()
