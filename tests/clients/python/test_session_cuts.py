"""No act is lost or doubled and no ply missed, wherever the line is cut and whatever it brings."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour_client import Following, MatchPosition, Resumed, SeenPly, Session, State
from tests.clients.python.house import Cut, House, Mischief, applied
from tests.clients.python.virtual import run

MATCH = "m1"
WAYS = {
    State.IDLE: {State.CONNECTING},
    State.CONNECTING: {State.GREETING, State.WAITING, State.CLOSED},
    State.GREETING: {State.LIVE, State.WAITING, State.CLOSED},
    State.LIVE: {State.WAITING, State.CLOSED},
    State.WAITING: {State.CONNECTING, State.CLOSED},
    State.CLOSED: set[State](),
}
"""The diagram in docs/api/client.md."""


class Script(NamedTuple):
    """So many `acts` of mine, so many plies of `others` before each.

    `together`: I do not wait for the answer to one before I want the next.
    """

    acts: int
    others: int
    together: bool = False


class Told(NamedTuple):
    """What was seen of it."""

    house: House
    acks: list[int]
    events: list[Any]
    states: list[State]
    reconnects: int


async def _tell(script: Script, house: House, seed: int) -> Told:
    session = Session("ws://house", "token", transport=house, random=Random(seed))
    states = [session.state]
    session.on_state = states.append
    async with session:
        following = session.follow(MATCH)
        reader = asyncio.create_task(_read(following, script.acts * (1 + script.others)))
        tasks = []
        for number in range(script.acts):
            for _ in range(script.others):
                house.play(MATCH, {"by": "other"})
            act = session.act(MATCH, {"by": "me", "number": number})
            tasks.append(asyncio.create_task(act))
            if not script.together:
                await tasks[-1]
        acks = [(await task).ply or 0 for task in tasks]
        events = await reader
    return Told(house, acks, events, states, session.reconnects)


async def _read(following: Following, last: int) -> list[Any]:
    """Return everything up to the position of the last ply."""
    events: list[Any] = []
    async for event in following:
        events.append(event)
        if isinstance(event, MatchPosition) and event.ply == last:
            break
    return events


def told(script: Script, house: House, seed: int = 0) -> Told:
    """Return what was seen of a script played in a house."""
    return run(_tell(script, house, seed))


def assert_nothing_got_lost(script: Script, told: Told) -> None:
    table = told.house.tables[MATCH]
    done = applied(table)
    assert done == [{"by": "me", "number": number} for number in range(script.acts)]
    assert told.acks == [ply for ply, action in enumerate(table.log, 1) if action["by"] == "me"]
    # Plies: contiguous, in order, each once, up to the last.  The first position may get lost.
    first = next(e for e in told.events if isinstance(e, (SeenPly, MatchPosition)))
    plies = [event.ply for event in told.events if isinstance(event, SeenPly)]
    begin = first.ply - 1 if isinstance(first, SeenPly) else first.ply
    assert plies == [*range(begin + 1, table.ply + 1)]
    seen = [event.events[0] for event in told.events if isinstance(event, SeenPly)]
    assert seen == table.log[begin:]
    # Positions never go back, and each stands after its ply.
    known = 0
    for event in told.events:
        if isinstance(event, (SeenPly, MatchPosition)):
            assert event.ply >= known
            known = event.ply
    assert told.events[-1].ply == table.ply
    assert all(after in WAYS[before] for before, after in pairwise(told.states)), told.states
    assert told.states[-1] is State.CLOSED


SCRIPTS = [Script(3, 1), Script(3, 1, together=True), Script(1, 3)]


@pytest.mark.parametrize("script", SCRIPTS)
def test_nothing_gets_lost_without_a_cut(script: Script) -> None:
    seen = told(script, House(MATCH))
    assert_nothing_got_lost(script, seen)
    assert seen.reconnects == 0
    assert len(seen.house.said("act")) == script.acts
    assert seen.states == [*[*State][:4], State.CLOSED]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("how", Cut)
def test_nothing_gets_lost_with_a_cut_at_any_one_step(script: Script, how: Cut) -> None:
    steps = told(script, House(MATCH)).house.steps
    assert steps > 3 * script.acts
    felt = 0
    for step in range(steps):
        seen = told(script, House(MATCH, cuts={step: how}))
        assert_nothing_got_lost(script, seen)
        felt += seen.states.count(State.CONNECTING) == 2
    assert felt >= steps - 2  # with the last ones through, nobody waits for anything


@pytest.mark.parametrize("kind", Mischief)
def test_nothing_gets_lost_with_mischief_at_any_one_step(kind: Mischief) -> None:
    script = SCRIPTS[0]
    for step in range(told(script, House(MATCH)).house.steps):
        seen = told(script, House(MATCH, mischief={step: kind}))
        assert_nothing_got_lost(script, seen)
        assert seen.reconnects == 0


@settings(max_examples=150, deadline=None)
@given(
    script=st.builds(Script, st.integers(1, 5), st.integers(0, 3), st.booleans()),
    cuts=st.dictionaries(st.integers(0, 60), st.sampled_from(Cut), max_size=12),
    mischief=st.dictionaries(st.integers(0, 80), st.sampled_from(Mischief), max_size=12),
    seed=st.integers(0, 2**32),
)
def test_nothing_gets_lost_with_cuts_and_mischief_all_over(
    script: Script, cuts: dict[int, Cut], mischief: dict[int, Mischief], seed: int
) -> None:
    house = House(MATCH, cuts=cuts, mischief=mischief)
    assert_nothing_got_lost(script, told(script, house, seed))


def test_an_act_that_was_cut_off_is_said_again_in_the_same_words() -> None:
    script = Script(1, 0)
    clean = told(script, House(MATCH))
    for step in range(clean.house.steps):
        seen = told(script, House(MATCH, cuts={step: Cut.BEFORE}))
        acts = [frame for frame in seen.house.heard if frame["t"] == "act"]
        assert acts == [acts[0]] * len(acts)
        if len(acts) == 2:
            break
    else:
        pytest.fail("no cut made it say the act again")


def test_a_resumed_match_is_asked_for_from_the_newest_ply() -> None:
    async def story() -> tuple[House, list[Any]]:
        house = House(MATCH)
        async with Session("ws://house", "token", transport=house, random=Random(1)) as session:
            following = session.follow(MATCH)
            await anext(following)
            house.play(MATCH, {"by": "other"})
            ply, position = await anext(following), await anext(following)
            assert isinstance(ply, SeenPly)
            assert isinstance(position, MatchPosition)
            house.line.hang_up(1006)
            house.play(MATCH, {"by": "other"})
            return house, [await anext(following) for _ in range(3)]

    house, events = run(story())
    assert house.said("hello")[1]["follow"] == [{"match": MATCH, "resume": {"epoch": 1, "ply": 1}}]
    assert [type(event) for event in events] == [Resumed, SeenPly, MatchPosition]
    assert [events[1].ply, events[2].ply] == [2, 2]
