"""What may be read of ratings: numbers as players see them, and no match that is not listed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.models import Visibility
from scoring.ratings import selectors
from scoring.ratings import services as ratings
from scoring.ratings.selectors import Point
from tests.scoring.results import NOON, finished, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulars() -> list[Player]:
    return people(4)


def test_a_history_goes_from_the_oldest_match_to_the_newest(regulars: list[Player]) -> None:
    ada, bob, cleo, _ = regulars
    second = finished([ada, bob, cleo], [2, 2, 1], minute=5)
    first = finished([ada, bob], [1, 2])
    for match in (second, first):
        ratings.rate(match=match)

    (standing,) = selectors.of_player(player=ada)

    assert standing.history == [
        Point(NOON, first.pk, 1000, 1086, 1, 2),
        Point(NOON + timedelta(minutes=5), second.pk, 1086, standing.rating.ordinal, 2, 3),
    ]
    assert (standing.rating.game, standing.rating.matches) == ("work_the_strip", 2)


def test_only_the_newest_matches_are_told(regulars: list[Player]) -> None:
    ada, bob, *_ = regulars
    matches = [finished([ada, bob], [1, 2], minute=minute) for minute in range(5)]
    for match in matches:
        ratings.rate(match=match)

    standing = selectors.of_player_in(player=ada, game="work_the_strip", points=2)

    assert standing is not None
    assert [point.match for point in standing.history] == [matches[3].pk, matches[4].pk]


def test_partners_came_in_as_one_side(regulars: list[Player]) -> None:
    ratings.rate(match=finished(regulars, [3, 1, 3, 1], game="hand_and_foot"))

    (standing,) = selectors.of_player(player=regulars[2])

    assert [(point.place, point.sides) for point in standing.history] == [(2, 2)]


def test_a_match_that_is_not_listed_is_not_named(regulars: list[Player]) -> None:
    ada, bob, *_ = regulars
    ratings.rate(match=finished([ada, bob], [1, 2], visibility=Visibility.UNLISTED))

    (standing,) = selectors.of_player(player=ada)

    assert [(point.match, point.after) for point in standing.history] == [(None, 1086)]


def test_who_has_not_played_has_no_rating(regulars: list[Player]) -> None:
    assert selectors.of_player(player=regulars[0]) == []
    assert selectors.of_player_in(player=regulars[0], game="work_the_strip") is None


def test_bots_are_listed_by_level_the_best_first_and_without_people(
    regulars: list[Player],
) -> None:
    ratings.rate(match=finished([regulars[0], "random", "greedy"], [1, 3, 2]))

    found = selectors.of_bots(game="work_the_strip")

    assert [row.bot_level for row in found] == ["greedy", "random"]
    assert found[0].ordinal > found[1].ordinal
    assert selectors.of_bots(game="lap_dance") == []
