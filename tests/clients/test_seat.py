"""The narrator's line to the server: resumes after a cut, repeats what was not answered."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from clients import seat
from clients.seat import PROTOCOL, LineCut, Seat

MATCH = "00000000-0000-7000-8000-000000000000"
Script = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def server_saying(*scripts: Script) -> AsyncIterator[Seat]:
    """Serve one script for each connection, in order, and give a seat that talks to it."""
    waiting = list(scripts)

    async def talk(socket: ServerConnection) -> None:
        await waiting.pop(0)(socket)

    async with serve(talk, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Seat(f"http://127.0.0.1:{port}", "a-token", MATCH)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reconnect without a pause."""
    monkeypatch.setattr(seat, "PAUSE_SECONDS", 0.0)


async def hear(socket: ServerConnection) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(await socket.recv())
    return frame


async def say(socket: ServerConnection, kind: str, **data: Any) -> None:
    await socket.send(json.dumps({"t": kind, "d": data}))


async def ply(socket: ServerConnection, number: int) -> None:
    await say(socket, "ply", match=MATCH, epoch=1, ply=number, events=[])


async def test_a_cut_line_is_taken_up_where_it_was_cut_and_no_ply_comes_twice() -> None:
    heard = []

    async def first(socket: ServerConnection) -> None:
        heard.append(await hear(socket))
        await ply(socket, 1)
        await ply(socket, 2)

    async def second(socket: ServerConnection) -> None:
        heard.append(await hear(socket))
        await ply(socket, 2)
        await ply(socket, 3)

    async with server_saying(first, second) as player:
        frames = player.frames()
        plies = [(await anext(frames))[1]["ply"] for _ in range(3)]
        await frames.aclose()
    assert plies == [1, 2, 3]
    assert [hello["d"]["follow"] for hello in heard] == [
        [{"match": MATCH}],
        [{"match": MATCH, "resume": {"epoch": 1, "ply": 2}}],
    ]


async def test_an_act_without_an_answer_is_sent_again_unchanged_and_one_with_is_not() -> None:
    acts = []

    async def first(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, "position", match=MATCH, epoch=1, ply=1)
        acts.append(await hear(socket))

    async def second(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, "welcome")
        acts.append(await hear(socket))
        await socket.send(json.dumps({"t": "ack", "id": acts[-1]["id"], "d": {"ply": 2}}))
        await ply(socket, 2)

    async def third(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, "welcome")
        await say(socket, "ping", server_time="", plies={})
        acts.append(await hear(socket))
        await ply(socket, 3)

    async with server_saying(first, second, third) as player:
        frames = player.frames()
        await anext(frames)
        await player.act({"type": "continue"}, decision=7)
        assert [(await anext(frames))[1]["ply"] for _ in range(2)] == [2, 3]
        await frames.aclose()
    assert acts[0] == acts[1]
    assert acts[0]["d"]["request_id"] == acts[0]["id"]
    assert acts[0]["d"]["decision"] == 7
    assert acts[2] == {"t": "pong", "d": {}}


async def test_after_a_resync_the_line_begins_anew() -> None:
    async def first(socket: ServerConnection) -> None:
        await hear(socket)
        await ply(socket, 9)
        await say(socket, "resync", match=MATCH, reason="epoch_changed")
        await say(socket, "position", match=MATCH, epoch=2, ply=4)

    async with server_saying(first) as player:
        frames = player.frames()
        await anext(frames)
        kind, _ = await anext(frames)
        await frames.aclose()
    assert kind == "position"
    assert player.last == {"epoch": 2, "ply": 4}


async def test_a_code_that_says_do_not_come_back_is_obeyed() -> None:
    async def first(socket: ServerConnection) -> None:
        await hear(socket)
        await socket.close(4504, "no such match")

    async with server_saying(first) as player:
        with pytest.raises(LineCut, match="4504 no such match"):
            await anext(player.frames())


async def test_a_server_that_is_not_there_is_given_up() -> None:
    async with server_saying() as player:
        pass
    with pytest.raises(LineCut):
        await anext(player.frames())
