"""The scripted round of Hand & Foot once more, with four clients of a real server.

The script belongs to one deal.  So after the start, before the first cut, the deal in the server's
database is exchanged for that one; from then on everything is as it is for everybody.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.test_hand_and_foot_match import (
    A_AND_C,
    B_AND_D,
    KEY,
    SUMS,
    Speaker,
    by_part,
    lines,
    sums,
)
from tests.server.guest import Guest, Line, guest
from tests.server.process import Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

OTHER_DEAL = """
from games.models import Match
from games.rules import registry
row = Match.with_secrets.get(pk="{match}")
assert row.ply == 0
state = registry.game(row.game, row.options).setup(row.seats, "{key}")
data = registry.encode_state(state)
print(Match.with_secrets.filter(pk=row.pk).update(state=data, stamp=row.stamp + 1))
"""
BY_SOCKET = 2
"""Cleo acts and hears by a socket, the others by requests."""


class Client:
    """One of the four: looks, and does a line of the script."""

    def __init__(self, one: Guest, match: str) -> None:
        self.one, self.path = one, f"/matches/{match}"

    async def position(self) -> dict[str, Any]:
        return await self.one.gets(f"{self.path}/position")

    async def does(self, action: dict[str, Any], decision: int) -> str:
        """Act; return the code of the refusal, or nothing."""
        headers = {"Idempotency-Key": str(uuid4()), "If-Decision": str(decision)}
        answer = await self.one.http.post(f"{self.path}/actions", json=action, headers=headers)
        assert answer.status_code in (200, 409), answer.text
        return str(answer.json().get("code", ""))


class Caller(Client):
    """The one on the phone: looks at what it was last told."""

    def __init__(self, one: Guest, match: str, line: Line) -> None:
        super().__init__(one, match)
        self.match, self.line = match, line

    async def position(self) -> dict[str, Any]:
        now = (await self.one.gets(self.path))["ply"]
        while not (told := self.line.told("position")) or told[-1]["ply"] < now:
            await self.line.hear()
        return told[-1]

    async def does(self, action: dict[str, Any], decision: int) -> str:
        wish = {"match": self.match, "action": action, "decision": decision}
        await self.line.say("act", "wish", **wish, request_id=str(uuid4()))
        while (frame := await self.line.hear()).get("id") != "wish":
            pass
        return str(frame["d"].get("code", ""))


async def test_four_clients_play_the_script_and_get_the_bill_made_by_hand(server: Server) -> None:
    async with (
        guest(server) as ada,
        guest(server) as bob,
        guest(server) as cleo,
        guest(server) as dan,
        cleo.calls() as line,
    ):
        game = {"type": "hand_and_foot", "rounds": 1, "turn_seconds": 0}
        match = (await ada.posts("/matches", 201, {"game": game, "seats": 4}))["id"]
        for one in (bob, cleo, dan):
            await one.posts(f"/matches/{match}/seats", 201)
        await ada.posts(f"/matches/{match}/start")
        assert server.run(OTHER_DEAL.format(match=match, key=KEY)).strip() == "1"
        await line.hello(match)
        people = [Client(one, match) for one in (ada, bob, cleo, dan)]
        people[BY_SOCKET] = Caller(cleo, match, line)
        for seat, said, refused in lines():
            position = await people[seat].position()
            action = Speaker(position["view"]).action(said)
            assert await people[seat].does(action, position["decision"]) == refused, said
        bills = [(await one.position())["view"]["results"] for one in people]
        header = await ada.gets(f"/matches/{match}")
    assert (header["status"], header["outcome"]["scores"]) == ("finished", [2115, 1920] * 2)
    assert all(bill == bills[0] for bill in bills)
    first, second = bills[0][0]["sheets"]
    assert (by_part(first), by_part(second)) == (A_AND_C, B_AND_D)
    assert (sums(first), sums(second)) == (SUMS["A_AND_C"], SUMS["B_AND_D"])
