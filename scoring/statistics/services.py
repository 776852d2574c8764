"""Counting a finished match: one row a person, written as often as you like, always the same."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from games import selectors
from games.models import Match, Status
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.models import MatchFacts

_WRITTEN: Final = [
    *("player", "stayed", "game", "seats", "score", "place", "winners", "counts", "finished_at"),
]


def count(*, match: Match) -> None:
    """Write what the people of this match did in it; a match without a result is passed over.

    It may run twice, late, in any order and beside itself: the rows are made of the match's log
    alone, and there is one for each seat.
    """
    if match.status == Status.FINISHED and match.outcome and match.finished_at:
        MatchFacts.objects.bulk_create(
            _facts(match, match.outcome, match.finished_at),
            update_conflicts=True,
            unique_fields=["match", "seat"],
            update_fields=_WRITTEN,
        )


def _facts(match: Match, outcome: dict[str, Any], finished_at: datetime) -> list[MatchFacts]:
    people = selectors.people(match=match)
    if not people:
        return []
    events = selectors.public_events(match=match)
    counts = statistics_of(match.game).counted(events, match.seats)
    return [
        MatchFacts(
            match=match,
            seat=person.seat,
            player_id=person.player_id,
            stayed=person.stayed,
            game=match.game,
            seats=match.seats,
            score=outcome["scores"][person.seat],
            place=outcome["places"][person.seat],
            winners=outcome["places"].count(1),
            counts=counts[person.seat],
            finished_at=finished_at,
        )
        for person in people
    ]
