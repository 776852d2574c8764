"""Who speaks on a socket: by token or by ticket, refreshed, shut out, or not let in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player, Purpose, Session
from accounts.services import issue_ticket
from api.follower import Follower
from api.push import in_database
from games.errors import NotYourSeat
from tests.api.talk import Talk, token_of
from tests.games.tables import dealt, does, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


def ticket_of(player: Player, purpose: Purpose = Purpose.SOCKET) -> str:
    """Return a ticket of a new session."""
    session, _ = Session.objects.create(user=player)
    return issue_ticket(player=player, session=session, purpose=purpose).secret


# --- Tickets --------------------------------------------------------------------------------------


async def test_a_ticket_stands_in_for_a_token_once() -> None:
    [ada] = await in_database(people, "Ada")
    match = await in_database(dealt, ada, bots=1)
    ticket = await in_database(ticket_of, ada)
    async with Talk() as talk, Talk() as thief:
        await talk.say("hello", ticket=ticket, follow=[{"match": str(match.pk)}])
        welcome, _ = await talk.hears_all("welcome", "position")
        await thief.say("hello", ticket=ticket)
        assert await thief.closed() == (4040, "ticket_invalid")
        await in_database(does, ada, match, "pick", number=0)
        assert (await talk.hears("ply"))["ply"] == 1
    assert welcome["player"]["name"] == "Ada"


@pytest.mark.parametrize("ticket", ["", "never given out", "x" * 5000])
async def test_a_ticket_that_opens_nothing_is_no_reason_to_stay_away(ticket: str) -> None:
    async with Talk() as talk:
        await talk.say("hello", ticket=ticket)
        assert await talk.closed() == (4040, "ticket_invalid")


async def test_a_ticket_for_a_stream_opens_no_socket() -> None:
    [ada] = await in_database(people, "Ada")
    ticket = await in_database(ticket_of, ada, Purpose.STREAM)
    async with Talk() as talk:
        await talk.say("hello", ticket=ticket)
        assert await talk.closed() == (4040, "ticket_invalid")


@pytest.mark.parametrize("d", [{}, {"token": "x", "ticket": "y"}, {"token": None}])
async def test_hello_takes_exactly_one_of_the_two(d: dict[str, Any]) -> None:
    async with Talk() as talk:
        await talk.send({"t": "hello", "d": d})
        assert (await talk.closed())[0] == 4500


async def test_the_session_behind_a_ticket_ends_the_socket() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.say("hello", ticket=await in_database(ticket_of, ada))
        await talk.hears("welcome")
        await in_database(Session.objects.all().delete)
        assert await talk.closed() == (4540, "token_invalid")


# --- Refresh --------------------------------------------------------------------------------------


async def test_a_refreshed_socket_outlives_its_first_session() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        welcome = await talk.hello(ada)
        await talk.say("refresh", "r", token=await in_database(token_of, ada))
        assert await talk.hear() == {"t": "ack", "id": "r", "d": {}}
        await in_database(Session.objects.filter(pk=welcome["session"]).delete)
        [rest] = await in_database(list, Session.objects.all())
        assert await talk.silent()
        await in_database(Session.objects.filter(pk=rest.pk).delete)
        assert await talk.closed() == (4540, "token_invalid")


async def test_who_does_not_refresh_in_time_is_told_to_come_back_with_another_token() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await in_database(Session.objects.update, expiry=timezone.now() - timedelta(seconds=1))
        assert await talk.closed() == (4040, "token_expired")


async def test_somebody_elses_token_is_refused_and_the_old_one_stays() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    async with Talk() as talk:
        welcome = await talk.hello(ada)
        await talk.say("refresh", "r", token=await in_database(token_of, bob))
        nack = await talk.hear()
        assert await talk.silent()
        await in_database(Session.objects.filter(user=bob).delete)
        assert await talk.silent()
        await in_database(Session.objects.filter(pk=welcome["session"]).delete)
        assert await talk.closed() == (4540, "token_invalid")
    assert (nack["t"], nack["id"], nack["d"]["code"], nack["d"]["status"]) == (
        *("nack", "r", "forbidden"),
        403,
    )


async def test_a_token_that_is_nobodys_is_refused_and_the_old_one_stays() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.say("refresh", "r", token="nobody's")
        assert (await talk.hears("nack"))["code"] == "token_invalid"
        expired, token = await in_database(Session.objects.create, user=ada)
        old = Session.objects.filter(pk=expired.pk)
        await in_database(old.update, expiry=timezone.now() - timedelta(seconds=1))
        await talk.say("refresh", "r", token=token)
        assert (await talk.hears("nack"))["code"] == "token_expired"
        assert await talk.silent()


# --- The door -------------------------------------------------------------------------------------


async def test_who_is_shut_out_is_told_so_at_the_door() -> None:
    [ada] = await in_database(people, "Ada")
    token = await in_database(token_of, ada)
    await in_database(Player.objects.update, is_active=False)
    async with Talk() as talk:
        await talk.say("hello", token=token)
        assert await talk.closed() == (4541, "banned")


async def test_who_may_follow_nothing_is_not_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuses(*_: object) -> None:
        raise NotYourSeat

    [ada] = await in_database(people, "Ada")
    match = await in_database(dealt, ada, bots=1)
    monkeypatch.setattr(Follower, "begin", refuses)
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        assert (await talk.hears("nack"))["status"] == 403
        assert await talk.closed() == (4503, "forbidden")
