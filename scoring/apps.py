"""Django's handle on the app."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What results mean."""

    name = "scoring"

    def ready(self) -> None:
        """Hear what happens to players."""
        from scoring.leaderboards import following  # noqa: PLC0415 - models are loaded by now

        following.listen()
