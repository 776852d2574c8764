"""While the cards are out: who gives up a seat, and who comes in for a bot."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import Player
from games import dispatch, store
from games.errors import MatchClosed, MatchOver, NoSuchSeat, NotStarted, NotYourSeat, SeatTaken
from games.models import STAND_IN, Participant, Status
from games.rules.kernel import Seat
from games.table import Facts, Table

_TOO_LATE_OR_EARLY = {
    Status.OPEN: NotStarted,
    Status.FINISHED: MatchOver,
    Status.ABANDONED: MatchClosed,
}


def resign(*, match_id: UUID, player: Player) -> None:
    """Let a bot have this player's seat, for good.  Who did so before may say it again.

    Raises `NoSuchMatch`, `NotYourSeat`, `NotStarted`, `MatchOver`, `MatchClosed`.
    """
    with transaction.atomic():
        table = store.lock(match_id)
        seat = table.seat_of(player)
        if seat is None:
            if store.departed_from(table, player) is None:
                raise NotYourSeat
            return
        if refusal := _TOO_LATE_OR_EARLY.get(Status(table.match.status)):
            raise refusal
        replace(table, table.at(seat))


def replace(table: Table, participant: Participant) -> None:
    """Put a bot in the place of a player of a match that has started."""
    before = table.facts()
    store.hand_to_bot(table, participant, STAND_IN)
    _tell(table, before)


def take_over(table: Table, player: Player, seat: Seat | None) -> Participant:
    """Let a player who has no seat here have a bot's, by default the lowest of them.

    Whoever gave up a seat knows its secrets: they may come back to it, and to no other.

    Raises `NoSuchSeat`, `SeatTaken`.
    """
    left = store.departed_from(table, player)
    free = [
        other.seat
        for other in table.participants
        if other.player_id is None and left in (None, other.seat)
    ]
    if seat is not None and not 0 <= seat < table.match.seats:
        raise NoSuchSeat(seat, "/seat")
    if not free or seat not in (None, *free):
        raise SeatTaken(free, "" if seat is None else "/seat")
    before = table.facts()
    participant = table.at(free[0] if seat is None else seat)
    store.take_from_bot(table, participant, player)
    _tell(table, before)
    return participant


def _tell(table: Table, before: Facts) -> None:
    dispatch.header_changed(table.match.pk)
    dispatch.after_ply(before, table.facts())
