"""How late bells ring while the server is busy: as clients hear them, on the same clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from time import time
from typing import Any

import msgspec

from bench.figures import percentile
from bench.line import Socket
from bench.tables import Hall, Table, hall
from games.rules.kernel import Data

BUSY_TABLES = 50
BUSY_RATE = 200
FOLLOWED = 20
"""Matches one socket follows."""
SETTING_SECONDS = 60.0
"""From the first table's start to the first bell: all tables are set by then."""
PATIENCE_SECONDS = 15.0
LONGEST = 300
EDGES_MS = (20, 50, 100, 200, 500, 1000, 2000)


class Rung(Data, frozen=True):
    """How late (milliseconds) the bells were heard; `load`: actions/s meanwhile."""

    expected: int
    heard: int
    load: float
    p50: float
    p95: float
    p99: float
    most: float
    histogram: tuple[int, ...]
    """Early ones, then those up to each of `EDGES_MS`, then later ones."""


class _Timer(msgspec.Struct, frozen=True):
    deadline_at: datetime


class _News(msgspec.Struct, frozen=True):
    match: str = ""
    ply: int = 0
    timers: tuple[_Timer, ...] = ()


class _Frame(msgspec.Struct, frozen=True):
    t: str
    d: _News = _News()


_decode = msgspec.json.Decoder(_Frame).decode


class Ear:
    """Follows tables at which nobody acts: the first ply of each is its bell."""

    def __init__(self) -> None:
        self.due: dict[str, float] = {}
        self.late: dict[str, float] = {}
        self._socket: Socket | None = None

    async def listen(self, url: str, tables: list[Table]) -> None:
        """Follow these tables over one socket."""
        self._socket = await Socket.to(url)
        self._socket.hear = self.hear
        follow = [{"match": table.match} for table in tables]
        token = tables[0].seats[0].token
        self._socket.say({"t": "hello", "d": {"token": token, "follow": follow}})

    def hear(self, text: bytes) -> None:
        """Take a frame."""
        frame, now = _decode(text), time()
        news = frame.d
        if frame.t == "position" and news.ply == 0 and news.timers:
            self.due[news.match] = news.timers[0].deadline_at.timestamp()
        elif frame.t == "ply" and news.match in self.due:
            self.late.setdefault(news.match, now - self.due[news.match])
        elif frame.t == "ping" and self._socket:
            self._socket.say({"t": "pong", "d": {}})

    def close(self) -> None:
        """Hang up."""
        if self._socket:
            self._socket.close()


async def rung(url: str, count: int, seconds: float) -> Rung:
    """Return how late `count` bells ring that are due within `seconds`, under load."""
    first = time() + SETTING_SECONDS
    moments = iter([first + seconds * number / count for number in range(count)])

    def options() -> dict[str, Any]:
        wait = round(next(moments) - time())
        return {"initial_seconds": min(LONGEST, max(5, wait))}

    async with hall(url, count, seated=False, options=options) as quiet:
        ears = [ear async for ear in _ears(url, quiet.tables)]
        async with hall(url, BUSY_TABLES, seed=2) as busy:
            load = await _busy_until(
                busy,
                lambda: sum(len(ear.late) for ear in ears) >= count,
                first + seconds + PATIENCE_SECONDS,
            )
        for ear in ears:
            ear.close()
    return _rung(count, [late for ear in ears for late in ear.late.values()], load)


async def _ears(url: str, tables: list[Table]) -> Any:
    rest: Iterator[Table] = iter(tables)
    while some := list(islice(rest, FOLLOWED)):
        ear = Ear()
        await ear.listen(url, some)
        yield ear


async def _busy_until(busy: Hall, done: Any, end: float) -> float:
    """Play `BUSY_RATE` actions a second until all bells were heard; return the rate."""
    began, sent = time(), 0
    with suppress(StopIteration):
        while not done() and time() < end:
            while sent < (time() - began) * BUSY_RATE and (found := busy.take()):
                found.act()
                sent += 1
            await asyncio.sleep(0.5 / BUSY_RATE)
    return len(busy.latencies) / (time() - began)


def _rung(expected: int, late: list[float], load: float) -> Rung:
    edges = [edge / 1000 for edge in EDGES_MS]
    places = [0 if each < 0 else 1 + sum(each > edge for edge in edges) for each in late]
    return Rung(
        expected=expected,
        heard=len(late),
        load=load,
        p50=percentile(late, 50),
        p95=percentile(late, 95),
        p99=percentile(late, 99),
        most=percentile(late, 100),
        histogram=tuple(places.count(place) for place in range(len(EDGES_MS) + 2)),
    )
