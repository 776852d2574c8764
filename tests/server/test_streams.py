"""Event streams over a network: a whole match by ear, and a server that stops."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from tests.api.listening import Told, events_in
from tests.server.guest import Guest, guest, plays_to_the_end
from tests.server.process import Server

pytestmark = pytest.mark.server


async def heard(response: httpx.Response) -> AsyncIterator[Told]:
    """Yield the events of a stream until the server ends it."""
    text = ""
    async for piece in response.aiter_text():
        text += piece
        whole, found, text = text.rpartition("\n\n")
        if found:
            for event in events_in(whole + found):
                yield event


async def ticketed(player: Guest) -> dict[str, str]:
    """Return the query of a stream of this player."""
    answer = await player.posts("/socket-tickets", 201, {"purpose": "stream"})
    return {"ticket": answer["ticket"]}


async def test_a_whole_match_is_heard_to_its_end(server: Server) -> None:
    events: list[Told] = []
    async with guest(server) as ada, ada.calls() as line:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0, rounds=1)
        url = f"{server.url}/api/v1/matches/{match}/stream"
        await line.hello(match)

        async def listens() -> None:
            query = await ticketed(ada)
            async with httpx.AsyncClient(timeout=30) as client:
                async with client.stream("GET", url, params=query) as response:
                    assert response.status_code == 200
                    events.extend([event async for event in heard(response)])
                last = [event.id for event in events if event.id][-1]
                again = await client.get(
                    url, params=await ticketed(ada), headers={"Last-Event-ID": last}
                )
                assert (again.status_code, again.content) == (204, b"")

        listening = asyncio.create_task(listens())
        await plays_to_the_end(line, match)
        await listening
        stored = await ada.plies(match)
    begun = next(event.data["ply"] for event in events if event.name == "position")
    plies = [event.data for event in events if event.name == "ply"]
    assert plies == stored[begun:]
    assert events[-1].lines == (": the match is over",)


@pytest.mark.slow
async def test_a_stream_ends_when_the_server_stops(own_server: Callable[..., Server]) -> None:
    server = own_server(PARLOUR_GOODBYE_SECONDS="0")
    async with guest(server) as ada, httpx.AsyncClient(timeout=30) as client:
        match = await ada.sets_table(turn_seconds=0, initial_seconds=0)
        url = f"{server.url}/api/v1/matches/{match}/stream"
        events: list[Any] = []
        async with client.stream("GET", url, params=await ticketed(ada)) as response:
            telling = heard(response)
            while not events or events[-1].name != "position":
                events.append(await anext(telling))
            stopped = asyncio.create_task(asyncio.to_thread(server.stop, signal.SIGTERM))
            events += [event async for event in telling]
        assert await stopped == -signal.SIGTERM
    why, retry = events[-1].lines
    assert (why, retry.startswith("retry: ")) == (": this server restarts", True)
