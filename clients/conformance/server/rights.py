"""Rights and manners: presence, tickets, refreshed tokens, and how much is too much."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

from websockets.exceptions import ConnectionClosed

from clients.conformance.checks import Group, Json, Skipped, expect, same
from clients.conformance.server.line import Line
from clients.conformance.server.venue import Guest, Venue

group: Group[Venue] = Group("Rights and manners")
REVOKED_SECONDS = 2.5
"""After how long a socket whose token was revoked would be closed."""
MOST_FLOOD = 20_000
BURST = 50
MOST_GUESSES = 40


@group.check
async def presence_told(venue: Venue) -> None:
    """`presence` lists the seats of the people connected, whole, and again on each change."""
    table, eve = await venue.table(), venue.guests[3]
    async with table.ada.talk(table.match) as line:
        same((await _present(line, table.match, 1))[-1], [0], "who is there: seat 0 alone")
        async with table.bob.talk(table.match), eve.talk(table.match):
            same((await _present(line, table.match, 2))[-1], [0, 1], "who is there with seat 1")
        expect(await table.ply() == 0, "presence had an influence on the match")


async def _present(line: Line, match: str, count: int) -> list[list[int]]:
    """Return the first lists of seats that were told, once one is of this length."""
    while True:
        told = [each["seats"] for each in line.told("presence") if each["match"] == match]
        if any(len(seats) >= count for seats in told):
            return told
        await line.hears("presence")


async def _ticket(guest: Guest, **body: str) -> str:
    answer = (await guest.post("/socket-tickets", body, status=201)).json()
    expect({"ticket", "purpose", "expires_at"} <= {*answer}, "ticket, purpose or expires_at")
    return str(answer["ticket"])


@group.check
async def ticket_greets(venue: Venue) -> None:
    """A ticket of `POST /socket-tickets` stands in for the token in `hello`."""
    guest = venue.guests[0]
    ticket = await _ticket(guest)
    async with guest.call() as line:
        await line.say("hello", ticket=ticket)
        same((await line.hears("welcome"))["player"]["name"], guest.name, "who is welcome")


@group.check
async def ticket_used_once(venue: Venue) -> None:
    """A ticket is for one use and one purpose: else 4040, come back with another one."""
    guest = venue.guests[0]
    used, elsewhere = await _ticket(guest), await _ticket(guest, purpose="stream")
    async with guest.call() as line:
        await line.say("hello", ticket=used)
        await line.hears("welcome")
    for ticket in (used, elsewhere, "nobody's"):
        async with guest.call() as line:
            await line.say("hello", ticket=ticket)
            same(await line.closes(), 4040, "the close code of a ticket that opens nothing")


@group.check
async def ticket_or_token(venue: Venue) -> None:
    """`hello` has exactly one of `token` and `ticket`: both are malformed, 4500."""
    guest = venue.guests[0]
    ticket = await _ticket(guest)
    async with guest.call() as line:
        await line.say("hello", ticket=ticket, token=guest.token)
        same(await line.closes(), 4500, "the close code")


@group.check
async def token_refreshed(venue: Venue) -> None:
    """After `refresh` the socket goes on with the new token, though the old one is revoked."""
    async with venue.stranger() as member:
        old = await _registered(member)
        async with member.talk() as line:
            new = await _signed_in_again(member)
            await line.acked("refresh", token=new)
            member.take(old)
            await member.delete("/sessions/current")
            member.take(new)
            await member.get("/me")
            same(await line.silent(REVOKED_SECONDS), True, "the socket holds on")
            await line.lives()


@group.check
async def refresh_by_another(venue: Venue) -> None:
    """`refresh` with another player's token is a nack `forbidden`; the socket stays who it was."""
    table = await venue.table()
    async with table.ada.talk() as line:
        problem = await line.refused("refresh", "forbidden", token=table.bob.token)
        same(problem["status"], 403, "the status")
        await line.acked("act", **await table.wish(table.ada))


async def _registered(member: Guest) -> str:
    name, password = f"Trial {uuid4().hex[:12]}", uuid4().hex
    made = await member.post("/players", {"name": name, "password": password}, status=201)
    member.name, member.password = name, password
    member.take(made.json()["token"])
    return member.token


async def _signed_in_again(member: Guest) -> str:
    known = {"name": member.name, "password": member.password}
    return str((await member.post("/sessions", known, status=201)).json()["token"])


def _is_ratelimited(problem: Json) -> None:
    same((problem["code"], problem["status"]), ("rate_limited", 429), "code and status")
    same(problem["retryable"], True, "retryable")
    lacks = {"key", "limit", "remaining", "reset_s"} - {*(problem.get("ratelimit") or {})}
    same(lacks, set(), "what `ratelimit` lacks")


@group.check
async def frames_limited(venue: Venue) -> None:
    """Too many frames: a `notice`, then nacks `rate_limited`; who goes on is closed with 4008."""
    async with venue.guests[0].talk() as line:
        code = await _flooded(line)
    refused = [each for each in line.told("nack") if each["code"] == "rate_limited"]
    expect(refused, "a flood of frames, and no nack `rate_limited`")
    for problem in refused[:3]:
        _is_ratelimited(problem)
    kinds = [notice["kind"] for notice in line.told("notice")]
    expect("rate_warning" in kinds, "no notice `rate_warning`")
    same(code, 4008, "the close code of who goes on")


async def _flooded(line: Line) -> int:
    """Say far too much, a burst at a time, and return the code of the close that follows."""
    with suppress(ConnectionClosed):
        for number in range(MOST_FLOOD):
            await line.say("ping", f"q{number}")
            if number % BURST == BURST - 1:
                await line.answer_to(f"q{number}")
    return await line.closes()


@group.check
async def guesses_limited(venue: Venue) -> None:
    """Guessing at a password is 429 `rate_limited` in the end, with Retry-After and RateLimit."""
    async with venue.stranger() as guest:
        guess = {"name": f"Trial {uuid4().hex[:12]}", "password": "feathers-and-9-aces"}
        for _ in range(MOST_GUESSES):
            answer = await guest.http.post("/sessions", json=guess)
            if answer.status_code == 429:
                break
            same(answer.json()["code"], "wrong_credentials", "the code of a wrong guess")
        else:
            raise Skipped(f"{MOST_GUESSES} wrong guesses were let pass; the limit is set higher")
    _is_ratelimited(answer.json())
    same({"retry-after", "ratelimit"} - {*answer.headers}, set(), "headers that are missing")
