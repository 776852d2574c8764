"""Sealing what has ended, and passing replays around."""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import Player
from games import clock, records
from games.errors import NoSuchSeat
from games.models import Match
from games.records import Record
from scoring.replays import binding
from scoring.replays.errors import NoSuchShare, NotOver, NotYourShare
from scoring.replays.models import ReplayShare, Seal


def seal(*, match: Match) -> bool:
    """Keep the head and the state's hash of a match that is over; say whether this call did."""
    if Seal.objects.filter(pk=match.pk).exists():
        return False
    return seal_record(records.of(match.pk))


def seal_record(record: Record) -> bool:
    """Seal a match that is over from its record; a seal that is there stays as it is."""
    state = bytes(record.match.state or b"")
    _, made = Seal.objects.get_or_create(
        pk=record.match.pk,
        defaults={
            "plies": record.match.ply,
            "head": binding.head_of(record),
            "state_hash": hashlib.sha256(state).hexdigest(),
            "made_at": clock.now(),
        },
    )
    return made


def share(*, match_id: UUID, player: Player, seat: int | None = None) -> ReplayShare:
    """Make a link to the replay through the eyes of `seat` (None: all open).

    Made again it is the same link.  Raises `NoSuchMatch`, `NotOver`, `NoSuchSeat`.
    """
    record = records.of(match_id)
    if not record.over:
        raise NotOver
    if seat is not None and not 0 <= seat < record.match.seats:
        raise NoSuchSeat(seat, "/seat")
    mine = ReplayShare.objects.filter(match_id=match_id, made_by=player, seat=seat, revoked_at=None)
    try:
        with transaction.atomic():
            return mine.first() or ReplayShare.objects.create(
                match_id=match_id, made_by=player, seat=seat, made_at=clock.now()
            )
    except IntegrityError:  # the same request was faster
        return mine.get()


def revoke(*, token: str, player: Player) -> None:
    """Take a link back: who made it.  A repeat changes nothing.

    Raises `NoSuchShare`, `NotYourShare`.
    """
    found = ReplayShare.objects.filter(token=token).first()
    if found is None:
        raise NoSuchShare
    if found.made_by_id != player.pk:
        raise NotYourShare
    ReplayShare.objects.filter(token=token, revoked_at=None).update(revoked_at=clock.now())
