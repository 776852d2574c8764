"""Threads for work that waits: results and faults come home, in order, to the loop that asked."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

import pytest

from api.threads import Inbox, Threads


@pytest.fixture
def threads() -> Threads:
    return Threads(2, "test")


async def test_a_result_comes_home(threads: Threads) -> None:
    here = threading.get_ident()
    assert await threads.do(lambda: 6 * 7) == 42
    assert await threads.do(threading.get_ident) != here


async def test_a_fault_is_raised_where_the_result_is_waited_for(threads: Threads) -> None:
    with pytest.raises(ZeroDivisionError):
        await threads.do(lambda: 1 // 0)
    assert await threads.do(lambda: 1) == 1


async def test_there_are_no_more_threads_than_said(threads: Threads) -> None:
    at_work = threading.Barrier(2)
    both = await asyncio.gather(*(threads.do(lambda: (at_work.wait(), name())) for _ in range(2)))
    many = await asyncio.gather(*(threads.do(name) for _ in range(20)))
    assert {each for _, each in both} == {"test-0", "test-1"}
    assert set(many) <= {"test-0", "test-1"}


def name() -> str:
    return threading.current_thread().name


async def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    one = Threads(1, "test")
    go_on, begun = threading.Event(), list[str]()
    first = asyncio.ensure_future(one.do(go_on.wait))
    second = asyncio.ensure_future(one.do(lambda: begun.append("second")))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    go_on.set()
    await first
    await one.do(lambda: begun.append("third"))
    assert begun == ["third"]


async def test_an_inbox_is_emptied_in_the_order_in_which_it_was_filled() -> None:
    found, done = list[int](), asyncio.Event()
    inbox = Inbox.of(asyncio.get_running_loop())

    def fill() -> None:
        for number in range(100):
            inbox.put(remembers(found, number))
        inbox.put(done.set)

    thread = threading.Thread(target=fill)
    thread.start()
    await done.wait()
    thread.join()
    assert found == list(range(100))
    assert inbox is Inbox.of(asyncio.get_running_loop())


def remembers(found: list[int], number: int) -> Callable[[], None]:
    return lambda: found.append(number)


async def test_a_call_that_fails_does_not_keep_the_others_waiting() -> None:
    loop, failed, done = asyncio.get_running_loop(), list[object](), asyncio.Event()
    loop.set_exception_handler(lambda _, context: failed.append(context["exception"]))
    inbox = Inbox.of(loop)
    inbox.put(lambda: 1 // 0)
    inbox.put(done.set)
    await done.wait()
    assert [type(error) for error in failed] == [ZeroDivisionError]


async def test_a_thread_survives_work_whose_result_is_nobodys_business(
    caplog: pytest.LogCaptureFixture,
) -> None:
    one = Threads(1, "test")
    with caplog.at_level(logging.ERROR, "api.threads"):
        one.begin(lambda: dict[str, int]()["a card"])
        assert await one.do(lambda: 1) == 1
    assert caplog.messages == ["work in a thread failed: KeyError"]


def test_an_inbox_of_a_loop_that_has_ended_takes_everything_and_does_nothing() -> None:
    loop = asyncio.new_event_loop()
    inbox = Inbox.of(loop)
    loop.close()
    inbox.put(pytest.fail)
