"""Coming in, and a whole evening without trouble."""

from __future__ import annotations

import asyncio

from clients.conformance.checks import Group, expect, same
from clients.conformance.client.stage import Theatre

CALM_BEAT_MS = 600
LONGER_SECONDS = 2.0
"""More than a client waits for a heartbeat; so long it hears nothing else."""

group: Group[Theatre] = Group("An evening")


@group.check
async def plays_to_the_end(theatre: Theatre) -> None:
    """Hello, follow, one act for each question with its `decision`; at the end the view is told."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        same(call.resume, None, "the resume of a client that has nothing yet")
        await call.tell_position()
        await stage.played_out(call)
        same(len(stage.calls), 1, "connections")
        acts = [frame["d"] for frame in call.heard if frame["t"] == "act"]
    expect(all("decision" in act for act in acts), "an answer without its decision")
    names = {frame["id"] for frame in call.heard if frame["t"] == "act"}
    same(len(names), len(acts), "different ids among the acts")


@group.check
async def acts_are_legal(theatre: Theatre) -> None:
    """A client that does not know the rules sends one of `legal`, as it stands."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.tell_position()
        legal = stage.script.position()["legal"]
        frame = await call.act()
    expect(frame["d"]["action"] in legal, f"an action that was not offered: {frame['d']['action']}")


@group.check
async def token_kept_secret(theatre: Theatre) -> None:
    """A long-lived token never stands in a query string."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.tell_position()
        await call.act()
        asked = " ".join(stage.asked_for)
        same(stage.token in asked, False, "the token in an address")


@group.check
async def waits_for_questions(theatre: Theatre) -> None:
    """Nothing is sent unasked: a client waits for a position before it acts."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.ponged()
        await call.ponged()
        early = [frame["t"] for frame in call.heard if frame["t"] == "act"]
        same(early, [], "acts before the first position")
        await call.tell_position()
        await stage.played_out(call)


@group.check
async def open_match(theatre: Theatre) -> None:
    """A match that is still open is waited for: only pings come until the cards are dealt."""
    async with theatre.stage(heartbeat_ms=CALM_BEAT_MS) as stage:
        call = await stage.greeted()
        async with call.beating(0.1):
            await asyncio.sleep(LONGER_SECONDS)
            await call.ponged()
            await call.tell_position()
            await stage.played_out(call)
        same(len(stage.calls), 1, "connections")


@group.check
async def slow_server(theatre: Theatre) -> None:
    """A server that takes its time but beats is waited for; nothing is sent twice meanwhile."""
    async with theatre.stage(heartbeat_ms=CALM_BEAT_MS) as stage:
        call = await stage.greeted()
        async with call.beating(0.1):
            await call.tell_position()
            act = await call.act()
            await asyncio.sleep(LONGER_SECONDS)
            await call.ponged()
            await call.take(act)
            await call.tell_news()
            await stage.played_out(call)
        same(len(stage.calls), 1, "connections")
        acts = [frame["d"]["request_id"] for frame in call.heard if frame["t"] == "act"]
    same(len(acts), len({*acts}), "acts that were sent once")


@group.check
async def handshake_refused(theatre: Theatre) -> None:
    """A server that is busy (503) or hangs up at once is called again."""
    async with theatre.stage(refusals=2) as stage:
        call = await stage.called()
        call.cut()
        call = await stage.greeted()
        call.cut()
        call = await stage.greeted()
        await call.tell_position()
        await stage.played_out(call)
