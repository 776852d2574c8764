"""Two clients, two languages, one table, and a network that is cut fifty times meanwhile.

Each of the example bots talks to the server through a proxy of its own that cuts its connections.
Both must end on the server's ply, with the same view of the table; and both must be all green in
the table of clients.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from clients.conformance.checks import chosen, judged
from clients.conformance.client.commands import Command, Ended
from clients.conformance.client.groups import GROUPS
from clients.conformance.client.stage import Theatre
from clients.conformance.cutting import CuttingProxy, Habits
from tests.clients.python.forked import Forked
from tests.clients.typescript.node import COMPILED, node
from tests.server.guest import Guest, guest
from tests.server.process import ROOT, Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

CUTS_EACH = 25
PATIENCE_SECONDS = 120.0
PYTHON = ROOT / "clients/python"
BOTS = {
    "python": [sys.executable, str(PYTHON / "examples/bot.py")],
    "typescript": [str(node()), str(ROOT / "clients/typescript/examples/bot.ts")],
}
ENVIRONMENT = {"PYTHONPATH": str(PYTHON / "src"), "PATH": os.environ["PATH"], **COMPILED}
GAMES: dict[str, dict[str, Any]] = {
    "work_the_strip": {"rounds": 1, "allow_two": True, "turn_seconds": 0, "initial_seconds": 0},
    "lap_dance": {"rounds": 3, "read_seconds": 0},
    "hand_and_foot": {"rounds": 1, "turn_seconds": 0},
}
"""Long enough for fifty cuts, and not much longer."""
BYTES = {
    "work_the_strip": (2_000, 12_000),
    "lap_dance": (2_000, 8_000),
    "hand_and_foot": (2_000, 60_000),
}
"""After how many bytes a connection is cut: in the middle of a position, or some plies later."""


async def set_table(game: str, ada: Guest, bob: Guest) -> str:
    """Return the id of a match between two people that has just begun."""
    body = {"game": {"type": game, **GAMES[game]}, "seats": 2}
    match: str = (await ada.posts("/matches", 201, body))["id"]
    await bob.posts(f"/matches/{match}/seats", 201)
    await ada.posts(f"/matches/{match}/start")
    return match


async def plays(bot: str, proxy: CuttingProxy, player: Guest, match: str) -> Ended:
    """Let a bot play a match, its socket through the proxy; return how it ended."""
    run = await Command(BOTS[bot])(
        {
            **ENVIRONMENT,
            "PARLOUR_URL": player.server.url,
            "PARLOUR_WS": f"ws://127.0.0.1:{proxy.port}",
            "PARLOUR_TOKEN": player.token,
            "PARLOUR_MATCH": match,
            "PARLOUR_SEED": "7",
        }
    )
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await run.ended()
    finally:
        await run.stop()


async def proxies(server: Server, game: str, stack: AsyncExitStack) -> AsyncIterator[CuttingProxy]:
    """Yield a cutting proxy for each bot."""
    place = urlsplit(server.url)
    assert place.hostname is not None
    assert place.port is not None
    habits = Habits(bytes_between=BYTES[game], most=CUTS_EACH)
    for seed in range(len(BOTS)):
        proxy = CuttingProxy(place.hostname, place.port, seed=seed, habits=habits)
        yield await stack.enter_async_context(proxy)


@pytest.mark.parametrize("game", GAMES)
async def test_two_bots_play_a_whole_match_over_lines_that_are_cut_fifty_times(
    server: Server, game: str
) -> None:
    async with guest(server) as ada, guest(server) as bob, AsyncExitStack() as stack:
        lines = [line async for line in proxies(server, game, stack)]
        match = await set_table(game, ada, bob)
        seats = zip(BOTS, lines, (ada, bob), strict=True)
        ended = await asyncio.gather(*(plays(*seat, match) for seat in seats))
        header = await ada.gets(f"/matches/{match}")
    async with guest(server) as eve:
        view = (await eve.gets(f"/matches/{match}/position"))["view"]
    assert [each.code for each in ended] == [0, 0], ended
    told = [json.loads(each.out) for each in ended]
    wanted = {"epoch": 1, "ply": header["ply"], "status": "finished", "view": view}
    for each in told:
        assert {name: each[name] for name in wanted} == wanted
    assert sum(line.cuts for line in lines) == 50
    assert all(each["reconnects"] >= 1 for each in told)
    assert server.ask(f"upkeep.replay_check(match_id=UUID('{match}')).same") is True


@pytest.mark.parametrize("bot", BOTS)
async def test_a_bot_is_all_green(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    launch = Forked(Path(BOTS[bot][1]), tmp_path) if bot == "python" else Command(BOTS[bot])
    verdicts = await judged(chosen(GROUPS), Theatre(launch), at_once=6)
    assert {each.name: each.why for each in verdicts if each.colour != "green"} == {}


def test_each_bot_is_short() -> None:
    for words in BOTS.values():
        lines = Path(words[-1]).read_text("utf-8").splitlines()
        assert len([line for line in lines if line.strip()]) <= 60
