"""Tables nobody looks at: their bells and bots are the workers' business alone."""

from __future__ import annotations

from datetime import datetime

from tests.faults.deployment import Deployment
from tests.faults.people import Regular


async def silent_tables(ada: Regular, *seconds: int) -> list[str]:
    """Return matches in which two bells at least have to ring: nobody comes to them."""
    return [
        await ada.sets_table(turn_seconds=each, initial_seconds=each, rounds=1) for each in seconds
    ]


def over(deployment: Deployment, *matches: str) -> bool:
    """Say whether all of these matches are finished, without looking at them through the API."""
    sql = "select count(*) from games_match where id = any(%s::uuid[]) and status = 'finished'"
    return bool(deployment.row(sql, list(matches)) == (len(matches),))


def passed(deployment: Deployment, since: datetime, seconds: float) -> bool:
    """Say whether so much time has passed, by the database's clock."""
    sql = "select clock_timestamp() - %s > make_interval(secs => %s)"
    return bool(deployment.row(sql, since, seconds)[0])
