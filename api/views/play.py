"""Playing: what I see, what I do, what I missed."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models import Player
from api import wire
from api.idempotency import REPLAYED, request_id_of
from api.operation import Access, Operation, Tag, operation
from api.serializers import play as out
from api.serializers.positions import AnyAction, Position, ply_wire, position_wire
from api.strict_json import Malformed
from api.views.endpoint import Endpoint
from games import selectors
from games.rules import registry
from games.services import play

DECISION_HEADER = "If-Decision"
MOST_DECISION_DIGITS = 9


class PositionView(Endpoint):
    """``/matches/{match_id}/position``."""

    @operation(
        Operation(
            id="get_position",
            tag=Tag.PLAY,
            access=Access.ANYONE,
            answer=Position,
            headers=("ETag", "Cache-Control"),
            conditional=True,
            problems=("no_such_match", "not_started", "match_abandoned"),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Look at the table.

        Everything my seat may know and do now; without a seat, what spectators see.
        """
        position = selectors.position(match_id=match_id, player=wire.player_in(request))
        wired = position_wire(position)
        unchanging = {name: value for name, value in wired.items() if name != "server_time"}
        tag = wire.tag_of(wire.encoded(unchanging))
        return wire.tagged(request, wire.private(wired), tag, weak=True)


class ActionsView(Endpoint):
    """``/matches/{match_id}/actions``."""

    @operation(
        Operation(
            id="act",
            tag=Tag.PLAY,
            access=Access.PLAYER,
            body=AnyAction,
            example={"type": "ask", "target": 1, "mode": "name", "key": "taylor"},
            answer=out.Played,
            keyed=True,
            asks_decision=True,
            illegal=True,
            problems=(
                "no_such_match",
                "not_your_seat",
                "not_started",
                "stale_decision",
                "match_over",
                "match_abandoned",
                "match_frozen",
                "engine_fault",
            ),
        )
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Act.

        Offer one of the game's actions; any from `legal` may be sent back as it stands.  With an
        `Idempotency-Key` a repeat is answered and not played again; with `If-Decision` an answer
        to a question that is no longer asked is refused.
        """
        player, _ = wire.signed_in(request)
        played = play.act(
            match_id=match_id,
            player=player,
            action=wire.body_of(request, dict[str, object]),
            request_id=request_id_of(request),
            decision=_decision_of(request),
        )
        return _played(played, player)


class PliesView(Endpoint):
    """``/matches/{match_id}/plies``."""

    @operation(
        Operation(
            id="list_plies",
            tag=Tag.PLAY,
            access=Access.ANYONE,
            query=out.After,
            answer=out.Plies,
            problems=("no_such_match",),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Catch up.

        What happened after a ply, as far as I may know of it.  With `wait` the answer waits for
        something to happen.
        """
        asked = wire.query_of(request, out.After)
        player = wire.player_in(request)
        pulse = selectors.current_ply(match_id=match_id)
        seen = selectors.plies_since(match_id=match_id, player=player, after=asked.after)
        return wire.private(
            {
                "match": match_id,
                "epoch": pulse.epoch,
                "ply": max([pulse.ply, *(ply.number for ply in seen)]),
                "plies": [ply_wire(ply, match_id=match_id, epoch=pulse.epoch) for ply in seen],
            }
        )


def _played(played: play.Played, player: Player) -> HttpResponse:
    match = played.match
    rules = registry.kind(match.game, match.rules_version)
    seen = selectors.seen_ply(rules, played.ply, played.seat)
    if played.table is None:
        position = selectors.position(match_id=match.pk, player=player)
    else:
        position = selectors.position_at(played.table, played.seat)
    answer = wire.private(
        {"ply": seen.number, "events": seen.events, "position": position_wire(position)}
    )
    if played.replayed:
        answer[REPLAYED] = "true"
    return answer


def _decision_of(request: Request) -> int | None:
    """Return the question this answers; None if the client does not say.  Raises `Malformed`."""
    asked = request.headers.get(DECISION_HEADER)
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= MOST_DECISION_DIGITS):
        raise Malformed(
            f"{DECISION_HEADER} is the `decision` of a position.",
            code="bad_format",
            params={"header": DECISION_HEADER},
        )
    return int(asked)
