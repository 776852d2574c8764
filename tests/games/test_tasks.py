from __future__ import annotations

import pytest
from celery import current_app

from games import tasks
from games.clock import Frozen
from games.models import Match, Ply, Status, Sweep
from scoring import tasks as scoring_tasks
from tests.games.tables import dealt, does, people, picked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


@pytest.mark.parametrize(
    "name",
    [
        *("games.ring_bell", "games.take_bot_turn", "games.sweep", "games.canary"),
        *("scoring.rate_match", "scoring.seal_abandoned"),
    ],
)
def test_the_names_that_are_sent_are_tasks(name: str) -> None:
    assert name in current_app.tasks


def test_a_bell_rings_once_however_often_it_comes(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)

    for _ in range(2):
        tasks.ring_bell(str(match.pk))

    assert Ply.objects.get().timer_id == 1


def test_a_bot_plays_once_however_often_it_is_asked(time: Frozen) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)

    for _ in range(2):
        tasks.take_bot_turn(str(match.pk), 1, 1)

    assert Ply.objects.get().seat == 1


def test_the_sweep_sweeps(time: Frozen) -> None:
    tasks.sweep()

    assert Sweep.objects.get(name="sweep").at == time.at


def test_a_result_is_rated_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    scoring_tasks.rate_match(str(match.pk))
    assert Match.objects.get().rated_at is None  # it is not over yet
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")
    first = time.at

    scoring_tasks.rate_match(str(match.pk))
    time.advance(60)
    scoring_tasks.rate_match(str(match.pk))

    row = Match.objects.get()
    assert (row.status, row.rated_at) == (Status.FINISHED, first)
