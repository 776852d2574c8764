"""The example bot against the real server: a whole match of each game, and how it gives up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clients.typescript.node import PACKAGE, run
from tests.server.guest import guest
from tests.server.process import Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

BOT = PACKAGE / "examples/bot.ts"
SHORT: dict[str, dict[str, Any]] = {
    "work_the_strip": {"rounds": 1, "deck": "compact"},
    "lap_dance": {"rounds": 3, "read_seconds": 0},
    "hand_and_foot": {"rounds": 1},
}


def test_the_bot_is_at_most_60_lines_long() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", SHORT)
async def test_the_bot_plays_a_match_to_the_end_and_knows_what_the_server_knows(
    server: Server, game: str
) -> None:
    async with guest(server) as ada:
        table = {
            "game": {"type": game, **SHORT[game]},
            "seats": 4,
            "bots": [{"seat": seat, "level": "random"} for seat in (1, 2, 3)],
            "start": True,
        }
        match = (await ada.posts("/matches", 201, table))["id"]
        ran = run(BOT, PARLOUR_URL=server.url, PARLOUR_TOKEN=ada.token, PARLOUR_MATCH=match)
        assert ran.returncode == 0, ran.stderr
        header = await ada.gets(f"/matches/{match}")
    async with guest(server) as eve:
        position = await eve.gets(f"/matches/{match}/position")
    (line,) = ran.stdout.splitlines()
    assert json.loads(line) == {
        "epoch": header["epoch"],
        "ply": header["ply"],
        "status": "finished",
        "reconnects": 0,
        "view": position["view"],
    }


def test_the_bot_comes_from_nothing_to_a_finished_match(server: Server) -> None:
    ran = run(BOT, PARLOUR_URL=server.url, PARLOUR_SEED="7")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["status"] == "finished"


async def test_the_bot_gives_up_when_its_token_is_nobodys(server: Server) -> None:
    async with guest(server) as ada:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
    ran = run(BOT, PARLOUR_URL=server.url, PARLOUR_TOKEN="nobodys", PARLOUR_MATCH=match)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "4540 token_invalid\n")


async def test_the_bot_gives_up_when_there_is_no_such_match(server: Server) -> None:
    async with guest(server) as ada:
        nowhere = "01945f6a-7c00-7000-8000-000000000001"
        ran = run(BOT, PARLOUR_URL=server.url, PARLOUR_TOKEN=ada.token, PARLOUR_MATCH=nowhere)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "4504 no such match\n")
