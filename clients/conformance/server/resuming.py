"""Coming back: all of what was missed, or nothing and a fresh start."""

from __future__ import annotations

import asyncio

from clients.conformance.checks import Group, Json, expect, same
from clients.conformance.server.line import Line
from clients.conformance.server.venue import Guest, Table, Venue

group: Group[Venue] = Group("Coming back")
LAP: Json = {"type": "lap_dance", "read_seconds": 0, "timer_seconds": 120}
"""A game in which a seat may change its mind again and again: many plies in no time."""
MOST_CHANGES = 100


async def _told(line: Line) -> list[str]:
    """Return what is said of the match up to its first position, in order."""
    await line.hears("position")
    return [frame["t"] for frame in line.heard if frame["t"] not in ("welcome", "ping", "presence")]


async def _resync(table: Table, resume: Json, reason: str) -> None:
    """Raise unless this resume is answered by a `resync` for this reason, and a position."""
    async with table.ada.talk(table.match, resume=resume) as line:
        kinds = await _told(line)
    same(kinds, ["resync", "position"], "what is told of the match")
    [resync] = line.told("resync")
    same((resync["match"], resync["reason"]), (table.match, reason), "match and reason")
    now = await table.position()
    position = line.told("position")[0]
    same((position["ply"], position["view"]), (now["ply"], now["view"]), "the position")


@group.check
async def resume_old(venue: Venue) -> None:
    """Resumed from an old ply, all that was missed comes: `resumed`, each ply, then `position`."""
    table = await venue.table()
    await table.play(4)
    async with table.ada.talk(table.match, resume={"epoch": 1, "ply": 1}) as line:
        kinds = await _told(line)
    same(kinds, ["resumed", "ply", "ply", "ply", "position"], "what is told of the match")
    [resumed] = line.told("resumed")
    said = (resumed["match"], resumed["from"], resumed["to"])
    same(said, (table.match, 1, 4), "match, from and to")
    same(line.told("ply"), await table.plies(after=1), "the plies, beside those of REST")


@group.check
async def resume_current(venue: Venue) -> None:
    """Resumed from the current ply nothing is missed; the question is sent again all the same."""
    table = await venue.table()
    await table.play(2)
    mover = table.people[(await table.position())["view"]["to_act"][0]]
    now = await table.position(mover)
    async with mover.talk(table.match, resume={"epoch": 1, "ply": 2}) as line:
        same(await _told(line), ["resumed", "position"], "what is told of the match")
    position = line.told("position")[0]
    for field in ("decision", "legal", "ply"):
        same(position[field], now[field], f"{field} of the position")


@group.check
async def resume_future(venue: Venue) -> None:
    """A client that is ahead of the match is told `resync ahead`, and begins anew."""
    table = await venue.table()
    await table.play(1)
    await _resync(table, {"epoch": 1, "ply": 2}, "ahead")
    await _resync(table, {"epoch": 1, "ply": 2**31}, "ahead")


@group.check
async def resume_other_epoch(venue: Venue) -> None:
    """A client of another epoch is told `resync epoch_changed`, whatever its ply."""
    table = await venue.table()
    await table.play(1)
    for resume in ({"epoch": 2, "ply": 1}, {"epoch": 0, "ply": 0}, {"epoch": 7, "ply": 99}):
        await _resync(table, resume, "epoch_changed")


@group.check
async def resume_too_old(venue: Venue) -> None:
    """A gap of more than `limits.resumed_plies` is not filled: `resync too_old`, all or nothing."""
    most = int(venue.welcome["limits"]["resumed_plies"])
    table = await venue.table(people=4, **LAP)
    changes = most // len(table.people) + 1
    expect(changes <= MOST_CHANGES, f"limits.resumed_plies of {most} is more than is reached here")
    await asyncio.gather(*(_change_mind(table, each, changes) for each in table.people))
    ply = await table.ply()
    await _resync(table, {"epoch": 1, "ply": ply - most - 1}, "too_old")
    async with table.ada.talk(table.match, resume={"epoch": 1, "ply": ply - most}) as line:
        await _told(line)
    same(len(line.told("ply")), most, "the plies of the widest gap that is filled")


async def _change_mind(table: Table, guest: Guest, times: int) -> None:
    position = await table.position(guest)
    some = [action for action in position["legal"] if action["type"] == "set_stack"]
    expect(len(some) > 1, "fewer than two stacks to choose from")
    for number in range(times):
        await guest.post(f"/matches/{table.match}/actions", some[number % 2])


@group.check
async def resume_by_follow(venue: Venue) -> None:
    """`follow` with `resume` on a socket that is open does the same as in `hello`."""
    table = await venue.table()
    await table.play(2)
    async with table.bob.talk() as line:
        await line.acked("follow", match=table.match, resume={"epoch": 1, "ply": 0})
        await line.hears("position")
        await line.settled()
    same(line.told("ply"), await table.plies(table.bob), "the plies")


@group.check
async def resume_while_playing(venue: Venue) -> None:
    """Resumed while others play on, no ply is lost between the gap and the stream, none doubled."""
    table = await venue.table()
    await table.play(1)
    playing = asyncio.create_task(table.play(6))
    known, told = 0, []
    while known < 7:
        async with table.bob.talk(table.match, resume={"epoch": 1, "ply": known}) as line:
            position = await line.hears("position")
            if position["ply"] < 7:
                await line.hears("position")
            line.cut()
        told += [ply["ply"] for ply in line.told("ply")]
        known = told[-1]
    await playing
    same(told, [1, 2, 3, 4, 5, 6, 7], "the plies told over all connections")
