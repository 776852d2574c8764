"""Hands at the same moment: buckets count exactly, a season closes once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest

from accounts import services as accounts
from accounts.models import Player
from games import clock
from games.models import Match
from scoring import services
from scoring.leaderboards import rebuilding
from scoring.leaderboards import services as leaderboards
from scoring.leaderboards.models import Board, Bucket
from tests.games.at_once import hands
from tests.scoring.leaderboards.standings import GAME, everything, miscounted
from tests.scoring.results import evenings, people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("seed", range(3))
def test_buckets_count_exactly_after_many_updates_at_once(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 2)  # so that the threads take turns
    luck, players = Random(seed), people(6)
    *regulars, leaver = players
    matches = evenings(20, [*regulars, "greedy"], luck) + evenings(3, players, luck)
    tasks = [match.pk for match in 2 * matches]
    luck.shuffle(tasks)

    def rate(task: object) -> Callable[[], object]:
        return lambda: services.rate_match(match_id=task)  # type: ignore[arg-type]

    def move(player: Player, country: str) -> Callable[[], object]:
        return lambda: accounts.introduce(player=player, country=country)

    with hands(4) as at_once:
        for first in range(0, len(tasks) - 1, 2):
            at_once(
                rate(tasks[first]),
                rate(tasks[first + 1]),
                move(luck.choice(regulars), luck.choice(["", "PT", "BR"])),
                move(luck.choice(regulars), luck.choice(["", "PT", "BR"]))
                if first
                else lambda: rebuilding.rebuild(game=GAME),
            )
        at_once(*[leaver.delete, rate(tasks[0]), rate(tasks[1]), rate(tasks[2])])
    for match in matches:  # what one call left for the sweep
        while Match.objects.get(pk=match.pk).rated_at is None:
            services.rate_match(match_id=match.pk)

    assert miscounted() == {}
    assert Bucket.objects.filter(count__lte=0).count() == 0
    before = everything()
    assert len(before["entries"]) == 2 * len(regulars)
    assert rebuilding.rebuild(game=GAME).same
    assert everything() == before


def test_two_beats_close_a_season_once() -> None:
    matches = evenings(12, people(4), Random(7))
    for match in matches[-2:]:  # which of the two is the later one is up to their ids
        services.rate_match(match_id=match.pk)
    with clock.frozen(datetime(2030, 4, 2, tzinfo=UTC)), hands(4) as at_once:
        closed = at_once(*[leaderboards.close_seasons] * 4)
    assert sorted(len(each) for each in closed) == [0, 0, 0, 1]  # type: ignore[arg-type]
    assert Board.objects.exclude(closed_at=None).count() == 1


def test_a_result_that_meets_the_closing_is_in_it_or_in_no_board_of_the_season() -> None:
    matches = evenings(9, people(3), Random(8))
    services.rate_match(match_id=matches[-2].pk)
    with clock.frozen(datetime(2030, 4, 2, tzinfo=UTC)), hands(2) as at_once:
        at_once(lambda: services.rate_match(match_id=matches[-1].pk), leaderboards.close_seasons)
        leaderboards.close_seasons()
    season = Board.objects.get(season="2030-Q1")
    assert season.closed_at is not None
    assert sum(entry.matches for entry in season.entries.all()) == sum(
        match.seats for match in matches
    )
    assert miscounted() == {}
