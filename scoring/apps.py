"""Django's handle on the app."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What results mean."""

    name = "scoring"
