"""Django's handle on the app."""

from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The outside: REST and sockets."""

    name = "api"
