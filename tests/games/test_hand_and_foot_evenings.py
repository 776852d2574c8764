"""Whole evenings of Hand & Foot with full clocks, every task done when its time has come."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import Settings

from games import selectors
from games.clock import Frozen
from games.models import Match, Participant, Ply, Status
from games.services import lobby, upkeep
from games.services.lobby import BotSeat
from tests.conftest import Broker
from tests.games.foot_tables import told
from tests.games.post import Post
from tests.games.tables import people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

PACE = 0.8


@pytest.fixture(autouse=True)
def paced(settings: Settings) -> None:
    settings.PARLOUR_BOT_PACE_SECONDS = PACE


@pytest.fixture
def post(broker: Broker, time: Frozen) -> Post:
    return Post(broker, time)


def evening(seats: int, *, silent: bool) -> Match:
    """Return a match of bots of all levels, its host silent in seat 0 or watching."""
    return lobby.create(
        host=people("Ada")[0],
        game="hand_and_foot",
        options={"rounds": 1},
        seats=seats,
        sit=silent,
        bots=[BotSeat(seat, ("greedy", "random")[seat % 2]) for seat in range(silent, seats)],
        start=True,
    )


def played_out(match: Match, post: Post) -> Any:
    """Deliver until it is over; return what everybody sees then."""
    while Match.objects.get(pk=match.pk).status == Status.RUNNING:
        assert post.deliver(), "the match hangs: no message is on its way"
    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    assert upkeep.replay_check(match_id=match.pk).same
    return selectors.position(match_id=match.pk, player=None).view


def test_one_who_is_silent_is_played_by_bells_and_then_by_a_stand_in(
    post: Post, time: Frozen
) -> None:
    """One of five, with partners who ask for leave; nobody ever looks at the match."""
    match = evening(5, silent=True)

    view = played_out(match, post)

    silent = Participant.objects.get(match=match, seat=0)
    assert (silent.missed, silent.played_by) == (2, "greedy")
    assert told(match, "timed_out") == [{"type": "timed_out", "seat": 0}] * 2
    assert Ply.objects.filter(match=match, seat=0).exists()
    assert {result.end for result in view.results} <= {"out", "stock"}


@pytest.mark.parametrize("seats", [2, 6])
def test_bots_among_themselves_need_no_bell(seats: int, post: Post, time: Frozen) -> None:
    match = evening(seats, silent=False)

    view = played_out(match, post)

    assert not Ply.objects.filter(match=match, seat=None).exists()
    assert len(view.totals) == seats
    assert Match.objects.get(pk=match.pk).ply == Ply.objects.filter(match=match).count()
