"""Django's handle on the app."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"
