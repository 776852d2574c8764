"""What operators see of the facts counted: derived, so nothing to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from games.admin import ReadOnly
from scoring.statistics.models import MatchFacts

if TYPE_CHECKING:
    FactsPages = admin.ModelAdmin[MatchFacts]
else:
    FactsPages = admin.ModelAdmin


@admin.register(MatchFacts)
class MatchFactsAdmin(ReadOnly, FactsPages):
    """What was counted of each person in each match."""

    list_display = ("match", "seat", "player", "game", "score", "place", "finished_at")
    list_select_related = ("match", "player")
    list_filter = ("game", "seats")
    search_fields = ("=match__id", "player__name__istartswith")
    fields = (
        *("match", "seat", "player", "stayed", "game", "seats", "score", "place", "winners"),
        *("counts", "finished_at"),
    )
    readonly_fields = fields
