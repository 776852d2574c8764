"""What results lead to: the one door by which a match that is over comes in.

Every concern gets the matches of a game in the order in which they were over, each match once, all
concerns in one transaction under the lock of the game.  A match that cannot be dealt with is set
aside (`scoring.aside`), and holds up nothing.  An abandoned match has no result: it is sealed, and
noted for its audit.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import Error, transaction

from games import selectors
from games.models import Match
from games.selectors import Ended
from games.services import upkeep
from scoring.achievements import services as achievements
from scoring.aside import selectors as asides
from scoring.aside import services as aside
from scoring.audit import services as audits
from scoring.leaderboards import services as leaderboards
from scoring.ratings import services as ratings
from scoring.replays import services as replays
from scoring.statistics import services as statistics

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 200
"""Matches dealt with in one call; the sweep asks again for what is left."""

Faults = tuple[type[Exception], ...]
NOT_THE_MATCHS: Final[Faults] = (Error, OSError, MemoryError)
"""What says nothing of the match that was at hand: the same call may do well in a minute."""


def rate_match(*, match_id: UUID, interrupts: Faults = ()) -> bool:
    """Deal with a finished match; say whether this call did.

    Before it every earlier match of its game is dealt with that still waits, so that results count
    in their order in whatever order, and however often, this is called.  One that cannot be dealt
    with is set aside at once, and the call goes on with the next; unless it was the database that
    failed, or something else that is no fault of the match (`interrupts`: what else is none, say
    that the caller's time was up): then it raises, and all that was not dealt with is left waiting.
    """
    until = selectors.unrated(match_id=match_id)
    if until is None:
        return False
    try:
        return match_id in _deal_with_waiting(until)
    except NOT_THE_MATCHS:
        raise
    except Exception:
        logger.exception("some match up to %(match)s cannot be rated", {"match": match_id})
    return _one_by_one(until, (*NOT_THE_MATCHS, *interrupts))


def try_again(*, match_id: UUID) -> bool:
    """Deal with a match that was set aside; say whether it counts now.

    False as well for a match that is not set aside.  Two calls at once let it count once.
    """
    try:
        return _taken_back(match_id)
    except NOT_THE_MATCHS:
        raise
    except Exception as fault:
        logger.exception("match %(match)s still cannot be rated", {"match": match_id})
        aside.tried(match_id=match_id, fault=fault)
    return False


def try_all_again(*, game: str) -> int:
    """Deal with what was set aside of a game; return how many of those matches count now."""
    rows = asides.set_aside(game=game)
    return sum(try_again(match_id=row.pk) for row in rows)


@transaction.atomic
def _taken_back(match_id: UUID) -> bool:
    game = aside.take_back(match_id=match_id)
    if game is None:
        return False
    _deal_with(game, selectors.finished(match_ids=[match_id]))
    return True


@transaction.atomic
def seal_abandoned(*, match_id: UUID) -> bool:
    """Seal a match that was abandoned after its start, and note it for its audit.

    Says whether this call did.
    """
    match = selectors.unsealed(match_id=match_id)
    if match is None:
        return False
    replays.seal(matches=[match])
    audits.expect(matches=[match])
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
    statistics.count_all(game=game, matches=matches)
    achievements.award_all(game=game, matches=matches)
    replays.seal(matches=matches)
    audits.expect(matches=matches)
    ids = {match.pk for match in matches}
    upkeep.mark_all_rated(match_ids=ids)
    return ids


def _one_by_one(until: Ended, fatal: Faults) -> bool:
    """Deal with what waits, each match in a transaction of its own; say whether `until` was."""
    waiting = selectors.waiting_for_rating(until=until, limit=MOST_AT_ONCE)
    done = set[UUID]()
    for match in waiting:
        try:
            done |= _alone(match)
        except fatal:
            raise
        except Exception as fault:
            logger.exception("match %(match)s cannot be rated: set aside", {"match": match.pk})
            aside.put(match=match, fault=fault)
    return until.match_id in done


@transaction.atomic
def _alone(match: Match) -> set[UUID]:
    ratings.hold(match.game)
    found = selectors.finished(match_ids=[match.pk])
    return _deal_with(match.game, [each for each in found if each.rated_at is None])
