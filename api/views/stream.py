"""Listening to a match over plain HTTP."""

from __future__ import annotations

import re
from typing import Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models import Player, Purpose, Session
from accounts.services import take_ticket
from api import wire
from api.follower import Follower
from api.frames import Resume
from api.hub import text_of
from api.operation import Access, Operation, Tag, operation
from api.serializers.play import StreamStart
from api.stream import DOOR, OVER, RETRY_MS, Door, Opened, events
from api.strict_json import Malformed
from api.views.endpoint import Endpoint

EVENT_STREAM: Final = "text/event-stream"
LAST_EVENT_ID: Final = "Last-Event-ID"
_PLACE: Final = re.compile(r"(\d{1,9}):(\d{1,9})", re.ASCII)


class EventsRenderer(wire.WireRenderer):
    """Stands in the negotiation for the stream."""

    media_type = EVENT_STREAM
    format = "events"


class StreamView(Endpoint):
    """``/matches/{match_id}/stream``: its beginning, which `api.stream` goes on with."""

    renderer_classes = [EventsRenderer]

    @operation(
        Operation(
            id="stream_match",
            tag=Tag.PLAY,
            access=Access.ANYONE,
            query=StreamStart,
            also_as=(EVENT_STREAM,),
            other_answers={204: None},
            takes_last_event_id=True,
            ticket=True,
            headers=("Cache-Control",),
            problems=("no_such_match", "match_abandoned", "ticket_invalid"),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Listen to a match.

        Server-Sent Events named like the socket's frames, with their `d` as data: `position` first,
        then each `ply` and the newest `position` after it. Their ids are `epoch:ply`; who comes
        back with `Last-Event-ID` is told `resumed` and every ply that was missed, or `resync` and
        none of them. A comment comes every 15 seconds. The stream ends when the match is over,
        when the session has ended and when the server restarts.

        204: the match is over and you know all of it; there is nothing to come back for.
        """
        asked = wire.query_of(request, StreamStart)
        resume = _resume(request, asked)
        player, session = _reader(request, asked)
        # Somebody whom nobody knows sits nowhere: a spectator.
        follower = Follower(match_id, player or Player())
        frames = follower.begin(resume)
        told = follower.told
        if resume and told and told.status in OVER and (told.epoch, told.ply) == _place(resume):
            return wire.nothing()
        retry = f"retry: {RETRY_MS}\n\n".encode()
        answer = HttpResponse(retry + events(map(text_of, frames)), content_type=EVENT_STREAM)
        answer["Cache-Control"] = "private, no-store"
        answer["X-Accel-Buffering"] = "no"  # else nginx keeps events until it has a page of them
        if door := _door(request):
            door.opened = Opened(follower, None if session is None else session.pk)
        return answer


def _reader(request: Request, asked: StreamStart) -> tuple[Player | None, Session | None]:
    """Return who listens, by token or by ticket.  Raises `TicketInvalid`."""
    if player := wire.player_in(request):
        return player, wire.signed_in(request)[1]
    return take_ticket(asked.ticket, Purpose.STREAM) if asked.ticket else (None, None)


def _resume(request: Request, asked: StreamStart) -> Resume | None:
    """Return the newest the client has; None: nothing.  Raises `Malformed`."""
    last = request.headers.get(LAST_EVENT_ID, "")
    if not (last or asked.after):
        return None
    place = _PLACE.fullmatch(last or asked.after)
    if place is None:
        raise Malformed(
            f"{LAST_EVENT_ID if last else 'Parameter after'}: epoch:ply, as in 1:7.",
            code="bad_format",
            params={"header": LAST_EVENT_ID} if last else {"parameter": "after"},
        )
    return Resume(epoch=int(place[1]), ply=int(place[2]))


def _place(resume: Resume) -> tuple[int, int]:
    return resume.epoch, resume.ply


def _door(request: Request) -> Door | None:
    """Return what keeps the line open; None where nobody does."""
    scope = getattr(request._request, "scope", {})  # noqa: SLF001 - Django's request, whose scope it is
    found: Door | None = scope.get(DOOR)
    return found
