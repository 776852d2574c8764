"""A deployment: PostgreSQL and Redis behind a proxy that speaks TLS, said by the environment.

Needed: ``DATABASE_URL``, ``REDIS_URL``, ``PARLOUR_SECRET_KEY``, ``PARLOUR_ALLOWED_HOSTS``.  The
first three are secrets, and may be in files: ``DATABASE_URL_FILE`` and so on name them.
"""

from __future__ import annotations

from config.settings.base import *  # noqa: F403 - a stage is the base and its differences
from config.settings.base import LOGGING, env
from config.settings.files import secret

DEBUG = False
SECRET_KEY = secret("PARLOUR_SECRET_KEY")
ALLOWED_HOSTS = env.list("PARLOUR_ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [
    f"https://{'*' * host.startswith('.')}{host}" for host in ALLOWED_HOSTS if host != "*"
]

PARLOUR_EMBEDDED = False

# --- Data ---------------------------------------------------------------------------------------

PROCESS = env.str("PARLOUR_PROCESS", default="worker")
"""What this process is: ``web`` (`config.server` says so), ``job`` (`manage.py` does), else a
Celery worker or the beat."""

_database = env.db_url_config(secret("DATABASE_URL"))
_options = {"connect_timeout": 3, **_database.get("OPTIONS", {})}
if PROCESS != "job":  # a migration may take its time
    # Never a hang: a request that waits longer is answered 503.
    _options["options"] = (
        "-c lock_timeout=2s -c statement_timeout=5s -c idle_in_transaction_session_timeout=10s"
    )
if PROCESS == "web":
    # The pool keeps the connections; Django's own keeping would tie one to every thread.
    _options["pool"] = {
        "min_size": 2,
        "max_size": env.int("PARLOUR_DB_POOL", default=16),
        "timeout": 3,
    }
DATABASES = {
    "default": {
        **_database,
        # A pool's threads do not survive a fork: a process of Celery's has one connection, and
        # keeps it (see `config.celery`).
        "CONN_MAX_AGE": 0 if PROCESS == "web" else None,
        # A connection is looked at before it is used (0.04 ms): one that was kept over a restart of
        # the database would cost its request a 503.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _options,
    }
}

# --- What is said ---------------------------------------------------------------------------------

LOGGING = {**LOGGING, "formatters": {"line": {"()": "config.logs.AllowedOnly"}}}
PARLOUR_GOODBYE_SECONDS = env.float("PARLOUR_GOODBYE_SECONDS", default=2.0)

# --- Tasks and nudges ---------------------------------------------------------------------------

REDIS_URL = secret("REDIS_URL")

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_connect_timeout": 0.5,
    "socket_timeout": 0.5,
    "retry_on_timeout": False,
    "max_retries": 0,
}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": 300}
CELERY_VISIBILITY_TIMEOUT = 300
# Publishing stands on the path of a request: what cannot be sent now, the sweep sends.
CELERY_TASK_PUBLISH_RETRY = False

# Celery's own way is to close the connection after every task.
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the default one keeps a file

# Whoever waits for an answer does not wait for Redis too.
PARLOUR_POSTS_IN_THREADS = PROCESS == "web"

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.redis_layer.RedisLayer",
        "CONFIG": {"url": REDIS_URL, "timeout": 0.5},
    }
}

# --- The browser's side of safety -----------------------------------------------------------------

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = env.int("PARLOUR_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
