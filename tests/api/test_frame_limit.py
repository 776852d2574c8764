"""How many frames a socket may send: a warning, a refusal, the door."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.limits import Limit
from api.frame_limit import FrameLimit, Verdict
from api.push import in_database
from tests.api.talk import Talk
from tests.games.tables import dealt, fingerprint, people

FINE, WARN, REFUSE, HANG_UP = Verdict.FINE, Verdict.WARN, Verdict.REFUSE, Verdict.HANG_UP


class Watch:
    """A clock that is set by hand."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time


def bucket() -> tuple[FrameLimit, Watch]:
    watch = Watch()
    return FrameLimit(Limit("frames", 10, 5), watch), watch


def test_a_bucket_is_emptied_with_one_warning_then_refuses_then_hangs_up() -> None:
    limit, _ = bucket()
    said = [limit.take() for _ in range(16)]
    assert said == [FINE] * 8 + [WARN, FINE] + [REFUSE] * 5 + [HANG_UP]


def test_it_fills_at_its_rate_and_not_above_its_brim() -> None:
    limit, watch = bucket()
    for _ in range(10):
        limit.take()
    watch.time += 0.4
    assert limit.take() is REFUSE
    watch.time += 0.6
    assert limit.take() is FINE
    watch.time += 3600
    assert limit.allowance.remaining == 0
    assert [limit.take() for _ in range(11)] == [FINE] * 8 + [WARN, FINE, REFUSE]


def test_who_is_slow_again_is_warned_again() -> None:
    limit, watch = bucket()
    assert [limit.take() for _ in range(9)][-1] is WARN
    watch.time += 2.5
    assert [limit.take() for _ in range(7)] == [FINE] * 6 + [REFUSE]
    watch.time += 4
    assert [limit.take() for _ in range(6)] == [FINE] * 5 + [WARN]


def test_it_says_what_is_left_and_when_it_is_full_again() -> None:
    limit, _ = bucket()
    for _ in range(4):
        limit.take()
    assert limit.allowance == ("frames", 10, 6, 5, 2)


# --- On the socket --------------------------------------------------------------------------------

database = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]


@pytest.fixture
def ten(settings: Any) -> None:
    """Let a socket send ten frames, and another one in a thousand years."""
    settings.PARLOUR_LIMITS = {**settings.PARLOUR_LIMITS, "frames": "10/100000000000"}


class TestOnTheSocket:
    pytestmark = [*database, pytest.mark.usefixtures("ten")]

    async def test_a_warning_comes_before_the_refusal_and_nothing_refused_is_done(self) -> None:
        ada, bob = await in_database(people, "Ada", "Bob")
        match = await in_database(dealt, ada, bob)
        async with Talk() as talk:
            await talk.hello(ada, match.pk)
            await talk.hears("position")
            for _ in range(8):
                assert await talk.silent()
            await talk.say("ping", "the ninth")
            warning, ack, _ = [await talk.hear() for _ in range(3)]
            assert await talk.silent()
            before = await in_database(fingerprint, match.pk)
            action = {"type": "pick", "number": 1}
            await talk.say("act", "a", match=str(match.pk), action=action, request_id="r")
            nack = await talk.hear()
        assert (warning["t"], warning["d"]["kind"]) == ("notice", "rate_warning")
        assert warning["d"]["ratelimit"]["remaining"] == 1
        assert (ack["t"], ack["id"]) == ("ack", "the ninth")
        problem = nack["d"]
        assert (nack["t"], nack["id"]) == ("nack", "a")
        assert (problem["code"], problem["status"], problem["retryable"]) == (
            "rate_limited",
            429,
            True,
        )
        assert problem["ratelimit"]["key"] == "frames"
        assert (problem["ratelimit"]["limit"], problem["ratelimit"]["remaining"]) == (10, 0)
        assert await in_database(fingerprint, match.pk) == before

    async def test_who_floods_on_is_hung_up_on(self) -> None:
        [ada] = await in_database(people, "Ada")
        async with Talk() as talk:
            await talk.hello(ada)
            for _ in range(16):
                await talk.say("unfollow", match="01900000-0000-7000-8000-000000000000")
            await talk.hears("notice")
            nacks = [await talk.hears("nack") for _ in range(5)]
            assert await talk.closed() == (4008, "rate limited")
        assert {nack["code"] for nack in nacks} == {"rate_limited"}

    async def test_a_bare_pong_costs_nothing(self) -> None:
        [ada] = await in_database(people, "Ada")
        async with Talk() as talk:
            await talk.hello(ada)
            for _ in range(50):
                await talk.say("pong")
                await talk.send({"t": "pong"})
            assert await talk.silent()

    async def test_a_pong_that_wants_an_answer_does(self) -> None:
        [ada] = await in_database(people, "Ada")
        async with Talk() as talk:
            await talk.hello(ada)
            for number in range(16):
                await talk.say("pong", str(number))
            heard = [await talk.hear() for _ in range(16)]
            assert await talk.closed() == (4008, "rate limited")
        assert [each["t"] for each in heard] == ["ack"] * 8 + ["notice"] + ["ack"] * 2 + [
            "nack"
        ] * 5
