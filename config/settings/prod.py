"""A deployment: PostgreSQL and Redis behind a proxy that speaks TLS, said by the environment.

Needed: ``DATABASE_URL``, ``REDIS_URL``, ``PARLOUR_SECRET_KEY``, ``PARLOUR_ALLOWED_HOSTS``.
"""

from __future__ import annotations

from config.settings.base import *  # noqa: F403 - a stage is the base and its differences
from config.settings.base import env

DEBUG = False
SECRET_KEY = env.str("PARLOUR_SECRET_KEY")
ALLOWED_HOSTS = env.list("PARLOUR_ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [
    f"https://{'*' * host.startswith('.')}{host}" for host in ALLOWED_HOSTS if host != "*"
]

PARLOUR_EMBEDDED = False

# --- Data ---------------------------------------------------------------------------------------

_database = env.db_url("DATABASE_URL")
DATABASES = {
    "default": {
        **_database,
        # The pool keeps the connections; Django's own keeping would tie one to every thread.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            **_database.get("OPTIONS", {}),
            "pool": {"min_size": 2, "max_size": env.int("PARLOUR_DB_POOL", default=16)},
            # Never a hang: a request that waits longer is answered 503.
            "options": (
                "-c lock_timeout=2s -c statement_timeout=5s"
                " -c idle_in_transaction_session_timeout=10s"
            ),
        },
    }
}

# --- Tasks and nudges ---------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL")
_REDIS_TIMEOUTS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}

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

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.redis_layer.RedisChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, **_REDIS_TIMEOUTS}]},
    }
}

# --- The browser's side of safety -----------------------------------------------------------------

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("PARLOUR_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
