"""The tables of scoring, each concern's beside its code: here Django finds them."""

from __future__ import annotations

from scoring.ratings.models import RatedGame, Rating, RatingChange, Result

__all__ = ["RatedGame", "Rating", "RatingChange", "Result"]
