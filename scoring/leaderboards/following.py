"""What `accounts` does to a player, heard here: it must not know that there are boards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_save, pre_delete

from accounts.models import Player
from scoring.leaderboards import services

CONCERNING = {"country", "is_active"}
"""What boards say of a player, or go by."""


def listen() -> None:
    """Hear of every player who is saved or deleted, in the transaction in which they are."""
    post_save.connect(_saved, sender=Player, dispatch_uid="leaderboards.saved")
    pre_delete.connect(_deleted, sender=Player, dispatch_uid="leaderboards.deleted")


def _saved(
    sender: type[Model],
    instance: Player,
    created: bool,
    update_fields: Collection[str] | None,
    **_: Any,
) -> None:
    del sender
    if not created and (update_fields is None or CONCERNING & {*update_fields}):
        services.follow(player=instance)


def _deleted(sender: type[Model], instance: Player, **_: Any) -> None:
    del sender
    services.forget(player=instance)
