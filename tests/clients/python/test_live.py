"""The client against a running server: tables, sessions, cuts, and the bot of the examples."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour_client import (
    Following,
    MatchPosition,
    Parlour,
    Presence,
    ProblemError,
    SeenPly,
    SessionClosed,
    State,
)
from parlour_client.models import BotSeat, GameOptions
from tests.clients.python.proxy import Proxy, proxy
from tests.server.process import Server

pytestmark = [pytest.mark.server, pytest.mark.slow]

CLIENT = Path(__file__).resolve().parents[3] / "clients/python"
SOON = 30.0
SMALL: GameOptions = {"type": "work_the_strip", "rounds": 1, "deck": "compact"}
GAMES: dict[str, GameOptions] = {
    "work_the_strip": {"type": "work_the_strip", "rounds": 2},
    "lap_dance": {"type": "lap_dance", "rounds": 3, "read_seconds": 0, "timer_seconds": 15},
    "hand_and_foot": {"type": "hand_and_foot", "rounds": 1},
}


@asynccontextmanager
async def guest(server: Server, through: Proxy | None = None) -> AsyncIterator[Parlour]:
    """Return a guest, whose sockets go through a proxy if there is one."""
    base = (through or server).url.replace("http", "ws")
    async with Parlour(server.url, socket_url=base, trust_env=False) as parlour:
        await parlour.guest()
        yield parlour


def bots(*seats: int) -> list[BotSeat]:
    return [{"seat": seat, "level": "greedy"} for seat in seats]


async def told(following: Following, kind: type[Any]) -> Any:
    """Return the next event of this kind."""
    async with asyncio.timeout(SOON):
        async for event in following:
            if isinstance(event, kind):
                return event
    raise AssertionError("it ended before")


async def test_two_people_meet_at_a_table_over_rest(server: Server) -> None:
    async with guest(server) as ada, guest(server) as bob:
        table = await ada.create_match(SMALL, 3, bots=bots(2))
        assert [seat.bot for seat in table.seats] == [None, None, "greedy"]
        seated = await bob.join(table.id)
        assert seated.seat == 1
        started = await ada.start(table.id)
        assert started.status == "running"
        position = await bob.position(table.id)
        assert position.seat == 1
        played = await bob.act(table.id, position.legal[0], decision=position.decision)
        assert played.position.ply >= played.ply
        plies = await ada.plies(table.id)
        assert [ply.ply for ply in plies.plies] == [*range(1, plies.ply + 1)]
        assert table.id in [match.id for match in (await bob.matches(mine=True)).matches]


async def test_a_repeated_request_id_acts_once(server: Server) -> None:
    async with guest(server) as ada:
        table = await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True)
        action = (await ada.position(table.id)).legal[0]
        first = await ada.act(table.id, action, request_id="once")
        again = await ada.act(table.id, action, request_id="once")
        assert (again.ply, again.events) == (first.ply, first.events)


async def test_a_refusal_is_one_typed_exception_on_both_ways(server: Server) -> None:
    async with guest(server) as ada, guest(server) as eve, eve.session() as session:
        table = await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True)
        action = (await ada.position(table.id)).legal[0]
        with pytest.raises(ProblemError) as by_rest:
            await eve.act(table.id, action)
        with pytest.raises(ProblemError) as by_socket:
            await session.act(table.id, action)
        assert (by_rest.value.code, by_rest.value.status) == ("not_your_seat", 403)
        assert by_socket.value.problem.code == by_rest.value.problem.code
        assert not by_rest.value.retryable
        with pytest.raises(ProblemError, match="no_such_match"):
            await told(session.follow("00000000-0000-7000-8000-000000000000"), SeenPly)


async def test_one_session_follows_several_matches_and_acts_in_each(server: Server) -> None:
    async with guest(server) as ada, ada.session() as session:
        tables = [await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True) for _ in range(2)]
        followed = [session.follow(table.id) for table in tables]
        for following in followed:
            position = await told(following, MatchPosition)
            assert position.match == following.match
            before = position.ply
            ack = await session.act(following.match, position.legal[0], decision=position.decision)
            assert (await told(following, SeenPly)).ply == before + 1
            assert (ack.ply or 0) > before


async def test_the_players_who_are_there_are_told(server: Server) -> None:
    async with guest(server) as ada, guest(server) as bob:
        table = await ada.create_match(SMALL, 3, bots=bots(2))
        await bob.join(table.id)
        async with ada.session() as hers:
            following = hers.follow(table.id)
            assert (await told(following, Presence)).seats == [0]
            async with bob.session() as his:
                his.follow(table.id)
                assert (await told(following, Presence)).seats == [0, 1]


async def test_a_session_goes_on_with_a_refreshed_token(server: Server) -> None:
    async with guest(server) as ada:
        await ada.sign_out()
        await ada.register(f"Ada {os.urandom(4).hex()}", "velvet-rope-4711")
        name = (await ada.me()).name
        async with ada.session() as session:
            await session.live()
            second = await ada.sign_in(name, "velvet-rope-4711")
            await session.refresh(second.token)
            async with guest(server) as eve:
                with pytest.raises(ProblemError) as refused:
                    await session.refresh(eve.token or "")
            assert refused.value.code == "forbidden"
            assert session.state is State.LIVE


async def test_a_session_of_tickets_comes_back_with_another_ticket(server: Server) -> None:
    async with proxy(server.url) as line, guest(server, line) as ada:
        table = await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True)
        async with ada.session(tickets=True) as session:
            following = session.follow(table.id)
            position = await told(following, MatchPosition)
            line.cut()
            await session.act(table.id, position.legal[0], decision=position.decision)
            assert (await told(following, SeenPly)).ply == position.ply + 1
            assert session.reconnects == 1


async def test_who_resigns_is_not_asked_any_more_and_is_still_known(server: Server) -> None:
    async with guest(server) as ada:
        table = await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True)
        left = await ada.resign(table.id)
        assert left.seats[0].bot is not None
        assert (await ada.resign(table.id)).seats == left.seats
        name = (await ada.me()).name
        assert (await ada.player(name)).name == name
        assert [each.id for each in (await ada.matches_of(name)).matches] == [table.id]


async def test_a_revoked_token_ends_the_session_for_good(server: Server) -> None:
    async with guest(server) as ada, ada.session() as session:
        table = await ada.create_match(SMALL, 3, bots=bots(1, 2), start=True)
        following = session.follow(table.id)
        await told(following, MatchPosition)
        await ada.sign_out()
        with pytest.raises(SessionClosed) as closed:
            await told(following, SessionClosed)
        assert closed.value.code == 4540
        assert session.state is State.CLOSED
        assert session.reconnects == 0


async def test_acts_survive_a_line_that_is_cut_while_they_are_under_way(server: Server) -> None:
    async with proxy(server.url) as line, guest(server, line) as ada, ada.session() as session:
        long: GameOptions = {"type": "work_the_strip", "rounds": 3}
        table = await ada.create_match(long, 3, bots=bots(1, 2), start=True)
        following = session.follow(table.id)
        plies, done, acts = list[int](), 0, 0
        async with asyncio.timeout(SOON):
            async for event in following:
                if isinstance(event, SeenPly):
                    plies.append(event.ply)
                elif isinstance(event, MatchPosition) and event.legal and event.ply >= done:
                    acting = session.act(table.id, event.legal[0], decision=event.decision)
                    task = asyncio.create_task(acting)
                    await asyncio.sleep(0)
                    line.cut()
                    done = (await task).ply or 0
                    acts += 1
                if isinstance(event, MatchPosition) and (acts == 5 or event.status != "running"):
                    break
        of_server = (await ada.plies(table.id)).plies
        begin = plies[0] - 1  # the bots may have begun before I looked
        assert plies == [ply.ply for ply in of_server[begin:]][: len(plies)]
        assert begin <= 2
        mine = f"Ply.objects.filter(match_id='{table.id}', seat=0).count()"
        assert server.ask(mine) == acts
        assert acts >= 3
        assert session.reconnects == acts


@pytest.mark.parametrize("game", GAMES)
async def test_the_bot_plays_every_game_to_its_end_over_a_line_that_is_cut(
    server: Server, game: str
) -> None:
    async with proxy(server.url, cuts=8, seed=4) as line, guest(server) as ada:
        seats = max(2, (await ada.game(game)).seats.least)
        table = await ada.create_match(GAMES[game], seats, bots=bots(*range(1, seats)), start=True)
        env = {
            "PARLOUR_URL": server.url,
            "PARLOUR_WS": line.url.replace("http", "ws"),
            "PARLOUR_TOKEN": ada.token or "",
            "PARLOUR_MATCH": table.id,
            "PARLOUR_SEED": "7",
        }
        code, out, errors = await bot(env)
        assert code == 0, errors
        [end] = [json.loads(row) for row in out.splitlines()]
        header = await ada.match(table.id)
        ada.token = None
        assert end == {
            "epoch": header.epoch,
            "ply": header.ply,
            "status": "finished",
            "reconnects": end["reconnects"],
            "view": (await ada.position(table.id)).view,
        }
        assert line.cuts >= 3
        assert end["reconnects"] >= 1


async def test_the_bot_says_why_it_does_not_come_back(server: Server) -> None:
    nowhere = "00000000-0000-7000-8000-000000000000"
    env = {"PARLOUR_URL": server.url, "PARLOUR_TOKEN": "nobody", "PARLOUR_MATCH": nowhere}
    code, out, errors = await bot(env)
    assert (code, out) == (2, "")
    assert errors.startswith("4540")


async def test_the_ten_lines_of_the_readme_play_a_match(server: Server) -> None:
    text = (CLIENT / "README.md").read_text("utf-8")
    [snippet] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    here = snippet.replace("http://127.0.0.1:8000", server.url)
    assert server.url in here
    code, out, errors = await python("-c", here)
    assert code == 0, errors
    assert out.startswith("Ack(ply=")


async def bot(env: dict[str, str]) -> tuple[int, str, str]:
    """Run the example."""
    return await python(str(CLIENT / "examples/bot.py"), **env)


async def python(*arguments: str, **env: str) -> tuple[int, str, str]:
    """Run Python with the client; return its exit code, and what it printed on both sides."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(CLIENT / "src"), **env},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, errors = await process.communicate()
    return process.returncode or 0, out.decode(), errors.decode()
