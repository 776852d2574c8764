"""A process is killed (``kill -9``), or stands still: nothing is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.eventually import eventually
from tests.faults.deployment import Deployment
from tests.faults.people import Regular, following, regular, table_for_two
from tests.faults.promises import AFTER_A_KILL, IN_TIME, kept, listening
from tests.faults.tables import over, passed, silent_tables

pytestmark = [pytest.mark.faults, pytest.mark.server, pytest.mark.servers, pytest.mark.slow]

STILL_SECONDS = 15.0


def read(hit: Path) -> int:
    """Return the id of the process that came to the failpoint; 0 if none did yet."""
    return int(hit.read_text()) if hit.exists() else 0


async def test_a_web_process_killed_between_commit_and_answer(deployment: Deployment) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        match = await table_for_two(ada, bob)
        async with following((ada, match), (bob, match)) as followers:
            hit = deployment.arm("committed")
            acting = asyncio.create_task(first_to_act(match, ada, bob))
            name = deployment.named(await asyncio.to_thread(eventually, partial(read, hit)))
            starts = deployment.kill(name)
            await acting
            await asyncio.to_thread(eventually, partial(deployment.is_back, name, starts))
            await asyncio.gather(ada.plays(match), bob.plays(match))
            await kept(deployment, [match], [ada, bob], followers)
        assert name.startswith("web-")
        assert ada.cut_off + bob.cut_off >= 1
        assert ada.replayed + bob.replayed == 1


async def first_to_act(match: str, *people: Regular) -> None:
    """Let the first of them who is asked act."""
    for each in people:
        if await each.acts_once(match):
            return
    raise AssertionError("nobody is asked")


async def test_a_worker_killed_in_a_bots_turn(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        hit = deployment.arm("thinking")
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        async with following((ada, match)) as followers:
            pid = await asyncio.to_thread(eventually, partial(read, hit))
            assert deployment.named(pid) == "worker-ai"
            starts = deployment.kill("worker-ai")
            await ada.plays(match)
            await asyncio.to_thread(eventually, partial(deployment.is_back, "worker-ai", starts))
            await kept(deployment, [match], [ada], followers)


async def test_a_killed_beat(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await silent_tables(ada, 1, 2, 3, 4)
        with listening(deployment, matches) as bells:
            starts = deployment.kill("beat")
            await asyncio.to_thread(eventually, partial(deployment.is_back, "beat", starts))
            await asyncio.to_thread(eventually, partial(over, deployment, *matches), seconds=60)
        assert bells.kept(AFTER_A_KILL) >= len(matches)
        await kept(deployment, matches, [ada])


async def test_a_killed_worker_of_the_clocks(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await silent_tables(ada, 3, 4, 5)
        with listening(deployment, matches) as bells:
            starts = deployment.kill("worker-clock")
            await asyncio.to_thread(eventually, partial(deployment.is_back, "worker-clock", starts))
            healed = deployment.now()
            await asyncio.to_thread(eventually, partial(over, deployment, *matches), seconds=60)
        assert bells.kept(AFTER_A_KILL, healed=healed) >= len(matches)
        await kept(deployment, matches, [ada])


async def test_a_worker_of_the_clocks_that_stands_still(deployment: Deployment) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        silent = await silent_tables(ada, 4, 9)
        match = await table_for_two(ada, bob, rounds=2)
        async with following((ada, match), (bob, match)) as followers:
            with listening(deployment, silent) as bells:
                with deployment.stopped("worker-clock"):
                    before = deployment.now()
                    await asyncio.gather(ada.plays(match), bob.plays(match))
                    long_enough = partial(passed, deployment, before, STILL_SECONDS)
                    await asyncio.to_thread(eventually, long_enough)
                    (swept_at,) = deployment.row("select at from games_sweep where name = 'sweep'")
                    assert swept_at <= before
                    # Rung in the process that set them.
                    assert {match for match, _ in bells.rung()} == set(silent)
                healed = deployment.now()
                await asyncio.to_thread(eventually, partial(over, deployment, *silent), seconds=60)
            assert bells.kept(AFTER_A_KILL, healed=healed) >= len(silent)
            assert ada.acked
            assert bob.acked
            await kept(deployment, [match, *silent], [ada, bob], followers)


async def test_bells_ring_in_time_while_nothing_is_broken(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await silent_tables(ada, 1, 2, 3)
        with listening(deployment, matches) as bells:
            await asyncio.to_thread(eventually, partial(over, deployment, *matches), seconds=60)
        assert bells.kept(IN_TIME) >= len(matches)
        assert bells.moved() == 0
        await kept(deployment, matches, [ada])
