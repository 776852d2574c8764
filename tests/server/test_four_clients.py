"""Four seats, four ways to call: one match of Lap Dance, in which one of them never answers."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from uuid import uuid4

import pytest

from tests.server.guest import Guest, chosen, guest, is_over, plays_to_the_end
from tests.server.process import Server
from tests.server.raw import RawLine, raw_line

pytestmark = [pytest.mark.server, pytest.mark.slow]

QUICK = {
    "type": "lap_dance",
    "rounds": 3,
    "read_seconds": 0,
    "timer_seconds": 15,
    "turn_seconds": 1,
    "reaction_seconds": 1,
    # The Inspector forbids Events: the first thing the sleeper misses after the minute is her turn.
    "customers": ["c15", "c08", "c09"],
}
LOOK_SECONDS = 0.1
"""How often the one looks who looks again and again: as a client does, not as fast as it can."""
POLLING, LONG_POLLING, LIBRARY, BY_HAND = range(4)


async def acts(one: Guest, match: str, position: dict[str, Any], luck: random.Random) -> bool:
    """Answer the question I am asked, if I am; only what the table overtook is refused."""
    action = chosen(position, luck)
    if action is None:
        return False
    headers = {"Idempotency-Key": str(uuid4()), "If-Decision": str(position["decision"])}
    answer = await one.http.post(f"/matches/{match}/actions", json=action, headers=headers)
    assert answer.status_code in (200, 409), answer.text
    return True


async def polls(one: Guest, match: str) -> dict[str, Any]:
    """Look again and again until it is over; return the last position."""
    luck = random.Random(POLLING)
    while not is_over(position := await one.gets(f"/matches/{match}/position")):
        if not await acts(one, match, position, luck):
            await asyncio.sleep(LOOK_SECONDS)
    return position


async def polls_patiently(one: Guest, match: str) -> dict[str, Any]:
    """Wait for news on an open request until it is over; return the last position."""
    luck = random.Random(LONG_POLLING)
    while not is_over(position := await one.gets(f"/matches/{match}/position")):
        if not await acts(one, match, position, luck):
            await one.gets(f"/matches/{match}/plies", after=position["ply"], wait=25)
    return position


async def hears_and_says_nothing(line: RawLine) -> dict[str, Any]:
    """Listen until it is over, and never act; return the last position."""
    while not (heard := line.told("position")) or not is_over(heard[-1]):
        await line.hear()
    return heard[-1]


async def test_four_clients_play_a_match_in_which_one_never_answers(server: Server) -> None:
    async with (
        guest(server) as ada,
        guest(server) as bob,
        guest(server) as cleo,
        guest(server) as dora,
    ):
        table = {"game": QUICK, "seats": 4, "sit": True}
        match = (await ada.posts("/matches", 201, table))["id"]
        for one in (bob, cleo, dora):
            await one.posts(f"/matches/{match}/seats", 201)
        async with cleo.calls() as library, raw_line(dora, match) as by_hand:
            await library.hello(match)
            await ada.posts(f"/matches/{match}/start")
            ends = await asyncio.gather(
                polls(ada, match),
                polls_patiently(bob, match),
                plays_to_the_end(library, match),
                hears_and_says_nothing(by_hand),
            )
        header = await ada.gets(f"/matches/{match}")
        plies = await bob.plies(match)
    assert header["status"] == "finished"
    assert [end["view"]["seat"] for end in ends] == [0, 1, 2, 3]
    assert {end["ply"] for end in ends} == {header["ply"]}
    assert all_the_same([[seat["money"] for seat in end["view"]["seats"]] for end in ends])
    assert [ply["ply"] for ply in by_hand.told("ply")] == list(range(1, header["ply"] + 1))
    timed_out = [
        event["seat"] for ply in plies for event in ply["events"] if event["type"] == "timed_out"
    ]
    assert timed_out == [BY_HAND, BY_HAND], "after two a bot stands in"
    same, actions = server.ask(
        f"[upkeep.replay_check(match_id=UUID('{match}')).same, [*Ply.objects.filter("
        f"match_id='{match}', seat={BY_HAND}).values_list('request_id', flat=True)]]"
    )
    assert same is True
    assert set(actions) <= {None}, "she never acted herself"


def all_the_same(things: list[Any]) -> bool:
    return all(thing == things[0] for thing in things)
