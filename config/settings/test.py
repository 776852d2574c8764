"""What pytest runs under: a database file of its own, so that threads may share it.

Beside private servers (``python -m config.services -- pytest``) it is a database of its own on that
PostgreSQL, and the nudges go through that Valkey.  Addresses that merely stand in the environment
may be somebody's: they are left alone.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from config.settings.base import *  # noqa: F403 - a stage is the base and its differences
from config.settings.base import SQLITE_OPTIONS, env
from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import CHANNEL_LAYERS

DATA_DIR = Path(tempfile.mkdtemp(prefix="parlour-test-"))
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)

DEBUG = False
SECRET_KEY = "not-a-secret-and-long-enough-for-the-checks-of-a-test-run"  # noqa: S105 - tests only
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]

_SERVERS = env.bool("PARLOUR_PRIVATE_SERVICES", default=False)

if _SERVERS:
    _DATABASE = env.db_url("DATABASE_URL") | {
        # As in production, but for the pool: a test may end with a thread's connection open.
        "OPTIONS": {
            "options": (
                "-c lock_timeout=2s -c statement_timeout=5s"
                " -c idle_in_transaction_session_timeout=10s"
            ),
        },
    }
else:
    _DATABASE = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "unused.sqlite3",
        "OPTIONS": {
            **SQLITE_OPTIONS,
            # A test run may lose its last second in a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
        },
        "TEST": {"NAME": str(DATA_DIR / "parlour.sqlite3")},
    }
DATABASES = {"default": _DATABASE}

if _SERVERS:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.redis_layer.RedisLayer",
            "CONFIG": {"url": env.str("REDIS_URL"), "timeout": 0.5},
        }
    }

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
PARLOUR_BOT_PACE_SECONDS = 0.0
PARLOUR_EMBEDDED = False
