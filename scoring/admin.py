"""The pages of each concern, where Django finds them."""

from __future__ import annotations

from scoring.audit.admin import AuditAdmin
from scoring.replays.admin import ReplayShareAdmin, SealAdmin

__all__ = ["AuditAdmin", "ReplayShareAdmin", "SealAdmin"]
