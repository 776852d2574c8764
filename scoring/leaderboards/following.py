"""What `accounts` does to a player, heard here: it must not know that there are boards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Model
from django.db.models.signals import post_save, pre_delete, pre_save

from accounts.models import Player
from scoring.leaderboards import services

CONCERNING = {"country", "is_active"}
"""What boards say of a player, or go by."""


def listen() -> None:
    """Hear of every player who is saved or deleted, in the transaction in which they are."""
    pre_save.connect(_about_to_be_saved, sender=Player, dispatch_uid="leaderboards.before")
    post_save.connect(_saved, sender=Player, dispatch_uid="leaderboards.saved")
    pre_delete.connect(_deleted, sender=Player, dispatch_uid="leaderboards.deleted")


def _about_to_be_saved(
    sender: type[Model], instance: Player, update_fields: Collection[str] | None, **_: Any
) -> None:
    """Take the locks of the games before that of the player's row, as whoever rates does.

    Outside of a transaction the row is free again by the time the boards follow.
    """
    del sender
    known = not instance._state.adding  # noqa: SLF001 - public
    if known and _concerns(update_fields) and connection.in_atomic_block:
        services.hold_all()


def _saved(
    sender: type[Model],
    instance: Player,
    created: bool,
    update_fields: Collection[str] | None,
    **_: Any,
) -> None:
    del sender
    if not created and _concerns(update_fields):
        services.follow(player=instance)


def _concerns(update_fields: Collection[str] | None) -> bool:
    return update_fields is None or bool(CONCERNING & {*update_fields})


def _deleted(sender: type[Model], instance: Player, **_: Any) -> None:
    del sender
    services.forget(player=instance)
