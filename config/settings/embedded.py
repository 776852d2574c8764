"""One process with nothing beside it: SQLite, tasks in memory, nudges within the process.

Shared by the stages that run this way (`dev` and `test`).  A lost process loses only messages,
which the sweep sends again: the truth is in the database.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

CELERY_BROKER_URL = "memory://localhost//"
# The default of one second between looks at the queue would be most of a bot's thinking time.
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
# Nor does the worker's own clock look only once a second: a bot that thinks for half a second
# would take a whole one.
CELERY_WORKER_TIMER_PRECISION = 0.02
# The queue dies with the process: acknowledging late protects nothing, and counts waiting bells
# against the number of messages the worker may hold.
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 0
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the default one keeps a file

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "config.process_layer.ProcessChannelLayer"}
}

# Static files come from where the apps keep them; nothing has to be collected first.
STATIC_ROOT: Path | None = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False


def secret_key(path: Path) -> str:
    """Return the key kept in `path` (mode 0600), made at the first call.

    Written aside and linked into place, so that two processes that start together agree.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(aside, path)
        except FileExistsError:
            pass  # the other process was first
        finally:
            Path(aside).unlink()
    return path.read_text()
