"""The channel layer of one process, across threads and loops."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import async_to_sync

from config.process_layer import Message, ProcessChannelLayer

SOON = 5.0


@pytest.fixture
def layer() -> ProcessChannelLayer:
    return ProcessChannelLayer(capacity=3)


def send_elsewhere(layer: ProcessChannelLayer, group: str, message: Message) -> None:
    """Send from a new thread, in a loop of its own."""
    thread = threading.Thread(target=async_to_sync(layer.group_send), args=(group, message))
    thread.start()
    thread.join(SOON)
    assert not thread.is_alive()


async def test_a_message_waits_for_its_receiver(layer: ProcessChannelLayer) -> None:
    await layer.send("box", {"type": "match.ply", "ply": 1})
    assert await layer.receive("box") == {"type": "match.ply", "ply": 1}


async def test_the_receiver_gets_a_copy(layer: ProcessChannelLayer) -> None:
    sent = {"type": "match.ply", "ply": 1}
    await layer.send("box", sent)
    sent["ply"] = 2
    assert await layer.receive("box") == {"type": "match.ply", "ply": 1}


async def test_every_channel_of_a_group_is_told_in_order(layer: ProcessChannelLayer) -> None:
    names = [await layer.new_channel() for _ in range(3)]
    for name in names:
        await layer.group_add("match.1", name)
    for ply in (1, 2):
        await layer.group_send("match.1", {"type": "match.ply", "ply": ply})
    for name in names:
        assert [(await layer.receive(name))["ply"] for _ in range(2)] == [1, 2]


async def test_another_group_is_not_told(layer: ProcessChannelLayer) -> None:
    mine, other = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("match.1", mine)
    await layer.group_add("match.2", other)
    await layer.group_send("match.2", {"type": "x", "ply": 2})
    await layer.group_send("match.1", {"type": "x", "ply": 1})
    assert (await layer.receive(mine))["ply"] == 1
    assert (await layer.receive(other))["ply"] == 2


async def test_a_full_mailbox_drops_its_oldest_message(layer: ProcessChannelLayer) -> None:
    for ply in range(5):
        await layer.send("box", {"type": "x", "ply": ply})
    assert [(await layer.receive("box"))["ply"] for _ in range(3)] == [2, 3, 4]


async def test_another_thread_wakes_a_waiting_receiver(layer: ProcessChannelLayer) -> None:
    name = await layer.new_channel()
    await layer.group_add("match.1", name)
    waiting = asyncio.create_task(layer.receive(name))
    await asyncio.sleep(0)
    await asyncio.to_thread(send_elsewhere, layer, "match.1", {"type": "x", "ply": 7})
    assert (await asyncio.wait_for(waiting, SOON))["ply"] == 7


async def test_many_threads_lose_nothing() -> None:
    layer = ProcessChannelLayer(capacity=1000)
    name = await layer.new_channel()
    await layer.group_add("match.1", name)

    async def send(first: int) -> None:
        for ply in range(first, first + 50):
            await layer.group_send("match.1", {"type": "x", "ply": ply})

    threads = [
        threading.Thread(target=async_to_sync(send), args=(50 * number,)) for number in range(8)
    ]
    for thread in threads:
        thread.start()
    plies = [(await asyncio.wait_for(layer.receive(name), SOON))["ply"] for _ in range(400)]
    for thread in threads:
        await asyncio.to_thread(thread.join, SOON)
    assert sorted(plies) == list(range(400))


async def test_a_receiver_whose_loop_has_ended_troubles_nobody(layer: ProcessChannelLayer) -> None:
    waiting = []

    async def leave_waiting() -> None:
        waiting.append(asyncio.ensure_future(layer.receive("gone")))
        await asyncio.sleep(0)

    await layer.group_add("match.1", "gone")
    loop = asyncio.new_event_loop()
    await asyncio.to_thread(loop.run_until_complete, leave_waiting())
    loop.close()
    await layer.group_add("match.1", "here")
    await layer.group_send("match.1", {"type": "x", "ply": 1})
    assert (await layer.receive("here"))["ply"] == 1
    waiting[0].get_coro().close()


async def test_a_cancelled_receiver_loses_no_message(layer: ProcessChannelLayer) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive("box"), 0)
    await layer.send("box", {"type": "x", "ply": 1})
    assert (await layer.receive("box"))["ply"] == 1


async def test_a_channel_that_left_receives_no_more_and_leaves_nothing_behind(
    layer: ProcessChannelLayer,
) -> None:
    name = await layer.new_channel()
    await layer.group_add("match.1", name)
    await layer.group_send("match.1", {"type": "x", "ply": 1})
    await layer.group_discard("match.1", name)
    await layer.group_send("match.1", {"type": "x", "ply": 2})
    assert (layer._mailboxes, layer._groups) == ({}, {})


async def test_leaving_a_group_twice_is_harmless(layer: ProcessChannelLayer) -> None:
    await layer.group_discard("match.1", "box")
    assert (layer._mailboxes, layer._groups) == ({}, {})


async def test_flush_forgets_messages_and_groups(layer: ProcessChannelLayer) -> None:
    await layer.group_add("match.1", "box")
    await layer.group_send("match.1", {"type": "x", "ply": 1})
    await layer.flush()
    assert (layer._mailboxes, layer._groups) == ({}, {})


@pytest.mark.parametrize("name", ["", "no spaces", "x" * 101])
async def test_a_bad_name_is_refused(layer: ProcessChannelLayer, name: str) -> None:
    with pytest.raises(TypeError):
        await layer.send(name, {"type": "x"})
    with pytest.raises(TypeError):
        await layer.group_send(name, {"type": "x"})
