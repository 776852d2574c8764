"""The embedded default: a whole Parlour in one process, everything it keeps in ``DATA_DIR``."""

from __future__ import annotations

from config.settings.base import *  # noqa: F403 - a stage is the base and its differences
from config.settings.base import DATA_DIR, SQLITE_OPTIONS, env
from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import secret_key

DEBUG = env.bool("PARLOUR_DEBUG", default=False)
SECRET_KEY = secret_key(DATA_DIR / "secret.key")
ALLOWED_HOSTS = env.list("PARLOUR_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("PARLOUR_CORS_ORIGINS", default=[])

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "parlour.sqlite3",
        "OPTIONS": SQLITE_OPTIONS,
        # The threads are few and stay: so may their connections.
        "CONN_MAX_AGE": None,
    }
}

PARLOUR_EMBEDDED = env.bool("PARLOUR_EMBEDDED", default=True)
"""Whether the web process also runs the timers and the bots."""
