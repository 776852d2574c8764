"""Production's settings without what only a proxy can give: TLS and a public name."""

from __future__ import annotations

from config.settings.prod import *  # noqa: F403 - a stage is another one and its differences

ALLOWED_HOSTS = ["127.0.0.1"]
SECURE_SSL_REDIRECT = False
