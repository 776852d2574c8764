"""A proxy that cuts connections at random: a bad network in a box.

``python -m clients.conformance cut --to 127.0.0.1:8000 --port 9000 --seed 7 --cuts 50``
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import socket
import struct
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final, Self

CHUNK: Final = 4096
WAYS: Final = ("reset", "end", "half_end", "mid_chunk")
"""How a connection is cut: RST; FIN; one direction first; amid what was to be passed on."""
HALF_SECONDS: Final = 0.05
"""How long a connection that is closed by half stays so."""


@dataclass(frozen=True)
class Habits:
    """When to cut: after so many bytes of a connection (both ways), after so many seconds of it.

    `most`: no more cuts than that.  A pair is the least and the most; None: never for that reason.
    """

    bytes_between: tuple[int, int] | None = (1_000, 20_000)
    seconds_between: tuple[float, float] | None = None
    most: int | None = None


@dataclass(eq=False)
class _Line:
    """One connection through the proxy: its two sides, and when it is to be cut."""

    sides: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    left: int | None
    way: str
    alarm: asyncio.TimerHandle | None = None
    cut: asyncio.Event = field(default_factory=asyncio.Event)


class CuttingProxy:
    """Passes connections on to an address, and cuts them; the same seed cuts the same way."""

    def __init__(
        self, host: str, port: int, *, seed: int = 0, habits: Habits | None = None
    ) -> None:
        self._to = (host, port)
        self._luck = Random(seed)  # noqa: S311 - repeatable on purpose
        self._habits = habits or Habits()
        self._lines: set[_Line] = set()
        self._server: asyncio.Server | None = None
        self.ways: Counter[str] = Counter()
        """How often a live connection was cut, by the way it was done."""
        self.connections = 0
        self.port = 0
        """Where it listens, once started."""

    @property
    def cuts(self) -> int:
        """How many live connections were cut."""
        return self.ways.total()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; port 0 is any.  Raises `OSError`."""
        self._server = await asyncio.start_server(self._pass_on, host, port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Drop everything, and listen no more; that counts as no cut."""
        if self._server:
            self._server.close()
        for line in [*self._lines]:
            _reset(line)

    def cut_now(self, way: str = "reset") -> int:
        """Cut every live connection; return how many there were."""
        live = [line for line in self._lines if not line.cut.is_set()]
        for line in live:
            line.way = way
            self._cut(line)
        return len(live)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        self.connections += 1
        line = self._line(writer, forth)
        pipes = [
            asyncio.create_task(self._pipe(line, source, sink))
            for source, sink in ((reader, forth), (back, writer))
        ]
        cut = asyncio.create_task(line.cut.wait())
        ended = asyncio.create_task(asyncio.wait(pipes))
        try:
            await asyncio.wait((cut, ended), return_when=asyncio.FIRST_COMPLETED)
            if line.cut.is_set():
                await self._carry_out(line)
        finally:
            for task in (cut, ended, *pipes):
                task.cancel()
            if line.alarm:
                line.alarm.cancel()
            self._lines.discard(line)
            for side in line.sides:
                side.close()

    def _line(self, *sides: asyncio.StreamWriter) -> _Line:
        one, other = sides
        bytes_, seconds = self._habits.bytes_between, self._habits.seconds_between
        left = self._luck.randint(*bytes_) if bytes_ else None
        line = _Line((one, other), left, self._luck.choice(WAYS))
        if seconds:
            delay = self._luck.uniform(*seconds)
            line.alarm = asyncio.get_running_loop().call_later(delay, self._cut, line)
        self._lines.add(line)
        return line

    async def _pipe(
        self, line: _Line, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        """Pass one direction on until its end, or until the line is cut."""
        with contextlib.suppress(ConnectionError):
            while (chunk := await source.read(CHUNK)) and not line.cut.is_set():
                passed = self._allowed(line, len(chunk))
                sink.write(chunk[:passed])
                await sink.drain()
                if passed < len(chunk):
                    self._cut(line)
                    return
            if not line.cut.is_set() and sink.can_write_eof():
                sink.write_eof()

    def _allowed(self, line: _Line, size: int) -> int:
        """Return how many bytes of a chunk are passed on; fewer than all: then comes the cut."""
        if line.left is None or not self._may_cut():
            return size
        line.left -= size
        if line.left > 0:
            return size
        return size // 2 if line.way == "mid_chunk" else max(0, size - 1)

    def _may_cut(self) -> bool:
        return self._habits.most is None or self.cuts < self._habits.most

    def _cut(self, line: _Line) -> None:
        if line.cut.is_set() or not self._may_cut():
            return
        self.ways[line.way] += 1
        line.cut.set()

    async def _carry_out(self, line: _Line) -> None:
        """Cut: whatever is still on its way is lost with a reset, and may arrive otherwise."""
        if line.way == "half_end":
            one = self._luck.choice(line.sides)
            with contextlib.suppress(OSError):
                one.write_eof()
            await asyncio.sleep(HALF_SECONDS)
        if line.way in ("reset", "mid_chunk"):
            _reset(line)


def _reset(line: _Line) -> None:
    """Drop both sides with RST: no lingering, whatever was not sent is thrown away."""
    for side in line.sides:
        bound: socket.socket | None = side.get_extra_info("socket")
        if bound is not None and bound.fileno() >= 0:
            no_linger = struct.pack("ii", 1, 0)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, no_linger)
        side.transport.abort()


# --- The command ----------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--to", default="127.0.0.1:8000", metavar="HOST:PORT")
    parser.add_argument("--port", type=int, default=9000, help="where to listen")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cuts", type=int, default=None, help="at most so many; else no end")
    parser.add_argument("--bytes", type=int, nargs=2, default=[1_000, 20_000], metavar="N")
    parser.add_argument("--seconds", type=float, nargs=2, default=None, metavar="S")


def command(asked: argparse.Namespace) -> int:
    """Run the proxy until Ctrl-C, and say how often it cut."""
    host, _, port = asked.to.rpartition(":")
    seconds = tuple(asked.seconds) if asked.seconds else None
    habits = Habits(tuple(asked.bytes), seconds, asked.cuts)
    proxy = CuttingProxy(host.strip("[]"), int(port), seed=asked.seed, habits=habits)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_stopped(proxy, asked.port))
    by_way = ", ".join(f"{count} {way}" for way, count in proxy.ways.most_common())
    sys.stdout.write(f"{proxy.cuts} cuts of {proxy.connections} connections: {by_way or 'none'}\n")
    return 0


async def _until_stopped(proxy: CuttingProxy, port: int) -> None:
    await proxy.start(port=port)
    sys.stdout.write(f"http://127.0.0.1:{proxy.port}\n")
    sys.stdout.flush()
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        await proxy.stop()
