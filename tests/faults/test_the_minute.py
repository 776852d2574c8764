"""The bell of Lap Dance's minute: by the workers alone, and whatever dies just before it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial

import pytest

from tests.eventually import eventually
from tests.faults.deployment import Deployment
from tests.faults.people import Regular, regular
from tests.faults.promises import AFTER_A_KILL, AFTER_AN_OUTAGE, IN_TIME, kept, listening
from tests.faults.tables import passed

pytestmark = [pytest.mark.faults, pytest.mark.server, pytest.mark.servers, pytest.mark.slow]

MINUTE_SECONDS = 15
"""The shortest the rules allow."""
PLANNING = {
    "type": "lap_dance",
    "rounds": 3,
    "read_seconds": 0,
    "timer_seconds": MINUTE_SECONDS,
    "customers": ["c15", "c08", "c09"],
}
JUST_BEFORE_SECONDS = 0.7
KILLED = ("worker-clock", "web-1", "beat")
APART_SECONDS = 5
"""Enough to come back; and all tables are set before the first is killed."""


async def minutes(ada: Regular, *, count: int = 3) -> list[str]:
    """Return matches in which everybody is ready but Ada, who never comes."""
    bots = [{"seat": seat, "level": "greedy"} for seat in (1, 2)]
    body = {"game": PLANNING, "seats": 3, "sit": True, "bots": bots, "start": True}
    return [(await ada.posts("/matches", 201, body))["id"] for _ in range(count)]


def rung(deployment: Deployment, matches: list[str]) -> bool:
    """Say whether the minute's bell has rung in all of them; the first bell there is."""
    sql = "select count(distinct match_id) from games_ply where match_id = any(%s::uuid[])"
    return bool(deployment.row(f"{sql} and timer_id is not null", matches) == (len(matches),))


def almost_over(deployment: Deployment, matches: list[str]) -> bool:
    """Say whether the first of these minutes is almost over."""
    sql = "select min(deadline_at) - clock_timestamp() < make_interval(secs => %s) from games_match"
    return bool(
        deployment.row(f"{sql} where id = any(%s::uuid[])", JUST_BEFORE_SECONDS, matches)[0]
    )


async def until(ready: partial[bool]) -> None:
    await asyncio.to_thread(eventually, ready, seconds=60)


async def test_the_minute_ends_in_time(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await minutes(ada)
        with listening(deployment, matches) as bells:
            await until(partial(rung, deployment, matches))
        assert bells.kept(IN_TIME) >= len(matches)
        assert bells.moved() == 0
        for match in matches:
            dealt = (
                "select events::text from games_ply where match_id = %s and timer_id is not null"
            )
            (first, *_) = deployment.rows(f"{dealt} order by number", match)
            assert "priority_dealt" in first[0]
        await kept(deployment, matches, [ada])


async def test_a_process_killed_just_before_the_bell(deployment: Deployment) -> None:
    """One after the other, each just before the bell of tables of its own."""
    began = deployment.now()
    async with asyncio.TaskGroup() as group:
        killed = [
            group.create_task(kills(deployment, name, began, number * APART_SECONDS))
            for number, name in enumerate(KILLED)
        ]
    matches = [match for task in killed for match in task.result()]
    assert len(matches) == 3 * len(KILLED)
    await kept(deployment, matches, [])


async def kills(deployment: Deployment, name: str, began: datetime, after: float) -> list[str]:
    """Set tables so many seconds after the beginning, kill a process just before their bells.

    Returns their matches, whose bells have rung as promised.
    """
    await until(partial(passed, deployment, began, after))
    async with regular(deployment) as ada:
        matches = await minutes(ada)
    with listening(deployment, matches) as bells:
        await until(partial(almost_over, deployment, matches))
        assert bells.rung() == {}
        starts = deployment.kill(name)
        at = deployment.now()
        await until(partial(rung, deployment, matches))
        await until(partial(deployment.is_back, name, starts))
    assert all(due[-1] >= at for due in bells.due.values()), "the kill came too late"
    assert bells.kept(AFTER_A_KILL) >= len(matches)
    return matches


async def test_valkey_restarts_empty_over_the_bell(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await minutes(ada)
        with listening(deployment, matches) as bells:
            await until(partial(almost_over, deployment, matches))
            deployment.valkey.child.kill()
            deployment.valkey.start()
            healed = deployment.now()
            await until(partial(rung, deployment, matches))
        assert bells.kept(AFTER_AN_OUTAGE, healed=healed) >= len(matches)
        await kept(deployment, matches, [ada])


async def test_postgresql_restarts_over_the_bell(deployment: Deployment) -> None:
    async with regular(deployment) as ada:
        matches = await minutes(ada)
        with listening(deployment, matches) as bells:
            await until(partial(almost_over, deployment, matches))
            deployment.postgres.stop()
            deployment.postgres.start()
            healed = deployment.now()
            await until(partial(rung, deployment, matches))
        assert bells.kept(AFTER_AN_OUTAGE, healed=healed) >= len(matches)
        await kept(deployment, matches, [ada])
