"""REST and the socket: two doors to the same room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import httpx

from clients.conformance.checks import Broken, Group, Json, expect, same
from clients.conformance.server.line import SOON_SECONDS
from clients.conformance.server.streams import Events
from clients.conformance.server.venue import STRIP, Guest, Table, Venue

group: Group[Venue] = Group("REST")
MOVING = ("server_time", "match")
"""What a position on the socket has that differs from the one of REST."""


def _still(position: Json) -> Json:
    return {name: value for name, value in position.items() if name not in MOVING}


@group.check
async def position_equal(venue: Venue) -> None:
    """At the same ply the position of REST and the one of the socket are the same, seat by seat."""
    table, eve = await venue.table(), venue.guests[3]
    await table.play(3)
    for guest in (*table.people, eve):
        async with guest.talk(table.match) as line:
            told = _still(await line.hears("position"))
        asked = _still(await table.position(guest))
        same({*asked} - {*told}, set(), "what only the position of REST has")
        same({name: told[name] for name in asked}, asked, "the position of the socket")


@group.check
async def position_tagged(venue: Venue) -> None:
    """A position has an ETag: 304 while nothing changed, another one after a ply; not cached."""
    table = await venue.table()
    path = f"/matches/{table.match}/position"
    first = await table.ada.get(path)
    tag = first.headers["ETag"]
    await table.ada.get(path, status=304, headers={"If-None-Match": tag})
    await table.play(1)
    later = await table.ada.get(path, headers={"If-None-Match": tag})
    expect(later.headers["ETag"] != tag, "the same ETag after a ply")
    same(first.headers["Cache-Control"], "private, no-store", "Cache-Control")


@group.check
async def long_poll_same(venue: Venue) -> None:
    """`GET …/plies` has the same `ply` objects as the socket, for players and onlookers."""
    table, eve = await venue.table(), venue.guests[3]
    for guest in (table.bob, eve):
        async with guest.talk(table.match) as line:
            before = (await line.hears("position"))["ply"]
            await table.play(3)
            await line.until(before + 3)
        same(await table.plies(guest, before), line.told("ply"), "the plies of REST")


@group.check
async def long_poll_woken(venue: Venue) -> None:
    """`?wait=25` answers as soon as there is a ply, and not before."""
    table = await venue.table()
    path = f"/matches/{table.match}/plies"
    poll = asyncio.create_task(table.bob.get(path, after=0, wait=25))
    await table.ada.get(f"/matches/{table.match}")
    expect(not poll.done(), "the long-poll answers though there is nothing new")
    await table.act(table.ada)
    async with asyncio.timeout(SOON_SECONDS):
        answer = (await poll).json()
    same([ply["ply"] for ply in answer["plies"]], [1], "the plies it answers")
    same((answer["match"], answer["ply"]), (table.match, 1), "match and ply")


@asynccontextmanager
async def _stream(guest: Guest, match: str, **headers: str) -> AsyncIterator[Events]:
    path = f"/matches/{match}/stream"
    async with guest.http.stream("GET", path, headers=headers) as answer:
        if answer.status_code != httpx.codes.OK:
            raise Broken(f"GET …/stream answers {answer.status_code}")
        kind = answer.headers["content-type"].partition(";")[0]
        same(kind, "text/event-stream", "the media type")
        yield Events(answer)


@group.check
async def stream_same(venue: Venue) -> None:
    """The SSE stream brings the same `position` and `ply` objects, each with the id `epoch:ply`."""
    table = await venue.table()
    async with (
        table.bob.talk(table.match) as line,
        _stream(table.bob, table.match) as events,
    ):
        await line.hears("position")
        first = await events.next("position")
        await table.play(2)
        await line.until(2)
        plies = [await events.next("ply"), await events.next("ply")]
    same(first.id, "1:0", "the id of the first position")
    same(_still(first.data), _still(line.told("position")[0]), "the first position")
    same([each.data for each in plies], line.told("ply"), "the plies")
    same([each.id for each in plies], ["1:1", "1:2"], "their ids")


@group.check
async def stream_resumed(venue: Venue) -> None:
    """The stream goes on after `Last-Event-ID`: `resumed` and what was missed, or `resync`."""
    table = await venue.table()
    await table.play(3)
    async with _stream(table.ada, table.match, **{"Last-Event-ID": "1:1"}) as events:
        same((await events.next("resumed")).data["to"], 3, "where the gap ends")
        plies = [(await events.next("ply")).data for _ in range(2)]
    same(plies, await table.plies(after=1), "the plies that were missed")
    for known, reason in (("1:9", "ahead"), ("2:1", "epoch_changed")):
        async with _stream(table.ada, table.match, **{"Last-Event-ID": known}) as events:
            same((await events.next("resync")).data["reason"], reason, f"the reason for {known}")
            same((await events.next("position")).data["ply"], 3, "the ply of the position")


@group.check
async def created_once(venue: Venue) -> None:
    """A POST repeated under its Idempotency-Key is answered again, not done again."""
    guest, key = venue.guests[0], uuid4().hex
    body = {"game": STRIP, "seats": 2, "visibility": "unlisted"}
    first = await guest.post("/matches", body, status=201, Idempotency_Key=key)
    again = await guest.post("/matches", body, status=201, Idempotency_Key=key)
    other = await guest.post("/matches", {**body, "seats": 3}, status=422, Idempotency_Key=key)
    made = first.json()["id"]
    same(again.json()["id"], made, "the match of the repeat")
    same(again.headers.get("Idempotency-Replayed"), "true", "Idempotency-Replayed")
    same(other.json()["code"], "request_id_reused", "the code for another body")
    expect(first.headers["Location"].endswith(made), "Location does not lead to the match")
    await guest.delete(f"/matches/{made}")


@group.check
async def bad_requests(venue: Venue) -> None:
    """Unknown request fields, wrong types and bad parameters are 400 with the path of the field."""
    guest = venue.guests[0]
    body = {"game": STRIP, "seats": 2}
    for wrong, pointer in (({"colour": "ruby"}, "/colour"), ({"seats": "two"}, "/seats")):
        problem = (await guest.post("/matches", body | wrong, status=400)).json()
        same(problem["errors"][0]["pointer"], pointer, "the pointer")
    for query in ("seed=x", "limit=1000", "cursor=!", "status=secret", "limit=1&limit=2"):
        await guest.get(f"/matches?{query}", status=400)


@group.check
async def pages_add_up(venue: Venue) -> None:
    """Lists come in pages of `limit`, and following `next` meets everything once."""
    async with venue.stranger() as host, venue.stranger() as other:
        for _ in range(3):
            await venue.table(sitting=[host, other])
        seen: list[str] = []
        page: Json = {"next": ""}
        while page["next"] is not None and len(seen) < 5:
            asked: Json = {"mine": True, "limit": 2} | ({"cursor": page["next"]} if seen else {})
            page = (await host.get("/matches", **asked)).json()
            expect(len(page["matches"]) <= 2, "more on a page than was asked for")
            seen += [match["id"] for match in page["matches"]]
    same(len({*seen}), len(seen), "different matches among those listed")
    same(len(seen), 3, "matches listed")


@group.check
async def resigned(venue: Venue) -> None:
    """Who resigns is played by a bot for good; to resign again changes nothing."""
    table = await venue.table(people=3)
    path = f"/matches/{table.match}/resign"
    header = (await table.bob.post(path)).json()
    expect(_played_by_bot(header, 1), "no bot in the seat of the one who resigned")
    again = (await table.bob.post(path)).json()
    same(again["seats"], header["seats"], "the seats after resigning again")
    await _may_not_act(table)


def _played_by_bot(header: Json, seat: int) -> bool:
    place = header["seats"][seat]
    return bool(place["bot"]) and place["player"] is None


async def _may_not_act(table: Table) -> None:
    wish = await table.wish(table.ada)
    await table.act(table.bob, {**wish, "request_id": uuid4().hex}, status=403)


@group.check
async def profile_public(venue: Venue) -> None:
    """A profile shows public facts only, and public matches only."""
    table = await venue.table()
    guest = table.bob
    profile = (await venue.guests[3].get(f"/players/{guest.name}")).json()
    same(profile["name"], guest.name, "the name")
    expect(guest.token not in str(profile), "a token in a profile")
    page = (await venue.guests[3].get(f"/players/{guest.name}/matches", limit=100)).json()
    expect(table.match in [each["id"] for each in page["matches"]], "a public match is missing")
    await venue.guests[3].get("/players/nobody-of-that-name", status=404)
