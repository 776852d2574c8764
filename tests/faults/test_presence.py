"""Who is there, over two web processes of which one dies without a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from tests.eventually import eventually
from tests.faults.deployment import Deployment
from tests.faults.people import Regular, regular, table_for_two
from tests.processes import talks_to
from tests.server.guest import Line

pytestmark = [pytest.mark.faults, pytest.mark.server, pytest.mark.servers, pytest.mark.slow]

MOST_CALLS = 50


def served_by(deployment: Deployment, line: Line) -> str:
    """Return the name of the web process at the other end of a socket."""
    port = line.socket.local_address[1]
    for name in deployment.cluster.processes:
        if name.startswith("web-") and talks_to(deployment.cluster.pid(name), port):
            return name
    raise LookupError(port)


@asynccontextmanager
async def at_another(
    deployment: Deployment, player: Regular, match: str, name: str
) -> AsyncIterator[Line]:
    """Call until another process than this one answers, and follow a match there."""
    for _ in range(MOST_CALLS):
        async with player.calls() as line:
            await line.hello()
            if served_by(deployment, line) != name:
                await line.say("follow", match=match)
                yield line
                return
    raise AssertionError(f"only {name} answers")


async def sees(line: Line, *seats: int) -> None:
    """Return when these seats are there, and nobody else."""
    while (await line.hears("presence"))["seats"] != list(seats):
        pass


async def test_whoever_was_served_by_a_killed_process_has_left_until_they_call_again(
    deployment: Deployment,
) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        match = await table_for_two(ada, bob)
        async with ada.calls() as first:
            await first.hello(match)
            here = served_by(deployment, first)
            async with at_another(deployment, bob, match, here) as second:
                await sees(second, 0, 1)
                await sees(first, 0, 1)
                killed = served_by(deployment, second)
                starts = deployment.kill(killed)
                await sees(first, 0)
            await asyncio.to_thread(eventually, partial(deployment.is_back, killed, starts))
            async with at_another(deployment, bob, match, here) as third:
                await sees(third, 0, 1)
                await sees(first, 0, 1)
