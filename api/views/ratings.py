"""How good players and bots are."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.selectors import player_named
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import ratings as out
from api.views.endpoint import Endpoint
from games.ai import bots
from games.rules import registry
from scoring.ratings import charts, selectors

SVG: Final = "image/svg+xml"
PICTURE_SECONDS: Final = 60


class SvgRenderer(wire.WireRenderer):
    """Stands in the negotiation for pictures."""

    media_type = SVG
    format = "svg"


class RatingsView(Endpoint):
    """``/players/{name}/ratings``."""

    @operation(
        Operation(
            id="list_ratings_of_player",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            answer=out.PlayerRatings,
            problems=("no_such_player",),
        )
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """Show a player's ratings.

        One for each game in which a rated match of theirs was played to its end, with what the
        newest matches did to it: the points of a chart.  People and bots are rated on one scale.
        """
        del request
        player = player_named(name)
        return wire.private(out.ratings_of(player.name, selectors.of_player(player=player)))


class RatingHistoryView(Endpoint):
    """``/players/{name}/ratings/{game}``."""

    @operation(
        Operation(
            id="list_rating_history",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            query=out.HistoryFilter,
            answer=out.RatingHistory,
            problems=("no_such_player", "no_such_game"),
        )
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """List what every match did to a player's rating.

        The newest first, page by page, to the first match that counted.
        """
        asked, player = wire.query_of(request, out.HistoryFilter), player_named(name)
        rules = registry.kind(game)
        page = selectors.history_page(
            player=player, game=rules.name, mark=out.mark(asked.cursor), limit=asked.limit
        )
        return wire.private(out.history_of(player.name, rules.name, page))


class RatingPictureView(Endpoint):
    """``/players/{name}/ratings/{game}.svg``."""

    renderer_classes = [SvgRenderer, wire.WireRenderer]

    @operation(
        Operation(
            id="draw_rating_of_player",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            also_as=(SVG,),
            headers=("ETag", "Cache-Control"),
            conditional=True,
            problems=("no_such_player", "no_such_game"),
        )
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Draw a player's rating.

        The newest matches as a line, for an `img`: no script in it, nothing to fetch.  Before the
        first match that counts it is an empty picture.
        """
        player, title = player_named(name), registry.kind(game).title
        standing = selectors.of_player_in(player=player, game=game)
        history = [(point.at, point.after) for point in standing.history] if standing else []
        picture = charts.of_history(f"{player.name} in {title}", history).encode()
        return wire.picture(request, picture, content_type=SVG, seconds=PICTURE_SECONDS)


class BotsView(Endpoint):
    """``/games/{game}/bots``."""

    @operation(
        Operation(
            id="list_bots",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=out.BotRatings,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """List a game's bots.

        Every level that can be given a seat, with its rating on the scale of players'.  Bots stand
        on no leaderboard.
        """
        del request
        rules = registry.kind(game)
        rows = selectors.of_bots(game=rules.name)
        return wire.private(out.bots_of(rules.name, bots.LEVELS, rows))
