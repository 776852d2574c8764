"""The player who asks."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from accounts import services
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import matches, players
from api.views.endpoint import Endpoint
from games import selectors


class MeView(Endpoint):
    """``/me``."""

    @operation(Operation(id="get_me", tag=Tag.PLAYERS, access=Access.PLAYER, answer=players.Player))
    def get(self, request: Request) -> HttpResponse:
        """Show me.

        Who the token belongs to.
        """
        player, _ = wire.signed_in(request)
        return wire.private(players.player(player))

    @operation(
        Operation(
            id="rename_me",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            body=players.NewName,
            example={"name": "Sequined Maverick"},
            answer=players.Player,
            problems=("bad_name", "name_taken"),
        )
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change my name.

        Everybody sees the new one at once, also at tables I sit at.
        """
        player, _ = wire.signed_in(request)
        wanted = wire.body_of(request, players.NewName)
        return wire.private(players.player(services.rename(player=player, name=wanted.name)))


class QuestionsView(Endpoint):
    """``/me/questions``."""

    @operation(
        Operation(
            id="list_my_questions",
            tag=Tag.PLAY,
            access=Access.PLAYER,
            answer=matches.Questions,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """List what waits for me.

        One line per running match in which my seat is asked, the most urgent first.
        """
        player, _ = wire.signed_in(request)
        waiting = selectors.questions(player=player)
        return wire.private(matches.Questions(questions=[matches.question(q) for q in waiting]))
