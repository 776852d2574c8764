"""The operators' view of matches: everything public, nothing hidden, nothing to edit.

Each page names what it shows.  Seed, nonces, state, actions and private events are in no list, no
form, no search and no filter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import FiltersOnly
from games import selectors
from games.errors import TableError
from games.models import Match, Participant, Ply
from games.rules import registry
from games.services import upkeep

if TYPE_CHECKING:
    MatchPages = admin.ModelAdmin[Match]
    ParticipantPages = admin.ModelAdmin[Participant]
    PlyPages = admin.ModelAdmin[Ply]
    ParticipantLines = admin.TabularInline[Participant, Match]
else:
    MatchPages = ParticipantPages = PlyPages = admin.ModelAdmin
    ParticipantLines = admin.TabularInline


class ReadOnly(FiltersOnly):
    """Pages one looks at: no adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody may."""
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody may."""
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody may."""
        del request, obj
        return False


class Seats(ReadOnly, ParticipantLines):
    """Who sits where, on a match's page."""

    model = Participant
    fields = ("seat", "player", "bot_level", "missed", "joined_at")
    readonly_fields = fields


@admin.register(Match)
class MatchAdmin(ReadOnly, MatchPages):
    """A match's public side, and what an operator may do about it."""

    list_display = ("id", "game", "status", "ply", "seats", "host", "created_at")
    list_filter = ("status", "game")
    list_select_related = ("host",)
    search_fields = ("id", "host__name")
    fields = (
        *("id", "game", "rules_version", "options", "seats", "status", "visibility", "rated"),
        *("host", "commitment", "ply", "epoch", "deadline_at", "bell_at", "bots_due_at"),
        *("outcome", "rated_at", "created_at", "started_at", "finished_at"),
    )
    readonly_fields = fields
    inlines = (Seats,)
    actions = ("check_replay", "abandon")

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Say whether this operator may run the actions: the right to change matches."""
        return request.user.is_active and request.user.has_perm("games.change_match")

    @admin.action(
        description="Replay-check: same result from seed and plies?", permissions=["operate"]
    )
    def check_replay(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Say for each match whether it replays to the state it is in."""
        for match_id in queryset.values_list("pk", flat=True):
            try:
                report = upkeep.replay_check(match_id=match_id)
            except TableError as refused:
                self.message_user(request, f"{match_id}: {refused.detail}", messages.WARNING)
            else:
                good = f"{match_id}: {report.plies} plies replayed, the same."
                bad = f"{match_id}: differs after {report.plies} plies ({report.why})."
                level = messages.SUCCESS if report.same else messages.ERROR
                self.message_user(request, good if report.same else bad, level)

    @admin.action(description="Abandon", permissions=["operate"])
    def abandon(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Stop each match for good, without a result."""
        for match_id in queryset.values_list("pk", flat=True):
            try:
                upkeep.abandon(match_id=match_id)
            except TableError as refused:
                self.message_user(request, f"{match_id}: {refused.detail}", messages.WARNING)
            else:
                self.message_user(request, f"{match_id}: abandoned.", messages.SUCCESS)


@admin.register(Participant)
class ParticipantAdmin(ReadOnly, ParticipantPages):
    """Who sits where."""

    list_display = ("match", "seat", "player", "bot_level", "missed")
    list_select_related = ("match", "player")
    search_fields = ("match__id", "player__name")
    fields = ("match", "seat", "player", "bot_level", "missed", "joined_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Participant]:
        """Leave the matches' secrets and the nonces where they are."""
        return _without_secrets(super().get_queryset(request).defer("nonce"))


@admin.register(Ply)
class PlyAdmin(ReadOnly, PlyPages):
    """The public story of a match, ply by ply."""

    list_display = ("match", "number", "seat", "kind", "at")
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    fields = ("match", "number", "seat", "kind", "at", "public_events")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ply]:
        """Leave the matches' secrets where they are."""
        return _without_secrets(super().get_queryset(request))

    def kind(self, ply: Ply) -> str:
        """Return what kind of action it was, or that a bell rang."""
        return "bell" if ply.action is None else str(ply.action.get("type", ""))

    def public_events(self, ply: Ply) -> list[dict[str, Any]]:
        """Return what everybody was told."""
        rules = registry.kind(ply.match.game, ply.match.rules_version)
        return selectors.seen_ply(rules, ply, seat=None).events


def _without_secrets(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.select_related("match").defer("match__seed", "match__state", "match__nonces")
