"""Following matches: every ply to everybody, several at once, and no longer."""

from __future__ import annotations

from clients.conformance.checks import Group, expect, same
from clients.conformance.server.line import SOON_SECONDS
from clients.conformance.server.venue import Venue

group: Group[Venue] = Group("Following")
ABOUT = ("ply", "position", "resumed", "resync", "presence")
"""Frames that are about one match."""


@group.check
async def every_ply_told(venue: Venue) -> None:
    """Every ply reaches every follower, players and onlookers, and the numbers have no gap."""
    table, eve = await venue.table(), venue.guests[3]
    async with (
        table.ada.talk(table.match) as player,
        table.bob.talk(table.match) as other,
        eve.talk(table.match) as watcher,
    ):
        lines = (player, other, watcher)
        for line in lines:
            await line.hears("position")
        await table.play(4)
        for line in lines:
            await line.until(4)
            same([ply["ply"] for ply in line.told("ply")], [1, 2, 3, 4], "the plies told")


@group.check
async def ply_says_where(venue: Venue) -> None:
    """A `ply` names its match, epoch, number and time, and brings events (perhaps none)."""
    table = await venue.table()
    async with table.ada.talk(table.match) as line:
        position = await line.hears("position")
        await table.play(1)
        ply = await line.hears("ply")
    same({"match", "epoch", "ply", "at", "events"} - {*ply}, set(), "what the ply lacks")
    said = (ply["match"], ply["epoch"], ply["ply"])
    same(said, (table.match, position["epoch"], 1), "match, epoch and number")
    expect(all("type" in event for event in ply["events"]), "an event without a type")


@group.check
async def position_after_plies(venue: Venue) -> None:
    """After each batch of plies comes the newest position, captured at exactly the last of them."""
    table = await venue.table()
    async with table.ada.talk(table.match) as line:
        await line.hears("position")
        await table.play(3)
        await line.until(3)
    at = 0
    for frame in line.heard:
        if frame["t"] == "ply":
            at = frame["d"]["ply"]
        elif frame["t"] == "position":
            same(frame["d"]["ply"], at, "the ply of the position after a batch")


@group.check
async def open_match(venue: Venue) -> None:
    """An open match can be followed; its first `position` comes when the cards are dealt."""
    table = await venue.table(start=False)
    async with table.ada.talk() as line:
        ack = await line.acked("follow", match=table.match)
        early = await line.settled()
        await table.ada.post(f"/matches/{table.match}/start")
        position = await line.hears("position")
    same(ack["ply"], 0, "the ply in the ack")
    expect("position" not in [frame["t"] for frame in early], "a position before the deal")
    same((position["match"], position["ply"]), (table.match, 0), "the first position")


@group.check
async def several_matches(venue: Venue) -> None:
    """One socket follows several matches; each frame names its own, each numbering is its own."""
    one, two = await venue.table(), await venue.table()
    async with one.ada.talk(one.match, two.match) as line:
        await line.hears("position")
        await line.hears("position")
        await one.play(2)
        await two.play(1)
        await one.play(1)
        for table, ply in ((one, 3), (two, 1)):
            while not any(_at(each, table.match, ply) for each in line.told("position")):
                await line.hear()
    for table, plies in ((one, [1, 2, 3]), (two, [1])):
        told = [each["ply"] for each in line.told("ply") if each["match"] == table.match]
        same(told, plies, "the plies of one of the matches")


def _at(position: dict[str, object], match: str, ply: int) -> bool:
    return (position["match"], position["ply"]) == (match, ply)


@group.check
async def unfollow(venue: Venue) -> None:
    """No frame about a match comes after the ack of its `unfollow`; the other goes on."""
    left, kept = await venue.table(), await venue.table()
    async with left.ada.talk(left.match, kept.match) as line:
        await line.acked("unfollow", match=left.match)
        after = len(line.heard)
        await left.play(2)
        await kept.play(1)
        await line.until(1)
        await line.settled()
    heard = [frame["d"]["match"] for frame in line.heard[after:] if frame["t"] in ABOUT]
    expect(left.match not in heard, "a frame about the match that is not followed any more")
    expect(kept.match in heard, "nothing about the match that is")


@group.check
async def too_many_followed(venue: Venue) -> None:
    """More matches than `limits.followed` are refused one by one, and the socket stays."""
    most = int(venue.welcome["limits"]["followed"])
    expect(most >= 1, "no match may be followed")
    async with venue.guests[0].call() as line:
        follow = [{"match": f"00000000-0000-7000-8000-{n:012}"} for n in range(most + 1)]
        await line.say("hello", token=line.token, follow=follow)
        same(await line.closes(), 4500, "the close code of a hello with too many")


@group.check
async def heartbeat_carries_plies(venue: Venue) -> None:
    """The server pings every `heartbeat_ms`, with its time and the ply of each followed match."""
    table = await venue.table()
    await table.play(1)
    async with table.ada.talk(table.match) as line:
        ping = await line.hears_within("ping", venue.heartbeat_seconds * 2 + 2)
    expect("server_time" in ping, "no server_time")
    same(ping["plies"], {table.match: 1}, "the plies of the heartbeat")


@group.check
async def pong_keeps_alive(venue: Venue) -> None:
    """Whoever answers `ping` with `pong` is not closed, however long nothing happens."""
    venue.needs_heartbeat()
    async with venue.guests[0].talk() as line:
        for _ in range(4):
            await line.hears_within("ping", venue.heartbeat_seconds + SOON_SECONDS)
        await line.lives()


@group.check
async def pongs_missed(venue: Venue) -> None:
    """Two pings without a `pong` close the socket, with a code that says: come back."""
    venue.needs_heartbeat()
    async with venue.guests[0].talk() as line:
        line.answers_pings = False
        code = await line.closes(venue.heartbeat_seconds * 5 + 5)
    same(code, 4002, "the close code")
    same(len(line.told("ping")), 2, "pings before it")
