"""Actions of many sockets, taken together: everybody is answered, once, and nobody twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from threading import Event
from uuid import uuid4

import pytest

from accounts.models import Player
from api import push
from api.acts import MOST_AT_WORK, MOST_TOGETHER, Acts
from games.services import play

Answer = Callable[[int, play.Played | Exception], None]


def wish(request: str = "r") -> play.Wish:
    return play.Wish(uuid4(), Player(name="Ada"), {}, request)


class Together:
    """Stands in for the service; refuses everything, by name of the request."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.begun, self.go_on = Event(), Event()
        self.go_on.set()

    def __call__(self, wishes: Sequence[play.Wish], answer: Answer) -> None:
        self.batches.append([each.request_id for each in wishes])
        self.begun.set()
        assert self.go_on.wait(10)
        for place, each in enumerate(wishes):
            if each.request_id == "broken":
                raise RuntimeError("a fault")
            answer(place, LookupError(each.request_id))


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Together:
    stand_in = Together()
    monkeypatch.setattr(play, "act_together", stand_in)
    return stand_in


async def refusals(acts: Acts, *requests: str) -> list[str]:
    done = await asyncio.gather(
        *(acts.act(wish(each)) for each in requests), return_exceptions=True
    )
    assert {type(each) for each in done} <= {LookupError, RuntimeError}
    return [str(each) for each in done]


async def test_everybody_gets_their_own_answer(together: Together) -> None:
    requests = [f"r{number}" for number in range(100)]
    assert await refusals(Acts(), *requests) == requests
    assert sorted(each for batch in together.batches for each in batch) == sorted(requests)
    assert max(map(len, together.batches)) <= MOST_TOGETHER


async def test_what_waits_while_others_work_is_done_together(together: Together) -> None:
    acts = Acts()
    together.go_on.clear()
    first = [asyncio.ensure_future(refusals(acts, each)) for each in ("one", "two")]
    await asyncio.to_thread(together.begun.wait, 10)
    rest = asyncio.ensure_future(refusals(acts, *(f"r{number}" for number in range(8))))
    await asyncio.sleep(0)
    together.go_on.set()
    await asyncio.gather(*first, rest)
    assert len(together.batches) <= 4
    assert max(map(len, together.batches)) >= 4


async def test_connections_are_looked_after_however_busy_a_thread_is(
    together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    monkeypatch.setattr(push, "close_old_connections", lambda: looks.append(len(together.batches)))
    await refusals(Acts(), *(f"r{number}" for number in range(4 * MOST_TOGETHER)))
    assert len(looks) == 2 * len(together.batches) >= 8


async def test_a_fault_is_everybodys_answer_who_has_none_yet(together: Together) -> None:
    acts = Acts()
    assert await refusals(acts, "broken") == ["a fault"]
    assert await refusals(acts, "next") == ["next"]


async def test_a_thread_that_cannot_look_after_its_connection_works_on(
    together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each such fault would be one thread less, and soon nobody would be answered."""

    def broken() -> None:
        raise RuntimeError("the connection cannot even be closed")

    acts = Acts()
    with monkeypatch.context() as patched:
        patched.setattr(push, "close_old_connections", broken)
        for number in range(MOST_AT_WORK + 1):
            assert await refusals(acts, f"r{number}") == ["the connection cannot even be closed"]
    assert together.batches == []
    assert await refusals(acts, "next") == ["next"]


async def test_who_has_left_is_not_acted_for(together: Together) -> None:
    acts = Acts()
    together.go_on.clear()
    busy = [asyncio.ensure_future(refusals(acts, each)) for each in ("one", "two")]
    await asyncio.to_thread(together.begun.wait, 10)
    while sum(map(len, together.batches)) < 2:  # noqa: ASYNC110 - both are at work
        await asyncio.sleep(0.001)
    left = asyncio.ensure_future(acts.act(wish("left")))
    await asyncio.sleep(0)
    left.cancel()
    together.go_on.set()
    await asyncio.gather(*busy)
    assert await refusals(acts, "next") == ["next"]
    assert "left" not in [each for batch in together.batches for each in batch]
