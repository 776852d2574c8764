"""Tasks at the same moment: whoever is quicker, the ratings are those of the history."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Match
from scoring import services
from scoring.ratings import services as ratings
from scoring.ratings.models import RatedGame, Rating, RatingChange
from tests.games.at_once import hands
from tests.scoring.ratings.histories import by_the_library, by_us
from tests.scoring.results import evenings, people

pytestmark = pytest.mark.django_db(transaction=True)


def in_order(matches: list[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: (match.finished_at, match.pk))


@pytest.mark.parametrize("seed", range(2))
def test_tasks_at_once_each_twice_and_in_any_order_rate_every_match_once(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 3)  # so that the threads take turns
    luck = Random(seed)
    matches = evenings(24, [*people(6), "greedy"], luck)
    tasks = [match.pk for match in 2 * matches]
    luck.shuffle(tasks)

    with hands(4) as at_once:
        for first in range(0, len(tasks), 4):
            at_once(
                *[
                    lambda task=task: services.rate_match(match_id=task)
                    for task in tasks[first : first + 4]
                ]
            )
    for match in matches:  # what one call left for the sweep
        while Match.objects.get(pk=match.pk).rated_at is None:
            services.rate_match(match_id=match.pk)

    assert by_us() == by_the_library(in_order(matches))
    assert RatingChange.objects.count() == sum(match.seats for match in matches)
    assert RatedGame.objects.get().revision == 0


@pytest.mark.parametrize("seed", range(2))
def test_results_that_come_in_late_at_once_are_put_where_they_belong(seed: int) -> None:
    luck = Random(seed)
    matches = evenings(12, people(4), luck)
    tasks = 2 * matches
    luck.shuffle(tasks)

    with hands(4) as at_once:
        for first in range(0, len(tasks), 4):
            at_once(
                *[lambda task=task: ratings.rate(match=task) for task in tasks[first : first + 4]]
            )

    assert by_us() == by_the_library(in_order(matches))


def test_first_matches_of_the_same_players_at_once_give_each_one_rating() -> None:
    ada, bob, cleo, dan = people(4)
    matches = evenings(4, [ada, bob, cleo, dan], Random(5), game="lap_dance")

    with hands(4) as at_once:
        at_once(*[lambda match=match: ratings.rate(match=match) for match in matches])

    players = {each.player_id for match in matches for each in match.participants.all()}
    assert Rating.objects.count() == len(players)
    assert by_us("lap_dance") == by_the_library(in_order(matches))
