"""What results lead to."""

from __future__ import annotations

from uuid import UUID

from games.services import upkeep


def rate_match(*, match_id: UUID) -> bool:
    """Rate a finished match once; say whether this call did.

    There are no ratings yet: the match is only marked as dealt with.
    """
    return upkeep.mark_rated(match_id=match_id)
