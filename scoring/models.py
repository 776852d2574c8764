"""The tables of each concern, where Django finds them."""

from __future__ import annotations

from scoring.audit.models import Audit, Verdict
from scoring.replays.models import ReplayShare, Seal

__all__ = ["Audit", "ReplayShare", "Seal", "Verdict"]
