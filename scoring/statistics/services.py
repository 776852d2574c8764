"""Counting finished matches: one row a person, written as often as you like, always the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import transaction

from games import selectors
from games.models import Match, Status
from games.selectors import Person
from scoring.ratings.services import hold
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.figures import Counts
from scoring.statistics.models import MatchFacts

_WRITTEN: Final = [
    *("player", "stayed", "game", "seats", "score", "place", "winners", "counts", "finished_at"),
]


def count(*, match: Match) -> None:
    """Write what the people of this match did in it, as `count_all` does."""
    count_all(game=match.game, matches=[match])


@transaction.atomic
def count_all(*, game: str, matches: Sequence[Match]) -> None:
    """Write what the people of these matches of a game did; those without a result are passed over.

    It may run twice, late, in any order and beside itself: the rows are made of the matches' logs
    alone, and there is one for each seat.  All or none, under the lock of the game: a row is found
    by its seat, and two at once would meet at its player.
    """
    hold(game)
    over = [each for each in matches if each.status == Status.FINISHED and each.finished_at]
    people = selectors.people_of([match for match in over if match.outcome])
    played = [match for match in over if people.get(match.pk)]
    MatchFacts.objects.bulk_create(
        [
            row
            for match, events in selectors.public_logs(played)
            for row in _facts(
                match,
                people[match.pk],
                statistics_of(match.game).counted(events, match.seats),
            )
        ],
        update_conflicts=True,
        unique_fields=["match", "seat"],
        update_fields=_WRITTEN,
    )


def _facts(
    match: Match, people: Iterable[Person], counts: Sequence[Counts]
) -> Iterable[MatchFacts]:
    outcome: dict[str, Any] = match.outcome or {}
    for person in people:
        yield MatchFacts(
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
            finished_at=match.finished_at,  # type: ignore[misc] # over: it has a time
        )
