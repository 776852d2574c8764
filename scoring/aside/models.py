"""Matches whose results do not count, because dealing with them raised: why, and since when."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models import Match


class SetAside(models.Model):
    """A finished match that could not be dealt with, and that nobody waits for any more.

    The row goes when the match counts after all.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="set_aside")
    game = models.CharField(max_length=32)
    why = models.CharField(max_length=200)
    """The fault of the last try, by its kind and its place in the code: never by its words."""
    set_aside_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=1)
    tried_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "matches set aside"
        ordering: ClassVar = ["game", "set_aside_at", "match"]

    def __str__(self) -> str:
        return f"{self.match_id}, set aside"
