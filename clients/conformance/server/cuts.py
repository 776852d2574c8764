"""An act, and a line that is cut at each of its steps: sent again unchanged, applied once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from clients.conformance.checks import Group, Json, same
from clients.conformance.server.line import Line
from clients.conformance.server.venue import Table, Venue

group: Group[Venue] = Group("An act, cut")
Step = Callable[[Line, Table, Json], Awaitable[None]]


async def _cut_and_repeated(venue: Venue, until: Step, *, replayed: bool) -> None:
    """Act on a line that is cut after the step `until`; come back, act again, and compare."""
    table = await venue.table()
    async with table.ada.talk(table.match) as line:
        position = await line.hears("position")
        wish = table.answer_to(position)
        await until(line, table, wish)
        line.cut()
    known = {"epoch": position["epoch"], "ply": max([0, *(p["ply"] for p in line.told("ply"))])}
    async with table.ada.talk(table.match, resume=known) as again:
        ack = await again.acked("act", **wish)
        await again.until(1)
        await again.settled()
    same((ack["ply"], ack["replayed"]), (1, replayed), "ply and replayed of the repeat")
    told = [ply["ply"] for ply in (*line.told("ply"), *again.told("ply"))]
    same(told, [1], "the plies told before and after the cut")
    same(await table.ply(), 1, "the ply")


async def _sent(line: Line, wish: Json) -> None:
    await line.say("act", "first", **wish)


async def _applied(table: Table) -> None:
    """Return once the act is written."""
    answer = await table.bob.get(f"/matches/{table.match}/plies", after=0, wait=10)
    same([ply["ply"] for ply in answer.json()["plies"]], [1], "what one act led to")


async def _before(line: Line, table: Table, wish: Json) -> None:
    del line, table, wish


async def _halfway(line: Line, table: Table, wish: Json) -> None:
    del table
    line.cut_in_the_middle("act", "first", **wish)
    await line.closes()


async def _unread(line: Line, table: Table, wish: Json) -> None:
    await _sent(line, wish)
    await _applied(table)


async def _unread_and_gone(line: Line, table: Table, wish: Json) -> None:
    """Send, and end this side's half of the line at once (FIN); the server still hears the act."""
    await _sent(line, wish)
    line.socket.transport.write_eof()
    await _applied(table)


async def _heard(t: str, line: Line, table: Table, wish: Json) -> None:
    del table
    await _sent(line, wish)
    await (line.answer_to("first") if t == "ack" else line.hears(t))


@group.check
async def cut_before_sending(venue: Venue) -> None:
    """Cut before the act is sent: it is new when it comes, and applied once."""
    await _cut_and_repeated(venue, _before, replayed=False)


@group.check
async def cut_while_sending(venue: Venue) -> None:
    """Cut in the middle of the act's frame: half an act is none, the whole one is new."""
    await _cut_and_repeated(venue, _halfway, replayed=False)


@group.check
async def cut_before_ack(venue: Venue) -> None:
    """Cut after sending, before the ack is read: answered from the stored result."""
    await _cut_and_repeated(venue, _unread, replayed=True)


@group.check
async def cut_by_half(venue: Venue) -> None:
    """Only the client's half of the line is closed after sending: the act counts, once."""
    await _cut_and_repeated(venue, _unread_and_gone, replayed=True)


@group.check
async def cut_after_ack(venue: Venue) -> None:
    """Cut after the ack, before the ply: the ply comes with the resume, the repeat is replayed."""
    await _cut_and_repeated(venue, partial(_heard, "ack"), replayed=True)


@group.check
async def cut_after_ply(venue: Venue) -> None:
    """Cut after the ply, before the position: no ply twice, the position is sent again."""
    await _cut_and_repeated(venue, partial(_heard, "ply"), replayed=True)


@group.check
async def cut_after_position(venue: Venue) -> None:
    """Cut when everything was heard: the resume brings nothing new but the position."""

    async def to_the_end(line: Line, table: Table, wish: Json) -> None:
        await _heard("ply", line, table, wish)
        await line.until(1)

    await _cut_and_repeated(venue, to_the_end, replayed=True)


@group.check
async def cut_again_and_again(venue: Venue) -> None:
    """Sent again after each of several cuts the act is still applied once, with the same ply."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    acks = []
    for _ in range(3):
        async with table.ada.talk(table.match) as line:
            acks.append(await line.acked("act", **wish))
            line.cut()
    same([ack["ply"] for ack in acks], [1] * 3, "the plies answered")
    same([ack["replayed"] for ack in acks], [False, True, True], "what was replayed")
    same(await table.ply(), 1, "the ply")
