"""Django's handle on the app."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches: who plays what with whom, ply by ply."""

    name = "games"
