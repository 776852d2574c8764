"""A client that does everything right is all green; one that does one thing wrong is red there."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from clients.conformance.checks import Verdict, chosen, judged
from clients.conformance.client.groups import GROUPS
from clients.conformance.client.stage import Theatre
from tests.clients.conformance.depth import tried
from tests.clients.conformance.reference import InProcess

AT_ONCE = 12
PATIENCE_SECONDS = 4.0
SENT_AGAIN = {
    "cut-before-act",
    "cut-before-applied",
    "cut-before-ack",
    "cut-after-ply",
    "cut-after-position",
    "cut-again-and-again",
    "cut-at-greeting",
}
"""Where something is on its way when the line is cut."""
FAULTS: dict[str, set[str]] = {
    "names no decision": {"plays-to-the-end"},
    "invents actions": {"acts-are-legal"},
    "shows its token": {"token-kept-secret"},
    "acts when bored": {"waits-for-questions"},
    "wants a position at once": {"open-match"},
    "is impatient": {"slow-server"},
    "gives up when refused": {"handshake-refused"},
    "stumbles over unknown frames": {"unknown-frames"},
    "stumbles over unknown fields": {"unknown-fields"},
    "counts a ply twice": {"doubled-plies"},
    "answers twice": {"doubled-position"},
    "goes back to old plies": {"old-plies"},
    "believes the beginning of a resume": {"old-plies-after-resume"},
    "jumps over gaps": {"lost-ply"},
    "takes plies as they come": {"reordered-plies"},
    "ignores too_old": {"resync-too-old"},
    "ignores ahead": {"resync-ahead"},
    "ignores epoch_changed": {"resync-epoch"},
    "ignores surprises": {"resync-unasked"},
    "wants whole messages": {"fragmented-frames"},
    "never sends again": SENT_AGAIN,
    "sends again under a new name": SENT_AGAIN,
    "sends again for ever": SENT_AGAIN - {"cut-before-act"} | {"cut-after-ack"},
    "forgets its first question": {"cut-before-act"},
    "takes a resume for an answer": {"cut-before-ack"},
    "takes a ply for an answer": {"cut-after-ply"},
    "remembers positions only": {"cut-after-ply", "cut-between-plies"},
    "gives up after the third cut": {"cut-again-and-again"},
    "forgets at the greeting": {"cut-at-greeting"},
    "dies of a nack": {"nack-stale", "nack-is-final"},
    "insists": {"nack-stale"},
    "remembers refusals": {"nack-is-final"},
    "stays away after 4001": {"known-come-back"},
    "goes by a list, not the range, to come back": {"unknown-come-back"},
    "stays away after a restart": {"lower-codes-come-back"},
    "comes back when sent away": {"known-for-good"},
    "goes by a list, not the range, for good": {"unknown-for-good"},
    "comes back with an expired token": {"token-expired"},
    "comes back at once": {"restart-jittered"},
    "tires of pings": {"ping-answered"},
    "trusts silence": {"silence-noticed"},
    "trusts frames": {"heartbeat-heals"},
}
"""What a client may do wrong, and the lines of the subject in which that shows."""


ALONE = "comes back at once"
"""What is told by a stopwatch is not tried while everything else is."""


class Planted(NamedTuple):
    """A fault, and the verdicts of the subject it belongs to."""

    fault: str
    verdicts: list[Verdict]


def group_of(check: str) -> str:
    """Return the subject a check belongs to."""
    return next(each.group for each in chosen(GROUPS) if each.name == check)


TRIED = tried(FAULTS, lambda red: group_of(min(red)))


@pytest.fixture(scope="module")
def planted() -> dict[str, list[Verdict]]:
    """Return the verdicts of each fault's subject; they mostly wait, so all are tried together."""

    async def all_of_them() -> list[Planted]:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(fault: str, red: set[str]) -> Planted:
            async with room:
                theatre = Theatre(InProcess(fault), patience=PATIENCE_SECONDS)
                checks = chosen(GROUPS, [group_of(min(red))])
                at_once = 1 if fault == ALONE else 4
                return Planted(fault, await judged(checks, theatre, at_once=at_once))

        together = {fault: red for fault, red in TRIED.items() if fault != ALONE}
        found = await asyncio.gather(*(one(fault, red) for fault, red in together.items()))
        return [*found, *[await one(ALONE, red) for each, red in TRIED.items() if each == ALONE]]

    return dict(asyncio.run(all_of_them()))


async def test_a_client_that_keeps_every_promise_is_all_green() -> None:
    verdicts = await judged(chosen(GROUPS), Theatre(InProcess()), at_once=8)
    assert {each.name: each.why for each in verdicts if each.colour != "green"} == {}
    assert len(verdicts) == len({each.name for each in verdicts}) == 41


def test_every_line_can_turn_red() -> None:
    assert set().union(*FAULTS.values()) == {each.name for each in chosen(GROUPS)}


@pytest.mark.parametrize("fault", TRIED)
def test_a_fault_turns_its_own_lines_red(fault: str, planted: dict[str, list[Verdict]]) -> None:
    red = {each.name: each.why for each in planted[fault] if each.colour == "red"}
    assert red.keys() == FAULTS[fault], red
    assert all(red.values())
