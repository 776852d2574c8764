"""What results lead to: the one door by which a finished match comes in.

Every concern gets the matches of a game in the order in which they were over, each match once, all
concerns in one transaction under the lock of the game.
"""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from django.db import DatabaseError, transaction

from games import selectors
from games.services import upkeep
from scoring.ratings import services as ratings

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 200
"""Matches dealt with in one call; the sweep asks again for what is left."""


def rate_match(*, match_id: UUID) -> bool:
    """Deal with a finished match; say whether this call did.

    Before it every earlier match of its game is dealt with that still waits, so that results count
    in their order in whatever order, and however often, this is called.  One that cannot be dealt
    with is left to operators, and holds up none of the others.
    """
    match = selectors.finished(match_id=match_id)
    if match is None or match.rated_at is not None:
        return False
    waiting = selectors.waiting_for_rating(game=match.game, until=match, limit=MOST_AT_ONCE)
    done = False
    for each in waiting:
        if each == match_id:
            done = _deal_with(each, match.game)
        else:
            _try_to_deal_with(each, match.game)
    return done


@transaction.atomic
def _deal_with(match_id: UUID, game: str) -> bool:
    """Let one match count for everything; False: somebody else was quicker."""
    ratings.hold(game)
    match = selectors.finished(match_id=match_id)
    if match is None or match.rated_at is not None:
        return False
    ratings.rate(match=match)
    return upkeep.mark_rated(match_id=match_id)


def _try_to_deal_with(match_id: UUID, game: str) -> None:
    try:
        _deal_with(match_id, game)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("match %(match)s could not be rated", {"match": match_id})
