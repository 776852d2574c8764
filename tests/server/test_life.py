"""Silence, kill -9, restart: every match goes on, nothing is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.eventually import eventually_async
from tests.server.guest import Guest, Line, chosen, guest, plays_to_the_end
from tests.server.process import Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

Starter = Callable[..., Server]


async def finished(player: Guest, match: str) -> bool:
    """Say whether the match is over."""
    return bool((await player.gets(f"/matches/{match}"))["status"] == "finished")


async def test_a_silent_seat_is_played_to_the_end_by_bells_and_bots(server: Server) -> None:
    async with guest(server) as ada:
        match = await ada.sets_table(turn_seconds=1, initial_seconds=1, rounds=2)
        await eventually_async(partial(finished, ada, match), seconds=60)
    plies, same = server.ask(
        f"[[*Ply.objects.filter(match_id=UUID('{match}')).values('seat', 'timer_id', 'events')],"
        f" upkeep.replay_check(match_id=UUID('{match}')).same]"
    )
    bells = [ply for ply in plies if ply["timer_id"] is not None]
    late = [
        event["seat"] for ply in bells for event in ply["events"] if event["type"] == "timed_out"
    ]
    assert late.count(0) == 2
    assert {ply["seat"] for ply in plies if ply["timer_id"] is None} == {0, 1, 2}
    assert same is True


def replayed(server: Server, matches: list[str]) -> list[bool]:
    """Say of each match whether its log, played anew, leads to where it is."""
    same: list[bool] = server.ask(
        f"[upkeep.replay_check(match_id=UUID(pk)).same for pk in {matches!r}]"
    )
    return same


async def test_kill_9_in_the_middle_loses_and_doubles_nothing(own_server: Starter) -> None:
    server = own_server(PARLOUR_BOT_PACE_SECONDS="0.05")
    async with guest(server) as ada:
        matches = [await ada.sets_table(turn_seconds=0, initial_seconds=0, rounds=2) for _ in "ab"]
        async with ada.calls() as line:
            await line.hello(*matches)
            last = await plays_a_little(line, matches)
            server.kill()
            with pytest.raises(ConnectionClosed):
                await line.hears("nothing more")
        token = ada.token
    assert server.ask("list(Match.objects.values_list('status', flat=True))") == ["running"] * 2
    told = {pk: [ply for ply in line.told("ply") if ply["match"] == pk] for pk in matches}
    server.env["PARLOUR_BOT_PACE_SECONDS"] = "0"
    server.start()
    again = Guest(server)
    async with again.http:
        again.token, again.http.headers["Authorization"] = token, f"Bearer {token}"
        for pk in matches:
            repeated = await again.acts(pk, last[pk]["action"], last[pk]["request_id"])
            assert repeated["ply"] == last[pk]["ply"]
            await goes_on(again, pk, told[pk])
    assert replayed(server, matches) == [True] * 2


async def plays_a_little(line: Line, matches: list[str]) -> dict[str, dict[str, Any]]:
    """Let an act be acked in each match, which is too few to end it; return it of each.

    Each of two rounds needs one: nothing is submitted for a seat without a clock.
    """
    luck = random.Random(1)
    sent: dict[str, dict[str, Any]] = {}
    last: dict[str, dict[str, Any]] = {}
    acked = dict.fromkeys(matches, 0)
    while not all(acked.values()):
        frame = await line.hear()
        if frame["t"] == "position" and not acked[frame["d"]["match"]]:
            if act := answer_to(frame["d"], luck, f"r{len(sent)}"):
                sent[act["request_id"]] = act
                await line.say("act", act["request_id"], **act)
        elif frame["t"] == "ack":
            act = sent[frame["id"]]
            last[act["match"]] = {**act, "ply": frame["d"]["ply"]}
            acked[act["match"]] += 1
    return last


def answer_to(
    position: dict[str, Any], luck: random.Random, request_id: str
) -> dict[str, Any] | None:
    """Return the `d` of an act that answers this position's question; None if there is none."""
    action = chosen(position, luck)
    named = {"match": position["match"], "decision": position["decision"]}
    return named | {"action": action, "request_id": request_id} if action else None


async def goes_on(player: Guest, match: str, told: list[dict[str, Any]]) -> None:
    """Assert that what was told is still there, and play on to the end."""
    before = told[0]["ply"] - 1
    stored = await player.plies(match, before)
    assert stored[: len(told)] == told
    async with player.calls() as line:
        await line.hello(match, resume={"epoch": 1, "ply": told[-1]["ply"]})
        await plays_to_the_end(line, match)
    stored = await player.plies(match)
    assert [ply["ply"] for ply in stored] == list(range(1, len(stored) + 1))
    assert told + line.told("ply") == stored[before:]
    assert await finished(player, match)


async def test_matches_of_bots_alone_go_on_after_kill_9(own_server: Starter) -> None:
    server = own_server()
    async with guest(server) as ada:
        matches = [await ada.sets_table(people=0, rounds=2, level="random") for _ in range(2)]

        async def begun() -> bool:
            return all([(await ada.gets(f"/matches/{match}"))["ply"] for match in matches])

        await eventually_async(begun)
        server.kill()
    at = dict(server.ask("[(str(pk), ply) for pk, ply in Match.objects.values_list('pk', 'ply')]"))
    server.start()
    async with guest(server) as eve:
        for match in matches:
            await eventually_async(partial(finished, eve, match), seconds=90)
            numbers = [ply["ply"] for ply in await eve.plies(match)]
            assert 0 < at[match] < len(numbers)
            assert numbers == list(range(1, len(numbers) + 1))
    assert replayed(server, matches) == [True] * 2


async def test_what_the_operator_has_to_say_is_heard_on_every_line(server: Server) -> None:
    say = "from django.core.management import call_command; call_command('notice', 'Last call!')"
    async with guest(server) as ada, guest(server) as eve, ada.calls() as one, eve.calls() as other:
        match = await ada.sets_table(people=2)
        await one.hello(match)
        await other.hello(match)
        _, *heard = await asyncio.gather(
            asyncio.to_thread(server.run, say), one.hears("notice"), other.hears("notice")
        )
    assert [notice["text"] for notice in heard] == ["Last call!"] * 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_polite_stop_tells_every_socket_and_leaves_nothing(
    own_server: Starter, how: signal.Signals
) -> None:
    server = own_server()
    async with guest(server) as ada, ada.calls() as line:
        match = await ada.sets_table(people=2)
        poll = asyncio.create_task(ada.gets(f"/matches/{match}/plies", wait=25))
        await line.hello(match)
        stopping = asyncio.create_task(asyncio.to_thread(server.stop, how))
        with pytest.raises(ConnectionClosed) as closed:
            await line.hears("nothing more")
        code = await stopping
        answer = await poll
    assert line.heard[-1]["t"] == "notice"
    assert line.heard[-1]["d"]["kind"] == "restart"
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert answer["plies"] == []
    assert code in (0, -how)
    assert "Traceback" not in server.log.read_text()
