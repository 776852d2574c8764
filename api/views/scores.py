"""What results mean: score sheets, statistics as data and as a picture, achievements."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.selectors import player_named
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import scores as out
from api.views.endpoint import Endpoint
from games.rules import registry
from scoring.achievements.achievement import achievements_of
from scoring.achievements.selectors import held_by
from scoring.sheets import selectors as sheets
from scoring.statistics import selectors as statistics
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.pictures import picture

PICTURE_SECONDS = 300
SAFE = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture fetches nothing and runs nothing, whoever opens it."""


class ScoresView(Endpoint):
    """``/matches/{match_id}/scores``."""

    @operation(
        Operation(
            id="get_scores",
            tag=Tag.PLAY,
            access=Access.ANYONE,
            answer=out.MatchScores,
            problems=("no_such_match",),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Show the score sheets.

        Every finished round, and in it every line of every side: what, how many, what that is worth
        and which rule says so.  Where money is secret (Lap Dance) you see your own sheets alone
        until the match is over.
        """
        match, found = sheets.scores(match_id=match_id, viewer=wire.player_in(request))
        return wire.private(out.scores(match, found))


class StatisticsView(Endpoint):
    """``/players/{name}/statistics``."""

    @operation(
        Operation(
            id="list_statistics",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            answer=out.Statistics,
            problems=("no_such_player",),
        )
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """Show a player's statistics.

        Of every game they have ended a match of.
        """
        player, viewer = player_named(name), wire.player_in(request)
        played = statistics.games_of(player=player)
        records = [
            statistics.statistics(player=player, game=game, viewer=viewer)
            for game in registry.names()
            if game in played
        ]
        return wire.private(out.statistics(player, records))


class GameStatisticsView(Endpoint):
    """``/players/{name}/statistics/{game}``."""

    @operation(
        Operation(
            id="get_statistics",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            answer=out.GameStatistics,
            problems=("no_such_player", "no_such_game"),
        )
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Show a player's statistics in one game.

        How often they win at tables of each size, their scores, and what the game counts.  All
        finished matches count, practice with bots too; those of bots do not.
        """
        player, kind = player_named(name), registry.kind(game)
        viewer = wire.player_in(request)
        found = statistics.statistics(player=player, game=kind.name, viewer=viewer)
        return wire.private(out.game_statistics(found))


class PictureView(Endpoint):
    """``/players/{name}/statistics/{game}.svg``."""

    renderer_classes = [wire.WireRenderer, wire.SvgRenderer]

    @operation(
        Operation(
            id="draw_statistics",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            also_as=("image/svg+xml",),
            headers=("ETag", "Cache-Control"),
            conditional=True,
            problems=("no_such_player", "no_such_game"),
        )
    )
    def get(self, request: Request, name: str, game: str) -> HttpResponse:
        """Draw a player's statistics in one game.

        A picture for a profile page, 1200 by 470, without scripts and without anything to be
        fetched.
        """
        player, kind = player_named(name), registry.kind(game)
        found = statistics.statistics(player=player, game=kind.name, viewer=None)
        drawn = picture(player.name, kind.title, found, statistics_of(kind.name).bars)
        response = HttpResponse(drawn, content_type="image/svg+xml")
        response["Cache-Control"] = f"public, max-age={PICTURE_SECONDS}"
        response["Content-Security-Policy"] = SAFE
        return wire.tagged(request, response, wire.tag_of(drawn))


class AchievementsView(Endpoint):
    """``/games/{game}/achievements``."""

    @operation(
        Operation(
            id="list_achievements",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=out.Achievements,
            headers=("ETag", "Cache-Control"),
            conditional=True,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """List the achievements.

        What there is to achieve in a game, and what it takes.
        """
        kind = registry.kind(game)
        found = out.achievements(kind.name, achievements_of(kind.name))
        return wire.catalogued(request, wire.encoded(found))


class HeldAchievementsView(Endpoint):
    """``/players/{name}/achievements``."""

    @operation(
        Operation(
            id="list_achievements_of_player",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            answer=out.HeldAchievements,
            problems=("no_such_player",),
        )
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """List a player's achievements.

        The newest first, each with the match that earned it.
        """
        player = player_named(name)
        found = held_by(player=player, viewer=wire.player_in(request))
        return wire.private(out.held(player, found))
