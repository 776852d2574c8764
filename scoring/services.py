"""What results lead to."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.models import Match
from games.services import upkeep
from scoring.achievements import services as achievements
from scoring.statistics import services as statistics


def rate_match(*, match_id: UUID) -> bool:
    """Deal with a finished match once: statistics, achievements; say whether this call did.

    Each part may run twice, late or beside itself without a difference, so a task that was lost
    half way is simply sent again.
    """
    with transaction.atomic():
        if (match := Match.objects.filter(pk=match_id).first()) is None:
            return False
        statistics.count(match=match)
        achievements.award(match=match)
        return upkeep.mark_rated(match_id=match_id)
