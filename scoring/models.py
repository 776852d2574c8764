"""What results lead to.  Each concern has its own tables; here Django finds them."""

from __future__ import annotations

from scoring.achievements.models import Award
from scoring.statistics.models import MatchFacts

__all__ = ["Award", "MatchFacts"]
