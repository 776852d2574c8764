"""Players as everybody may see them."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.selectors import player_named
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import matches, players
from api.views.endpoint import Endpoint
from games import selectors


class ProfileView(Endpoint):
    """``/players/{name}``."""

    @operation(
        Operation(
            id="get_player",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            answer=players.Profile,
            problems=("no_such_player",),
        )
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """Show a player.

        What everybody may know of them, by their name in whatever case.
        """
        del request
        return wire.private(players.profile(player_named(name)))


class ProfileMatchesView(Endpoint):
    """``/players/{name}/matches``."""

    @operation(
        Operation(
            id="list_matches_of_player",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            query=matches.PublicFilter,
            answer=matches.Matches,
            problems=("no_such_player",),
        )
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """List a player's matches.

        Those they host or play, the newest first, page by page.  Unlisted ones are not among them,
        whoever asks.
        """
        asked = wire.query_of(request, matches.PublicFilter)
        rows = selectors.matches(
            player=player_named(name),
            status=asked.status,
            game=asked.game,
            before=matches.before(asked.cursor),
            limit=asked.limit + 1,
        )
        return wire.private(matches.page(rows, asked.limit))
