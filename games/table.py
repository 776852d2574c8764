"""A match as a service holds it: the row, who sits there, the rules and the decoded state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from accounts.models import Player
from games.errors import (
    MatchClosed,
    MatchFrozen,
    MatchOver,
    NoSuchSeat,
    NotStarted,
    NotYourSeat,
    TableError,
)
from games.models import Match, Participant, Status
from games.rules import registry
from games.rules.kernel import Seat, State

NOT_RUNNING: dict[str, type[TableError]] = {
    Status.OPEN: NotStarted,
    Status.FINISHED: MatchOver,
    Status.ABANDONED: MatchClosed,
    Status.FROZEN: MatchFrozen,
}
"""Why a match in this status cannot be played on."""


class Asked(NamedTuple):
    """A question to a bot."""

    seat: Seat
    decision: int


@dataclass(frozen=True)
class Facts:
    """What the world outside has to hear of, when it differs from one ply to the next."""

    match_id: UUID
    ply: int
    status: str
    bell_at: datetime | None
    bots: frozenset[Asked]
    bots_due: Mapping[str, Mapping[str, int]]
    now: datetime
    read_at: float = field(default_factory=monotonic, compare=False)
    """When `now` was read, in seconds of this process's monotonic clock."""


@dataclass
class Table:
    """One match.  Only while its row lock is held (see `games.store`) may it be changed."""

    match: Match
    participants: list[Participant]
    state: State | None
    now: datetime
    """The time (UTC) at which the lock was taken; what is late is late by it."""
    held: bool = False
    """Whether the lock is held."""
    read_at: float = field(default_factory=monotonic)
    """When `now` was read, in seconds of this process's monotonic clock."""

    @cached_property
    def rules(self) -> registry.AnyGame:
        """The game under this table's options."""
        match = self.match
        return registry.game(match.game, match.options, match.rules_version)

    def running(self) -> State:
        """Return the state.  Raises the `TableError` that says why nobody can play now."""
        if refusal := NOT_RUNNING.get(self.match.status):
            raise refusal
        if self.state is None:
            raise NotStarted
        return self.state

    def overdue(self) -> bool:
        """Say whether a bell should have rung by now."""
        return self.match.deadline_at is not None and self.match.deadline_at <= self.now

    def held_by(self, player: Player) -> Participant:
        """Return where this player sits.  Raises `NotYourSeat`."""
        for participant in self.participants:
            if participant.player_id == player.pk:
                return participant
        raise NotYourSeat

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return where this player sits; None: nowhere, a spectator."""
        for participant in self.participants:
            if player is not None and participant.player_id == player.pk:
                return participant.seat
        return None

    def at(self, seat: Seat) -> Participant:
        """Return who sits there.  Raises `NoSuchSeat`."""
        for participant in self.participants:
            if participant.seat == seat:
                return participant
        raise NoSuchSeat(seat)

    def free(self) -> list[Seat]:
        """Return the seats nobody sits in, lowest first."""
        taken = {participant.seat for participant in self.participants}
        return [seat for seat in range(self.match.seats) if seat not in taken]

    def bots_asked(self) -> frozenset[Asked]:
        """Return the questions to bots, those among them that may go unanswered."""
        if self.state is None:
            return frozenset()
        return self._bots_among(*self.state.to_act, *self.state.invited)

    def bots_waited_for(self) -> frozenset[Asked]:
        """Return the questions without whose answer the match does not go on."""
        return frozenset() if self.state is None else self._bots_among(*self.state.to_act)

    def _bots_among(self, *seats: Seat) -> frozenset[Asked]:
        if self.state is None or self.match.status != Status.RUNNING:
            return frozenset()
        questions = self.state.questions
        bots = {participant.seat for participant in self.participants if participant.played_by}
        return frozenset(Asked(seat, questions[seat]) for seat in seats if seat in bots)

    def watched(self) -> bool:
        """Say whether a person plays here (absent ones with a stand-in do not count)."""
        return any(not participant.played_by for participant in self.participants)

    def facts(self) -> Facts:
        """Return what `games.dispatch` compares."""
        match = self.match
        return Facts(
            match_id=match.pk,
            ply=match.ply,
            status=match.status,
            bell_at=match.bell_at,
            bots=self.bots_asked(),
            bots_due=match.bots_due,
            now=self.now,
            read_at=self.read_at,
        )
