"""The operators' view of seals and of shared replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games import clock
from games.admin import ReadOnly
from scoring.replays.models import ReplayShare, Seal

if TYPE_CHECKING:
    SealPages = admin.ModelAdmin[Seal]
    SharePages = admin.ModelAdmin[ReplayShare]
else:
    SealPages = SharePages = admin.ModelAdmin


@admin.register(Seal)
class SealAdmin(ReadOnly, SealPages):
    """What matches were at their end."""

    list_display = ("match", "plies", "head", "made_at")
    list_select_related = ("match",)
    search_fields = ("=match__id", "=head")
    fields = ("match", "plies", "head", "state_hash", "made_at")
    readonly_fields = fields


@admin.register(ReplayShare)
class ReplayShareAdmin(ReadOnly, SharePages):
    """Who shares what, and through whose eyes."""

    list_display = ("match", "made_by", "seat", "made_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("match", "made_by")
    search_fields = ("=match__id", "made_by__name")
    fields = ("match", "made_by", "seat", "made_at", "revoked_at")
    readonly_fields = fields
    actions = ("take_back",)

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Say whether this operator may run the actions: the right to change shares."""
        return request.user.is_active and request.user.has_perm("scoring.change_replayshare")

    @admin.action(description="Take the links back", permissions=["operate"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[ReplayShare]) -> None:
        """Let nobody look through these links any more."""
        many = queryset.filter(revoked_at=None).update(revoked_at=clock.now())
        self.message_user(request, f"{many} taken back.")
