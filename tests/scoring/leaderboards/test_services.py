"""Boards follow results, players and the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import transaction

from accounts import services as accounts
from accounts.models import Player
from games import clock
from games.models import Match
from games.rules import registry
from scoring import services
from scoring.leaderboards import points, selectors
from scoring.leaderboards import services as leaderboards
from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.ratings import services as ratings
from scoring.ratings.arithmetic import shown
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from tests.scoring.leaderboards.standings import (
    GAME,
    SUMMER,
    board,
    everything,
    lines,
    miscounted,
    page,
    stands,
)
from tests.scoring.results import NOON, evenings, finished, people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

FIVE, TEN = points.LEAST_MATCHES_A_SEASON, points.LEAST_MATCHES


def rated(matches: list[Match]) -> None:
    """Let these count, all in one go; they are in order."""
    assert services.rate_match(match_id=matches[-1].pk)


def duels(ada: Player | str, bob: Player | str, count: int, *, first: int = 0) -> list[Match]:
    """Return so many matches that Ada won, a minute after each other."""
    return [finished([ada, bob], [1, 2], minute=first + n) for n in range(count)]


def in_order(match: Match) -> tuple[object, object]:
    return match.finished_at, match.pk


@pytest.fixture
def ada() -> Player:
    return Player.objects.create_user("Ada", country="PT")


@pytest.fixture
def bob() -> Player:
    return Player.objects.create_user("Bob")


# --- Results --------------------------------------------------------------------------------------


def test_a_season_gives_a_place_after_its_fifth_match(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE - 1))
    found = page(season="current", viewer=ada)
    assert (found.rows, found.players) == ([], 0)
    assert found.mine is not None
    assert (found.mine.rank, found.mine.matches) == (None, FIVE - 1)

    rated(duels(ada, bob, 1, first=FIVE))
    found = page(season="current", viewer=ada)
    assert [(row.rank, row.name, row.matches) for row in found.rows] == [
        (1, "Ada", FIVE),
        (2, "Bob", FIVE),
    ]


def test_points_of_a_season_are_those_of_its_first_and_last_change(
    ada: Player, bob: Player
) -> None:
    rated([finished([ada, bob], [1, 2], minute=-60 * 24 * 40)])  # of the season before
    rated(duels(ada, bob, FIVE))
    changes = RatingChange.objects.filter(rating__player=ada, at__gte=NOON).order_by("at")
    first, last = changes[0], changes[FIVE - 1]
    expected = points.of_season(before=shown(first.before), after=shown(last.after), matches=FIVE)
    mine = page(season="2030-Q1", viewer=ada).mine
    assert mine is not None
    assert (mine.rank, mine.points, mine.matches) == (1, expected, FIVE)
    earlier = page(season="2029-Q4", viewer=ada).mine
    assert earlier is not None
    assert (earlier.rank, earlier.matches) == (None, 1)


def test_all_time_is_the_rating_once_it_is_certain(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, TEN))
    row = Rating.objects.get(player=ada)
    assert row.provisional
    assert page().rows == []

    match = TEN
    while Rating.objects.get(player=ada).provisional:
        rated([finished([ada, bob], [1 + match % 2, 2 - match % 2], minute=match)])
        match += 1
    row.refresh_from_db()
    found = page(viewer=ada)
    assert found.mine is not None
    assert (found.mine.points, found.mine.matches) == (row.ordinal, row.matches)
    assert found.mine.rank is not None


def test_bots_play_and_are_on_no_board(ada: Player) -> None:
    rated([finished([ada, "greedy"], [2, 1], minute=n) for n in range(FIVE)])
    assert Rating.objects.filter(bot_level="greedy").exists()
    assert [row.name for row in page(season="current").rows] == ["Ada"]
    assert {entry.player for entry in Entry.objects.all()} == {ada}


def test_a_match_counts_once_however_often_it_is_placed(ada: Player, bob: Player) -> None:
    matches = duels(ada, bob, FIVE)
    rated(matches)
    before = everything()
    for match in matches:
        assert services.rate_match(match_id=match.pk) is False
        leaderboards.place(match=match, changes=ratings.rate(match=match))
        movements = [ratings.Movement(row, 1000, row.ordinal) for row in Rating.objects.all()]
        leaderboards.place(match=match, changes=movements)
    assert everything() == before
    assert miscounted() == {}


def test_a_match_that_does_not_count_leaves_no_trace(ada: Player, bob: Player) -> None:
    rated([finished([ada, bob], [1, 2], rated=False)])
    assert Board.objects.count() == 0


@pytest.mark.parametrize("seed", range(3))
def test_boards_are_the_same_in_whatever_order_results_come_in(seed: int) -> None:
    luck = Random(seed)
    matches = evenings(14, people(5), luck)
    assert services.rate_match(match_id=max(matches, key=in_order).pk)  # and all before it
    expected = everything()
    assert miscounted() == {}

    for model in (Entry, Bucket, Board, RatingChange, Result, RatedGame):
        model.objects.all().delete()
    Rating.objects.update(mu=25, sigma=25 / 3, ordinal=1000, provisional=True, matches=0)
    luck.shuffle(matches)
    for match in matches:
        leaderboards.place(match=match, changes=ratings.rate(match=match))
    assert everything() == expected
    assert miscounted() == {}


# --- The end of a season --------------------------------------------------------------------------


def closes(at: datetime) -> list[str]:
    with clock.frozen(at):
        return [each.season for each in leaderboards.close_seasons()]


def test_a_season_is_closed_once_after_its_end(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE))
    end = datetime(2030, 4, 1, tzinfo=UTC)
    assert closes(end + timedelta(minutes=9)) == []
    assert closes(end + timedelta(minutes=10)) == ["2030-Q1"]
    closed = Board.objects.get(season="2030-Q1").closed_at
    assert closed == end + timedelta(minutes=10)
    assert closes(end + timedelta(minutes=20)) == []
    assert Board.objects.get(season="2030-Q1").closed_at == closed


def test_all_time_is_never_closed(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, 1))
    assert closes(datetime(2040, 1, 1, tzinfo=UTC)) == ["2030-Q1"]
    assert Board.objects.get(season="").closed_at is None


def test_final_standings_stay_whatever_comes_after(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE))
    closes(datetime(2030, 4, 2, tzinfo=UTC))
    final = page(season="2030-Q1")
    all_time = Board.objects.get(season="")

    # A result that comes in late, a player who moves, one who is shut out, one who is deleted.
    late = finished([bob, ada], [1, 2], minute=2.5)
    rated([late])
    assert RatingChange.objects.filter(result=late.pk).count() == 2
    accounts.introduce(player=ada, name="Lady Ada", country="GB")
    kept = page(season="2030-Q1")
    assert [row._replace(name="") for row in kept.rows] == [
        row._replace(name="") for row in final.rows
    ]
    assert [row.name for row in kept.rows] == ["Lady Ada", "Bob"]
    assert Entry.objects.get(board=all_time, player=ada).matches == FIVE + 1

    ada.delete()
    [first, second] = page(season="2030-Q1").rows
    assert (first.rank, first.player_id, first.points) == (1, None, final.rows[0].points)
    assert second == final.rows[1]
    assert page(season="2030-Q1", country="PT").players == 1
    assert miscounted() == {}


def test_a_season_waits_for_a_match_of_it_that_was_not_rated(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, 1))
    late = finished([ada, bob], [2, 1], finished_at=datetime(2030, 3, 31, 23, 59, tzinfo=UTC))
    finished([ada, bob], [2, 1], finished_at=datetime(2030, 4, 1, tzinfo=UTC))
    assert closes(datetime(2030, 4, 3, tzinfo=UTC)) == []
    rated([late])
    assert closes(datetime(2030, 4, 3, tzinfo=UTC)) == ["2030-Q1"]
    assert Entry.objects.get(board__season="2030-Q1", player=ada).matches == 2


@pytest.mark.parametrize("reason", ["stale", "building"])
def test_a_season_waits_for_what_is_being_mended(ada: Player, bob: Player, reason: str) -> None:
    rated(duels(ada, bob, 1))
    rows = {"stale": RatedGame.objects, "building": Board.objects}[reason]
    rows.update(**{reason: True})
    assert closes(datetime(2030, 4, 3, tzinfo=UTC)) == []
    rows.update(**{reason: False})
    assert closes(datetime(2030, 4, 3, tzinfo=UTC)) == ["2030-Q1"]


def test_the_last_minute_of_a_season_belongs_to_it(ada: Player, bob: Player) -> None:
    rated([finished([ada, bob], [1, 2], finished_at=SUMMER)])
    rated([finished([ada, bob], [1, 2], finished_at=SUMMER + timedelta(minutes=1))])
    found = selectors.seasons(game=GAME)
    assert [(each.season, each.entries.count()) for each in found] == [
        ("2030-Q4", 2),
        ("2030-Q3", 2),
    ]


# --- Players --------------------------------------------------------------------------------------


def test_who_moves_is_counted_where_they_are_now(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE))
    assert [row.name for row in page(season="current", country="PT").rows] == ["Ada"]
    accounts.introduce(player=ada, country="BR")
    assert page(season="current", country="PT").players == 0
    assert [row.name for row in page(season="current", country="BR").rows] == ["Ada"]
    accounts.introduce(player=ada, country="")
    assert page(season="current", country="BR").players == 0
    assert page(season="current").players == 2
    assert miscounted() == {}


def test_who_is_shut_out_loses_their_place_and_gets_it_back(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE))
    before = everything()
    ada.is_active = False
    ada.save()
    assert [(row.rank, row.name) for row in page(season="current").rows] == [(1, "Bob")]
    assert miscounted() == {}
    ada.is_active = True
    ada.save()
    assert everything() == before


def test_who_is_deleted_is_on_no_open_board_any_more(ada: Player, bob: Player) -> None:
    rated(duels(ada, bob, FIVE))
    ada.delete()
    assert [(row.rank, row.name) for row in page(season="current").rows] == [(1, "Bob")]
    assert page(season="current", country="PT").players == 0
    assert Entry.objects.filter(player=None).count() == 0
    assert miscounted() == {}
    rated(duels("greedy", bob, 1, first=FIVE))  # the boards live on
    assert page(season="current").players == 1


def test_a_rename_touches_no_board(ada: Player) -> None:
    stands(board(), ada, 1234)
    before = everything()
    accounts.introduce(player=ada, name="Lady Ada")
    assert everything() == before
    assert lines(page()) == [(1, "Lady Ada", 1234)]
    assert not RatedGame.objects.filter(pk=GAME).exists()


def test_every_game_is_held_before_its_first_match_too() -> None:
    assert not RatedGame.objects.exists()

    with transaction.atomic():
        assert leaderboards.hold_all() == sorted(registry.names())

    assert RatedGame.objects.count() == len(registry.names())
