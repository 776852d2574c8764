"""Bots at a table of Lap Dance with full clocks, each message delivered at its time (LAP 14)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games import selectors
from games.ai import bots
from games.clock import Frozen
from games.models import Match, Participant, Ply, Status
from games.services import lobby, play, upkeep
from games.services.lobby import BotSeat
from tests.conftest import Broker
from tests.games.lap_tables import MINUTE, places, planning, sat_down, state_of, told
from tests.games.post import Post
from tests.games.tables import does, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

PACE = 0.8


@pytest.fixture(autouse=True)
def paced(settings: Settings) -> None:
    settings.PARLOUR_BOT_PACE_SECONDS = PACE


@pytest.fixture
def post(broker: Broker, time: Frozen) -> Post:
    return Post(broker, time)


def ready_after(match: Match, since: datetime) -> dict[int, float]:
    """Return after how many seconds each seat took its Priority card."""
    found: dict[int, float] = {}
    for ply in Ply.objects.filter(match=match):
        for event in ply.events:
            if event["type"] == "priority_taken":
                found.setdefault(event["seat"], (ply.at - since).total_seconds())
    return found


@pytest.mark.parametrize("level", ["greedy", "random"])
def test_before_a_person_bots_are_ready_after_five_to_twenty_five_seconds(
    level: str, post: Post, time: Frozen
) -> None:
    """The plan takes that long; "ready" follows, and for each change of mind the usual pace."""
    (ada,) = people("Ada")
    since = time.at
    match = sat_down(ada, seats=4, level=level, **MINUTE)
    while post.deliver(since + timedelta(seconds=60)):
        pass

    times = ready_after(match, since)
    drafts = dict.fromkeys(times, 0)
    for event in told(match, "stack_placed"):
        drafts[event["seat"]] += 1
    assert set(times) == {1, 2, 3}
    for seat, seconds in times.items():
        assert 5 <= seconds <= 25 + PACE * drafts[seat]
    assert len(set(times.values())) > 1


def test_in_a_match_of_bots_they_are_ready_at_once(post: Post, time: Frozen) -> None:
    since = time.at
    match = lobby.create(
        host=people("Ada")[0],
        game="lap_dance",
        options=MINUTE,
        seats=3,
        sit=False,
        bots=[BotSeat(seat, "greedy") for seat in range(3)],
        start=True,
    )
    while len(ready_after(match, since)) < 3:
        assert post.deliver()

    assert set(ready_after(match, since).values()) == {0.0}


def test_in_the_shortest_minute_bots_are_done_before_the_bell(post: Post, time: Frozen) -> None:
    """From 5 to 12 seconds of 15."""
    (ada,) = people("Ada")
    since = time.at
    match = sat_down(ada, seats=4, **{**MINUTE, "timer_seconds": 15})
    while post.deliver(since + timedelta(seconds=15)):
        pass

    times = ready_after(match, since)
    assert set(times) == {1, 2, 3}
    assert all(5 <= seconds < 15 for seconds in times.values())


def test_a_person_who_is_quick_is_first(post: Post, time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    lobby.leave(match_id=match.pk, player=bob, seat=1)
    time.advance(3)
    does(ada, match, "ready")
    while post.deliver(time.at + timedelta(seconds=40)) and len(ready_after(match, time.at)) < 2:
        pass

    assert [event["seat"] for event in told(match, "priority_taken")[:2]] == [0, 1]


# --- A bot that sits down, or is disturbed, in the middle of it -----------------------------------


def test_who_replaces_a_planner_thinks_anew_whatever_was_placed(post: Post, time: Frozen) -> None:
    """The drafts are not its own: it is no quicker than the others."""
    ada, bob = people("Ada", "Bob")
    since = time.at
    match = planning(ada, bob)
    time.advance(1)
    places(bob, match, 1)
    lobby.leave(match_id=match.pk, player=bob, seat=1)

    while post.deliver(since + timedelta(seconds=60)):
        pass

    assert 1 + 5 <= ready_after(match, since)[1] <= 1 + 25 + 4 * PACE


def test_who_sits_down_late_is_done_before_the_bell(post: Post, time: Frozen) -> None:
    """LAP 14: three seconds before it at the latest, then "ready" at the usual pace."""
    ada, bob = people("Ada", "Bob")
    since = time.at
    match = planning(ada, bob)
    time.advance(54)
    lobby.leave(match_id=match.pk, player=bob, seat=1)

    while post.deliver(since + timedelta(seconds=60)):
        pass

    assert ready_after(match, since)[1] < 60


def test_accusations_do_not_make_bots_miss_the_minute(post: Post, time: Frozen) -> None:
    """LAP 11: nobody's other clock stops; though with each, what bots are asked is new."""
    ada, bob = people("Ada", "Bob")
    since = time.at
    match = sat_down(ada, bob, seats=4, fun_rules=True, **{**MINUTE, "timer_seconds": 15})
    for second, player, target in ((4, ada, 1), (8, bob, 0)):
        while post.deliver(since + timedelta(seconds=second)):
            pass
        time.at = since + timedelta(seconds=second)
        does(player, match, "call_out", target=target)
        does((bob, ada)[target == 0], match, "answer_call_out", accept=True)
    while post.deliver(since + timedelta(seconds=15)):
        pass

    times = ready_after(match, since)
    assert set(times) == {2, 3}
    assert all(5 <= seconds < 15 for seconds in times.values())


def test_an_outage_is_no_time_to_plan_in(post: Post, time: Frozen) -> None:
    """The minute is given back, and so is what the bots still had to think."""
    (ada,) = people("Ada")
    match = sat_down(ada, seats=4, **MINUTE)
    upkeep.sweep()
    since, lost = time.at, timedelta(seconds=45)
    drawn = Match.objects.get(pk=match.pk).bots_due
    time.at += lost
    post.broker.clear()  # it was lost, too

    upkeep.sweep()

    row = Match.objects.get(pk=match.pk)
    assert {seat: due["at"] for seat, due in row.bots_due.items()} == {
        seat: due["at"] + 45_000 for seat, due in drawn.items()
    }
    assert not any(
        play.take_bot_turn(match_id=match.pk, seat=seat, decision=state_of(match).questions[seat])
        for seat in (1, 2, 3)
    )
    while post.deliver(since + lost + timedelta(seconds=60)):
        pass
    times = ready_after(match, since + lost)
    assert set(times) == {1, 2, 3}
    assert min(times.values()) >= 5


def test_a_bot_asked_while_nobody_swept_loses_no_more_than_that(time: Frozen) -> None:
    """The beat was down, the rest was not: who was asked during that time keeps what it waited."""
    (ada,) = people("Ada")
    upkeep.sweep()
    time.advance(30)
    match = sat_down(ada, seats=4, **MINUTE)
    drawn = Match.objects.get(pk=match.pk).bots_due
    time.advance(2)

    upkeep.sweep()

    assert {seat: due["at"] for seat, due in Match.objects.get(pk=match.pk).bots_due.items()} == {
        seat: due["at"] + 2000 for seat, due in drawn.items()
    }


def test_bots_that_fail_play_on_by_the_first_legal_thing_and_accuse_nobody(
    post: Post, time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LAP 11: an accusation is legal everywhere, and stands before serving in the list."""
    monkeypatch.setattr(bots, "choose", lambda *_: 1 / 0)
    monkeypatch.setattr(bots, "take_up", lambda *_: 1 / 0)
    match = sat_down(*people("Ada"), seats=3, fun_rules=True, **MINUTE)
    while post.deliver() and Match.objects.get(pk=match.pk).status == Status.RUNNING:
        pass

    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    assert told(match, "orders_fulfilled")
    assert told(match, "called_out") == []


def test_a_seat_that_never_answers_is_played_by_bells_and_then_by_a_stand_in(
    post: Post, time: Frozen
) -> None:
    """A whole match with full clocks: nobody ever looks at it, and no message is sent twice."""
    (ada,) = people("Ada")
    match = sat_down(ada, seats=4)
    while Match.objects.get(pk=match.pk).status == Status.RUNNING:
        assert post.deliver(), "the match hangs: no message is on its way"

    silent = Participant.objects.get(match=match, seat=0)
    late = [event["seat"] for event in told(match, "timed_out")]
    assert (silent.missed, silent.played_by) == (2, "greedy")
    assert late == [0, 0]
    assert Ply.objects.filter(match=match, seat=0).exists()
    ends: Any = selectors.position(match_id=match.pk, player=None).view
    assert None not in [seat.money for seat in ends.seats]
    assert upkeep.replay_check(match_id=match.pk).same
