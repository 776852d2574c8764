"""The operators' view of what was set aside, and the button for another try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin import ReadOnly
from scoring import services
from scoring.aside.models import SetAside

if TYPE_CHECKING:
    AsidePages = admin.ModelAdmin[SetAside]
else:
    AsidePages = admin.ModelAdmin


@admin.register(SetAside)
class SetAsideAdmin(ReadOnly, AsidePages):
    """Finished matches that could not be dealt with."""

    list_display = ("match_id", "game", "why", "set_aside_at", "tries", "tried_at")
    list_filter = ("game",)
    search_fields = ("=match__id",)
    fields = list_display
    readonly_fields = fields
    actions = ("try_again",)

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Say whether this operator may ask for another try."""
        return request.user.is_active and request.user.has_perm("scoring.change_setaside")

    @admin.action(description="Try again", permissions=["operate"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[SetAside]) -> None:
        """Deal with these matches now; what cannot be dealt with stays here."""
        for match_id in queryset.order_by("match__finished_at", "match").values_list(
            "match", flat=True
        ):
            if services.try_again(match_id=match_id):
                self.message_user(request, f"{match_id}: counts now.", messages.SUCCESS)
            else:
                self.message_user(request, f"{match_id}: still set aside.", messages.WARNING)
