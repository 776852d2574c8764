"""Valkey forgets everything or is away, PostgreSQL restarts: what was acknowledged stays."""

from __future__ import annotations

import asyncio
from functools import partial

import httpx
import pytest
from redis import Redis

from tests.eventually import eventually
from tests.faults.deployment import Deployment
from tests.faults.people import Follower, Regular, following, regular, table_for_two
from tests.faults.promises import AFTER_AN_OUTAGE, kept, listening
from tests.faults.tables import over, passed, silent_tables

pytestmark = [pytest.mark.faults, pytest.mark.server, pytest.mark.servers, pytest.mark.slow]

AWAY_SECONDS = 10.0


def waiting(broker: Redis, queue: str) -> int:
    """Return how many tasks wait in a queue."""
    return int(str(broker.llen(queue)))


async def test_flushall(deployment: Deployment) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        with deployment.broker() as broker, deployment.stopped("worker-ai"):
            robots = await ada.sets_table(people=0, level="random")
            await asyncio.to_thread(eventually, partial(waiting, broker, "ai"))
            silent = await silent_tables(ada, 4, 5)
            match = await table_for_two(ada, bob, rounds=2)
            async with following((ada, match), (bob, match)) as followers:
                await ada.plays(match, plies=1)
                with listening(deployment, silent) as bells:
                    broker.flushall()
                    healed = deployment.now()
                    # The bots' tasks are gone: nothing but the sweep can send for them again.
                    assert waiting(broker, "ai") == 0
                    await asyncio.gather(ada.plays(match), bob.plays(match))
                    await kept(deployment, [match], [ada, bob], followers)
                    deployment.resume("worker-ai")
                    everything = partial(over, deployment, robots, *silent)
                    await asyncio.to_thread(eventually, everything, seconds=60)
        assert bells.kept(AFTER_AN_OUTAGE, healed=healed) >= len(silent)
        await kept(deployment, [match, robots, *silent], [ada, bob])


async def test_valkey_is_away_and_comes_back_empty(deployment: Deployment) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        silent = await silent_tables(ada, 3, 12)
        match = await table_for_two(ada, bob, rounds=3)
        async with following((ada, match), (bob, match)) as followers:
            with listening(deployment, silent) as bells:
                before = deployment.now()
                deployment.valkey.child.kill()
                await asyncio.gather(ada.plays(match, plies=4), bob.plays(match, plies=4))
                acked = len(ada.acked) + len(bob.acked)
                robots = await ada.sets_table(people=0, level="random")
                away = partial(passed, deployment, before, AWAY_SECONDS)
                await asyncio.to_thread(eventually, away)
                # Nobody was there to take the tasks: no bot has acted.
                assert deployment.row("select ply from games_match where id = %s", robots) == (0,)
                deployment.valkey.start()
                healed = deployment.now()
                await asyncio.gather(ada.plays(match), bob.plays(match))
                everything = partial(over, deployment, robots, *silent)
                await asyncio.to_thread(eventually, everything, seconds=60)
            await kept(deployment, [match, robots, *silent], [ada, bob], followers)
        assert acked >= 4, "people could not play while Valkey was away"
        assert bells.kept(AFTER_AN_OUTAGE, healed=healed) >= len(silent)


async def test_postgresql_restarts(deployment: Deployment) -> None:
    async with regular(deployment) as ada, regular(deployment) as bob:
        silent = await silent_tables(ada, 2, 3)
        match = await table_for_two(ada, bob, rounds=3)
        async with following((ada, match), (bob, match)) as followers:
            with listening(deployment, silent) as bells:
                await asyncio.gather(ada.plays(match, plies=2), bob.plays(match, plies=2))
                before = ada.put_off, bob.put_off
                deployment.postgres.stop()
                answer = await ada.http.get(f"/matches/{match}")
                playing = asyncio.gather(ada.plays(match), bob.plays(match))
                put_off = partial(both_put_off, ada, bob, before)
                await asyncio.to_thread(eventually, put_off)
                # Their hearts beat, which is when they find out.
                cut_off = partial(all_call_again, followers)
                await asyncio.to_thread(eventually, cut_off)
                deployment.postgres.start()
                healed = deployment.now()
                await playing
                everything = partial(over, deployment, *silent)
                await asyncio.to_thread(eventually, everything, seconds=60)
            await kept(deployment, [match, *silent], [ada, bob], followers)
        assert_declared(answer)
        assert bells.kept(AFTER_AN_OUTAGE, healed=healed) >= len(silent)


def both_put_off(ada: Regular, bob: Regular, before: tuple[int, int]) -> bool:
    return ada.put_off > before[0] and bob.put_off > before[1]


def all_call_again(followers: list[Follower]) -> bool:
    return all(follower.calls >= 2 for follower in followers)


def assert_declared(answer: httpx.Response) -> None:
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["retryable"]) == (503, "unavailable", True)
    assert int(answer.headers["Retry-After"]) >= 1
