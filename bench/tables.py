"""Tables for two that play themselves: each seat on a socket of its own, doing what is legal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from bench.line import Http, LineError, Socket

T = TypeVar("T")

OPENERS = 16
"""Connections that set tables at the same time."""
STALL_SECONDS = 30.0
GAME = {"type": "work_the_strip", "allow_two": True, "rounds": 12, "turn_seconds": 300}


class _View(msgspec.Struct, frozen=True):
    to_act: tuple[int, ...]


class _News(msgspec.Struct, frozen=True):
    """The fields of any frame that matter here."""

    match: str = ""
    ply: int = 0
    legal: tuple[msgspec.Raw, ...] = ()
    decision: int = 0
    view: _View | None = None
    code: str = ""


class _Frame(msgspec.Struct, frozen=True):
    t: str
    d: _News = _News()


_decode = msgspec.json.Decoder(_Frame).decode


class Seat:
    """One player on one socket."""

    def __init__(self, table: Table, number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.socket: Socket | None = None
        self.position = _News()

    async def sit(self, url: str) -> None:
        """Open the socket and follow the table."""
        self.socket = await Socket.to(url)
        self.socket.hear = self.hear
        follow = [{"match": self.table.match}]
        self.socket.say({"t": "hello", "d": {"token": self.token, "follow": follow}})

    def hear(self, text: bytes) -> None:
        """Take a frame."""
        frame = _decode(text)
        if frame.t == "ply":
            self.table.told(self, frame.d.ply)
        elif frame.t == "position":
            self.position = frame.d
            self.table.moved(self)
        elif frame.t == "ping" and self.socket:
            self.socket.say({"t": "pong", "d": {}})
        elif frame.t == "nack":
            self.table.refused(frame.d.code)

    def asked(self) -> bool:
        """Say whether the table waits for this seat."""
        view = self.position.view
        return bool(self.position.legal and view and self.number in view.to_act)


class Table:
    """One match and its two seats; at most one action is on its way."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.match = ""
        self.seats: list[Seat] = []
        self.sent: tuple[Seat, float, int] | None = None
        self.acting = False
        self.over = False

    async def set(self, http: Http, tokens: Iterable[str] = ()) -> None:
        """Open a match for two guests and start it."""
        tokens = list(tokens) or [
            (await http.ask("POST", "/api/v1/players/guest", {}))["token"] for _ in range(2)
        ]
        new = {"game": {**GAME, **self.hall.options()}, "seats": 2, "nonce": self.hall.nonce()}
        self.match = (await http.ask("POST", "/api/v1/matches", new, token=tokens[0]))["id"]
        base = f"/api/v1/matches/{self.match}"
        await http.ask("POST", f"{base}/seats", {}, token=tokens[1])
        await http.ask("POST", f"{base}/start", {}, token=tokens[0])
        self.seats = [Seat(self, number, token) for number, token in enumerate(tokens)]

    def act(self) -> None:
        """Let a seat that is asked do something legal."""
        seat = next(seat for seat in self.seats if seat.asked())
        position = seat.position
        action = self.hall.random.choice(position.legal)
        seat.position = _News()
        self.sent = (seat, perf_counter(), position.ply)
        self.acting = True
        self.hall.submit(self, seat, action, position.decision)

    def told(self, seat: Seat, ply: int) -> None:
        """Hear of a ply; the other seat's hearing of it is what is measured."""
        if self.sent and seat is not self.sent[0] and ply > self.sent[2]:
            self.hall.heard(perf_counter() - self.sent[1])
            self.sent = None

    def moved(self, seat: Seat) -> None:
        """See a new position; once the action was heard, and a seat is asked, be ready again."""
        if seat.position.view and not seat.position.view.to_act:
            self._end()
        elif self.sent is None and not self.over and any(each.asked() for each in self.seats):
            self.acting = False
            self.hall.ready(self)

    def refused(self, code: str) -> None:
        """Give the action up."""
        self.hall.refusals[code] = self.hall.refusals.get(code, 0) + 1
        self.sent = None

    def leave(self) -> None:
        """Hang up both sockets."""
        for seat in self.seats:
            if seat.socket:
                seat.socket.close()

    def _end(self) -> None:
        if not self.over:
            self.over, self.sent = True, None
            self.hall.ended(self)


Submit = Callable[["Table", Seat, Any, int], None]


class Hall:
    """All tables, what they measured, and which are ready for the next action."""

    def __init__(self, url: str, *, seed: int = 1) -> None:
        self.url = url
        self.random = Random(seed)
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.refusals: dict[str, int] = {}
        self.waiting: dict[Table, None] = {}
        self.submit: Submit = over_socket
        self.on_ready: Callable[[Table], None] = lambda _: None
        self.options: Callable[[], dict[str, Any]] = dict
        self._requests = 0
        self._setting: set[asyncio.Task[None]] = set()

    def nonce(self) -> str:
        """Return a request's name that no other has."""
        self._requests += 1
        return f"bench-{self._requests}"

    def heard(self, latency: float) -> None:
        """Note how long an action took to reach the other seat (seconds)."""
        self.latencies.append(latency)

    def ready(self, table: Table) -> None:
        """Keep a table for the next action."""
        if table not in self.waiting:
            self.waiting[table] = None
            self.on_ready(table)

    def take(self) -> Table | None:
        """Return the table that has waited longest."""
        for table in self.waiting:
            del self.waiting[table]
            return table
        return None

    def ended(self, table: Table) -> None:
        """Set a new table in the place of one whose match is over."""
        self.waiting.pop(table, None)
        task = asyncio.get_running_loop().create_task(self._again(table))
        self._setting.add(task)
        task.add_done_callback(self._setting.discard)

    async def _again(self, old: Table) -> None:
        old.leave()
        http, table = Http(self.url), Table(self)
        await table.set(http, [seat.token for seat in old.seats])
        http.close()
        self.tables[self.tables.index(old)] = table
        for seat in table.seats:
            await seat.sit(self.url)


def over_socket(table: Table, seat: Seat, action: msgspec.Raw, decision: int) -> None:
    """Send the action as a frame, in the seat's own socket."""
    request = table.hall.nonce()
    act = {"match": table.match, "action": action, "decision": decision, "request_id": request}
    if seat.socket:
        seat.socket.say({"t": "act", "id": request, "d": act})


class OverHttp:
    """Sends actions as requests, over a few kept connections."""

    def __init__(self, url: str, connections: int = 32) -> None:
        self._lines = [Http(url) for _ in range(connections)]
        self._queue: asyncio.Queue[tuple[Table, Seat, Any]] = asyncio.Queue()
        self._tasks = [asyncio.ensure_future(self._work(line)) for line in self._lines]

    def __call__(self, table: Table, seat: Seat, action: msgspec.Raw, decision: int) -> None:
        """Send when a connection is free."""
        del decision
        self._queue.put_nowait((table, seat, action))

    async def _work(self, line: Http) -> None:
        while True:
            table, seat, action = await self._queue.get()
            path = f"/api/v1/matches/{table.match}/actions"
            try:
                await line.ask("POST", path, action, token=seat.token, key=table.hall.nonce())
            except LineError as error:
                table.refused(str(error).partition('"code":"')[2].partition('"')[0])

    def close(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        for line in self._lines:
            line.close()


@asynccontextmanager
async def hall(
    url: str,
    tables: int,
    *,
    seated: bool = True,
    seed: int = 1,
    options: Callable[[], dict[str, Any]] = dict,
) -> AsyncIterator[Hall]:
    """Open a hall of so many running tables, both seats of each on their sockets."""
    found = Hall(url, seed=seed)
    found.options = options
    found.tables = [Table(found) for _ in range(tables)]
    await shared(found.tables, lambda http, table: table.set(http), url)
    if seated:
        for table in found.tables:
            for seat in table.seats:
                await seat.sit(url)
    try:
        yield found
    finally:
        for table in found.tables:
            table.leave()


async def shared(
    items: Iterable[T], work: Callable[[Http, T], Awaitable[object]], url: str
) -> None:
    """Do `work` for all items, over a few connections at a time."""
    queue = list(items)

    async def one() -> None:
        http = Http(url)
        while queue:
            await work(http, queue.pop())
        http.close()

    await asyncio.gather(*(one() for _ in range(OPENERS)))
