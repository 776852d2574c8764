"""How fast finished matches are audited: ``python -m bench.audits``.

Random bots play matches of every game in memory; they are written to a database of their own, and
then audited as beat's task does it, but without its pauses.  SQLite; on a private PostgreSQL with
``python -m config.services -- python -m bench.audits``.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from games.records import Record

TABLES = (
    ("work_the_strip", 4, {"rounds": 1}),
    ("lap_dance", 3, {"rounds": 5}),
    ("hand_and_foot", 4, {"rounds": 1}),
)
"""What is played, in turn: short matches, as they are between bots."""
BATCH = 200


@contextmanager
def database() -> Iterator[None]:
    """Have an empty database for as long as the block lasts."""
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 - Django has to be set up first

    runner = DiscoverRunner(verbosity=0, interactive=False)
    made = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(made)


def one(job: tuple[int, tuple[str, int, dict[str, Any]]]) -> Record:
    """Play one match."""
    from tests.scoring.evenings import evening  # noqa: PLC0415 - as above

    seed, (game, seats, options) = job
    return evening(game, seats, seed, options, level="random")


def fill(matches: int, workers: int) -> int:
    """Write so many finished matches, and return how many plies they have."""
    from django.db import connections  # noqa: PLC0415 - as above
    from tqdm import tqdm  # noqa: PLC0415 - as above

    from tests.scoring.evenings import saved  # noqa: PLC0415 - as above

    jobs = islice(zip(range(matches), cycle(TABLES), strict=False), matches)
    plies, batch = 0, list[Any]()
    connections.close_all()
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        played = pool.imap_unordered(one, jobs, chunksize=20)
        for record in tqdm(played, "played", matches, disable=None):
            plies += len(record.plies)
            batch.append(record)
            if len(batch) == BATCH:
                saved(*batch)
                batch.clear()
    saved(*batch)
    return plies


def work(_: int) -> int:
    """Audit until nothing waits; return how many."""
    from scoring.audit import services  # noqa: PLC0415 - as above

    return services.run(seconds=None)


def audit(workers: int) -> list[int]:
    """Let so many workers audit at the same time; return how many each did."""
    from django.db import connections  # noqa: PLC0415 - as above

    if workers == 1:
        return [work(0)]
    connections.close_all()
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        return pool.map(work, range(workers), chunksize=1)


def cpu_seconds() -> float:
    """Return the processor time of this process and of those it has waited for."""
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(matches: int, players: int, crews: Sequence[int]) -> None:
    """Print what each crew of workers came to."""
    from django.db import connection  # noqa: PLC0415 - as above

    from scoring.audit import services  # noqa: PLC0415 - as above

    say = partial(print, flush=True)
    plies = fill(matches, players)
    say(f"{connection.vendor}: {matches:,} finished matches of three games, {plies:,} plies")
    for crew in crews:
        services.expect_all(anew=True)
        began, worked = perf_counter(), cpu_seconds()
        done = audit(crew)
        seconds, worked = perf_counter() - began, cpu_seconds() - worked
        say(
            f"{crew} at work: {seconds:,.1f} s, {sum(done) / seconds:,.0f} matches/s,"
            f" {plies / seconds:,.0f} plies/s, {1000 * worked / sum(done):,.1f} ms of CPU a match;"
            f" each audited {done}; {services.counts()}"
        )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.audits")
    parser.add_argument("--matches", type=int, default=10_000, help="how many to play and audit")
    parser.add_argument("--players", type=int, default=os.cpu_count(), help="processes that play")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="at work at once")
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    logging.disable()
    with database():
        measure(asked.matches, asked.players, asked.workers)
    sys.exit(0)


if __name__ == "__main__":
    main()
