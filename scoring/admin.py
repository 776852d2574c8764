"""What operators see of results: all of it derived, so nothing to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from games.admin import ReadOnly
from games.models import Match
from scoring.achievements.models import Award
from scoring.sheets.admin import ScoredMatchAdmin
from scoring.statistics.models import MatchFacts

if TYPE_CHECKING:
    FactsPages = admin.ModelAdmin[MatchFacts]
    AwardPages = admin.ModelAdmin[Award]
else:
    FactsPages = AwardPages = admin.ModelAdmin

admin.site.unregister(Match)
admin.site.register(Match, ScoredMatchAdmin)


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


@admin.register(Award)
class AwardAdmin(ReadOnly, AwardPages):
    """Who has which achievement."""

    list_display = ("player", "game", "achievement", "at", "match")
    list_select_related = ("match", "player")
    list_filter = ("game", "achievement")
    search_fields = ("player__name__istartswith",)
    fields = ("player", "game", "achievement", "at", "match")
    readonly_fields = fields
