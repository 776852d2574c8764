"""What must be true after every fault."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

import psycopg

from games import clock
from tests.eventually import eventually_async
from tests.faults.deployment import Deployment
from tests.faults.people import Follower, Regular

IN_TIME = timedelta(seconds=2)
AFTER_A_KILL = timedelta(seconds=5)
AFTER_AN_OUTAGE = timedelta(seconds=10)
CONVERGED_SECONDS = 10.0
LOOK_SECONDS = 0.05


async def kept(
    deployment: Deployment,
    matches: Sequence[str],
    people: Sequence[Regular],
    followers: Sequence[Follower] = (),
) -> None:
    """Assert that nothing was lost, doubled or made up, and that all clients stand at one ply."""
    for follower in followers:
        await eventually_async(
            partial(_up_to_date, deployment, follower), seconds=CONVERGED_SECONDS
        )
    acked = {key: ply for each in people for key, ply in each.acked.items()}
    assert _stored(deployment, acked) == {key: [ply] for key, ply in acked.items()}
    for match in matches:
        numbers = [number for (number,) in _plies(deployment, match, "number")]
        assert numbers == list(range(1, len(numbers) + 1))
        bells = [timer for (timer,) in _plies(deployment, match, "timer_id") if timer is not None]
        assert len(bells) == len(set(bells)), "a bell rang twice"
    for match, found in deployment.audit(matches).items():
        assert (match, found["same"], found["why"], found["cards"]) == (match, True, "", True)


async def _up_to_date(deployment: Deployment, follower: Follower) -> bool:
    (ply,) = deployment.row("select ply from games_match where id = %s", follower.match)
    return bool(follower.listens and follower.ply == ply)


def _plies(deployment: Deployment, match: str, columns: str) -> list[tuple[int | None]]:
    return deployment.rows(
        f"select {columns} from games_ply where match_id = %s order by number",  # noqa: S608 - ours
        match,
    )


def _stored(
    deployment: Deployment, acked: dict[str, tuple[str, int]]
) -> dict[str, list[tuple[str, int]]]:
    """Return the plies in the database of each request."""
    found: dict[str, list[tuple[str, int]]] = {}
    sql = "select request_id, match_id, number from games_ply where request_id = any(%s)"
    for key, match, number in deployment.rows(sql, list(acked)):
        found.setdefault(key, []).append((str(match), number))
    return found


class Bells:
    """When each bell of some matches was due, as the database had it, and when it rang."""

    def __init__(self, deployment: Deployment, matches: Sequence[str]) -> None:
        self._deployment = deployment
        self._matches = list(matches)
        self.due: dict[tuple[str, int], list[datetime]] = {}
        """By match and timer: every deadline it had, in order; an outage moves it."""

    def look(self, over: threading.Event) -> None:
        """Write down deadlines until `over`, the database being away for a while or not."""
        while not over.is_set():
            try:
                with psycopg.connect(self._deployment.postgres.url, autocommit=True) as connection:
                    while not over.wait(LOOK_SECONDS):
                        self._note(connection)
            except psycopg.Error:
                over.wait(LOOK_SECONDS)

    def _note(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        sql = "select id, clocks from games_match where id = any(%s)"
        for match, clocks in connection.execute(sql, [self._matches]).fetchall():
            assert isinstance(clocks, dict)
            for timer, running in clocks.items():
                seen = self.due.setdefault((str(match), int(timer)), [])
                at = clock.from_ms(running["at"]) if "at" in running else None
                if at and at not in seen[-1:]:
                    seen.append(at)

    def rung(self) -> dict[tuple[str, int], datetime]:
        """Return when bells rang."""
        sql = "select match_id, timer_id, at from games_ply where match_id = any(%s::uuid[])"
        rows = self._deployment.rows(f"{sql} and timer_id is not null", self._matches)
        return {(str(match), timer): at for match, timer, at in rows}

    def moved(self) -> int:
        """Return how many deadlines were moved."""
        return sum(len(seen) > 1 for seen in self.due.values())

    def kept(self, promise: timedelta, *, healed: datetime | None = None) -> int:
        """Assert that no bell was early, nor later than promised; return how many rang.

        What was due while something was broken counts from when it was `healed`.
        """
        rung = self.rung()
        for bell, at in rung.items():
            due = self.due[bell][-1]
            late = at - max(due, healed or due)
            assert at >= due, f"{bell} rang {due - at} early"
            assert late <= promise, f"{bell} rang {late} late"
        return len(rung)


@contextmanager
def listening(deployment: Deployment, matches: Sequence[str]) -> Iterator[Bells]:
    """Write down the deadlines of these matches, without looking at them through the API."""
    bells, over = Bells(deployment, matches), threading.Event()
    thread = threading.Thread(target=bells.look, args=(over,), daemon=True)
    thread.start()
    try:
        yield bells
    finally:
        over.set()
        thread.join()
