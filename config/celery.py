"""The Celery app: tasks are found in the installed apps and sent by name."""

from __future__ import annotations

import os
import signal
from typing import Any

from celery import Celery, signals
from django.db import close_old_connections

from config.ready import say_ready
from config.services.child import dies_with_its_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

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


signals.setup_logging.connect(_leave_logging_alone)
signals.worker_ready.connect(_at_work)
signals.beat_init.connect(_at_work)
signals.worker_process_init.connect(_end_with_the_worker)
signals.task_prerun.connect(_drop_dead_connections)
