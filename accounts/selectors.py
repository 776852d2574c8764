"""What is asked about players and their sessions."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.errors import (
    AccountError,
    NoSuchPlayer,
    PlayerBanned,
    TokenExpired,
    TokenInvalid,
)
from accounts.models import Friendship, Player, Session


def sessions(*, player: Player) -> list[Session]:
    """Return where the player is signed in, the newest first."""
    running = Q(expiry__isnull=True) | Q(expiry__gt=timezone.now())
    return list(Session.objects.filter(running, user=player).order_by("-created", "-id"))


def player_named(name: str) -> Player:
    """Return who goes by this name, in whatever letters' case.  Raises `NoSuchPlayer`.

    Somebody who was shut out is not there.
    """
    players = Player.objects.annotate(lower_name=Lower("name")).filter(is_active=True)
    found = None if "\0" in name else players.filter(lower_name=name.lower()).first()
    if found is None:
        raise NoSuchPlayer
    return found


def ended_sessions(*, session_ids: Collection[UUID]) -> list[UUID]:
    """Return which of these sessions were ended, have expired, or belong to somebody shut out."""
    running = Q(expiry__isnull=True) | Q(expiry__gt=timezone.now())
    rows = Session.objects.filter(running, pk__in=session_ids, user__is_active=True)
    holding = set(rows.values_list("pk", flat=True))
    return [session_id for session_id in session_ids if session_id not in holding]


def why_ended(*, session_id: UUID) -> AccountError | None:
    """Return why this session no longer holds; None: it does."""
    session = Session.objects.select_related("user").filter(pk=session_id).first()
    if session is None:
        return TokenInvalid()
    if not session.user.is_active:
        return PlayerBanned()
    ended = session.expiry is not None and session.expiry <= timezone.now()
    return TokenExpired() if ended else None


def friends(*, player: Player) -> list[Friendship]:
    """Return whom the player counts among their friends, by name; nobody who was shut out."""
    rows = Friendship.objects.filter(player=player, friend__is_active=True)
    return list(rows.select_related("friend").order_by(Lower("friend__name")))


def friend_ids(*, player: Player) -> set[UUID]:
    """Return the ids of whom the player counts among their friends."""
    rows = Friendship.objects.filter(player=player, friend__is_active=True)
    return set(rows.values_list("friend", flat=True))
