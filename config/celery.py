"""The Celery app: tasks are found in the installed apps and sent by name."""

from __future__ import annotations

import logging
import os
import signal
from typing import Any

from celery import Celery, signals
from django.db import close_old_connections, connections

from config.ready import say_ready
from config.services.child import dies_with_its_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
# Celery runs Django's checks in each worker and in the beat, drops what they find, and loads every
# view for it: a third of their start.  `migrate`, which runs before them, heeds the same checks.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

logger = logging.getLogger("parlour.worker")

app = Celery("parlour")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _leave_logging_alone(**_: Any) -> None:
    """Log as the settings say: Celery sets up nothing where somebody listens to this signal."""


def _at_work(**_: Any) -> None:
    say_ready()


def _end_with_the_worker(**_: Any) -> None:
    """Let no process of a pool outlive its worker: nobody would send it anything, or stop it."""
    dies_with_its_parent(signal.SIGKILL, os.getppid())()


def _drop_dead_connections(**_: Any) -> None:
    """Let a task after a database restart begin with a new connection, as requests do."""
    close_old_connections()


def give_back_an_outage(**_: Any) -> None:
    """Move the clocks on by an outage before the first bell of those that waited in the queue."""
    from games.services import upkeep  # noqa: PLC0415 - Django's apps are loaded by now

    try:
        upkeep.after_outage()
    except Exception as fault:  # noqa: BLE001 - the first sweep looks again
        logger.error("outage not looked at: %(fault)s", {"fault": type(fault).__name__})  # noqa: TRY400
    finally:
        connections.close_all()  # what is forked from here makes its own


signals.setup_logging.connect(_leave_logging_alone)
signals.worker_init.connect(give_back_an_outage)
signals.worker_ready.connect(_at_work)
signals.beat_init.connect(_at_work)
signals.worker_process_init.connect(_end_with_the_worker)
signals.task_prerun.connect(_drop_dead_connections)
