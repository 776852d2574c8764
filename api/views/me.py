"""The player who asks."""

from __future__ import annotations

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from accounts import selectors as accounts
from accounts import services
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import matches, players
from api.strict_json import Malformed
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
            example={"name": "Sequined Maverick", "country": "PT"},
            answer=players.Player,
            problems=("bad_name", "bad_country", "name_taken"),
        )
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change my name or country.

        Everybody sees the new name at once, also at tables I sit at.  The country is for
        leaderboards, and on my public profile; nobody has to say.
        """
        player, _ = wire.signed_in(request)
        wanted = wire.body_of(request, players.NewName)
        if wanted == players.NewName():
            raise Malformed("Name or country?", "/name", code="missing_field")
        changed = services.introduce(
            player=player,
            name=None if wanted.name is UNSET else wanted.name,
            country=None if wanted.country is UNSET else wanted.country or "",
        )
        return wire.private(players.player(changed))


class FriendsView(Endpoint):
    """``/me/friends``."""

    @operation(
        Operation(
            id="list_friends",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            answer=players.Friends,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """List my friends.

        Whom I count among them.  It is my list alone: nobody else sees it, and nobody is told.
        """
        player, _ = wire.signed_in(request)
        rows = accounts.friends(player=player)
        return wire.private(players.Friends(friends=[players.friend(row) for row in rows]))


class FriendView(Endpoint):
    """``/me/friends/{name}``."""

    @operation(
        Operation(
            id="add_friend",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            answer=players.Friend,
            problems=("no_such_player", "own_friend", "too_many_friends"),
        )
    )
    def put(self, request: Request, name: str) -> HttpResponse:
        """Count somebody among my friends.

        By their name in whatever case.  Doing it again changes nothing.
        """
        player, _ = wire.signed_in(request)
        return wire.private(players.friend(services.befriend(player=player, name=name)))

    @operation(
        Operation(
            id="remove_friend",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            status=204,
        )
    )
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Count somebody among my friends no more.

        Also if I never did.
        """
        player, _ = wire.signed_in(request)
        services.unfriend(player=player, name=name)
        return wire.nothing()


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
