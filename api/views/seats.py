"""Seats: take one, give one up, put a bot in one."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models import Player
from api import wire
from api.idempotency import once
from api.operation import Access, Operation, Tag, operation
from api.serializers import matches as out
from api.views.endpoint import Endpoint
from games import selectors
from games.services import lobby, succession

CREATED = 201


class SeatsView(Endpoint):
    """``/matches/{match_id}/seats``."""

    @operation(
        Operation(
            id="take_seat",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            body=out.NewSeat,
            body_required=False,
            example={"seat": 2, "nonce": "seven-come-eleven"},
            answer=out.Seated,
            status=CREATED,
            keyed=True,
            problems=(
                "no_such_match",
                "no_such_seat",
                "seat_taken",
                "already_seated",
                "already_started",
                "match_abandoned",
                "too_many_open_matches",
            ),
        )
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Take a seat.

        The one asked for, or the lowest free one.  Who is late gets `seat_taken` and the seats
        that are left.  While a match is running, and its `takeover` is true, the free seats are
        those of bots; whoever gave one up may come back to that one only.
        """
        player, _ = wire.signed_in(request)
        wanted = wire.body_of(request, out.NewSeat)

        def join() -> HttpResponse:
            taken = lobby.join(
                match_id=match_id, player=player, seat=wanted.seat, nonce=wanted.nonce
            )
            return _seated(taken.seat, match_id, player)

        return once(request, join)


class SeatView(Endpoint):
    """``/matches/{match_id}/seats/{seat}``."""

    @operation(
        Operation(
            id="leave_seat",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            status=204,
            problems=(
                "no_such_match",
                "no_such_seat",
                "not_host",
                "not_your_seat",
                "match_over",
                "match_abandoned",
            ),
        )
    )
    def delete(self, request: Request, match_id: UUID, seat: int) -> HttpResponse:
        """Leave a seat.

        My own; a bot takes over if the match is running.  While it is open the host may also show
        somebody else the door.
        """
        player, _ = wire.signed_in(request)
        lobby.leave(match_id=match_id, player=player, seat=seat)
        return wire.nothing()


class BotView(Endpoint):
    """``/matches/{match_id}/seats/{seat}/bot``."""

    @operation(
        Operation(
            id="add_bot",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            body=out.NewBot,
            example={"level": "greedy"},
            answer=out.Seated,
            status=CREATED,
            keyed=True,
            problems=(
                "no_such_match",
                "no_such_seat",
                "not_host",
                "seat_taken",
                "unknown_level",
                "already_started",
                "match_abandoned",
            ),
        )
    )
    def post(self, request: Request, match_id: UUID, seat: int) -> HttpResponse:
        """Put a bot in a seat.

        The host, while the match is open.
        """
        player, _ = wire.signed_in(request)
        bot = wire.body_of(request, out.NewBot)

        def add() -> HttpResponse:
            lobby.add_bot(match_id=match_id, player=player, seat=seat, level=bot.level)
            return _seated(seat, match_id, player)

        return once(request, add)


class ResignView(Endpoint):
    """``/matches/{match_id}/resign``."""

    @operation(
        Operation(
            id="resign",
            tag=Tag.PLAY,
            access=Access.PLAYER,
            body=out.Nothing,
            body_required=False,
            answer=out.Match,
            keyed=True,
            problems=(
                "no_such_match",
                "not_your_seat",
                "not_started",
                "match_over",
                "match_abandoned",
            ),
        )
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Resign.

        A bot has my seat for good, and plays on from where I stood.  Resigning again changes
        nothing.
        """
        player, _ = wire.signed_in(request)
        wire.body_of(request, out.Nothing)

        def resign() -> HttpResponse:
            succession.resign(match_id=match_id, player=player)
            return wire.answer(out.match(selectors.match(match_id=match_id, viewer=player)))

        return once(request, resign)


def _seated(seat: int, match_id: UUID, player: Player) -> HttpResponse:
    found = selectors.match(match_id=match_id, viewer=player)
    return wire.answer(out.Seated(seat=seat, match=out.match(found)), status=CREATED)
