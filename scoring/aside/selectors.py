"""Which matches were set aside."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from scoring.aside.models import SetAside


def set_aside(*, game: str | None = None) -> list[SetAside]:
    """Return what was set aside, of one game or of all, in the order in which matches were over."""
    rows = SetAside.objects.order_by("game", "match__finished_at", "match")
    return list(rows if game is None else rows.filter(game=game))


def among(match_ids: Collection[UUID]) -> set[UUID]:
    """Return which of these matches were set aside."""
    rows = SetAside.objects.filter(match__in=match_ids)
    return set(rows.values_list("match", flat=True))
