"""The whole record of a match: its plies with everything in them, its seed and its nonces.

Secrets, all of it, until the match is over (`Record.over`): for replays, proofs of fairness and
audits, which say nothing of it before.

Errors: `NoSuchMatch`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from games import replay, store
from games.errors import NoSuchMatch
from games.models import Match, Participant, Ply, Status
from games.replay import Again, Move
from games.rules import registry

OVER = (Status.FINISHED, Status.ABANDONED)
"""Nothing will be played any more: nothing of it is a secret."""


@dataclass(frozen=True)
class Record:
    """One match as it was written."""

    match: Match
    plies: list[Ply]
    participants: list[Participant]

    @cached_property
    def rules(self) -> registry.AnyGame:
        """The game as it was played: its options, its version of the rules."""
        match = self.match
        return registry.game(match.game, match.options, match.rules_version)

    @property
    def over(self) -> bool:
        """Whether nothing of it is a secret any more."""
        return self.match.status in OVER and self.match.state is not None

    @property
    def key(self) -> str:
        """The key (hex) of its random streams."""
        return store.key_of(self.match)

    @property
    def moves(self) -> list[Move]:
        """Its plies, ready to be played again."""
        return [Move(ply.number, ply.seat, ply.action, ply.timer_id) for ply in self.plies]


@dataclass(frozen=True)
class ReplayReport:
    """Whether a match, played again from its seed and its plies, comes out the same."""

    same: bool
    plies: int
    """How many were replayed alike."""
    why: str = ""
    state_hash: str = field(default="", compare=False)
    """SHA-256 (hex) of the state's bytes it came to; empty if it stopped before."""


def of(match_id: UUID) -> Record:
    """Return the record of a match, up to the ply it stands at.  Raises `NoSuchMatch`."""
    match = Match.with_secrets.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    plies = Ply.objects.filter(match_id=match_id, number__lte=match.ply).order_by("number")
    seated = Participant.objects.filter(match_id=match_id).select_related("player")
    return Record(match, list(plies), list(seated.order_by("seat")))


def check(record: Record) -> ReplayReport:
    """Play the match again, and compare every event and, at the end, the state's bytes.

    What it finds out is said without a secret.
    """
    match, done = record.match, 0
    try:
        tables = replay.again(record.rules, match.seats, record.key, record.moves)
        last = next(tables)
        for ply, last in zip(record.plies, tables, strict=True):
            if not replay.same_data(last.events, ply.events):
                return ReplayReport(False, done, f"ply {ply.number}: other events")
            done = ply.number
    except Exception as fault:  # noqa: BLE001 - what it raises is the finding
        return ReplayReport(False, done, f"ply {done + 1}: {type(fault).__name__}")
    return _compared(record, last)


def _compared(record: Record, last: Again) -> ReplayReport:
    if last.number != record.match.ply:
        return ReplayReport(False, last.number, f"{record.match.ply - last.number} plies missing")
    data = registry.encode_state(last.state)
    came_to = hashlib.sha256(data).hexdigest()
    if data != bytes(record.match.state or b""):
        why = "the same plies, another state"
        return ReplayReport(False, last.number, why, came_to)
    return ReplayReport(True, last.number, "", came_to)
