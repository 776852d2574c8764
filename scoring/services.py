"""What results lead to."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.models import Match, Status
from games.services import upkeep
from scoring.audit.services import expect
from scoring.replays.services import seal


def rate_match(*, match_id: UUID) -> bool:
    """Do once what follows from a finished match; say whether this call did.

    There are no ratings yet: the match is sealed, its audit noted, and it is marked as dealt with.
    """
    with transaction.atomic():
        match = Match.objects.filter(pk=match_id, status=Status.FINISHED).first()
        if match is None:
            return False
        seal(match=match)
        expect(match=match)
        return upkeep.mark_rated(match_id=match_id)
