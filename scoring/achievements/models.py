"""Who has earned what, when, and in which match."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match


class Award(models.Model):
    """A player's achievement.  Derived from the match facts: `recount` makes it anew."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="awards"
    )
    """Null: somebody whose account is gone."""
    game = models.CharField(max_length=32)
    achievement = models.CharField(max_length=32)
    match = models.ForeignKey(Match, models.CASCADE, related_name="awards")
    at = models.DateTimeField()
    """When that match ended."""

    class Meta:
        ordering: ClassVar = ["-at", "game", "achievement"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game", "achievement"],
                name="one_award_of_a_kind",
                condition=Q(player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.achievement}"
