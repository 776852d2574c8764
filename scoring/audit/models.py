"""Which matches that are over were played again, and what came of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models import Match


class Verdict(models.TextChoices):
    """What an audit found."""

    WAITING = "waiting"
    SAME = "same"
    DIFFERS = "differs"


class Audit(models.Model):
    """One match that is over and its audit: on which rules, when, what differs.

    `claim` is whose work it is: who claims a row first plays the match again, nobody else.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="audit")
    game = models.CharField(max_length=32)
    rules_version = models.PositiveIntegerField()
    verdict = models.CharField(max_length=8, choices=Verdict, default=Verdict.WAITING)
    plies = models.PositiveIntegerField(default=0)
    """How many were replayed alike."""
    why = models.CharField(max_length=200, blank=True)
    """What differs, without a secret."""
    claim = models.UUIDField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    audited_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-match"]
        indexes: ClassVar = [
            models.Index(
                fields=["match"], name="audit_waiting", condition=Q(verdict=Verdict.WAITING)
            ),
            models.Index(fields=["verdict", "game"], name="audit_verdict"),
        ]

    def __str__(self) -> str:
        return f"audit of {self.match_id}"
