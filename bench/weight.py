"""What an idle socket and an open match weigh in the web process's memory."""

from __future__ import annotations

import asyncio

from bench.line import Socket
from bench.place import Place
from bench.tables import hall
from games.rules.kernel import Data

SETTLE_SECONDS = 2.0


class Weight(Data, frozen=True):
    """Kilobytes each, from the growth of the process with `count` of them."""

    count: int
    socket_kb: float
    match_kb: float


async def weight(where: Place, count: int) -> Weight:
    """Return what `count` idle sockets weigh, then what as many matches with followers add."""
    async with hall(where.url, count, seated=False) as room:
        empty = await _settled(where)
        sockets = await _idle(where.url, [table.seats[0].token for table in room.tables])
        held = await _settled(where)
        for table, socket in zip(room.tables, sockets, strict=True):
            socket.say({"t": "follow", "d": {"match": table.match}})
        following = await _settled(where)
        for socket in sockets:
            socket.close()
    return Weight(count, (held - empty) / 1024 / count, (following - held) / 1024 / count)


async def _idle(url: str, tokens: list[str]) -> list[Socket]:
    sockets = []
    for token in tokens:
        socket = await Socket.to(url)
        socket.say({"t": "hello", "d": {"token": token}})
        sockets.append(socket)
    return sockets


async def _settled(where: Place) -> int:
    await asyncio.sleep(SETTLE_SECONDS)
    return where.memory()
