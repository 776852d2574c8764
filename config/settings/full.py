"""The production shape on one machine (`config.production`): `prod` without the proxy and its TLS.

For the loopback interface only: over plain HTTP, secure cookies would not come back.
"""

from __future__ import annotations

from config.settings.prod import *  # noqa: F403 - a stage is another one and its differences

SECURE_PROXY_SSL_HEADER = None  # type: ignore[assignment]
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = False
SECURE_HSTS_PRELOAD = False
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
CSRF_TRUSTED_ORIGINS = []

# Static files come from where the apps keep them; nothing has to be collected first.
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
