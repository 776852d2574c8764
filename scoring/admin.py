"""The admin pages of scoring, each concern's beside its code: here Django finds them."""

from __future__ import annotations

from scoring.leaderboards.admin import BoardAdmin, EntryAdmin
from scoring.ratings.admin import RatedGameAdmin, RatingAdmin, RatingChangeAdmin, ResultAdmin

__all__ = [
    "BoardAdmin",
    "EntryAdmin",
    "RatedGameAdmin",
    "RatingAdmin",
    "RatingChangeAdmin",
    "ResultAdmin",
]
