"""Acts: what becomes of a wish that is refused, given up, too long, or never answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parlour_client import LineClosed, ProblemError, SessionClosed, State
from tests.clients.python.house import House, opened, problem, settled
from tests.clients.python.virtual import run

MATCH = "m1"


def test_a_refused_act_raises_its_problem_and_is_not_said_again() -> None:
    async def story() -> House:
        house = House(MATCH)
        house.nacks["act"] = problem("already_asked", 409, rule="WTS 7.4")
        async with opened(house) as session:
            with pytest.raises(ProblemError) as refused:
                await session.act(MATCH, {"by": "me"}, decision=3)
            assert (refused.value.code, refused.value.problem.rule) == ("already_asked", "WTS 7.4")
            house.line.hang_up(1006)
            await asyncio.sleep(20)
        return house

    house = run(story())
    [act] = house.said("act")
    assert act["decision"] == 3
    assert house.tables[MATCH].log == []


def test_a_problem_that_lacks_half_of_its_fields_still_reaches_whoever_acted() -> None:
    async def story() -> ProblemError:
        house = House(MATCH)
        house.nacks["act"] = {"code": "brand_new", "status": 429, "ratelimit": {"key": "acts"}}
        async with opened(house) as session:
            with pytest.raises(ProblemError) as refused:
                await session.act(MATCH, {"by": "me"})
            return refused.value

    error = run(story())
    assert (error.code, error.status, error.retryable) == ("brand_new", 429, True)


def test_an_act_that_nobody_waits_for_is_withdrawn_only_if_it_was_never_said() -> None:
    async def story() -> House:
        house = House(MATCH)
        house.refusals.extend([LineClosed(1006)] * 3)
        async with opened(house) as session:
            early = asyncio.create_task(session.act(MATCH, {"by": "me", "number": 1}))
            await settled()
            early.cancel()
            await session.live()
            late = asyncio.create_task(session.act(MATCH, {"by": "me", "number": 2}))
            await asyncio.sleep(0)
            late.cancel()
            house.line.hang_up(1006)
            await asyncio.sleep(60)
        return house

    assert run(story()).tables[MATCH].log == [{"by": "me", "number": 2}]


def test_an_act_that_was_wanted_before_it_could_be_said_cannot_be_withdrawn_once_it_was() -> None:
    async def story() -> House:
        house = House(MATCH)
        async with opened(house) as session:
            act = asyncio.create_task(session.act(MATCH, {"by": "me"}))
            await asyncio.sleep(0)
            assert session.state is not State.LIVE
            await session.live()
            act.cancel()
            house.line.hang_up(1006)
            await asyncio.sleep(20)
        return house

    assert run(story()).tables[MATCH].log == [{"by": "me"}]


def test_what_is_longer_than_the_server_reads_is_never_said() -> None:
    async def story() -> House:
        house = House(MATCH)
        async with opened(house) as session:
            await session.live()
            with pytest.raises(ValueError, match="8192"):
                await session.act(MATCH, {"words": "x" * 9000})
        return house

    assert run(story()).said("act") == []


def test_closing_answers_whoever_still_waits() -> None:
    async def story() -> list[Any]:
        house = House(MATCH)
        house.refusals.extend([LineClosed(1006)] * 100)
        async with opened(house) as session:
            following = session.follow(MATCH)
            waiting = [session.act(MATCH, {"by": "me"}), anext(following), session.live()]
            tasks = [asyncio.ensure_future(each) for each in waiting]
            await asyncio.sleep(1)
        return await asyncio.gather(*tasks, return_exceptions=True)

    kinds = [type(each) for each in run(story())]
    assert kinds == [SessionClosed, StopAsyncIteration, SessionClosed]
