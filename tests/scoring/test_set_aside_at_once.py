"""Workers and beats at the same moment: a match is set aside once, and counts once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from accounts.models import Player
from games import clock
from scoring import services
from scoring.aside import services as aside
from scoring.aside.models import SetAside
from scoring.aside.selectors import set_aside
from scoring.leaderboards import services as leaderboards
from scoring.ratings.models import RatingChange, Result
from tests.games.at_once import hands
from tests.scoring.leaderboards.standings import board
from tests.scoring.ratings.histories import by_the_library, by_us
from tests.scoring.results import broken, finished, mend, people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair() -> list[Player]:
    return people(2)


def at_once(*calls: Callable[[], object]) -> list[object]:
    with hands(len(calls)) as together:
        return together(*calls)


def test_workers_set_it_aside_once_and_rate_the_others_once(pair: list[Player]) -> None:
    poison = [broken(pair, minute=2 * n) for n in range(2)]
    sound = [finished(pair, [1, 2], minute=2 * n + 1) for n in range(2)]

    at_once(*[lambda: services.rate_match(match_id=sound[-1].pk)] * 3)

    assert [(row.match_id, row.tries) for row in set_aside()] == [(m.pk, 1) for m in poison]
    assert by_us() == by_the_library(sound)
    assert RatingChange.objects.count() == 4


def test_tries_let_it_count_once(pair: list[Player]) -> None:
    match = broken(pair)
    services.rate_match(match_id=match.pk)
    mend(match)

    found = at_once(*[lambda: services.try_again(match_id=match.pk)] * 3)

    assert sorted(map(bool, found)) == [False, False, True]
    assert (Result.objects.get().match_id, SetAside.objects.count()) == (match.pk, 0)
    assert RatingChange.objects.count() == 2


def test_who_fails_after_another_was_luckier_sets_nothing_aside(pair: list[Player]) -> None:
    """An old worker beside a new one: only one of them has the rules."""
    match = finished(pair, [1, 2])
    assert services.rate_match(match_id=match.pk) is True
    assert aside.put(match=match, fault=KeyError()) is False
    assert not SetAside.objects.exists()


def test_two_beats_and_a_worker_close_its_season_once(pair: list[Player]) -> None:
    season = board("2030-Q1", ends_at=datetime(2030, 4, 1, tzinfo=UTC))
    match = broken(pair)
    with clock.frozen(datetime(2030, 4, 1, 0, 15, tzinfo=UTC)):
        first = at_once(
            lambda: services.rate_match(match_id=match.pk), *[leaderboards.close_seasons] * 2
        )
        closed = [*first[1:], leaderboards.close_seasons()]
    assert sorted(closed, key=bool) == [[], [], [season]]
    assert [row.match_id for row in set_aside()] == [match.pk]
