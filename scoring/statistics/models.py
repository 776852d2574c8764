"""One row for each person in each match: what is counted of it.  All totals are made of these."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match


class MatchFacts(models.Model):
    """What a person did in a match that is over.  Derived: `recount` makes it anew from the log."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="facts")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="match_facts"
    )
    """Null: somebody whose account is gone."""
    stayed = models.BooleanField(default=True)
    """Whether the person was still there at the end; else a bot played on in their name."""
    game = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    winners = models.PositiveSmallIntegerField()
    """How many have the first place."""
    counts = models.JSONField(default=dict)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "match facts"
        ordering: ClassVar = ["-finished_at", "-match"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_row_of_facts_a_seat"),
            models.UniqueConstraint(
                fields=["match", "player"],
                name="one_row_of_facts_a_player",
                condition=Q(player__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["player", "game", "-finished_at", "-match"], name="facts_of_player"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id}"
