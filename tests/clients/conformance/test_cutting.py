"""The proxy that cuts: what it counts is what was felt, and a seed cuts the same way again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from clients.conformance.cutting import WAYS, CuttingProxy, Habits
from tests.eventually import eventually_async

NEVER = Habits(bytes_between=None)


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say everything back, until the end."""
    with suppress(ConnectionError):
        while chunk := await reader.read(4096):
            writer.write(chunk)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def cutting(habits: Habits, seed: int = 0) -> AsyncIterator[CuttingProxy]:
    """Return a proxy before a server that says everything back."""
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with CuttingProxy("127.0.0.1", port, seed=seed, habits=habits) as proxy:
            yield proxy


async def back(proxy: CuttingProxy, count: int) -> int:
    """Send so many bytes in hundreds, each once the last came back; return how many came back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    heard = 0
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        for _ in range(count // 100):
            writer.write(b"x" * 100)
            heard += len(await reader.readexactly(100))
    writer.transport.abort()
    return heard


async def test_what_is_not_cut_comes_through() -> None:
    async with cutting(NEVER) as proxy:
        assert await back(proxy, 100_000) == 100_000
        assert (proxy.cuts, proxy.connections) == (0, 1)


async def test_each_connection_is_cut_after_its_bytes() -> None:
    async with cutting(Habits(bytes_between=(1_000, 4_000))) as proxy:
        heard = [await back(proxy, 10_000) for _ in range(20)]
        assert proxy.cuts == 20
        assert proxy.ways.keys() == {*WAYS}
    assert all(400 <= each < 2_100 for each in heard)


async def test_no_more_cuts_than_allowed() -> None:
    async with cutting(Habits(bytes_between=(1_000, 2_000), most=3)) as proxy:
        heard = [await back(proxy, 5_000) for _ in range(5)]
        assert proxy.cuts == 3
    assert [each == 5_000 for each in heard] == [False] * 3 + [True] * 2


async def test_the_same_seed_cuts_the_same_way() -> None:
    async def cut(seed: int) -> tuple[list[int], dict[str, int]]:
        async with cutting(Habits(bytes_between=(1_000, 9_000)), seed) as proxy:
            return [await back(proxy, 20_000) for _ in range(6)], dict(proxy.ways)

    assert await cut(7) == await cut(7)
    assert await cut(7) != await cut(8)


async def test_cuts_at_random_moments_need_no_traffic() -> None:
    habits = Habits(bytes_between=None, seconds_between=(0.0, 0.02))
    async with cutting(habits) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with suppress(ConnectionError):
            assert await reader.read(1) == b""
        writer.close()
        assert proxy.cuts == 1


@pytest.mark.parametrize("way", WAYS)
async def test_cut_now_cuts_every_live_connection_and_counts_each(way: str) -> None:
    async with cutting(NEVER) as proxy:
        lines = [await asyncio.open_connection("127.0.0.1", proxy.port) for _ in range(3)]
        for reader, writer in lines:
            writer.write(b"hello")
            assert await reader.readexactly(5) == b"hello"
        assert proxy.cut_now(way) == 3
        for reader, writer in lines:
            with suppress(ConnectionError):
                assert await reader.read(1) == b""
            writer.close()
        assert proxy.ways == {way: 3}
        assert proxy.cut_now() == 0


async def test_half_of_a_line_closes_first() -> None:
    """One direction ends while the other still speaks: the end is heard, then it is all over."""
    async with cutting(NEVER) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"hello")
        await reader.readexactly(5)
        proxy.cut_now("half_end")
        assert await reader.read() == b""
        writer.close()

        async def gone() -> bool:
            return not proxy._lines

        await eventually_async(gone)


async def test_a_server_that_is_not_there_is_no_cut() -> None:
    async with CuttingProxy("127.0.0.1", 1, habits=NEVER) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with suppress(ConnectionError):
            assert await reader.read(1) == b""
        writer.close()
        assert (proxy.cuts, proxy.connections) == (0, 0)
