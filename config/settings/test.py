"""What pytest runs under: a database file of its own, so that threads may share it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from config.settings.base import *  # noqa: F403 - a stage is the base and its differences
from config.settings.base import SQLITE_OPTIONS
from config.settings.embedded import *  # noqa: F403

DATA_DIR = Path(tempfile.mkdtemp(prefix="parlour-test-"))
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)

DEBUG = False
SECRET_KEY = "not-a-secret-and-long-enough-for-the-checks-of-a-test-run"  # noqa: S105 - tests only
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "unused.sqlite3",
        "OPTIONS": {
            **SQLITE_OPTIONS,
            # A test run may lose its last second in a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
        },
        "TEST": {"NAME": str(DATA_DIR / "parlour.sqlite3")},
    }
}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
PARLOUR_BOT_PACE_SECONDS = 0.0
PARLOUR_EMBEDDED = False
