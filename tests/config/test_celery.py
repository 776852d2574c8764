"""A worker's first deed: what an outage took is given back before a bell of the queue may ring."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db import OperationalError

from config.celery import give_back_an_outage
from games import clock
from games.models import Match, Sweep
from games.services import upkeep
from tests.games.conftest import tiny as tiny  # noqa: PLC0414 - the same fixture, shared
from tests.games.tables import dealt, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny")]


def test_a_worker_that_starts_after_an_outage_moves_the_clocks_on_first() -> None:
    match = dealt(*people("Ada", "Bob"))
    before = Match.objects.get(pk=match.pk).deadline_at
    gone = timedelta(minutes=10)
    Sweep.objects.create(name="sweep", at=clock.now() - gone)
    Match.objects.filter(pk=match.pk).update(
        clocks={
            timer: {key: ms - gone // timedelta(milliseconds=1) for key, ms in each.items()}
            for timer, each in Match.objects.get(pk=match.pk).clocks.items()
        }
    )
    give_back_an_outage()
    after = Match.objects.get(pk=match.pk).deadline_at
    assert before is not None
    assert after is not None
    assert after >= before - timedelta(seconds=30)


def test_a_worker_starts_without_its_database_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> int:
        raise OperationalError("password")

    monkeypatch.setattr(upkeep, "after_outage", fails)
    with caplog.at_level(logging.ERROR, "parlour.worker"):
        give_back_an_outage()
    assert caplog.messages == ["outage not looked at: OperationalError"]
