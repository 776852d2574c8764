"""Looking back at a match, and proving that it was dealt as it was promised."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import Player
from games import records
from games.errors import MatchClosed, NoSuchMatch, NoSuchSeat, NotStarted
from games.models import Match, Participant, Status
from games.records import Record
from scoring.replays import binding
from scoring.replays.errors import NoSuchPly, NoSuchShare, ReplayNotOpen, ShareRevoked
from scoring.replays.files import ALL, SPECTATOR, Eyes, Replay
from scoring.replays.models import ReplayShare, Seal

logger = logging.getLogger(__name__)


class Fairness(NamedTuple):
    """What proves the shuffle: the promise always, what it was about when the match is over.

    `seed` and `key` in hexadecimal digits; `nonces` by seat; `chain`: the head of the hash chain.
    """

    match: UUID
    game: dict[str, Any]
    rules_version: int
    status: str
    commitment: str
    seed: str | None
    nonces: list[str] | None
    key: str | None
    plies: int
    chain: str | None


def replay(
    *,
    match_id: UUID,
    viewer: Player | None,
    seat: int | None = None,
    ply: int | None = None,
    after: int = 0,
) -> Replay:
    """Return a match up to `ply`, without the plies up to `after`.

    When it is over: through the eyes of `seat`, or all open.  Before: what the viewer saw.

    Raises `NoSuchMatch`, `NotStarted`, `MatchClosed`, `ReplayNotOpen`, `NoSuchSeat`, `NoSuchPly`.
    """
    record = _started(match_id)
    return _told(record, _eyes(record, viewer, seat), ply, after)


def shared(*, token: str, ply: int | None = None, after: int = 0) -> Replay:
    """Return the replay that is shared under a token.

    Raises `NoSuchShare`, `ShareRevoked`, `NoSuchPly`.
    """
    found = ReplayShare.objects.filter(token=token).first()
    if found is None:
        raise NoSuchShare
    if found.revoked_at is not None:
        raise ShareRevoked
    return _told(_started(found.match_id), found.eyes, ply, after)


def shares(*, match_id: UUID, player: Player) -> list[ReplayShare]:
    """Return a player's own links to a match, those taken back too.  Raises `NoSuchMatch`."""
    if not Match.objects.filter(pk=match_id).exists():
        raise NoSuchMatch
    return list(ReplayShare.objects.filter(match_id=match_id, made_by=player))


def fairness(*, match_id: UUID) -> Fairness:
    """Return what proves a match's shuffle.  Raises `NoSuchMatch`."""
    record = records.of(match_id)
    return proof(record, head=heads([match_id]).get(match_id))


def proof(record: Record, *, head: str | None) -> Fairness:
    """Return what proves a match's shuffle; `head`: of its chain as it was sealed, if it was."""
    match, over = record.match, record.over
    return Fairness(
        match=match.pk,
        game=binding.game_of(match),
        rules_version=match.rules_version,
        status=str(match.status),
        commitment=match.commitment,
        seed=bytes(match.seed).hex() if over else None,
        nonces=list(match.nonces) if over else None,
        key=record.key if over else None,
        plies=match.ply,
        chain=(head or _head(record)) if over else None,
    )


def _head(record: Record) -> str | None:
    """Return the head of a chain that is not sealed; None: the log cannot be read (audits tell)."""
    try:
        return binding.head_of(record)
    except Exception as fault:  # noqa: BLE001 - the seed is revealed all the same
        logger.error(  # noqa: TRY400 - a traceback may quote a card
            "match %(match)s has no head: %(fault)s",
            {"match": record.match.pk, "fault": type(fault).__name__},
        )
        return None


def heads(match_ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return the heads of the chains of those matches that are sealed, in one query."""
    sealed = Seal.objects.filter(pk__in=list(match_ids))
    return dict(sealed.values_list("pk", "head"))


def _started(match_id: UUID) -> Record:
    record = records.of(match_id)
    if record.match.state is None:
        raise MatchClosed if record.match.status == Status.ABANDONED else NotStarted
    return record


def _eyes(record: Record, viewer: Player | None, seat: int | None) -> Eyes:
    if record.over:
        if seat is not None and not 0 <= seat < record.match.seats:
            raise NoSuchSeat(seat, "/seat")
        return ALL if seat is None else seat
    own = _own_seat(record, viewer)
    if seat is not None and seat != own:
        raise ReplayNotOpen
    return SPECTATOR if own is None else own


def _own_seat(record: Record, viewer: Player | None) -> int | None:
    if viewer is None:
        return None
    rows = Participant.objects.filter(match_id=record.match.pk, player=viewer)
    return rows.values_list("seat", flat=True).first()


class UnplayableLog(RuntimeError):
    """The rules cannot play a stored match: a fault of ours, of which nobody is told the words."""


def _told(record: Record, eyes: Eyes, ply: int | None, after: int) -> Replay:
    last = record.match.ply
    if not (0 <= after <= last and (ply is None or 0 <= ply <= last)):
        raise NoSuchPly(last)
    try:
        return binding.bound(record, eyes, ply=ply, after=after)
    except Exception as fault:  # noqa: BLE001 - what is wrong with a log is for its operators
        raise UnplayableLog(f"{record.match.pk}: {type(fault).__name__}") from None
