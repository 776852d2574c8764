"""The tables of scoring, each concern's beside its code: here Django finds them."""

from __future__ import annotations

from scoring.achievements.models import Award
from scoring.aside.models import SetAside
from scoring.audit.models import Audit, Verdict
from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from scoring.replays.models import ReplayShare, Seal
from scoring.statistics.models import MatchFacts

__all__ = [
    "Audit",
    "Award",
    "Board",
    "Bucket",
    "Entry",
    "MatchFacts",
    "RatedGame",
    "Rating",
    "RatingChange",
    "ReplayShare",
    "Result",
    "Seal",
    "SetAside",
    "Verdict",
]
