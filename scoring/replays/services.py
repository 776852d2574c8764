"""Sealing what has ended, and passing replays around."""

from __future__ import annotations

import hashlib
import logging
from uuid import UUID

from django.db import DatabaseError, IntegrityError, transaction

from accounts.models import Player
from games import clock, records
from games.errors import NoSuchSeat
from games.models import Match
from games.records import Record
from scoring.replays import binding
from scoring.replays.errors import NoSuchShare, NotOver, NotYourShare
from scoring.replays.models import ReplayShare, Seal

logger = logging.getLogger(__name__)


def seal(*, match: Match) -> bool:
    """Keep the head and the state's hash of a match that is over; say whether this call did.

    One that its rules cannot read is not sealed, and holds up nothing else: the audit tells.
    """
    if Seal.objects.filter(pk=match.pk).exists():
        return False
    record = records.of(match.pk)
    if not record.match.state:
        return False
    try:
        return seal_record(record)
    except DatabaseError:
        raise
    except Exception as fault:  # noqa: BLE001 - a match is often abandoned because of a fault
        logger.error(  # noqa: TRY400 - a traceback may quote a card
            "match %(match)s cannot be sealed: %(fault)s",
            {"match": match.pk, "fault": type(fault).__name__},
        )
        return False


def seal_record(record: Record) -> bool:
    """Seal a match that is over from its record; a seal that is there stays as it is.

    Raises what `binding.head_of` does.
    """
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
