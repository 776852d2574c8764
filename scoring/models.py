"""The tables of scoring, each concern's beside its code: here Django finds them."""

from __future__ import annotations

from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result

__all__ = ["Board", "Bucket", "Entry", "RatedGame", "Rating", "RatingChange", "Result"]
