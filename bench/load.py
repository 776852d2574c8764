"""What a whole server does under load: actions, bells, memory, start-up.

``python -m bench.load`` starts real servers (SQLite: one process; PostgreSQL and Valkey, private
and durable: a web process, a worker, the beat), seats two players at each of many tables, every
seat on its own socket, and lets them play.  What is measured is the time from sending an action to
the *other* seat's socket receiving its ply.  Server, database and load share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Final, Literal, NamedTuple

import msgspec

from bench import bells, weight
from bench.figures import Spread, percentile
from bench.line import Http
from bench.place import Database, Place, place, spied, start_seconds
from bench.report import Acted, Report, Told, table
from bench.tables import Hall, OverHttp, Table, hall, over_socket

RESULTS: Final = Path(__file__).parent / "results" / "load.json"
WARM_SECONDS: Final = 2.0


class Scenario(NamedTuple):
    """So many tables; `rate` actions a second in all, None: as fast as they come."""

    database: Database
    over: Literal["socket", "rest"]
    tables: int
    rate: int | None

    def __str__(self) -> str:
        pace = f"{self.rate}/s" if self.rate else "closed loop"
        return f"{self.database}, {self.over}, {self.tables} tables, {pace}"


# --- Playing --------------------------------------------------------------------------------------


async def closed_loop(room: Hall, seconds: float) -> None:
    """Let every table act again as soon as its last action was heard."""
    room.on_ready = lambda found: _soon(room, found)
    for found in list(room.waiting):
        _go(room, found)
    await asyncio.sleep(seconds)
    room.on_ready = lambda _: None


def _soon(room: Hall, found: Table) -> None:
    asyncio.get_running_loop().call_soon(_go, room, found)


def _go(room: Hall, found: Table) -> None:
    if room.waiting.pop(found, 0) is None:
        found.act()


async def paced(room: Hall, seconds: float, rate: int) -> None:
    """Send `rate` actions a second, each at the table that has waited longest."""
    began, sent = perf_counter(), 0
    while (spent := perf_counter() - began) < seconds:
        while sent < spent * rate and (found := room.take()):
            found.act()
            sent += 1
        await asyncio.sleep(0.5 / rate)


async def acted(where: Place, room: Hall, scenario: Scenario, seconds: float) -> Acted:
    """Return what one run came to."""
    http = OverHttp(where.url) if scenario.over == "rest" else None
    room.submit = http or over_socket
    play = paced(room, seconds, scenario.rate) if scenario.rate else closed_loop(room, seconds)
    room.latencies, room.refusals = [], {}
    with _undisturbed():
        began, used = perf_counter(), where.cpu_seconds()
        await play
    heard, spent = room.latencies, perf_counter() - began
    used = where.cpu_seconds() - used
    await _quiet(room)
    if http:
        http.close()
    count = max(1, len(heard))
    return Acted(
        per_second=len(heard) / spent,
        p50=percentile(heard, 50),
        p95=percentile(heard, 95),
        p99=percentile(heard, 99),
        cpu_ms=1000 * used / count,
        refusals=room.refusals,
    )


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Look for garbage before and after: a look takes 80 ms here, which would seem the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _quiet(room: Hall) -> None:
    """Wait until nothing is on its way."""
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while any(each.sent for each in room.tables):  # noqa: ASYNC110 - many to wait for
                await asyncio.sleep(0.05)


async def _play_all(
    where: Place, scenarios: list[Scenario], words: argparse.Namespace
) -> list[Told]:
    """Return the runs of scenarios that share a number of tables."""
    found = []
    async with hall(where.url, scenarios[0].tables) as room:
        await asyncio.sleep(0.5)
        await acted(where, room, scenarios[0]._replace(rate=None), words.warm)
        for scenario in scenarios:
            with spied(where.webs[0].pid, words.profile):
                runs = [
                    await acted(where, room, scenario, words.seconds) for _ in range(words.runs)
                ]
            told = Told(
                database=scenario.database,
                over=scenario.over,
                tables=scenario.tables,
                rate=scenario.rate,
                runs=tuple(runs),
            )
            _say(f"{scenario}: {told.line()}")
            found.append(told)
    return found


async def light_gets(url: str, seconds: float, connections: int = 32) -> float:
    """Return light GETs (a match's public side) a second over kept connections."""
    async with hall(url, 1, seated=False) as room:
        path, end, done = f"/api/v1/matches/{room.tables[0].match}", perf_counter() + seconds, 0

        async def ask() -> None:
            nonlocal done
            http = Http(url)
            while perf_counter() < end:
                await http.ask("GET", path)
                done += 1
            http.close()

        await asyncio.gather(*(ask() for _ in range(connections)))
    return done / seconds


# --- The command line -----------------------------------------------------------------------------


def measured(words: argparse.Namespace) -> Report:
    """Run everything that was asked for."""
    told: list[Told] = []
    gets: dict[str, Spread] = {}
    rung: dict[str, bells.Rung] = {}
    weights: dict[str, weight.Weight] = {}
    for database in words.databases:
        for tables in words.tables:
            with place(database, words.web) as where:
                _say(f"{database}: setting {tables} tables")
                told += asyncio.run(
                    _play_all(where, list(_scenarios(words, database, tables)), words)
                )
        if words.rest:
            with place(database, words.web) as where:
                runs = [
                    asyncio.run(light_gets(where.url, words.seconds)) for _ in range(words.runs)
                ]
                gets[database] = Spread.of(runs)
        if words.bells:
            with place(database, words.web) as where:
                _say(f"{database}: {words.bells} bells")
                rung[database] = asyncio.run(bells.rung(where.url, words.bells, words.bell_seconds))
        if words.weight:
            with place(database, words.web) as where:
                _say(f"{database}: memory of {words.weight} sockets and matches")
                weights[database] = asyncio.run(weight.weight(where, words.weight))
    starts = [start_seconds() for _ in range(words.runs)] if words.weight else []
    return Report(
        python=platform.python_version(),
        machine=platform.machine(),
        seconds=words.seconds,
        web=words.web,
        told=tuple(told),
        gets=gets,
        bells=rung,
        weights=weights,
        start_seconds=Spread.of(starts) if starts else None,
    )


def _scenarios(words: argparse.Namespace, database: Database, tables: int) -> Iterator[Scenario]:
    for over in words.over:
        for rate in words.rates:
            yield Scenario(database, over, tables, rate or None)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> int:
    """Run the command line; return its exit status."""
    words = _quick(_parser().parse_args())
    report = measured(words)
    written = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
    if words.out:
        words.out.parent.mkdir(parents=True, exist_ok=True)
        words.out.write_bytes(written)
    print(written.decode() if words.json else table(report))
    return 0


def _quick(words: argparse.Namespace) -> argparse.Namespace:
    """Leave out of a quick run what takes long, and keep its figures out of the results."""
    if words.quick:
        words.tables, words.rates, words.seconds, words.runs = words.tables[:1], (0,), 3.0, 1
        words.over, words.warm, words.bells, words.weight, words.out = ("socket",), 1.0, 0, 0, None
        words.rest = False
    return words


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.load",
        description="What a server does under load: actions, bells, memory, start-up.",
    )
    add = parser.add_argument
    add("--quick", action="store_true", help="one closed loop over the socket, in seconds")
    add("--databases", type=_words, default=("sqlite", "postgres"), help="sqlite,postgres")
    add("--over", type=_words, default=("socket", "rest"), help="socket,rest")
    add("--tables", type=_numbers, default=(200, 50, 500), help="matches of two (200,50,500)")
    add("--rates", type=_numbers, default=(0, 200, 500), help="actions/s; 0: closed loop")
    add("--seconds", type=float, default=5.0, help="of each run (5)")
    add("--warm", type=float, default=WARM_SECONDS, help="seconds before the first run (2)")
    add("--web", type=int, default=1, help="web processes on PostgreSQL (1)")
    add("--runs", type=int, default=3, help="of each scenario; the median is told (3)")
    add("--bells", type=int, default=1000, help="how many; 0: none")
    add("--bell-seconds", type=float, default=60.0, help="within which they are due (60)")
    add("--weight", type=int, default=500, help="sockets and matches to weigh; 0: none")
    add("--no-rest", dest="rest", action="store_false", help="no light GETs")
    add("--profile", type=Path, help="write the web process's stacks here (py-spy)")
    add("--out", type=Path, default=RESULTS, help="where the JSON goes")
    add("--json", action="store_true", help="print the JSON, not the tables")
    return parser


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


if __name__ == "__main__":
    sys.exit(main())
