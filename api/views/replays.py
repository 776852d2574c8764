"""Looking back: replays, links to them, and the proof that the cards were dealt as promised."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from api import wire
from api.idempotency import once
from api.operation import Access, Operation, Tag, operation
from api.serializers import replays as out
from api.views.endpoint import Endpoint
from scoring.replays import selectors, services


class ReplayView(Endpoint):
    """``/matches/{match_id}/replay``."""

    @operation(
        Operation(
            id="get_replay",
            tag=Tag.REPLAYS,
            access=Access.ANYONE,
            query=out.ReplayFilter,
            answer=out.Replay,
            headers=("Cache-Control",),
            problems=(
                *("no_such_match", "not_started", "match_abandoned"),
                *("replay_not_open", "no_such_seat", "no_such_ply"),
            ),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Look back.

        When the match is over: all open, or through the eyes of any `seat`. While it runs: what I
        saw from my own seat, or what spectators saw. The answer is a file that can be kept, and
        checked without this server.
        """
        asked = wire.query_of(request, out.ReplayFilter)
        found = selectors.replay(
            match_id=match_id,
            viewer=wire.player_in(request),
            seat=asked.seat,
            ply=asked.ply,
            after=asked.after,
        )
        return wire.private(out.replay(found))


class FairnessView(Endpoint):
    """``/matches/{match_id}/fairness``."""

    @operation(
        Operation(
            id="get_fairness",
            tag=Tag.REPLAYS,
            access=Access.ANYONE,
            answer=out.Fairness,
            headers=("Cache-Control",),
            problems=("no_such_match",),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Prove the shuffle.

        The commitment always; seed, nonces, key and the head of the hash chain when it is over.
        """
        del request
        return wire.private(out.fairness(selectors.fairness(match_id=match_id)))


class SharesView(Endpoint):
    """``/matches/{match_id}/shares``."""

    @operation(
        Operation(
            id="list_shares",
            tag=Tag.REPLAYS,
            access=Access.PLAYER,
            answer=out.Shares,
            problems=("no_such_match",),
        )
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """List my links to a match."""
        player, _ = wire.signed_in(request)
        rows = selectors.shares(match_id=match_id, player=player)
        return wire.private(out.Shares(shares=[out.share(row) for row in rows]))

    @operation(
        Operation(
            id="share_replay",
            tag=Tag.REPLAYS,
            access=Access.PLAYER,
            body=out.NewShare,
            body_required=False,
            answer=out.Share,
            status=201,
            headers=("Location",),
            keyed=True,
            problems=("no_such_match", "no_such_seat", "not_over"),
        )
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Share a replay.

        Of a match that is over, all open or through the eyes of one `seat`. Whoever has the link
        may look, without an account. Asked again, it is the same link, until it is taken back.
        """
        player, _ = wire.signed_in(request)
        wanted = wire.body_of(request, out.NewShare)

        def share() -> HttpResponse:
            made = services.share(match_id=match_id, player=player, seat=wanted.seat)
            location = reverse("v1:shared-replay", args=[made.token])
            return wire.created(out.share(made), location=location)

        return once(request, share)


class SharedReplayView(Endpoint):
    """``/replays/{token}``."""

    @operation(
        Operation(
            id="get_shared_replay",
            tag=Tag.REPLAYS,
            access=Access.ANYONE,
            query=out.ReplayPart,
            answer=out.Replay,
            headers=("Cache-Control",),
            problems=("no_such_share", "share_revoked", "no_such_ply"),
        )
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """Look at a shared replay.

        Through the eyes it was shared with.
        """
        asked = wire.query_of(request, out.ReplayPart)
        found = selectors.shared(token=token, ply=asked.ply, after=asked.after)
        return wire.private(out.replay(found))

    @operation(
        Operation(
            id="unshare_replay",
            tag=Tag.REPLAYS,
            access=Access.PLAYER,
            status=204,
            problems=("no_such_share", "not_your_share"),
        )
    )
    def delete(self, request: Request, token: str) -> HttpResponse:
        """Take a link back.

        One I made. Taking it back again changes nothing.
        """
        player, _ = wire.signed_in(request)
        services.revoke(token=token, player=player)
        return wire.nothing()
