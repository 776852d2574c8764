"""The messages between the services and their workers, each delivered at its time."""

from __future__ import annotations

import heapq
from datetime import datetime, timedelta
from itertools import count

from celery import current_app

from games.clock import Frozen
from tests.conftest import Broker, Sent


class Post:
    """The broker and its workers: a message is a task that is done when its countdown is over."""

    def __init__(self, broker: Broker, time: Frozen) -> None:
        self.broker = broker
        self.time = time
        self._order = count()
        current_app.loader.import_default_modules()
        self._bag: list[tuple[datetime, int, Sent]] = []

    def deliver(self, until: datetime | None = None) -> bool:
        """Do the next task; say whether there was any (before `until`)."""
        for sent in self.broker.tasks:
            due = self.time.at + timedelta(seconds=sent.countdown or 0)
            heapq.heappush(self._bag, (due, next(self._order), sent))
        self.broker.clear()
        if not self._bag or (until is not None and self._bag[0][0] >= until):
            return False
        due, _, sent = heapq.heappop(self._bag)
        self.time.at = max(self.time.at, due)
        current_app.tasks[sent.task](*sent.args)
        return True
