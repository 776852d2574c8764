"""Leaderboards as operators see them: to look at.  They follow from ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from games.admin import ReadOnly
from scoring.leaderboards.models import Board, Entry

if TYPE_CHECKING:
    BoardPages = admin.ModelAdmin[Board]
    EntryPages = admin.ModelAdmin[Entry]
else:
    BoardPages = EntryPages = admin.ModelAdmin


@admin.register(Board)
class BoardAdmin(ReadOnly, BoardPages):
    """Which boards there are, and which of them are final."""

    list_display = ("game", "season", "ends_at", "closed_at", "building")
    list_filter = ("game", "season", "building")
    fields = list_display
    readonly_fields = fields


@admin.register(Entry)
class EntryAdmin(ReadOnly, EntryPages):
    """Who stands where."""

    list_display = ("board", "who", "country", "points", "matches", "placed")
    list_select_related = ("board", "player")
    list_filter = ("board", "placed")
    search_fields = ("player__name__istartswith",)
    fields = ("board", "who", "country", "points", "matches", "placed")
    readonly_fields = fields
    ordering = ("board_id", "-points", "rating_id")
    show_full_result_count = False

    @admin.display(description="who")
    def who(self, entry: Entry) -> str:
        """Return the player's name."""
        return "somebody who was deleted" if entry.player is None else entry.player.name
