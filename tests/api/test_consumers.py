"""The socket: hello, follow, act, plies without gaps, resume, heartbeat, and every refusal."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer

from accounts.models import Player, Session
from api.push import group_of, in_database
from api.serializers.positions import position_wire
from games import selectors
from games.models import Match
from games.services import lobby, succession, upkeep
from tests.api.talk import Talk
from tests.games.tables import dealt, does, fingerprint, lets_in, opened, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


async def table(**options: Any) -> tuple[Match, Player, Player]:
    """Return a running match and the two who play it."""
    ada, bob = await in_database(people, "Ada", "Bob")
    return await in_database(dealt, ada, bob, **options), ada, bob


async def position_of(match: Match, player: Player) -> dict[str, Any]:
    """Return what REST would answer, but for the time."""
    position = await in_database(selectors.position, match_id=match.pk, player=player)
    wire: dict[str, Any] = json.loads(json.dumps(position_wire(position)))
    return without_time({"match": str(match.pk), **wire})


def without_time(position: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in position.items() if name != "server_time"}


# --- Hello ----------------------------------------------------------------------------------------


async def test_hello_is_answered_by_welcome() -> None:
    [ada] = await in_database(people, "Ada", is_guest=True)
    async with Talk() as talk:
        welcome = await talk.hello(ada)
    session = await in_database(Session.objects.get, user=ada)
    assert talk.answer == {"type": "websocket.accept", "subprotocol": "parlour.v1+json"}
    assert welcome.pop("server_time").endswith("Z")
    assert welcome == {
        "heartbeat_ms": 10000,
        "session": str(session.id),
        "player": {"id": str(ada.pk), "name": "Ada", "is_guest": True},
        "limits": {"frame_bytes": 8192, "followed": 20, "resumed_plies": 300},
    }


async def test_following_a_match_answers_the_position_of_the_seat() -> None:
    match, ada, bob = await table()
    async with Talk() as a, Talk() as b:
        await a.hello(ada, match.pk)
        await b.hello(bob, match.pk)
        heard = [without_time(await talk.hears("position")) for talk in (a, b)]
    assert heard == [await position_of(match, ada), await position_of(match, bob)]
    assert [position["view"]["seat"] for position in heard] == [0, 1]


async def test_who_does_not_play_is_a_spectator() -> None:
    match, _, _ = await table()
    [eve] = await in_database(people, "Eve")
    async with Talk() as talk:
        await talk.hello(eve, match.pk)
        position = await talk.hears("position")
    assert (position["view"]["seat"], position["hints"], position["legal"]) == (None, None, [])


async def test_one_socket_follows_several_matches() -> None:
    match, ada, bob = await table()
    other = await in_database(dealt, bob, ada)
    async with Talk() as talk:
        await talk.hello(ada, match.pk, other.pk)
        positions = await talk.hears_all("position", "position")
        await in_database(does, bob, other, "pick", number=1)
        ply, _ = await talk.hears_all("ply", "position")
    assert [position["match"] for position in positions] == [str(match.pk), str(other.pk)]
    assert ply["match"] == str(other.pk)


async def test_an_open_match_is_told_of_when_it_starts() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(opened, ada)
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.say("follow", "f", match=str(match.pk))
        ack = await talk.hear()
        await in_database(lobby.join, match_id=match.pk, player=bob)
        assert await talk.silent()
        await in_database(lobby.start, match_id=match.pk, player=ada)
        position = await talk.hears("position")
    assert ack == {"t": "ack", "id": "f", "d": {"ply": 0}}
    assert (position["ply"], position["view"]["phase"]) == (0, "pick")


async def test_a_match_that_is_stopped_is_told_of_by_its_position() -> None:
    match, ada, _ = await table()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        before = await talk.hears("position")
        await in_database(upkeep.abandon, match_id=match.pk)
        after = await talk.hears("position")
    assert (len(before["legal"]), after["legal"]) == (3, [])
    assert (after["ply"], "left_ms" in after["timers"][0]) == (before["ply"], True)


async def test_who_gives_up_a_seat_is_told_at_once_what_onlookers_see() -> None:
    match, ada, bob = await table()
    async with Talk() as hers, Talk() as his:
        await hers.hello(ada, match.pk)
        await his.hello(bob, match.pk)
        before, _ = await his.hears("position"), await hers.hears("position")
        await in_database(succession.resign, match_id=match.pk, player=bob)
        after = await his.hears("position")
        assert await his.silent()
        assert await hers.silent()
    assert (before["view"]["seat"], after["view"]["seat"], after["legal"]) == (1, None, [])
    assert after["ply"] == before["ply"]
    assert before["view"]["card"] not in str(after)


async def test_who_comes_in_for_a_bot_is_told_at_once_what_it_was_asked() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(lambda: lets_in(dealt(ada, bots=1)))
    async with Talk() as talk:
        await talk.hello(bob, match.pk)
        before = await talk.hears("position")
        await in_database(lobby.join, match_id=match.pk, player=bob)
        after = await talk.hears("position")
        assert await talk.silent()
        await in_database(does, bob, match, "pick", number=0)
        assert (await talk.hears_all("ply", "position"))[1]["view"]["seat"] == 1
        assert await talk.silent()
    assert (before["view"]["seat"], after["view"]["seat"]) == (None, 1)
    assert (before["legal"], len(after["legal"])) == ([], 3)


async def test_nothing_comes_after_unfollow() -> None:
    match, ada, bob = await table()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        await talk.say("unfollow", "u", match=str(match.pk))
        assert await talk.hear() == {"t": "ack", "id": "u", "d": {}}
        await in_database(does, bob, match, "pick", number=1)
        assert await talk.silent()


# --- Acting ---------------------------------------------------------------------------------------


async def test_an_act_is_acked_and_then_told_like_any_ply() -> None:
    match, ada, _ = await table()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        action = {"type": "pick", "number": 2}
        await talk.say("act", "a", match=str(match.pk), action=action, request_id="r", decision=1)
        ack, ply, position = (
            await talk.hear(),
            await talk.hears("ply"),
            await talk.hears("position"),
        )
    assert ack == {"t": "ack", "id": "a", "d": {"ply": 1, "replayed": False}}
    assert ply.pop("at").endswith("Z")
    events = [{"type": "number_picked", "seat": 0}]
    assert ply == {"match": str(match.pk), "epoch": 1, "ply": 1, "events": events}
    assert without_time(position) == await position_of(match, ada)


async def test_a_repeated_act_is_acked_from_what_is_stored() -> None:
    match, ada, bob = await table()
    async with Talk() as talk:
        await talk.hello(ada)
        act = {"match": str(match.pk), "action": {"type": "pick", "number": 2}, "request_id": "r"}
        await talk.say("act", "1", **act)
        first = await talk.hears("ack")
        await in_database(does, bob, match, "pick", number=0)
        before = await in_database(fingerprint, match.pk)
        await talk.say("act", "2", **act)
        again = await talk.hears("ack")
    assert (first, again) == ({"ply": 1, "replayed": False}, {"ply": 1, "replayed": True})
    assert await in_database(fingerprint, match.pk) == before


async def test_what_the_rules_refuse_is_nacked_in_their_words() -> None:
    match, ada, _ = await table()
    before = await in_database(fingerprint, match.pk)
    async with Talk() as talk:
        await talk.hello(ada)
        action = {"type": "pick", "number": 3}
        await talk.say("act", "a", match=str(match.pk), action=action, request_id="r")
        nack = await talk.hear()
    problem = nack.pop("d")
    assert nack == {"t": "nack", "id": "a"}
    assert (problem["code"], problem["status"], problem["rule"]) == (
        "no_such_number",
        409,
        "Tiny 2",
    )
    assert problem["errors"][0]["pointer"] == "/number"
    assert problem["match"] == str(match.pk)
    assert await in_database(fingerprint, match.pk) == before


async def test_a_stale_decision_is_nacked_with_the_current_position() -> None:
    match, ada, _ = await table()
    async with Talk() as talk:
        await talk.hello(ada)
        action = {"type": "pick", "number": 1}
        await talk.say("act", match=str(match.pk), action=action, request_id="r", decision=0)
        problem = await talk.hears("nack")
    assert (problem["code"], problem["decision"]) == ("stale_decision", 1)
    assert {"match": str(match.pk), **without_time(problem["position"])} == await position_of(
        match, ada
    )


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "juggle"}, "malformed"),
        ({"type": "pick"}, "malformed"),
        ({"type": "pick", "number": "1"}, "malformed"),
        ({"type": "pick", "number": 1, "sleeve": "ace"}, "malformed"),
        ({"type": "pass"}, "not_now"),
        ({"type": "break"}, "engine_fault"),
    ],
)
async def test_an_act_that_cannot_be_done_is_nacked(action: dict[str, Any], code: str) -> None:
    match, ada, _ = await table()
    async with Talk() as talk:
        await talk.hello(ada)
        act = {"match": str(match.pk), "action": action, "request_id": "r"}
        await talk.send({"t": "act", "id": "a", "d": act})
        problem = await talk.hears("nack")
        assert await talk.silent()
    assert problem["code"] == code
    assert "canary" not in str(problem)


async def test_somebody_without_a_seat_cannot_act() -> None:
    match, _, _ = await table()
    [eve] = await in_database(people, "Eve")
    async with Talk() as talk:
        await talk.hello(eve)
        action = {"type": "pick", "number": 1}
        await talk.say("act", match=str(match.pk), action=action, request_id="r")
        assert (await talk.hears("nack"))["code"] == "not_your_seat"


# --- Plies without gaps ---------------------------------------------------------------------------


async def test_every_ply_reaches_every_follower_with_what_it_may_see() -> None:
    match, ada, bob = await table()
    async with Talk() as a, Talk() as b:
        for talk, player in ((a, ada), (b, bob)):
            await talk.hello(player, match.pk)
            await talk.hears("position")
        await in_database(does, ada, match, "pick", number=0)
        await in_database(does, bob, match, "pick", number=0)
        await in_database(does, ada, match, "peek")
        await in_database(does, ada, match, "pass")
        heard = [await plies_up_to(talk, 4) for talk in (a, b)]
    assert [[ply["ply"] for ply in plies] for plies in heard] == [[1, 2, 3, 4]] * 2
    assert [event["type"] for event in heard[0][2]["events"]] == ["peeked", "card_seen"]
    assert [event["type"] for event in heard[1][2]["events"]] == ["peeked"]


async def plies_up_to(talk: Talk, last: int) -> list[dict[str, Any]]:
    """Return the plies told until the position of ply `last`; positions stand where they must."""
    plies: list[dict[str, Any]] = []
    while True:
        frame = await talk.hear()
        if frame["t"] == "ply":
            plies.append(frame["d"])
            continue
        assert (frame["t"], frame["d"]["ply"]) == ("position", plies[-1]["ply"])
        if frame["d"]["ply"] == last:
            return plies


async def test_old_news_is_not_told_twice() -> None:
    match, ada, bob = await table()
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        await in_database(does, bob, match, "pick", number=0)
        await talk.hears_all("ply", "position")
        group = {"type": "match.ply", "match": str(match.pk), "ply": 1}
        await get_channel_layer().group_send(group_of(match.pk), group)
        assert await talk.silent()


# --- Resume ---------------------------------------------------------------------------------------


async def after_three_plies() -> tuple[Match, Player, Player]:
    match, ada, bob = await table()
    await in_database(does, ada, match, "pick", number=0)
    await in_database(does, bob, match, "pick", number=0)
    await in_database(does, ada, match, "peek")
    return match, ada, bob


@pytest.mark.parametrize("known", [0, 1, 3])
async def test_a_resume_brings_every_missing_ply_and_the_position(known: int) -> None:
    match, ada, _ = await after_three_plies()
    async with Talk() as talk:
        await talk.hello(ada, match.pk, resume={"epoch": 1, "ply": known})
        resumed = await talk.hears("resumed")
        plies = [(await talk.hears("ply"))["ply"] for _ in range(known, 3)]
        position = await talk.hears("position")
        assert await talk.silent()
    assert resumed == {"match": str(match.pk), "from": known, "to": 3}
    assert plies == list(range(known + 1, 4))
    assert without_time(position) == await position_of(match, ada)


@pytest.mark.parametrize(
    ("resume", "reason"),
    [
        ({"epoch": 2, "ply": 1}, "epoch_changed"),
        ({"epoch": 1, "ply": 4}, "ahead"),
        ({"epoch": 1, "ply": 0}, "too_old"),
    ],
)
async def test_a_resume_that_cannot_be_whole_begins_anew(
    resume: dict[str, int], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.follower.MOST_RESUMED_PLIES", 2)
    match, ada, _ = await after_three_plies()
    async with Talk() as talk:
        await talk.hello(ada, match.pk, resume=resume)
        resync, position = await talk.hears_all("resync", "position")
        assert await talk.silent()
    assert resync == {"match": str(match.pk), "reason": reason}
    assert position["ply"] == 3


async def test_a_follow_may_resume_too() -> None:
    match, ada, _ = await after_three_plies()
    async with Talk() as talk:
        await talk.hello(ada)
        await talk.say("follow", "f", match=str(match.pk), resume={"epoch": 1, "ply": 2})
        assert await talk.hears("ack") == {"ply": 3}
        resumed, ply, _ = await talk.hears_all("resumed", "ply", "position")
    assert (resumed["from"], ply["ply"]) == (2, 3)


# --- Who cannot be talked to ----------------------------------------------------------------------


async def test_an_unknown_match_is_nacked_and_the_others_followed() -> None:
    match, ada, _ = await table()
    unknown = uuid4()
    async with Talk() as talk:
        await talk.hello(ada, unknown, match.pk)
        nack, position = await talk.hears_all("nack", "position")
        await talk.say("follow", "f", match=str(unknown))
        again = await talk.hear()
    assert (nack["code"], nack["match"]) == ("no_such_match", str(unknown))
    assert position["match"] == str(match.pk)
    assert (again["t"], again["id"], again["d"]["code"]) == ("nack", "f", "no_such_match")


async def test_a_hello_for_unknown_matches_only_is_hung_up_on() -> None:
    [ada] = await in_database(people, "Ada")
    async with Talk() as talk:
        await talk.hello(ada, uuid4())
        assert (await talk.hears("nack"))["code"] == "no_such_match"
        assert await talk.closed() == (4504, "no such match")


async def test_followed_matches_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.consumers.MOST_FOLLOWED", 1)
    match, ada, bob = await table()
    other = await in_database(dealt, bob, ada)
    async with Talk() as talk:
        await talk.hello(ada, match.pk)
        await talk.hears("position")
        await talk.say("follow", "again", match=str(match.pk))
        await talk.hears_all("ack", "position")
        await talk.say("follow", "other", match=str(other.pk))
        problem = await talk.hears("nack")
    assert (problem["code"], problem["errors"][0]["code"]) == ("malformed", "out_of_range")
