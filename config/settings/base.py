"""What every stage shares; the environment (``PARLOUR_…``) decides the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import environ

BASE_DIR = Path(__file__).resolve().parents[2]
env = environ.Env()

DATA_DIR = Path(env.str("PARLOUR_DATA_DIR", default=str(BASE_DIR / "var")))

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "accounts",
    "games",
    "scoring",
    "api",
]

MIDDLEWARE = [
    "api.views.health.probes",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "config.for_pages.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.for_pages.People",
    "config.for_pages.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Sessions have a table of our own; knox's would only hang on the players' table, unused.
MIGRATION_MODULES = {"knox": None}

SQLITE_OPTIONS = {
    # A writer takes its lock at BEGIN: SQLite's twin of the row lock.
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}

# --- Who you are --------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
KNOX_TOKEN_MODEL = "accounts.Session"  # noqa: S105 - a model, not a secret
REST_KNOX = {
    "TOKEN_MODEL": "accounts.Session",
    "TOKEN_TTL": timedelta(days=30),
    "AUTO_REFRESH": True,
    "MIN_REFRESH_INTERVAL": 3600,
    "AUTH_HEADER_PREFIX": "Bearer",
}

PARLOUR_LIMITS = {
    "guests": env.str("PARLOUR_LIMIT_GUESTS", default="600/3600"),
    "registrations": env.str("PARLOUR_LIMIT_REGISTRATIONS", default="60/3600"),
    "sign_ins": env.str("PARLOUR_LIMIT_SIGN_INS", default="100/300"),
    "sign_ins_by_name": env.str("PARLOUR_LIMIT_SIGN_INS_BY_NAME", default="10/300"),
    "tickets": env.str("PARLOUR_LIMIT_TICKETS", default="120/60"),
    "frames": env.str("PARLOUR_LIMIT_FRAMES", default="600/10"),
}
"""So many in so many seconds, by address (and by name); tickets by player, frames by socket, where
the allowance grows back bit by bit."""
PARLOUR_PROXIES = env.int("PARLOUR_PROXIES", default=0)
"""How many proxies of ours stand in front and append to X-Forwarded-For."""
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Counters only.  With the default of 300, attempts under other names would push one out.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# --- The world outside --------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT: Path | None = DATA_DIR / "static"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

PARLOUR_PUBLIC_URL = env.str("PARLOUR_PUBLIC_URL", default="http://localhost:8000").rstrip("/")
"""Where clients reach this server; stands in problem documents and in the API's description."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["api.permissions.AsDeclared"],
    "DEFAULT_PARSER_CLASSES": ["api.wire.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.negotiation.Negotiation",
    "DEFAULT_RENDERER_CLASSES": ["api.wire.WireRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "api.handlers.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Parlour",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "SERVERS": [{"url": PARLOUR_PUBLIC_URL}],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["api.schema.complete"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

CORS_ALLOWED_ORIGINS = env.list("PARLOUR_CORS_ORIGINS", default=[])
CORS_EXPOSE_HEADERS = [
    "Location",
    "ETag",
    "Idempotency-Replayed",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "WWW-Authenticate",
]
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-decision",
    "if-none-match",
    "last-event-id",
]
CORS_URLS_REGEX = r"^/api/.*$"

# --- Tasks --------------------------------------------------------------------------------------

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_TASK_ROUTES = {
    "games.take_bot_turn": {"queue": "ai"},
    "scoring.audit": {"queue": "ai"},  # a second of work at a time: no bell waits behind it
}
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 20
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
PARLOUR_CANARY_SECONDS = env.float("PARLOUR_CANARY_SECONDS", default=10.0)
"""How often each queue is given a canary; after three that did not sing it is not ready."""
CELERY_BEAT_SCHEDULE = {
    # A sweep that waited is of no use: the next one finds what it would have found.
    "sweep": {"task": "games.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "audit": {"task": "scoring.audit", "schedule": 10.0, "options": {"expires": 10}},
    "close-seasons": {
        "task": "scoring.close_seasons",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    # Readiness asks for these (`games.services.readiness`), so the first is sent at once.
    **{
        f"canary-{queue}": {
            "task": "games.canary",
            "args": (queue,),
            "schedule": PARLOUR_CANARY_SECONDS,
            "options": {"queue": queue, "expires": PARLOUR_CANARY_SECONDS},
            "last_run_at": datetime(2000, 1, 1, tzinfo=UTC),
        }
        for queue in ("clock", "ai")
    },
}

# --- The table ----------------------------------------------------------------------------------

PARLOUR_BOT_PACE_SECONDS = env.float("PARLOUR_BOT_PACE_SECONDS", default=0.8)
"""How long a bot seems to think while a person watches; bots among themselves do not wait."""
PARLOUR_AI_KEY = env.str("PARLOUR_AI_KEY", default="")
"""Where the bots' own dice come from; derived from SECRET_KEY when empty."""

# --- The web process ------------------------------------------------------------------------------

PARLOUR_HTTP_THREADS = env.int("PARLOUR_HTTP_THREADS", default=4)
"""How many requests are worked on at a time; the others wait without a thread."""
PARLOUR_PUSH_THREADS = env.int("PARLOUR_PUSH_THREADS", default=4)
"""How many threads read the database for sockets and long-polls."""
PARLOUR_POSTS_IN_THREADS = False
"""Whether tasks and nudges are sent by threads of their own: where the broker is far away."""
PARLOUR_HEARTBEAT_SECONDS = env.float("PARLOUR_HEARTBEAT_SECONDS", default=10.0)
"""How often a socket is pinged; what a lost nudge did not tell waits no longer than that."""

PARLOUR_GOODBYE_SECONDS = env.float("PARLOUR_GOODBYE_SECONDS", default=0.0)
"""Over how many seconds a server that stops spreads the closing of its sockets, so that its
clients do not all come back in the same moment."""

_LOG_LEVEL = env.str("PARLOUR_LOG_LEVEL", default="WARNING").upper()
# At DEBUG these quote headers, frames and SQL: tokens, hands and seeds.
_NEVER_DEBUG = {"level": "INFO" if _LOG_LEVEL in ("DEBUG", "NOTSET") else _LOG_LEVEL}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["console"],
        "level": _LOG_LEVEL,
    },
    "loggers": {
        # Django's own handlers mail operators or stay silent; one place is enough.
        "django": {"handlers": [], "propagate": True},
        # Every refusal is a warning to it; faults are logged by `api.errors`.
        "django.request": {"level": "ERROR"},
        "django.db.backends": _NEVER_DEBUG,
        "uvicorn": _NEVER_DEBUG,
        "websockets": _NEVER_DEBUG,
    },
}
