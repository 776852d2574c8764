"""What is asked about players and their sessions."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from accounts.models import Player, Session


def sessions(*, player: Player) -> list[Session]:
    """Return where the player is signed in, the newest first."""
    running = Q(expiry__isnull=True) | Q(expiry__gt=timezone.now())
    return list(Session.objects.filter(running, user=player).order_by("-created", "-id"))
