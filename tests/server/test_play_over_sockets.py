"""Real sockets against the real process: a whole match, and everybody is told the same."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from uuid import uuid4

import pytest

from tests.server.guest import Guest, Line, chosen, guest, plays_to_the_end
from tests.server.process import Server

pytestmark = pytest.mark.server

FROM_THE_START = {"epoch": 1, "ply": 0}
"""Bots may have played before anybody follows; who resumes from here is told it all."""


async def test_a_whole_match_is_played_and_watched_over_sockets(server: Server) -> None:
    async with guest(server) as ada, guest(server) as eve:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        async with ada.calls() as player, eve.calls() as watcher:
            await player.hello(match, resume=FROM_THE_START)
            await watcher.hello(match)
            first = (await watcher.hears("position"))["ply"]
            last, _ = await asyncio.gather(
                plays_to_the_end(player, match), watches(watcher, match, ada)
            )
        header = await ada.gets(f"/matches/{match}")
        stored = await eve.plies(match)
    assert (header["status"], header["ply"]) == ("finished", last["ply"])
    assert numbers(player) == list(range(1, last["ply"] + 1))
    assert numbers(watcher) == list(range(first + 1, last["ply"] + 1))
    assert watcher.told("ply") == stored[first:]
    assert last["view"]["totals"] == watcher.told("position")[-1]["view"]["totals"]
    assert server.ask(f"upkeep.replay_check(match_id=UUID('{match}')).same") is True


async def watches(line: Line, match: str, host: Guest) -> None:
    """Hear everything until the match is over."""
    while (await host.gets(f"/matches/{match}"))["status"] == "running":
        await line.hears("position")
    end = (await host.gets(f"/matches/{match}"))["ply"]
    while line.told("position")[-1]["ply"] < end:
        await line.hears("position")


def numbers(line: Line) -> list[int]:
    """Return the plies this line was told, in the order in which it was."""
    return [ply["ply"] for ply in line.told("ply")]


async def test_a_secret_is_told_to_its_seat_alone(server: Server) -> None:
    async with guest(server) as ada, guest(server) as eve:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        async with ada.calls() as player, eve.calls() as watcher:
            await player.hello(match)
            await watcher.hello(match)
            mine, theirs = await player.hears("position"), await watcher.hears("position")
    assert (len(mine["view"]["hand"]) > 0, theirs["view"]["hand"]) == (True, [])
    assert (theirs["hints"], theirs["legal"], theirs["view"]["seat"]) == (None, [], None)


async def test_a_client_resumes_where_it_stopped(server: Server) -> None:
    async with guest(server) as ada:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        async with ada.calls() as line:
            await line.hello(match, resume=FROM_THE_START)
            known = (await plays_to_the_end(line, match, until=8))["ply"]
        async with ada.calls() as other:
            await other.hello(match)
            await plays_to_the_end(other, match, until=known + 8)
        async with ada.calls() as again:
            await again.hello(match, resume={"epoch": 1, "ply": known})
            resumed = await again.hears("resumed")
            position = await again.hears("position")
        stored = await ada.plies(match)
    assert (resumed["from"], resumed["to"]) == (known, position["ply"])
    assert line.told("ply") + again.told("ply") == stored[: position["ply"]]


async def test_the_same_act_twice_at_once_is_applied_once(server: Server) -> None:
    async with guest(server) as ada:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        async with ada.calls() as one, ada.calls() as two:
            await one.hello(match)
            await two.hello()
            act = await next_act(one, match)
            await asyncio.gather(one.say("act", "1", **act), two.say("act", "2", **act))
            acks = [await one.hears("ack"), await two.hears("ack")]
        by_http = await ada.acts(match, act["action"], act["request_id"])
        stored = await ada.plies(match)
    assert sorted(ack["replayed"] for ack in acks) == [False, True]
    assert {ack["ply"] for ack in acks} == {by_http["ply"]}
    assert [ply["ply"] for ply in stored] == list(range(1, len(stored) + 1))


async def next_act(line: Line, match: str) -> dict[str, Any]:
    """Return the `d` of an act that answers the next question to this line's seat."""
    while not (action := chosen(position := await line.hears("position"), random.Random(match))):
        pass
    return {
        "match": match,
        "action": action,
        "decision": position["decision"],
        "request_id": str(uuid4()),
    }


async def test_what_the_rules_forbid_is_nacked_with_the_rule(server: Server) -> None:
    async with guest(server) as ada, ada.calls() as line:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        await line.hello(match)
        act = await next_act(line, match)
        forbidden = {"type": "ask", "target": 0, "mode": "name", "key": "taylor"}
        await line.say("act", "no", **act | {"action": forbidden})
        problem = await line.hears("nack")
        await line.say("act", "yes", **act)
        ack = await line.hears("ack")
    assert (problem["status"], problem["rule"][:4]) == (409, "WTS ")
    assert ack["replayed"] is False


async def test_a_long_poll_is_woken_by_a_ply(server: Server) -> None:
    async with guest(server) as ada, ada.calls() as line:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        await line.hello(match)
        act = await next_act(line, match)
        at = (await ada.gets(f"/matches/{match}"))["ply"]
        poll = asyncio.create_task(ada.gets(f"/matches/{match}/plies", after=at, wait=25))
        await line.say("act", "a", **act)
        answer = await poll
        stored = await ada.plies(match, after=at)
    assert answer["plies"][0]["ply"] == at + 1
    assert answer["plies"] == stored[: len(answer["plies"])]


async def test_many_long_polls_keep_no_request_from_being_answered(server: Server) -> None:
    async with guest(server) as ada, ada.calls() as line:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        await line.hello(match)
        act = await next_act(line, match)
        at = (await ada.gets(f"/matches/{match}"))["ply"]
        polls = [
            asyncio.create_task(ada.gets(f"/matches/{match}/plies", after=at, wait=25))
            for _ in range(20)
        ]
        assert (await ada.gets("/games"))["games"]
        await line.say("act", "a", **act)
        answers = await asyncio.gather(*polls)
    assert {answer["plies"][0]["ply"] for answer in answers} == {at + 1}
