"""Timers and bots inside the web process: a Celery worker and the beat, each in a thread.

Only for the embedded default, whose broker lives in this process's memory.
"""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Any, Self

from celery.beat import EmbeddedService, Scheduler

from config.celery import app

THREADS = 4
START_SECONDS = 20.0
STOP_SECONDS = 10.0

logger = logging.getLogger("parlour.embedded")


class Embedded:
    """The worker and the beat of one process.

    The worker is the bare `WorkController`, never `celery.app.Worker`, which would take over the
    process's signals and logging.
    """

    def __init__(self) -> None:
        self._ready = Event()
        self._worker: Any = app.WorkController(
            pool="threads",
            concurrency=THREADS,
            queues=["clock", "ai"],
            ready_callback=lambda _: self._ready.set(),
            without_heartbeat=True,
            without_gossip=True,
            without_mingle=True,
        )
        self._thread = Thread(target=self._worker.start, name="worker", daemon=True)
        # Named here, since the service does not read the setting: its own default writes a file.
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)

    @classmethod
    def started(cls) -> Self:
        """Return both started, as soon as tasks are being taken.  Raises `RuntimeError`."""
        embedded = cls()
        embedded._thread.start()
        if not embedded._ready.wait(START_SECONDS):
            raise RuntimeError("The embedded Celery worker did not start.")
        embedded._beat.start()
        return embedded

    def stop(self) -> None:
        """Let running tasks finish, then stop both; what waits, the next process's sweep sends."""
        if self._beat.is_alive():
            self._beat.stop()
        self._worker.stop()
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive():
            logger.warning(
                "The embedded Celery worker did not stop in %(seconds)s s.",
                {"seconds": STOP_SECONDS},
            )
