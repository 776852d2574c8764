"""Sealing what has ended, and passing replays around."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
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


def seal(*, matches: Sequence[Match]) -> int:
    """Keep the heads and the states' hashes of matches that are over; return how many were new.

    One that its rules cannot read is not sealed, and holds up nothing else: the audit tells.
    """
    sealed = Seal.objects.filter(pk__in=[match.pk for match in matches])
    there = set(sealed.values_list("pk", flat=True))
    found = [_seal(match.pk) for match in matches if match.pk not in there]
    seals = [each for each in found if each is not None]
    Seal.objects.bulk_create(seals, ignore_conflicts=True)
    return len(seals)


def _seal(match_id: UUID) -> Seal | None:
    record = records.of(match_id)
    if not record.match.state:
        return None
    try:
        return _made_of(record)
    except DatabaseError:
        raise
    except Exception as fault:  # noqa: BLE001 - a match is often abandoned because of a fault
        logger.error(  # noqa: TRY400 - a traceback may quote a card
            "match %(match)s cannot be sealed: %(fault)s",
            {"match": match_id, "fault": type(fault).__name__},
        )
        return None


def seal_record(record: Record) -> None:
    """Seal a match that is over from its record; a seal that is there stays as it is.

    Raises what `binding.head_of` does.
    """
    Seal.objects.bulk_create([_made_of(record)], ignore_conflicts=True)


def _made_of(record: Record) -> Seal:
    state = bytes(record.match.state or b"")
    return Seal(
        pk=record.match.pk,
        plies=record.match.ply,
        head=binding.head_of(record),
        state_hash=hashlib.sha256(state).hexdigest(),
        made_at=clock.now(),
    )


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
