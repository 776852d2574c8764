"""Shaking hands: who may talk, and what is said first."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from websockets.exceptions import InvalidStatus

from clients.conformance.checks import Broken, Group, Json, expect, same
from clients.conformance.server.line import is_problem
from clients.conformance.server.venue import Guest, Venue

HELLO_SECONDS = 5.0
REVOKED_SECONDS = 5.0
"""Within a second, says the contract; the rest is for slow machines."""
FOR_GOOD = range(4500, 5000)

group: Group[Venue] = Group("Shaking hands")


async def _turned_away(guest: Guest, status: int, path: str = "/ws/v1", **how: Any) -> None:
    """Raise unless this handshake is refused with a problem."""
    try:
        async with guest.call(path, **how):
            raise Broken("the handshake was accepted")
    except InvalidStatus as refused:
        answer = refused.response
    same(answer.status_code, status, "the status of the refused handshake")
    kind = answer.headers.get("content-type", "")
    same(kind.partition(";")[0], "application/problem+json", "the media type of the refusal")


@group.check
async def subprotocol_missing(venue: Venue) -> None:
    """Without the subprotocol `parlour.v1+json` the handshake is refused with a problem: 400."""
    await _turned_away(venue.guests[0], 400, subprotocols=None)
    await _turned_away(venue.guests[0], 400, subprotocols=["parlour.v9+json"])


@group.check
async def subprotocol_chosen(venue: Venue) -> None:
    """The server takes the subprotocol `parlour.v1+json` among those offered."""
    async with venue.guests[0].call(subprotocols=["chat", "parlour.v1+json"]) as line:
        same(line.socket.subprotocol, "parlour.v1+json", "the subprotocol")
        await line.hello()


@group.check
async def wrong_path(venue: Venue) -> None:
    """The socket lives at `/ws/v1` and nowhere else: 404."""
    await _turned_away(venue.guests[0], 404, "/ws/v2")


@group.check
async def foreign_origin(venue: Venue) -> None:
    """Pages of other sites may not open the socket: 403."""
    await _turned_away(venue.guests[0], 403, origin="https://elsewhere.example")


@group.check
async def welcome_first(venue: Venue) -> None:
    """`hello` is answered by `welcome` with heartbeat, session, player, server time and limits."""
    guest = venue.guests[0]
    async with guest.call() as line:
        welcome = await line.hello()
        same(line.heard[0]["t"], "welcome", "the first frame")
    wanted = {"heartbeat_ms", "session", "player", "server_time", "limits"}
    same(wanted - {*welcome}, set(), "what the welcome lacks")
    same(welcome["player"]["name"], guest.name, "whose token it is")
    expect(welcome["heartbeat_ms"] > 0, "no heartbeat")


@group.check
async def first_position(venue: Venue) -> None:
    """The first answer to a follow is `position`, captured at exactly its `ply`."""
    table = await venue.table()
    await table.play(1)
    async with table.ada.talk(table.match) as line:
        position = await line.hears("position")
        told = [frame["t"] for frame in line.heard[1:]]
    same(told[0], "position", "the first frame about the match")
    same((position["match"], position["ply"]), (table.match, 1), "match and ply of the position")
    same(position["view"], (await table.position())["view"], "its view")


@group.check
async def hello_missing(venue: Venue) -> None:
    """Whoever says nothing for 5 s is closed with 4508."""
    async with venue.guests[0].call() as line:
        same(await line.closes(HELLO_SECONDS * 2), 4508, "the close code")


@group.check
async def other_frame_first(venue: Venue) -> None:
    """Whose first frame is not `hello` is closed with 4508."""
    async with venue.guests[0].call() as line:
        await line.say("ping")
        same(await line.closes(), 4508, "the close code")


@group.check
async def hello_malformed(venue: Venue) -> None:
    """A malformed `hello` is closed with 4500."""
    flawed: tuple[Json, ...] = ({"token": 7}, {"follow": []}, {"token": "x", "surprise": 1})
    for hello in flawed:
        async with venue.guests[0].call() as line:
            await line.say("hello", **hello)
            same(await line.closes(), 4500, f"the close code of {hello}")


@group.check
async def second_hello(venue: Venue) -> None:
    """A second `hello` costs a nack, not the socket."""
    async with venue.guests[0].talk() as line:
        await line.refused("hello", "malformed", token=line.token)
        await line.lives()


async def _closed_at_hello(venue: Venue, token: str) -> int:
    async with venue.guests[0].call() as line:
        await line.say("hello", token=token)
        return await line.closes()


@group.check
async def token_unknown(venue: Venue) -> None:
    """A token that is nobody's closes with 4540, however well it is shaped; REST says 401."""
    guest = venue.guests[0]
    shaped = guest.token[:8] + uuid4().hex * 2
    for token in (shaped[: len(guest.token)], guest.token[:-1], "x", "x" * 4000, "né à la carte"):
        same(await _closed_at_hello(venue, token), 4540, f"the close code for {token[:20]!r}")
    wrong = {"Authorization": f"Bearer {shaped[: len(guest.token)]}"}
    answer = await guest.get("/me", status=401, headers=wrong)
    same(answer.json()["code"], "token_invalid", "the code")


@group.check
async def token_absent(venue: Venue) -> None:
    """No token: 4500 on the socket, 401 `token_missing` over REST."""
    async with venue.guests[0].call() as line:
        await line.say("hello", follow=[])
        same(await line.closes(), 4500, "the close code")
    answer = await venue.guests[0].get("/me", status=401, headers={"Authorization": ""})
    same(answer.json()["code"], "token_missing", "the code")


@group.check
async def token_revoked(venue: Venue) -> None:
    """When a token is revoked its socket closes within a second, 4540, and it opens none again."""
    async with venue.stranger() as guest, guest.talk() as line:
        await guest.delete("/sessions/current")
        same(await line.closes(REVOKED_SECONDS), 4540, "the close code")
        same(await _closed_at_hello(venue, guest.token), 4540, "the close code of the next hello")
        await guest.get("/me", status=401)


@group.check
async def token_in_query(venue: Venue) -> None:
    """A long-lived token in a query string opens nothing."""
    guest = venue.guests[0]
    bare = {"Authorization": ""}
    answer = await guest.get("/me", status=401, headers=bare, token=guest.token)
    same(answer.json()["code"], "token_missing", "the code")
    async with guest.call(f"/ws/v1?token={guest.token}") as line:
        await line.say("hello", follow=[])
        expect(await line.closes() in FOR_GOOD, "a token in the query was good enough")


@group.check
async def match_unknown(venue: Venue) -> None:
    """A hello that names only matches that do not exist is closed with 4504."""
    async with venue.guests[0].call() as line:
        await line.say("hello", token=line.token, follow=[{"match": _nowhere()}])
        same(await line.closes(), 4504, "the close code")


@group.check
async def match_unknown_among_others(venue: Venue) -> None:
    """An unknown match among others costs one nack, which names it; the rest is followed."""
    table, nowhere = await venue.table(), _nowhere()
    async with table.ada.talk(nowhere, table.match) as line:
        await line.hears("position")
        refused = line.told("nack")
        await line.lives()
    same([(each["code"], each["match"]) for each in refused], [("no_such_match", nowhere)], "nacks")


@group.check
async def follow_unknown(venue: Venue) -> None:
    """To follow a match that does not exist costs a nack, 404 `no_such_match`."""
    async with venue.guests[0].talk() as line:
        problem = await line.refused("follow", "no_such_match", match=_nowhere())
        is_problem(problem)
        same(problem["status"], 404, "the status")
        await line.lives()


def _nowhere() -> str:
    return str(uuid4())
