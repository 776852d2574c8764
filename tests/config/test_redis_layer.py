"""Nudges over a real Valkey: from threads without a loop, and over a restart."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from config.redis_layer import RedisLayer
from config.services.valkey import Valkey
from tests.eventually import eventually_async

pytestmark = [pytest.mark.server, pytest.mark.slow]

GROUP = "match.1"


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    valkey = Valkey(tmp_path)
    yield valkey
    valkey.stop()


@pytest.fixture
def layer(valkey: Valkey) -> RedisLayer:
    return RedisLayer(url=valkey.url, timeout=0.5)


async def heard(layer: RedisLayer, channel: str) -> int:
    """Return the ply of the next nudge."""
    async with asyncio.timeout(10):
        return int((await layer.receive(channel))["ply"])


async def test_a_thread_without_a_loop_reaches_the_group_in_the_layers_own_words(
    layer: RedisLayer,
) -> None:
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    await asyncio.to_thread(layer.group_send_now, GROUP, {"type": "match.ply", "ply": 7})
    assert await layer.receive(channel) == {"type": "match.ply", "ply": 7}
    await layer.group_send(GROUP, {"type": "match.ply", "ply": 8})
    assert await layer.receive(channel) == {"type": "match.ply", "ply": 8}
    await layer.flush()


async def test_nudges_for_several_groups_arrive_in_their_order(layer: RedisLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    nudges = [(GROUP, {"ply": 1}), ("match.2", {"ply": 5}), (GROUP, {"ply": 2})]
    await asyncio.to_thread(layer.groups_send_now, nudges)
    assert [await heard(layer, channel) for _ in range(2)] == [1, 2]
    await layer.flush()
    layer._client.close()


def test_a_hundred_nudges_of_a_thread_are_one_connection(layer: RedisLayer, valkey: Valkey) -> None:
    with redis.Redis.from_url(valkey.url) as watcher:
        layer.group_send_now(GROUP, {"ply": 1})
        before = watcher.info("stats")["total_connections_received"]
        for ply in range(100):
            layer.group_send_now(GROUP, {"ply": ply})
        assert watcher.info("stats")["total_connections_received"] == before
    layer._client.close()


async def test_a_group_is_reached_again_after_redis_came_back_empty(
    layer: RedisLayer, valkey: Valkey
) -> None:
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    layer.group_send_now(GROUP, {"ply": 1})
    assert await heard(layer, channel) == 1
    await asyncio.to_thread(valkey.child.kill)
    with pytest.raises(redis.ConnectionError):
        layer.group_send_now(GROUP, {"ply": 2})
    await asyncio.to_thread(valkey.start)
    waiting = asyncio.ensure_future(heard(layer, channel))

    async def nudged() -> bool:
        layer.group_send_now(GROUP, {"ply": 3})
        return waiting.done()

    await eventually_async(nudged)
    assert await waiting == 3
    await layer.flush()
    layer._client.close()


def test_threads_share_what_was_kept_over_a_restart(layer: RedisLayer, valkey: Valkey) -> None:
    layer.group_send_now(GROUP, {"ply": 1})
    valkey.child.kill()
    valkey.start()
    failed: list[BaseException] = []

    def send() -> None:
        try:
            layer.group_send_now(GROUP, {"ply": 2})
        except redis.RedisError as error:
            failed.append(error)

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    layer._client.close()
