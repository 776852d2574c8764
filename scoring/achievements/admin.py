"""What operators see of achievements: derived, so nothing to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from games.admin import ReadOnly
from scoring.achievements.models import Award

if TYPE_CHECKING:
    AwardPages = admin.ModelAdmin[Award]
else:
    AwardPages = admin.ModelAdmin


@admin.register(Award)
class AwardAdmin(ReadOnly, AwardPages):
    """Who has which achievement."""

    list_display = ("player", "game", "achievement", "at", "match")
    list_select_related = ("match", "player")
    list_filter = ("game", "achievement")
    search_fields = ("player__name__istartswith",)
    fields = ("player", "game", "achievement", "at", "match")
    readonly_fields = fields
