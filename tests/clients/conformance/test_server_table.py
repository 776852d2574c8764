"""The project's own server is all green; one that does one thing wrong is red there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from clients.conformance.checks import Check, Verdict, chosen, judged
from clients.conformance.server.groups import GROUPS
from clients.conformance.server.venue import Venue
from tests.clients.conformance.depth import tried
from tests.clients.conformance.server_faults import FAULTS, Fault
from tests.clients.conformance.twisted import twisted
from tests.server.process import Server

pytestmark = pytest.mark.server

AT_ONCE = 5
NEIGHBOURS = 2
BELOW_US = {"invalid-utf8"}
"""What the WebSocket layer keeps, above which everything here twists."""
SLOW = {
    "hello-missing",
    "token-revoked",
    "pong-keeps-alive",
    "pongs-missed",
    "resume-too-old",
    "token-refreshed",
    "guesses-limited",
    "frames-limited",
    "long-poll-same",
    "resume-while-playing",
}
"""What is tried only for a fault that has to do with it."""


class Planted(NamedTuple):
    """A fault, and the verdicts of the lines it is tried on."""

    fault: str
    verdicts: list[Verdict]


def subject(fault: Fault) -> str:
    """Return the subject of a fault."""
    return next(check.group for check in chosen(GROUPS) if check.name in fault.red)


def neighbourhood(fault: Fault) -> list[Check[Venue]]:
    """Return the lines a fault must turn red, and the nearest others, which it must not."""
    lines = chosen(GROUPS, [subject(fault)])
    others = [line for line in lines if line.name not in fault.red | SLOW]
    first = next(place for place, line in enumerate(lines) if line.name in fault.red)
    nearest = sorted(others, key=lambda line: abs(lines.index(line) - first))[:NEIGHBOURS]
    return [line for line in lines if line.name in fault.red or line in nearest]


TRIED = tried(FAULTS, subject)


async def planted_in(url: str, faults: dict[str, Fault]) -> AsyncIterator[Planted]:
    """Plant one fault after the other in the same server."""
    async with twisted(url) as (here, app), Venue(here) as venue:
        for name, fault in faults.items():
            app.twist = fault.twist
            yield Planted(name, await judged(neighbourhood(fault), venue, at_once=4))


@pytest.fixture(scope="module")
def planted(server: Server) -> dict[str, list[Verdict]]:
    """Return the verdicts of each fault; they partly wait, so several subjects go on at once."""
    subjects = {
        group: {name: fault for name, fault in TRIED.items() if subject(fault) == group}
        for group in map(subject, TRIED.values())
    }

    async def all_of_them() -> list[Planted]:
        room = asyncio.Semaphore(AT_ONCE)

        async def some(faults: dict[str, Fault]) -> list[Planted]:
            async with room:
                return [each async for each in planted_in(server.url, faults)]

        found = await asyncio.gather(*map(some, subjects.values()))
        return [each for some_of_them in found for each in some_of_them]

    return dict(asyncio.run(all_of_them()))


async def test_the_server_keeps_every_promise(server: Server) -> None:
    async with Venue(server.url) as venue:
        verdicts = await judged(chosen(GROUPS), venue, at_once=6)
    assert {each.name: each.why for each in verdicts if each.colour != "green"} == {}
    assert len(verdicts) == len({each.name for each in verdicts}) == 91


def test_every_line_can_turn_red() -> None:
    can = set().union(*(fault.red for fault in FAULTS.values())) | BELOW_US
    assert can == {each.name for each in chosen(GROUPS)}


@pytest.mark.parametrize("fault", TRIED)
def test_a_fault_turns_its_own_lines_red(fault: str, planted: dict[str, list[Verdict]]) -> None:
    red = {each.name: each.why for each in planted[fault] if each.colour == "red"}
    assert red.keys() == FAULTS[fault].red, red
    assert all(red.values())
