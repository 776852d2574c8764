"""The admin pages of scoring, each concern's beside its code: here Django finds them."""

from __future__ import annotations

from django.contrib import admin

from games.models import Match
from scoring.achievements.admin import AwardAdmin
from scoring.aside.admin import SetAsideAdmin
from scoring.audit.admin import AuditAdmin
from scoring.leaderboards.admin import BoardAdmin, EntryAdmin
from scoring.ratings.admin import RatedGameAdmin, RatingAdmin, RatingChangeAdmin, ResultAdmin
from scoring.replays.admin import ReplayShareAdmin, SealAdmin
from scoring.sheets.admin import ScoredMatchAdmin
from scoring.statistics.admin import MatchFactsAdmin

__all__ = [
    "AuditAdmin",
    "AwardAdmin",
    "BoardAdmin",
    "EntryAdmin",
    "MatchFactsAdmin",
    "RatedGameAdmin",
    "RatingAdmin",
    "RatingChangeAdmin",
    "ReplayShareAdmin",
    "ResultAdmin",
    "SealAdmin",
    "SetAsideAdmin",
]

admin.site.unregister(Match)
admin.site.register(Match, ScoredMatchAdmin)
