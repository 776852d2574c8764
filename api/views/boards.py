"""Who is ahead."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api import wire
from api.operation import Access, Operation, Tag, operation
from api.serializers import boards as out
from api.strict_json import Malformed
from api.views.endpoint import Endpoint
from games.rules import registry
from scoring.leaderboards import selectors
from scoring.leaderboards.selectors import ALL_TIME, Asked


class LeaderboardView(Endpoint):
    """``/leaderboards/{game}``."""

    @operation(
        Operation(
            id="get_leaderboard",
            tag=Tag.RESULTS,
            access=Access.ANYONE,
            query=out.BoardFilter,
            answer=out.Leaderboard,
            problems=("no_such_game", "no_such_season", "token_missing"),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Show a leaderboard.

        All-time by rating, a season by its points; best first, page by page.  People only: bots
        play, and are on no board.
        """
        asked, me = wire.query_of(request, out.BoardFilter), wire.player_in(request)
        if me is None and (asked.friends or asked.around):
            raise NotAuthenticated
        if asked.around and asked.cursor:
            raise Malformed(
                "Parameter cursor: the page around me is where it is.",
                code="bad_format",
                params={"parameter": "cursor"},
            )
        page = selectors.page(
            Asked(
                game=registry.kind(game).name,
                season=asked.season or ALL_TIME,
                country=asked.country or "",
                viewer=me,
                friends=asked.friends,
                around=asked.around is not None,
                mark=out.mark(asked.cursor),
                limit=asked.limit,
            )
        )
        return wire.private(out.leaderboard(page))


class SeasonsView(Endpoint):
    """``/leaderboards/{game}/seasons``."""

    @operation(
        Operation(
            id="list_seasons",
            tag=Tag.RESULTS,
            access=Access.ANYONE,
            answer=out.Seasons,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """List the seasons.

        Calendar quarters in which somebody has played, the newest first.
        """
        del request
        rows = selectors.seasons(game=registry.kind(game).name)
        return wire.private(out.seasons(rows))
