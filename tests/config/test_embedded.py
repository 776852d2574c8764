"""A real Celery worker in a thread, and the beat beside it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from config.celery import app
from config.embedded import Embedded
from games.models import Match, Ply
from tests.conftest import Broker
from tests.eventually import eventually
from tests.games.conftest import tiny as tiny  # noqa: PLC0414 - the same fixture, shared
from tests.games.tables import all_bots, dealt, people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny"),
    pytest.mark.slow,
]


@pytest.fixture
def unswept() -> Iterator[None]:
    """Let the beat have nothing to send: what happens, the worker was told by `dispatch`."""
    schedule, app.conf.beat_schedule = app.conf.beat_schedule, {}
    yield
    app.conf.beat_schedule = schedule


@pytest.fixture
def embedded() -> Iterator[None]:
    """Run worker and beat for the length of a test, rid of what other tests have sent."""
    with app.connection_for_write() as connection:
        for queue in ("clock", "ai"):
            connection.default_channel.queue_declare(queue)
            connection.default_channel.queue_purge(queue)
    running = Embedded.started()
    yield
    running.stop()


def bells(match: Match) -> list[int | None]:
    """Return the timers that have rung, from the database: nobody looks at the match itself."""
    rung = Ply.objects.filter(match=match, timer_id__isnull=False)
    return list(rung.order_by("number").values_list("timer_id", flat=True))


@pytest.mark.usefixtures("unswept", "embedded")
def test_the_worker_rings_a_bell_in_its_time() -> None:
    match = dealt(*people("Ada", "Bob"), seconds=1)
    assert eventually(lambda: bells(match))[0] == 1


@pytest.mark.usefixtures("unswept", "embedded")
def test_the_worker_plays_a_match_of_bots_to_its_end() -> None:
    [ada] = people("Ada")
    match = all_bots(ada)
    eventually(lambda: Match.objects.get(pk=match.pk).status == "finished")
    assert bells(match) == []


@pytest.mark.usefixtures("broker", "embedded")
def test_the_sweep_rings_a_bell_that_was_lost(broker: Broker) -> None:
    match = dealt(*people("Ada", "Bob"), seconds=1)
    assert broker.named("games.ring_bell")
    assert eventually(lambda: bells(match))[0] == 1


@pytest.mark.usefixtures("unswept")
def test_nothing_is_left_running_after_the_stop() -> None:
    before = set(threading.enumerate())
    running = Embedded.started()
    assert {"worker", "Beat"} <= {thread.name for thread in threading.enumerate()}
    running.stop()
    assert set(threading.enumerate()) - before == set()
