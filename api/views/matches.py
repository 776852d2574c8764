"""Tables: set them, find them, call them off, start them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from accounts.models import Player
from api import wire
from api.idempotency import once
from api.operation import Access, Operation, Tag, operation
from api.serializers import matches as out
from api.strict_json import Malformed
from api.views.endpoint import Endpoint
from games import selectors
from games.services import lobby


class MatchesView(Endpoint):
    """``/matches``."""

    @operation(
        Operation(
            id="list_matches",
            tag=Tag.TABLES,
            access=Access.ANYONE,
            query=out.MatchFilter,
            answer=out.Matches,
            problems=("token_missing",),
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """List matches.

        The newest first, page by page; unlisted ones only among `mine`.
        """
        asked = wire.query_of(request, out.MatchFilter)
        rows = selectors.matches(
            status=asked.status,
            game=asked.game,
            mine=_me(request) if asked.mine else None,
            before=out.before(asked.cursor),
            limit=asked.limit + 1,
        )
        return wire.private(out.page(rows, asked.limit))

    @operation(
        Operation(
            id="create_match",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            body=out.NewMatch,
            example={
                "game": {"type": "work_the_strip", "rounds": 2},
                "seats": 3,
                "bots": [{"seat": 1, "level": "greedy"}, {"seat": 2, "level": "random"}],
                "start": True,
            },
            answer=out.Match,
            status=201,
            headers=("Location",),
            keyed=True,
            problems=(
                "unknown_game",
                "bad_options",
                "bad_seat_count",
                "unknown_level",
                "no_such_seat",
                "seat_taken",
                "seats_not_filled",
                "too_many_open_matches",
            ),
        )
    )
    def post(self, request: Request) -> HttpResponse:
        """Set a table.

        I am the host, and sit in seat 0 unless `sit` is false.  With every seat taken by bots and
        `start: true` the cards are dealt at once: a practice match in one call.
        """
        host, _ = wire.signed_in(request)
        new = wire.body_of(request, out.NewMatch)
        game = _game_type(new)

        def create() -> HttpResponse:
            row = lobby.create(
                host=host,
                game=game,
                options=new.game,
                seats=new.seats,
                sit=new.sit,
                bots=[lobby.BotSeat(bot.seat, bot.level) for bot in new.bots],
                start=new.start,
                visibility=new.visibility,
                rated=new.rated,
                takeover=new.takeover,
                nonce=new.nonce,
            )
            found = selectors.match(match_id=row.pk, viewer=host)
            return wire.created(out.match(found), location=f"{request.path}/{row.pk}")

        return once(request, create)


class MatchView(Endpoint):
    """``/matches/{match_id}``."""

    @operation(
        Operation(
            id="get_match",
            tag=Tag.TABLES,
            access=Access.ANYONE,
            answer=out.Match,
            headers=("ETag", "Cache-Control"),
            conditional=True,
            problems=("no_such_match",),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Show a match.

        Its public side: who sits where, how far it is, how it ended.
        """
        found = selectors.match(match_id=match_id, viewer=wire.player_in(request))
        shown = wire.private(out.match(found))
        return wire.tagged(request, shown, wire.tag_of(shown.content))

    @operation(
        Operation(
            id="cancel_match",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            status=204,
            problems=("no_such_match", "not_host", "already_started"),
        )
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Call a match off.

        The host, while it is open.
        """
        player, _ = wire.signed_in(request)
        lobby.cancel(match_id=match_id, player=player)
        return wire.nothing()


class StartView(Endpoint):
    """``/matches/{match_id}/start``."""

    @operation(
        Operation(
            id="start_match",
            tag=Tag.TABLES,
            access=Access.PLAYER,
            body=out.Nothing,
            body_required=False,
            answer=out.Match,
            keyed=True,
            problems=("no_such_match", "not_host", "match_abandoned", "seats_not_filled"),
        )
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Start a match.

        The host, once every seat is taken.  Starting it again changes nothing.
        """
        player, _ = wire.signed_in(request)
        wire.body_of(request, out.Nothing)

        def start() -> HttpResponse:
            lobby.start(match_id=match_id, player=player)
            return wire.answer(out.match(selectors.match(match_id=match_id, viewer=player)))

        return once(request, start)


def _me(request: Request) -> Player:
    player = wire.player_in(request)
    if player is None:
        raise NotAuthenticated
    return player


def _game_type(new: out.NewMatch) -> str:
    """Return the wire name of the game.  Raises `Malformed`."""
    name = new.game.get("type")
    if name is None:
        raise Malformed("Which game?", "/game/type", code="missing_field")
    if not isinstance(name, str):
        raise Malformed("Expected a game's name.", "/game/type", code="wrong_type")
    return name
