"""Who you are: players and the sessions they are signed in with."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

import uuid_utils.compat
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from knox.models import AbstractAuthToken, AuthTokenManager
from knox.settings import CONSTANTS


def new_id() -> UUID:
    """Return a UUIDv7: unique, and sorted by the time it was made."""
    return uuid_utils.compat.uuid7()


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; also what ``createsuperuser`` calls."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> Player:
        """Return a saved player; without a password nobody can sign in by one."""
        player = self.model(name=name, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> Player:
        """Return a saved operator with every right in the admin."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)


class Player(  # type: ignore[django-manager-missing] # knox ships no types
    AbstractBaseUser, PermissionsMixin
):
    """A person at the table: a guest (a token and a name) or registered (name and password)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=32, unique=True)
    email = models.EmailField(blank=True)
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    country = models.CharField(max_length=2, blank=True)
    """ISO 3166-1 alpha-2, as the player says; empty: they do not say."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), name="player_name_unique_without_case"),
        ]

    def __str__(self) -> str:
        return self.name


class Friendship(models.Model):
    """Whom a player counts among their friends.  One-sided, and nobody else's business."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="friendships", db_index=False)
    friend = models.ForeignKey(Player, models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "friend"], name="friends_once"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("friend")), name="no_friend_of_oneself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} likes {self.friend_id}"


class Session(AbstractAuthToken):  # type: ignore[misc] # knox ships no types
    """One signed-in device: an opaque token, of which only a hash is kept.  Expiry slides."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    digest = models.CharField(max_length=CONSTANTS.DIGEST_LENGTH, unique=True, editable=False)
    device = models.CharField(max_length=64, blank=True)

    objects: ClassVar[Any] = AuthTokenManager()

    created: datetime
    expiry: datetime | None

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return f"session {self.id}"


class Purpose(models.TextChoices):
    """What a ticket opens."""

    SOCKET = "socket"
    STREAM = "stream"


class SocketTicket(models.Model):
    """A token's stand-in where a secret may be seen: good once, for a moment, for one purpose.

    Only a hash is kept.  It is worth nothing without its session, and is deleted when it is used.
    """

    digest = models.CharField(max_length=64, primary_key=True, editable=False)
    session = models.ForeignKey(
        Session,
        # A session is signed out by one statement; nobody waits for tickets that die in a moment.
        models.DO_NOTHING,
        db_constraint=False,
        related_name="tickets",
    )
    purpose = models.CharField(max_length=16, choices=Purpose)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"ticket of {self.session_id} for a {self.purpose}"
