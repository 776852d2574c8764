"""Every task run twice, late and shuffled: the match goes on as if each had come once, in time."""

from __future__ import annotations

import random
from datetime import timedelta
from uuid import UUID

import pytest
from celery import current_app
from pytest_django import Settings

from games import tasks
from games.clock import Frozen
from games.models import Match, Ply, Status
from games.services import play, upkeep
from tests.conftest import Broker, Sent
from tests.games.lap_tables import sat_down
from tests.games.tables import all_bots, dealt, does, people, picked

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny"),
]


@pytest.fixture(autouse=True, scope="module")
def _tasks() -> None:
    """Let Celery find the tasks, as a worker does when it starts."""
    current_app.loader.import_default_modules()


@pytest.fixture(autouse=True)
def _no_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps are rare here, which is no outage: it would give all clocks their time back."""
    monkeypatch.setattr(upkeep, "OUTAGE", timedelta(days=1))


def run(sent: Sent) -> None:
    """Do a task as a worker would."""
    current_app.tasks[sent.task](*sent.args)


class Mail:
    """What was sent and not yet delivered: each message twice, in an order of chance."""

    def __init__(self, broker: Broker, luck: random.Random) -> None:
        self.broker = broker
        self.luck = luck
        self.waiting: list[Sent] = []
        self.delivered = 0
        self.idle = 0

    def deliver_one(self) -> bool:
        """Run one of the waiting tasks; say whether there was any."""
        self.waiting += 2 * self.broker.tasks
        self.broker.clear()
        if not self.waiting:
            return False
        before = Ply.objects.count()
        run(self.waiting.pop(self.luck.randrange(len(self.waiting))))
        self.delivered += 1
        self.idle += Ply.objects.count() == before
        return True


def is_running(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).status == Status.RUNNING


def assert_well(match: Match) -> None:
    bells = list(Ply.objects.filter(match=match, seat=None).values_list("timer_id", flat=True))
    assert len(bells) == len(set(bells))
    assert upkeep.replay_check(match_id=match.pk).same


@pytest.mark.parametrize("seed", range(2))
def test_bots_are_asked_twice_and_in_any_order(seed: int, time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    matches = [all_bots(ada, seats=3, rounds=2) for _ in range(3)]
    mail = Mail(broker, random.Random(seed))

    while mail.deliver_one():
        pass

    assert not any(is_running(match) for match in matches)
    for match in matches:
        assert Ply.objects.filter(match=match, seat=None).count() == 0
        assert_well(match)
        assert Match.objects.get(pk=match.pk).rated_at == time.at
    # Of every pair one had nothing to do; rating a match makes no ply, either.
    assert mail.idle > mail.delivered // 2


@pytest.mark.parametrize("seed", range(2))
def test_bells_and_bots_come_late_twice_and_in_any_order(
    seed: int, time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, bots=1, rounds=3)
    luck = random.Random(seed)
    mail = Mail(broker, luck)

    while is_running(match):
        time.advance(luck.choice((0.0, 0.5, 7.0, 31.0)))
        if luck.random() < 0.2:
            tasks.sweep()
        mail.deliver_one()

    assert Ply.objects.filter(match=match, seat=None).exists()
    assert_well(match)
    while mail.deliver_one():
        pass
    assert_well(match)
    assert mail.idle > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_plans_and_invitations_come_late_twice_and_in_any_order(
    seed: int, time: Frozen, broker: Broker, settings: Settings
) -> None:
    """Lap Dance: Ada never acts, two bots plan in the minute and may jump in at other times."""
    settings.PARLOUR_BOT_PACE_SECONDS = 0.8
    options = {"rounds": 3, "start_favor": 3, "fun_rules": True}
    match = sat_down(*people("Ada"), seats=3, level="random", **options)
    luck = random.Random(seed)
    mail = Mail(broker, luck)

    while is_running(match):
        time.advance(luck.choice((0.0, 0.5, 7.0, 31.0)))
        if luck.random() < 0.3:
            tasks.sweep()
        mail.deliver_one()
    while mail.deliver_one():
        pass

    assert_well(match)
    assert Ply.objects.filter(match=match, seat=1).exists()
    assert mail.idle > 0


def test_a_task_of_a_match_that_is_over_changes_nothing(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    sent = [*broker.tasks, Sent("games.take_bot_turn", (str(match.pk), 0, 1), "ai", None)]
    does(bob, match, "pass")
    plies = Ply.objects.count()
    time.advance(300)

    for message in 2 * sent:
        run(message)

    assert Ply.objects.count() == plies
    assert play.ring_due(match_id=UUID(str(match.pk))) == 0
