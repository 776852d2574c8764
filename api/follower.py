"""What one client knows of one match, and what it has to be told to catch up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from accounts.models import Player
from api.frames import (
    MOST_RESUMED_PLIES,
    AnyServerFrame,
    PositionFrame,
    Resume,
    Resumed,
    ResumedFrame,
    Resync,
    ResyncFrame,
)
from api.hub import News, ply_frame, position_frame
from games import selectors
from games.errors import NotStarted
from games.rules.kernel import Seat
from games.selectors import Position, Pulse

Frames = list[AnyServerFrame]
Reason = Literal["epoch_changed", "too_old", "ahead"]


@dataclass
class Follower:
    """One player following one match; `told` is the newest it was told.

    Most of it reads the database and is called in one of its threads, by one at a time.  The
    position is read before the plies: of those the ones up to its ply are told, so that it is
    captured at exactly the last of them, and what happened since comes with the next nudge.
    """

    match_id: UUID
    player: Player
    told: Pulse | None = None
    """None: the match has not started, and the client knows no position."""
    seat: Seat | None = None
    """Where the player sat by then."""

    @property
    def ply(self) -> int:
        """Return the newest ply the client has; 0 if none."""
        return self.told.ply if self.told else 0

    def begin(self, resume: Resume | None = None) -> Frames:
        """Return the answer to ``follow``.  Called after subscribing.  Raises `NoSuchMatch`."""
        position = self._position()
        if position is None:
            row = selectors.match(match_id=self.match_id, viewer=self.player)
            self.seat = selectors.seat_of(row, self.player)
            return []
        if resume is None:
            return [self._told(position)]
        if reason := _no_resume(resume, position):
            return [self._resync(reason), self._told(position)]
        resumed = Resumed(match=self.match_id, from_=resume.ply, to=position.ply)
        return [ResumedFrame(d=resumed), *self._plies(resume.ply, position), self._told(position)]

    def catch_up(self) -> Frames:
        """Return what happened since, then the newest position; nothing if nothing happened.

        A match that was stopped and a seat that changed hands, without a ply, are told of by the
        position.
        """
        position = self._position()
        if position is None or (_pulse(position), position.seat) == (self.told, self.seat):
            return []
        known = Resume(epoch=self.told.epoch if self.told else position.epoch, ply=self.ply)
        if reason := _no_resume(known, position):
            return [self._resync(reason), self._told(position)]
        return [*self._plies(known.ply, position), self._told(position)]

    def lags(self, pulse: Pulse) -> bool:
        """Say whether a lost nudge would have told of this pulse; an old one tells nothing."""
        told = self.told
        return (
            told is None or pulse.epoch != told.epoch or (pulse.ply >= told.ply and pulse != told)
        )

    def take(self, batch: Sequence[News | None]) -> list[str] | None:
        """Return what the client is sent of this news: each ply, then the newest position.

        Nothing if it is old; None if something is missing, so that `catch_up` has to look for it.
        Asks nobody, and may be called in the loop.
        """
        told, seat, plies, position = self.told, self.seat, list[str](), list[str]()
        for news in batch:
            if news is None or told is None or news.pulse.epoch != told.epoch:
                return None
            if news.pulse.ply <= told.ply:
                continue
            texts = news.texts.get(self.player.pk)
            if texts is None or news.pulse.ply != told.ply + 1:
                return None
            plies.append(texts.ply)
            told, seat, position = news.pulse, texts.seat, [texts.position]
        self.told, self.seat = told, seat
        return plies + position

    def _position(self) -> Position | None:
        """Return the position, None while the match is open; rings what is due."""
        try:
            return selectors.position(match_id=self.match_id, player=self.player)
        except NotStarted:
            return None

    def _plies(self, after: int, position: Position) -> Frames:
        """Return the plies after `after` up to the position's."""
        seen = selectors.plies_since(
            match_id=self.match_id, player=self.player, after=after, limit=MOST_RESUMED_PLIES
        )
        return [
            ply_frame(self.match_id, position.epoch, ply)
            for ply in seen
            if ply.number <= position.ply
        ]

    def _told(self, position: Position) -> PositionFrame:
        """Return the position as a frame, and remember that the client has it."""
        self.told, self.seat = _pulse(position), position.seat
        return position_frame(self.match_id, position)

    def _resync(self, reason: Reason) -> ResyncFrame:
        return ResyncFrame(d=Resync(match=self.match_id, reason=reason))


def _pulse(position: Position) -> Pulse:
    return Pulse(position.epoch, position.ply, position.match.status)


def _no_resume(known: Resume, position: Position) -> Reason | None:
    """Return why a client that knows this much cannot go on from there, or None if it can."""
    if known.epoch != position.epoch:
        return "epoch_changed"
    if known.ply > position.ply:
        return "ahead"
    if position.ply - known.ply > MOST_RESUMED_PLIES:
        return "too_old"
    return None
