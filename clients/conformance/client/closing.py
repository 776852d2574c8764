"""How a server closes, and who comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from clients.conformance.checks import Group, expect, same
from clients.conformance.client.stage import Theatre

group: Group[Theatre] = Group("Close codes")
GONE_FOR_GOOD = 2
"""The exit code of a bot that was told not to come back."""
RESTARTS = 10
OUTLIERS = 2
CLEAR_SPREAD_SECONDS = 0.1
"""After so much there is no need to try again."""
LEAST_SPREAD_SECONDS = 0.008
"""Between the delays of most returns, the quickest and slowest left out: less is no jitter."""
SILENT_BEAT_MS = 400
CALM_BEAT_MS = 4_000


async def _comes_back(theatre: Theatre, *codes: int) -> None:
    for code in codes:
        async with theatre.stage() as stage:
            call = await stage.warmed_up()
            await call.ponged()
            await call.close(code, "see you")
            await stage.played_out(await stage.resumed())


async def _stays_away(theatre: Theatre, *codes: int) -> None:
    for code in codes:
        async with theatre.stage() as stage:
            call = await stage.warmed_up()
            await call.close(code, "sequins")
            ended = await stage.given_up()
        same(ended.code, GONE_FOR_GOOD, "the exit code of a client that was sent away")
        expect(str(code) in ended.err, f"{code} does not stand on standard error")


@group.check
async def known_come_back(theatre: Theatre) -> None:
    """4001, 4002 and 4008 say: come back."""
    await _comes_back(theatre, 4001, 4002, 4008)


@group.check
async def unknown_come_back(theatre: Theatre) -> None:
    """Clients go by the range: any code from 4000 to 4499 says come back, known or not."""
    await _comes_back(theatre, 4000, 4321, 4499)


@group.check
async def lower_codes_come_back(theatre: Theatre) -> None:
    """1001 and 1012 are restarts: come back."""
    await _comes_back(theatre, 1001, 1012)


@group.check
async def known_for_good(theatre: Theatre) -> None:
    """4503, 4540 and 4541 say: do not come back; the client ends, and says why."""
    await _stays_away(theatre, 4503, 4540, 4541)


@group.check
async def unknown_for_good(theatre: Theatre) -> None:
    """Clients go by the range: any code from 4500 to 4999 says do not come back, known or not."""
    await _stays_away(theatre, 4500, 4777, 4999)


@group.check
async def token_expired(theatre: Theatre) -> None:
    """After 4040 a client comes back with another token, or not at all."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.close(4040, "token_expired")
        ended = await stage.given_up()
        expect(ended.code != 0, "the client ends as if all were well")


@group.check
async def restart_jittered(theatre: Theatre) -> None:
    """After 1012 clients come back after a little random delay, so that not all come at once."""
    loop = asyncio.get_running_loop()
    delays: list[float] = []
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        while len(delays) < RESTARTS and _spread(delays) < CLEAR_SPREAD_SECONDS:
            await call.ponged()
            await call.close(1012, "restart")
            closed = loop.time()
            call = await stage.resumed()
            delays.append(call.at - closed)
        await stage.played_out(call)
    said = ", ".join(f"{delay * 1000:.0f}" for delay in delays)
    expect(_spread(delays) >= LEAST_SPREAD_SECONDS, f"delays of {said} ms are no jitter")


def _spread(delays: Sequence[float]) -> float:
    """Return between what delays most returns lie; too few returns lie at one point."""
    middle = sorted(delays)[OUTLIERS:-OUTLIERS]
    return middle[-1] - middle[0] if middle else 0.0


@group.check
async def ping_answered(theatre: Theatre) -> None:
    """`ping` is answered by `pong`, each one."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        for _ in range(5):
            await call.ponged()
        pongs = [frame for frame in call.heard if frame["t"] == "pong"]
        same(len(pongs), 5, "pongs")


@group.check
async def silence_noticed(theatre: Theatre) -> None:
    """When nothing was heard for 2.5 heartbeats the client hangs up and calls again."""
    async with theatre.stage(heartbeat_ms=SILENT_BEAT_MS) as stage:
        call = await stage.warmed_up()
        async with call.beating(SILENT_BEAT_MS / 4000):
            await asyncio.sleep(SILENT_BEAT_MS / 300)
            same(len(stage.calls), 1, "connections while the heart beats")
        again = await stage.resumed()
        async with again.beating(SILENT_BEAT_MS / 4000):
            await stage.played_out(again)


@group.check
async def heartbeat_heals(theatre: Theatre) -> None:
    """A heartbeat that names a newer ply, with no frames coming: the client asks for them."""
    async with theatre.stage(heartbeat_ms=CALM_BEAT_MS) as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        await call.take(await call.act())
        async with call.beating(0.2):
            again = await stage.asked_again(call, known)
        async with again.beating(0.2):
            await stage.played_out(again)
