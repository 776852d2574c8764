"""Coming in and going out.  Answers that hold a token are never stored, so no key repeats them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts import selectors, services
from api import wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import players as out
from api.views.endpoint import Endpoint

CREATED = 201


class GuestsView(Endpoint):
    """``/players/guest``."""

    @operation(
        Operation(
            id="create_guest",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            body=out.NewGuest,
            body_required=False,
            example={"device": "Phone in the coat"},
            answer=out.SignedIn,
            status=CREATED,
            problems=("bad_name", "name_taken", "rate_limited"),
        )
    )
    def post(self, request: Request) -> HttpResponse:
        """Come in as a guest.

        No password, no questions; whoever brings no name is given one.  The token is all there is:
        whoever loses it is somebody else.
        """
        new = wire.body_of(request, out.NewGuest)
        opened = services.create_guest(
            address=wire.address_of(request), name=new.name, device=new.device
        )
        return wire.private(out.signed_in(opened), status=CREATED)


class PlayersView(Endpoint):
    """``/players``."""

    @operation(
        Operation(
            id="register",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            body=out.NewPlayer,
            example={"name": "Velvet Croupier", "password": "feathers-and-9-aces"},
            answer=out.SignedIn,
            status=CREATED,
            problems=("bad_name", "weak_password", "name_taken", "rate_limited"),
        )
    )
    def post(self, request: Request) -> HttpResponse:
        """Register.

        A name and a password, to come back by on any device.  Signs in at once.
        """
        new = wire.body_of(request, out.NewPlayer)
        opened = services.register(
            address=wire.address_of(request),
            name=new.name,
            password=new.password,
            device=new.device,
        )
        return wire.private(out.signed_in(opened), status=CREATED)


class SessionsView(Endpoint):
    """``/sessions``."""

    @operation(
        Operation(
            id="sign_in",
            tag=Tag.PLAYERS,
            access=Access.ANYONE,
            body=out.Credentials,
            example={"name": "Velvet Croupier", "password": "feathers-and-9-aces"},
            answer=out.SignedIn,
            status=CREATED,
            problems=("wrong_credentials", "rate_limited"),
        )
    )
    def post(self, request: Request) -> HttpResponse:
        """Sign in.

        By name and password.  Unknown name and wrong password are one and the same answer.
        """
        known = wire.body_of(request, out.Credentials)
        opened = services.sign_in(
            address=wire.address_of(request),
            name=known.name,
            password=known.password,
            device=known.device,
        )
        return wire.private(out.signed_in(opened), status=CREATED)

    @operation(
        Operation(
            id="list_sessions",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            answer=out.Sessions,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """List my sessions.

        Every device I am signed in with.
        """
        player, current = wire.signed_in(request)
        rows = selectors.sessions(player=player)
        return wire.private(out.Sessions(sessions=[out.session(row, current) for row in rows]))


class TicketsView(Endpoint):
    """``/socket-tickets``."""

    @operation(
        Operation(
            id="issue_ticket",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            body=out.NewTicket,
            body_required=False,
            example={"purpose": "stream"},
            answer=out.Ticket,
            status=CREATED,
            problems=("rate_limited",),
        )
    )
    def post(self, request: Request) -> HttpResponse:
        """Get a ticket.

        It stands in for my token where that could be seen, as in an address: good for one socket
        or one stream, for half a minute.
        """
        player, session = wire.signed_in(request)
        wanted = wire.body_of(request, out.NewTicket)
        issued = services.issue_ticket(player=player, session=session, purpose=wanted.purpose)
        return wire.private(out.ticket(issued), status=CREATED)


class CurrentSessionView(Endpoint):
    """``/sessions/current``."""

    @operation(Operation(id="sign_out", tag=Tag.PLAYERS, access=Access.PLAYER, status=204))
    def delete(self, request: Request) -> HttpResponse:
        """Sign out.

        The token of this request is nobody's from now on.
        """
        player, current = wire.signed_in(request)
        services.sign_out(player=player, session_id=current.id)
        return wire.nothing()


class SessionView(Endpoint):
    """``/sessions/{session_id}``."""

    @operation(
        Operation(
            id="end_session",
            tag=Tag.PLAYERS,
            access=Access.PLAYER,
            readers=(Reader.APP,),
            status=204,
            problems=("no_such_session",),
        )
    )
    def delete(self, request: Request, session_id: UUID) -> HttpResponse:
        """Sign out another device.

        One of my own sessions, by its id.
        """
        player, _ = wire.signed_in(request)
        services.sign_out(player=player, session_id=session_id)
        return wire.nothing()
