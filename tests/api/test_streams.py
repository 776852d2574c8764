"""Server-Sent Events: resumed by the laws of the socket, looked after, ended politely."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from accounts import services
from accounts.models import Player, Purpose, Session, SocketTicket
from api import rights, stream
from api.asgi import Receive, Scope, Send
from api.follower import Follower
from api.push import in_database
from api.stream import Streams, events
from games import clock, dispatch
from games.models import Match
from games.services import lobby, succession
from tests.api.listening import Listening, app
from tests.api.talk import followed, token_of
from tests.eventually import eventually_async
from tests.games.tables import dealt, does, lets_in, opened, people, picked

SECRET = "canary-7"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


async def table(**options: Any) -> tuple[Match, Player, str]:
    """Return a running match of Ada and a bot, and her token."""
    [ada] = await in_database(people, "Ada")
    match = await in_database(dealt, ada, bots=1, **options)
    return match, ada, await in_database(token_of, ada)


async def pair(**options: Any) -> tuple[Match, Player, Player]:
    ada, bob = await in_database(people, "Ada", "Bob")
    return await in_database(dealt, ada, bob, **options), ada, bob


def played_out(match: Match, ada: Player, bob: Player) -> None:
    """Play a match of one round to its end: four plies."""
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")


def ticket_of(player: Player, purpose: Purpose = Purpose.STREAM) -> str:
    session, _ = Session.objects.create(user=player)
    return services.issue_ticket(player=player, session=session, purpose=purpose).secret


# --- What is told ---------------------------------------------------------------------------------


async def test_a_stream_begins_with_the_position_and_tells_every_ply() -> None:
    match, ada, token = await table()
    async with Listening(app(), match.pk, token) as listening:
        [first] = await listening.begins("position")
        await in_database(does, ada, match, "pick", number=0)
        ply, position = await listening.hears("ply", "position")
    assert (listening.status, listening.headers["content-type"]) == (200, "text/event-stream")
    assert listening.headers["cache-control"] == "private, no-store"
    assert "content-length" not in listening.headers
    assert (first.id, ply.id, position.id) == ("1:0", "1:1", "1:1")
    assert (first.data["match"], first.data["view"]["seat"]) == (str(match.pk), 0)
    assert ply.data["events"] == [{"type": "number_picked", "seat": 0}]
    assert (position.data["ply"], position.data["view"]["picked"]) == (1, [0])


async def test_a_seat_that_changes_hands_is_told_of_by_the_position() -> None:
    [bob] = await in_database(people, "Bob")
    match, _, _ = await table()
    await in_database(lets_in, match)
    async with Listening(app(), match.pk, await in_database(token_of, bob)) as listening:
        await listening.begins("position")
        await in_database(lobby.join, match_id=match.pk, player=bob)
        [his] = await listening.hears("position")
        await in_database(succession.resign, match_id=match.pk, player=bob)
        [theirs] = await listening.hears("position")
    assert (his.id, his.data["view"]["seat"], len(his.data["legal"])) == ("1:0", 1, 3)
    assert (theirs.id, theirs.data["view"]["seat"], theirs.data["legal"]) == ("1:0", None, [])


async def test_each_hears_what_their_seat_may_know() -> None:
    match, ada, bob = await pair()
    await in_database(picked, match, ada, bob)
    tokens = [await in_database(token_of, one) for one in (ada, bob)]
    heard = []
    holder = app()
    async with (
        Listening(holder, match.pk, tokens[0]) as hers,
        Listening(holder, match.pk, tokens[1]) as his,
        Listening(holder, match.pk) as nobodys,
    ):
        for each in (hers, his, nobodys):
            await each.begins("position")
        await in_database(does, ada, match, "peek")
        for each in (hers, his, nobodys):
            ply, position = await each.hears("ply", "position")
            types = [event["type"] for event in ply.data["events"]]
            heard.append((position.data["view"]["seat"], types))
    assert heard == [(0, ["peeked", "card_seen"]), (1, ["peeked"]), (None, ["peeked"])]


async def test_an_open_match_is_told_of_from_its_start() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(opened, ada)
    async with Listening(app(), match.pk, await in_database(token_of, bob)) as listening:
        await listening.begins()
        await in_database(lobby.join, match_id=match.pk, player=bob)
        await in_database(lobby.start, match_id=match.pk, player=ada)
        [first] = await listening.hears("position")
    assert (first.id, first.data["view"]["seat"]) == ("1:0", 1)


async def test_a_ply_between_the_view_and_the_subscription_is_told() -> None:
    match, ada, token = await table()
    inner = app().app

    async def then_a_ply(scope: Scope, receive: Receive, send: Send) -> None:
        await inner(scope, receive, send)
        await in_database(does, ada, match, "pick", number=0)

    async with Listening(Streams(then_a_ply), match.pk, token) as listening:
        _, ply, position = await listening.begins("position", "ply", "position")
    assert (ply.data["ply"], position.data["ply"]) == (1, 1)


async def test_a_lost_nudge_heals_with_the_next_look(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.PARLOUR_HEARTBEAT_SECONDS = 0.02
    match, ada, token = await table()
    async with Listening(app(), match.pk, token) as listening:
        await listening.begins("position")
        monkeypatch.setattr(dispatch, "_listeners", [])
        monkeypatch.setattr(dispatch, "get_channel_layer", lambda: None)
        await in_database(does, ada, match, "pick", number=0)
        ply, position = await listening.hears("ply", "position")
    assert (ply.id, position.id) == ("1:1", "1:1")


async def test_the_look_rings_what_is_due(time: clock.Frozen, settings: Any) -> None:
    settings.PARLOUR_HEARTBEAT_SECONDS = 0.02
    match, ada, token = await table()
    async with Listening(app(), match.pk, token) as listening:
        await listening.begins("position")
        await in_database(does, ada, match, "pick", number=0)
        await listening.hears("ply", "position")  # it has subscribed, and looked
        time.advance(31)
        ply, _ = await listening.hears("ply", "position")
    assert ply.data["ply"] == 2


async def test_a_quiet_stream_murmurs() -> None:
    match, _, token = await table()
    async with Listening(app(comment_seconds=0.01), match.pk, token) as listening:
        await listening.begins("position")
        assert [await listening.piece() for _ in range(2)] == [":\n\n"] * 2


def test_a_frame_without_a_place_has_no_id() -> None:
    text = '{"t":"resync","d":{"match":"m","reason":"ahead"}}'
    assert events([text]) == b'event: resync\ndata: {"match":"m","reason":"ahead"}\n\n'
    assert events([]) == b""


# --- Coming back ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {"last_event_id": "1:1"}),
        ("after=1:1", {}),
        ("after=1:3", {"last_event_id": "1:1"}),
    ],
)
async def test_who_comes_back_is_told_everything_missed(
    query: str, headers: dict[str, str]
) -> None:
    match, ada, bob = await pair()
    await in_database(picked, match, ada, bob)
    await in_database(does, ada, match, "pass")
    token = await in_database(token_of, bob)
    async with Listening(app(), match.pk, token, query=query, **headers) as listening:
        resumed, *plies, position = await listening.begins("resumed", "ply", "ply", "position")
    assert resumed.data == {"match": str(match.pk), "from": 1, "to": 3}
    assert [(ply.id, ply.data["ply"]) for ply in plies] == [("1:2", 2), ("1:3", 3)]
    assert (resumed.id, position.id) == ("", "1:3")


@pytest.mark.parametrize(
    ("last", "reason"), [("2:1", "epoch_changed"), ("0:0", "epoch_changed"), ("1:9", "ahead")]
)
async def test_who_cannot_go_on_from_there_begins_anew(last: str, reason: str) -> None:
    match, ada, token = await table()
    await in_database(does, ada, match, "pick", number=0)
    async with Listening(app(), match.pk, token, last_event_id=last) as listening:
        resync, position = await listening.begins("resync", "position")
    assert resync.data == {"match": str(match.pk), "reason": reason}
    assert (resync.id, position.id) == ("", "1:1")


async def test_too_long_a_gap_is_not_told_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.follower.MOST_RESUMED_PLIES", 1)
    match, ada, bob = await pair()
    await in_database(picked, match, ada, bob)
    async with Listening(app(), match.pk, last_event_id="1:0") as listening:
        resync, position = await listening.begins("resync", "position")
    assert (resync.data["reason"], position.data["ply"]) == ("too_old", 2)


# --- Who may not ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "headers", "params"),
    [
        ("after=1", {}, {"parameter": "after"}),
        ("after=1:-1", {}, {"parameter": "after"}),
        ("after=1:2:3", {}, {"parameter": "after"}),
        ("after=1:1%0A", {}, {"parameter": "after"}),
        ("after=%D9%A1:1", {}, {"parameter": "after"}),
        ("after=1:1&after=1:2", {}, {"parameter": "after"}),
        ("before=1:1", {}, {"parameter": "before"}),
        ("", {"last_event_id": "7"}, {"header": "Last-Event-ID"}),
        ("after=1:1", {"last_event_id": "x"}, {"header": "Last-Event-ID"}),
    ],
)
async def test_an_odd_place_is_refused_and_not_held(
    query: str, headers: dict[str, str], params: dict[str, str]
) -> None:
    match, _, token = await table()
    holder = app()
    async with Listening(holder, match.pk, token, query=query, **headers) as listening:
        body = await listening.piece()
        assert (listening.status, listening.ended, holder.held) == (400, True, set())
    assert '"code":"malformed"' in body
    assert f'"params":{{"{next(iter(params))}":"{next(iter(params.values()))}"}}' in body


async def test_a_bad_token_an_unknown_match_and_another_accept_are_refused() -> None:
    match, _, token = await table()
    found = []
    for listening in (
        Listening(app(), match.pk, "nobodys"),
        Listening(app(), uuid4(), token),
        Listening(app(), match.pk, token, accept="application/json"),
    ):
        async with listening:
            found.append((listening.status, "code" in await listening.piece()))
    assert found == [(401, True), (404, True), (406, True)]


async def test_a_ticket_opens_one_stream_as_its_player() -> None:
    match, ada, _ = await table()
    query = f"ticket={await in_database(ticket_of, ada)}"
    async with Listening(app(), match.pk, query=query) as listening:
        [first] = await listening.begins("position")
    async with Listening(app(), match.pk, query=query) as again:
        body = await again.piece()
    assert (first.data["view"]["seat"], again.status) == (0, 401)
    assert '"code":"ticket_invalid"' in body


async def test_a_sockets_ticket_opens_no_stream_and_is_still_good() -> None:
    match, ada, _ = await table()
    secret = await in_database(ticket_of, ada, Purpose.SOCKET)
    async with Listening(app(), match.pk, query=f"ticket={secret}") as listening:
        assert listening.status == 401
    assert (await in_database(services.take_ticket, secret, Purpose.SOCKET))[0] == ada


async def test_with_a_token_a_ticket_is_not_used_up() -> None:
    match, ada, token = await table()
    query = f"ticket={await in_database(ticket_of, ada)}"
    async with Listening(app(), match.pk, token, query=query) as listening:
        await listening.begins("position")
    assert await in_database(SocketTicket.objects.count) == 1


# --- How it ends ----------------------------------------------------------------------------------


async def test_a_client_that_leaves_is_noticed() -> None:
    match, _, token = await table()
    holder = app()
    listening = Listening(holder, match.pk, token)
    async with listening:
        await listening.begins("position")

        async def held() -> bool:
            return len(holder.held) == 1 and len(followed()) == 1

        await eventually_async(held)
    assert (holder.held, followed(), listening.cuts) == (set(), set(), 0)


async def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SLOW_SECONDS", 0.01)
    match, ada, token = await table()
    holder, sent = app(), list[str]()
    listening = Listening(holder, match.pk, token)

    async def full(scope: Scope, receive: Receive, send: Send) -> None:
        async def stuck(message: Any) -> None:
            sent.append(message["type"])
            await send(message)
            if len(sent) > 2:  # the head and the first events went through
                await asyncio.Event().wait()

        await holder(scope, receive, stuck)

    listening = Listening(full, match.pk, token)
    await listening.__aenter__()
    await listening.begins("position")
    await in_database(does, ada, match, "pick", number=0)
    await listening.line.wait()
    assert (listening.cuts, holder.held, followed(), len(sent)) == (1, set(), set(), 3)


@pytest.mark.parametrize("by_ticket", [False, True])
async def test_it_ends_with_the_session(monkeypatch: pytest.MonkeyPatch, by_ticket: bool) -> None:
    monkeypatch.setattr(rights, "LOOK_SECONDS", 0.01)
    match, ada, token = await table()
    query = f"ticket={await in_database(ticket_of, ada)}" if by_ticket else ""
    async with Listening(app(), match.pk, "" if by_ticket else token, query=query) as listening:
        await listening.begins("position")
        await in_database(Session.objects.all().delete)
        assert await listening.last_words() == (": the session has ended",)
    assert followed() == set()


async def test_it_ends_when_the_match_is_over_and_everything_was_told() -> None:
    match, ada, bob = await pair(rounds=1)
    async with Listening(app(), match.pk) as listening:
        await listening.begins("position")
        await in_database(played_out, match, ada, bob)
        heard = [await listening.told() for _ in range(4)]
        while heard[-1].id != "1:4" or heard[-1].name != "position":
            heard.append(await listening.told())
        assert await listening.last_words() == (": the match is over",)
    plies = [event.data["ply"] for event in heard if event.name == "ply"]
    assert plies == [1, 2, 3, 4]


async def test_who_knows_all_of_a_match_that_is_over_need_not_come_back() -> None:
    match, ada, bob = await pair(rounds=1)
    await in_database(played_out, match, ada, bob)
    async with Listening(app(), match.pk) as listening:
        [last] = await listening.begins("position")
        assert await listening.last_words() == (": the match is over",)
    async with Listening(app(), match.pk, last_event_id=last.id) as again:
        assert (again.status, await again.piece()) == (204, "")
    async with Listening(app(), match.pk, last_event_id="1:3") as later:
        await later.begins("resumed", "ply", "position")


async def test_it_ends_when_an_open_match_is_called_off() -> None:
    [ada] = await in_database(people, "Ada")
    match = await in_database(opened, ada)
    async with Listening(app(), match.pk) as listening:
        await listening.begins()
        await in_database(lobby.cancel, match_id=match.pk, player=ada)
        assert await listening.last_words() == (": the match is over",)
    async with Listening(app(), match.pk) as again:
        assert (again.status, '"match_abandoned"' in await again.piece()) == (409, True)


async def test_a_server_that_stops_says_when_to_come_back() -> None:
    match, _, token = await table()
    holder = app()
    async with Listening(holder, match.pk, token) as listening:
        await listening.begins("position")
        holder.stop()
        why, retry = await listening.last_words()
    assert (why, 0 <= int(retry.removeprefix("retry: ")) <= 3000) == (
        ": this server restarts",
        True,
    )
    async with Listening(holder, match.pk, token) as late:
        await late.begins("position")
        assert (late.ended, holder.held) == (True, set())


async def test_only_so_many_are_held_and_the_rest_come_back() -> None:
    match, _, token = await table()
    holder = app(most=0)
    async with Listening(holder, match.pk, token) as listening:
        await listening.begins("position")
        assert (listening.ended, holder.held) == (True, set())


async def test_a_head_request_is_not_held() -> None:
    match, _, token = await table()
    holder = app()
    async with Listening(holder, match.pk, token, method="HEAD") as listening:
        assert (listening.status, holder.held) == (200, set())


async def test_a_fault_of_ours_ends_it_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Follower) -> None:
        raise RuntimeError(SECRET)

    match, _, token = await table()
    monkeypatch.setattr(Follower, "catch_up", broken)
    async with Listening(app(), match.pk, token) as listening:
        await listening.begins("position")
        [words] = await listening.last_words()
    trace = words.removeprefix(": trace ")
    assert trace in caplog.text
    assert SECRET not in caplog.text + words
