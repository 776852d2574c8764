"""What is kept of a match's end, and which replays are passed around."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match
from scoring.replays.files import ALL, Eyes


def new_token() -> str:
    """Return 144 random bits, fit for an address."""
    return secrets.token_urlsafe(18)


class Seal(models.Model):
    """What a match was when it ended: later changes to its rows are noticed by it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="seal")
    plies = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    """Of the hash chain over its story (hexadecimal): `scoring.replays.chain`."""
    state_hash = models.CharField(max_length=64)
    """SHA-256 of the state's bytes (hexadecimal)."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"seal of {self.match_id}"


class ReplayShare(models.Model):
    """A link to a replay of a match that is over: who has it may look, and needs no account."""

    token = models.CharField(max_length=32, primary_key=True, default=new_token, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="shares")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="replay_shares"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    """Through whose eyes; null: all open."""
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-made_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "made_by", "seat"],
                name="one_share_a_seat",
                condition=Q(revoked_at=None, seat__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["match", "made_by"],
                name="one_open_share",
                condition=Q(revoked_at=None, seat=None),
            ),
        ]

    def __str__(self) -> str:
        return f"share of {self.match_id} by {self.made_by_id}"

    @property
    def eyes(self) -> Eyes:
        """Through whose eyes it is told."""
        return ALL if self.seat is None else self.seat
