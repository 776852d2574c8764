"""The operators' view of audits: how many agree, and every one that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from games.admin import ReadOnly
from scoring.audit import services
from scoring.audit.models import Audit

if TYPE_CHECKING:
    AuditPages = admin.ModelAdmin[Audit]
else:
    AuditPages = admin.ModelAdmin


@admin.register(Audit)
class AuditAdmin(ReadOnly, AuditPages):
    """Matches that are over, played again."""

    list_display = (
        *("match", "status", "game", "rules_version", "verdict", "plies", "why", "audited_at"),
    )
    list_filter = ("verdict", "match__status", "game", "rules_version")
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    fields = list_display
    readonly_fields = fields

    @admin.display(description="ended")
    def status(self, audit: Audit) -> str:
        """Return how the match ended."""
        return str(audit.match.status)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Put the counts over the list."""
        counts = services.counts()
        title = "Audits: " + ", ".join(f"{many:,} {verdict}" for verdict, many in counts.items())
        title += f"; {services.abandoned():,} of them abandoned"
        context = {"title": title, **(extra_context or {})}
        page: HttpResponse = super().changelist_view(request, context)
        return page
