"""The beat closes seasons."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import settings

from games import clock
from scoring import tasks
from scoring.leaderboards.models import Board
from tests.scoring.leaderboards.standings import board

pytestmark = pytest.mark.django_db


def test_the_task_closes_what_is_over_and_may_run_again() -> None:
    ended = board("2030-Q1", ends_at=datetime(2030, 4, 1, tzinfo=UTC))
    running = board("2030-Q2", ends_at=datetime(2030, 7, 1, tzinfo=UTC))
    for minute in (15, 16):
        with clock.frozen(datetime(2030, 4, 1, 0, minute, tzinfo=UTC)):
            tasks.close_seasons()
    assert Board.objects.get(pk=ended.pk).closed_at == datetime(2030, 4, 1, 0, 15, tzinfo=UTC)
    assert Board.objects.get(pk=running.pk).closed_at is None


def test_the_beat_sends_it_each_minute() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["close-seasons"]
    assert (entry["task"], entry["schedule"]) == ("scoring.close_seasons", 60.0)
