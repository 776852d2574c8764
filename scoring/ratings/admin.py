"""Ratings as operators see them: to look at.  They follow from results, and are edited nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from games.admin import ReadOnly
from scoring.ratings.arithmetic import shown
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result

if TYPE_CHECKING:
    RatingPages = admin.ModelAdmin[Rating]
    ChangePages = admin.ModelAdmin[RatingChange]
    ResultPages = admin.ModelAdmin[Result]
    GamePages = admin.ModelAdmin[RatedGame]
else:
    RatingPages = ChangePages = ResultPages = GamePages = admin.ModelAdmin


@admin.register(Rating)
class RatingAdmin(ReadOnly, RatingPages):
    """Who is how good at what."""

    list_display = ("game", "who", "ordinal", "provisional", "matches", "rated_at")
    list_filter = ("game", "provisional", "bot_level")
    list_select_related = ("player",)
    search_fields = ("player__name__istartswith",)
    fields = (
        *("game", "who", "ordinal", "provisional", "mu", "sigma"),
        *("matches", "rated_at"),
    )
    readonly_fields = fields

    @admin.display(description="who")
    def who(self, rating: Rating) -> str:
        """Return the player's name, or the level of bots."""
        if rating.bot_level:
            return f"bot: {rating.bot_level}"
        return "somebody who was deleted" if rating.player is None else rating.player.name


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, ChangePages):
    """What each match did."""

    list_display = ("result_id", "rating", "at", "shown_before", "shown_after")
    list_select_related = ("rating",)
    list_filter = ("rating__game",)
    search_fields = ("rating__player__name__istartswith", "=result__match__id")
    fields = (
        *("result", "rating", "at", "mu_before", "sigma_before", "mu_after", "sigma_after"),
        *("shown_before", "shown_after"),
    )
    readonly_fields = fields
    show_full_result_count = False

    @admin.display(description="before")
    def shown_before(self, change: RatingChange) -> int:
        """Return the number players saw before."""
        return shown(change.before)

    @admin.display(description="after")
    def shown_after(self, change: RatingChange) -> int:
        """Return the number players saw after."""
        return shown(change.after)


@admin.register(Result)
class ResultAdmin(ReadOnly, ResultPages):
    """The history ratings follow from."""

    list_display = ("match_id", "game", "finished_at", "sides", "places")
    list_filter = ("game",)
    fields = ("match_id", "game", "finished_at", "sides", "places")
    readonly_fields = fields
    ordering = ("-finished_at",)
    show_full_result_count = False


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnly, GamePages):
    """Which histories had results that came in late, and which of them wait for an operator."""

    list_display = ("game", "revision", "stale")
    fields = list_display
    readonly_fields = fields
