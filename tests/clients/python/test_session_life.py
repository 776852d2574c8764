"""The session's states: what brings it back, what ends it, what it asks for and when."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as server

from parlour_client import (
    BackOff,
    Credential,
    Known,
    LineClosed,
    MatchPosition,
    Notice,
    Presence,
    ProblemError,
    Resync,
    SeenPly,
    Session,
    SessionClosed,
    State,
    Ticket,
    Token,
)
from parlour_client.errors import read_problem
from parlour_client.transport import SUBPROTOCOL, WebSocketTransport
from tests.clients.python.house import NOON, House, opened, problem, settled
from tests.clients.python.virtual import run

MATCH, OTHER = "m1", "m2"


# --- Close codes ----------------------------------------------------------------------------------


async def _closed_with(code: int) -> tuple[Session, Exception | None]:
    house = House(MATCH)
    async with opened(house) as session:
        following = session.follow(MATCH)
        await anext(following)
        act = asyncio.create_task(session.act(MATCH, {"by": "me"}))
        house.line.hang_up(code, "because")
        try:
            await act
        except SessionClosed as closed:
            with pytest.raises(SessionClosed):
                await anext(following)
            with pytest.raises(SessionClosed):
                session.follow(OTHER)
            assert session.state is State.CLOSED
            return session, closed
        assert session.state is State.LIVE
        return session, None


@settings(max_examples=30, deadline=None)
@given(st.one_of(st.integers(4000, 4499), st.sampled_from([1000, 1001, 1006, 1011, 1012])))
def test_it_comes_back_after_every_code_below_4500(code: int) -> None:
    if code != 4040:
        session, ended = run(_closed_with(code))
        assert ended is None
        assert session.reconnects == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(4500, 4999))
def test_it_does_not_come_back_from_4500_on(code: int) -> None:
    session, ended = run(_closed_with(code))
    assert isinstance(ended, SessionClosed)
    assert (ended.code, ended.reason) == (code, "because")
    assert session.reconnects == 0


def test_an_expired_token_is_not_tried_again() -> None:
    session, ended = run(_closed_with(4040))
    assert isinstance(ended, SessionClosed)
    assert ended.code == 4040
    assert session.reconnects == 0


def test_after_an_expired_token_it_comes_back_with_another() -> None:
    async def story() -> House:
        house, tokens = House(), ["old", "new"]

        async def source() -> Credential:
            return Token(tokens.pop(0))

        async with opened(house, source) as session:
            await session.live()
            house.line.hang_up(4040)
            await asyncio.sleep(20)
            assert session.state is State.LIVE
        return house

    assert [hello["token"] for hello in run(story()).said("hello")] == ["old", "new"]


def test_a_refused_handshake_that_would_be_the_same_again_ends_it() -> None:
    async def story() -> None:
        house = House()
        house.refusals.append(LineClosed(4500, "HTTP 404"))
        async with opened(house) as session:
            with pytest.raises(SessionClosed, match="4500 HTTP 404"):
                await session.live()

    run(story())


# --- Back-off and watchdog ------------------------------------------------------------------------


class Recording:
    """The loop's clock, that notes how long was slept."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(seconds)


class Highest(Random):
    """Chance at its worst: the upper bound, each time."""

    def uniform(self, a: float, b: float) -> float:
        return b


def test_the_pauses_double_up_to_the_cap_and_begin_anew_once_live() -> None:
    async def story() -> list[float]:
        house, clock = House(), Recording()
        house.refusals.extend([LineClosed(1006)] * 8)
        how = {"transport": house, "clock": clock, "random": Highest()}
        async with Session("ws://house", "token", **how) as session:  # type: ignore[arg-type]
            await session.live()
            house.line.hang_up(1006)
            await settled()
            return [seconds for seconds in clock.slept if seconds not in (10.0, 25.0)]

    assert run(story()) == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 0.5]


@given(failures=st.integers(0, 10_000), seed=st.integers(0, 2**32), code=st.integers(1000, 4999))
def test_a_pause_is_anything_from_nothing_to_the_cap(failures: int, seed: int, code: int) -> None:
    assert 0.0 <= BackOff().delay(failures, Random(seed), code) <= 30.0


def test_after_a_restart_the_crowd_is_spread_over_seconds() -> None:
    pause = BackOff()
    assert pause.delay(0, Highest(), 1012) == pause.delay(0, Highest(), 4008) == 5.0
    assert pause.delay(0, Highest(), 1006) == 0.5


def test_a_line_that_is_silent_for_two_and_a_half_heartbeats_is_given_up() -> None:
    async def story() -> list[tuple[State, float]]:
        house, states = House(), list[tuple[State, float]]()
        now = asyncio.get_running_loop().time
        async with opened(house) as session:
            session.on_state = lambda state: states.append((state, now()))
            await session.live()
            house.line.fall_silent()
            await asyncio.sleep(30)
            return [*states]

    states = run(story())
    assert (State.LIVE, 0.0) in states
    assert (State.WAITING, 25.0) in states
    assert states[-1][0] is State.LIVE


def test_a_heart_that_beats_fast_is_missed_as_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.clients.python.house.HEARTBEAT_SECONDS", 0.4)

    async def story() -> list[tuple[State, float]]:
        house, states = House(), list[tuple[State, float]]()
        now = asyncio.get_running_loop().time
        async with opened(house) as session:
            session.on_state = lambda state: states.append((state, now()))
            await session.live()
            house.line.fall_silent()
            await asyncio.sleep(3)
            return [*states]

    states = run(story())
    assert next(at for state, at in states if state is State.WAITING) == pytest.approx(1.0)


def test_a_binary_frame_that_is_no_text_costs_the_line_and_not_the_session() -> None:
    lines = 0

    async def serve(line: ServerConnection) -> None:
        nonlocal lines
        lines += 1
        await line.send(b"\xff")
        await line.wait_closed()

    async def story() -> None:
        how = {"subprotocols": [SUBPROTOCOL]}
        async with server(serve, "127.0.0.1", 0, **how) as house:  # type: ignore[arg-type]
            port = next(iter(house.sockets)).getsockname()[1]
            transport = WebSocketTransport(trust_env=False)
            url = f"ws://127.0.0.1:{port}"
            async with Session(url, "token", transport=transport, random=Random(1)) as session:
                while lines < 2:
                    assert session.state is not State.CLOSED
                    await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 20))


def test_a_line_on_which_the_heart_beats_is_kept_and_each_ping_answered() -> None:
    async def story() -> House:
        house = House()
        async with opened(house) as session:
            await session.live()
            await asyncio.sleep(99)
            assert session.reconnects == 0
        return house

    house = run(story())
    assert len(house.said("pong")) == 9
    assert len(house.lines) == 1


# --- Following ------------------------------------------------------------------------------------


def test_a_heartbeat_that_names_a_newer_ply_has_the_match_asked_for_again() -> None:
    async def story() -> House:
        house = House(MATCH)
        async with opened(house) as session:
            following = session.follow(MATCH)
            await anext(following)
            house.tables[MATCH].append({"by": "other"})  # and nobody is told
            ply = [await anext(following) for _ in range(2)][1]
            assert isinstance(ply, SeenPly)
            assert ply.ply == 1
        return house

    assert run(story()).said("follow") == [{"match": MATCH, "resume": {"epoch": 1, "ply": 0}}]


def test_what_is_complete_is_never_asked_for_again() -> None:
    async def story() -> House:
        house = House(MATCH)
        async with opened(house) as session:
            session.follow(MATCH)
            await session.live()
            for _ in range(5):
                house.play(MATCH, {"by": "other"})
                await asyncio.sleep(15)
        return house

    assert run(story()).said("follow") == []


def test_a_resync_makes_it_forget_and_begin_at_the_new_position() -> None:
    async def story() -> list[Any]:
        house = House(MATCH)
        house.tables[MATCH].log += [{"by": "other"}] * 3
        async with opened(house) as session:
            following = session.follow(MATCH)
            first = await anext(following)
            table = house.tables[MATCH]
            table.epoch, table.log = 2, table.log[:1]
            house.line.hang_up(1006)
            return [first, *[await anext(following) for _ in range(2)], following.known]

    first, resync, position, known = run(story())
    assert (first.epoch, first.ply) == (1, 3)
    assert isinstance(resync, Resync)
    assert resync.reason == "epoch_changed"
    assert isinstance(position, MatchPosition)
    assert known == Known(2, 1)


def test_several_matches_are_followed_each_with_its_own_events() -> None:
    async def story() -> tuple[list[Any], list[Any], House]:
        house = House(MATCH, OTHER)
        async with opened(house) as session:
            one = session.follow(MATCH)
            await session.live()
            two = session.follow(OTHER)
            await settled()
            house.play(OTHER, {"by": "other"})
            house.line.tell({"t": "presence", "d": {"match": MATCH, "seats": [0, 2]}})
            firsts = [await anext(one) for _ in range(2)]
            seconds = [await anext(two) for _ in range(2)]
            session.unfollow(OTHER)
            await settled()
            with pytest.raises(StopAsyncIteration):
                await anext(two)
            house.line.hang_up(1006)
            await asyncio.sleep(1)
            return firsts, seconds, house

    firsts, seconds, house = run(story())
    assert [type(event) for event in firsts] == [MatchPosition, Presence]
    assert {event.match for event in seconds} == {OTHER}
    assert [type(event) for event in seconds] == [SeenPly, MatchPosition]
    assert house.said("unfollow") == [{"match": OTHER}]
    assert [each["match"] for each in house.said("hello")[1]["follow"]] == [MATCH]


@pytest.mark.parametrize("live_before", [True, False])
def test_a_match_that_cannot_be_followed_ends_with_the_problem(live_before: bool) -> None:
    async def story() -> str:
        async with opened(House(MATCH)) as session:
            if live_before:
                await session.live()
            following = session.follow("nowhere")
            with pytest.raises(ProblemError) as refused:
                await anext(following)
            assert session.state is State.LIVE
            return refused.value.code

    assert run(story()) == "no_such_match"


def test_a_follow_that_was_too_much_at_once_is_asked_for_again_by_and_by() -> None:
    async def story() -> int:
        house = House(MATCH)
        house.nacks["follow"] = problem("rate_limited", 429, retryable=True)
        async with opened(house) as session:
            await session.live()
            position = await anext(session.follow(MATCH))
            assert isinstance(position, MatchPosition)
            return len(house.said("follow"))

    assert run(story()) == 2


def test_only_the_newest_unread_position_is_kept() -> None:
    async def story() -> list[Any]:
        house = House(MATCH)
        async with opened(house) as session:
            following = session.follow(MATCH)
            await session.live()
            await settled()
            for _ in range(3):
                house.play(MATCH, {"by": "other"})
            await settled()
            return [await anext(following) for _ in range(4)]

    events = run(story())
    assert [type(event) for event in events] == [SeenPly] * 3 + [MatchPosition]
    assert [event.ply for event in events] == [1, 2, 3, 3]


# --- Tokens, tickets, notices ---------------------------------------------------------------------


def test_each_connection_asks_for_a_ticket_of_its_own() -> None:
    async def story() -> House:
        house, number = House(), iter(range(10))

        async def source() -> Credential:
            return Ticket(f"t{next(number)}")

        async with opened(house, source) as session:
            await session.live()
            house.line.hang_up(1006)
            await asyncio.sleep(5)
        return house

    hellos = run(story()).said("hello")
    assert hellos == [{"ticket": "t0", "follow": []}, {"ticket": "t1", "follow": []}]


def test_a_secret_is_in_no_repr() -> None:
    assert "hush" not in f"{Token('hush')!r} {Ticket('hush')!r} {Token('hush')}"


@pytest.mark.parametrize("refused", [True, False])
def test_a_refreshed_token_counts_from_then_on_unless_it_is_refused(refused: bool) -> None:
    async def story() -> House:
        house = House()
        async with opened(house) as session:
            await session.live()
            if refused:
                house.nacks["refresh"] = problem("forbidden", 403)
                with pytest.raises(ProblemError, match="forbidden"):
                    await session.refresh("new")
            else:
                await session.refresh("new")
            house.line.hang_up(1006)
            await asyncio.sleep(5)
        return house

    house = run(story())
    assert house.said("refresh") == [{"token": "new"}]
    assert house.said("hello")[1]["token"] == ("token" if refused else "new")


def test_who_waits_for_a_refresh_is_told_that_the_session_was_closed() -> None:
    async def story() -> None:
        house = House()
        async with opened(house) as session:
            await session.live()
            refreshing = asyncio.create_task(session.refresh("new"))
            await asyncio.sleep(0)
            await session.close()
            with pytest.raises(SessionClosed, match="closed by its owner"):
                await refreshing

    run(story())


def test_a_token_that_was_refused_does_not_take_the_place_of_a_newer_one() -> None:
    async def story() -> House:
        house = House()
        async with opened(house) as session:
            await session.live()
            house.nacks["refresh"] = problem("forbidden", 403)  # the first one only
            both = [session.refresh("stolen"), session.refresh("new")]
            first, second = await asyncio.gather(*both, return_exceptions=True)
            assert isinstance(first, ProblemError)
            assert second is None
            house.line.hang_up(1006)
            await asyncio.sleep(5)
        return house

    assert run(story()).said("hello")[1]["token"] == "new"


def test_notices_are_told_and_strange_frames_are_not() -> None:
    async def story() -> list[Notice]:
        house, heard = House(), list[Notice]()
        async with opened(house) as session:
            session.on_notice = heard.append
            await session.live()
            notice = {"kind": "restart", "text": "Back in a minute.", "at": NOON, "mood": "fine"}
            house.line.tell({"t": "chat", "d": {"text": "hi"}}, {"t": "notice", "d": notice})
            await settled()
            assert session.reconnects == 0
        return heard

    [notice] = run(story())
    assert (notice.kind, notice.text) == ("restart", "Back in a minute.")


@pytest.mark.parametrize("frame", [{"t": 7}, {"t": "ply", "d": {"match": MATCH}}, {"d": {}}])
def test_a_line_that_talks_nonsense_is_left_for_another(frame: dict[str, Any]) -> None:
    async def story() -> Session:
        house = House(MATCH)
        async with opened(house) as session:
            await session.live()
            house.line.tell(frame)
            await asyncio.sleep(5)
            assert session.state is State.LIVE
        return session

    session = run(story())
    assert session.reconnects == 1
    assert session.last_cut is not None
    assert "unreadable" in session.last_cut.reason


@pytest.mark.parametrize(
    ("error", "comes_back"),
    [
        (lambda: OSError("no network"), True),
        (lambda: refusal("unavailable", 503, retryable=True), True),
        (lambda: refusal("token_invalid", 401, retryable=False), False),
    ],
)
def test_a_source_that_fails_is_asked_again_unless_it_is_refused(
    error: Callable[[], Exception], comes_back: bool
) -> None:
    async def story() -> Session:
        errors = [error()]

        async def source() -> Credential:
            if errors:
                raise errors.pop()
            return Token("token")

        async with opened(House(), source) as session:
            await asyncio.sleep(5)
            assert session.state is (State.LIVE if comes_back else State.CLOSED)
        return session

    assert run(story()).state is State.CLOSED


def refusal(code: str, status: int, *, retryable: bool) -> ProblemError:
    document = problem(code, status, retryable=retryable)
    return ProblemError(read_problem(json.dumps(document).encode()))
