"""What results lead to: the one door by which a match that is over comes in.

Every concern gets the matches of a game in the order in which they were over, each match once, all
concerns in one transaction under the lock of the game.  An abandoned match has no result: it is
sealed, and noted for its audit.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import DatabaseError, transaction

from games import selectors
from games.models import Match
from games.selectors import Ended
from games.services import upkeep
from scoring.achievements import services as achievements
from scoring.audit import services as audits
from scoring.leaderboards import services as leaderboards
from scoring.ratings import services as ratings
from scoring.replays import services as replays
from scoring.statistics import services as statistics

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 200
"""Matches dealt with in one call; the sweep asks again for what is left."""


def rate_match(*, match_id: UUID) -> bool:
    """Deal with a finished match; say whether this call did.

    Before it every earlier match of its game is dealt with that still waits, so that results count
    in their order in whatever order, and however often, this is called.  One that cannot be dealt
    with is left to operators, and holds up none of the others.
    """
    until = selectors.unrated(match_id=match_id)
    if until is None:
        return False
    try:
        return match_id in _deal_with_waiting(until)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("some match before %(match)s cannot be rated", {"match": match_id})
    return _one_by_one(until)


@transaction.atomic
def seal_abandoned(*, match_id: UUID) -> bool:
    """Seal a match that was abandoned after its start, and note it for its audit.

    Says whether this call did.
    """
    match = selectors.unsealed(match_id=match_id)
    if match is None:
        return False
    replays.seal(match=match)
    audits.expect(match=match)
    return upkeep.mark_sealed(match_id=match_id)


@transaction.atomic
def _deal_with_waiting(until: Ended) -> set[UUID]:
    """Deal with what waits up to this match; return which matches those were."""
    ratings.hold(until.game)
    waiting = selectors.waiting_for_rating(until=until, limit=MOST_AT_ONCE)
    return _deal_with(until.game, waiting)


def _deal_with(game: str, matches: Sequence[Match]) -> set[UUID]:
    """Let these matches count for everything.  Under the lock of their game."""
    moved = ratings.rate_all(game=game, matches=matches)
    leaderboards.place_all(game=game, matches=matches, moved=moved)
    for match in matches:
        statistics.count(match=match)
        achievements.award(match=match)
        replays.seal(match=match)
        audits.expect(match=match)
    ids = {match.pk for match in matches}
    upkeep.mark_all_rated(match_ids=ids)
    return ids


def _one_by_one(until: Ended) -> bool:
    """Deal with what waits, each match in a transaction of its own.  Raises what `until` does."""
    waiting = selectors.waiting_for_rating(until=until, limit=MOST_AT_ONCE)
    done = False
    for match in waiting:
        try:
            done = match.pk in _alone(match)
        except DatabaseError:
            raise
        except Exception:
            if match.pk == until.match_id:
                raise
            logger.exception("match %(match)s cannot be rated", {"match": match.pk})
    return done and waiting[-1].pk == until.match_id


@transaction.atomic
def _alone(match: Match) -> set[UUID]:
    ratings.hold(match.game)
    found = selectors.finished(match_ids=[match.pk])
    return _deal_with(match.game, [each for each in found if each.rated_at is None])
