"""Boards made anew from history are those that grew with it."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Player
from games import clock
from scoring import services
from scoring.leaderboards import rebuilding
from scoring.leaderboards import services as leaderboards
from scoring.leaderboards.models import Board, Bucket, Entry
from tests.scoring.leaderboards.standings import GAME, everything, miscounted, named
from tests.scoring.results import evenings, finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture
def regulars() -> list[Player]:
    """Return six players who have played forty matches in two seasons, with bots among them."""
    found = [*named(["Ada", "Bob", "Cleo"], country="PT"), *named(["Dan", "Eve", "Fay"])]
    matches = evenings(20, [*found, "greedy"], Random(1))
    matches += [
        finished([found[n % 5], found[n % 5 + 1]], [1, 2], minute=60 * 24 * 95 + n)
        for n in range(20)
    ]
    assert services.rate_match(match_id=matches[-1].pk)  # and with it all before
    return found


@pytest.fixture
def grown(regulars: list[Player]) -> dict[str, object]:
    """Return the rows of the boards as they have grown."""
    found = everything()
    assert len(found["entries"]) > 15
    assert {season for _, season, *_ in found["entries"]} == {"", "2030-Q1", "2030-Q2"}
    return dict(found)


def test_what_is_right_is_left_alone(grown: dict[str, object]) -> None:
    report = rebuilding.rebuild(game=GAME)
    assert report.same
    assert (report.boards, report.ratings) == (3, 6)
    assert everything() == grown


def test_from_nothing_the_same_boards_are_made(grown: dict[str, object]) -> None:
    for model in (Entry, Bucket, Board):
        model.objects.all().delete()
    report = rebuilding.rebuild(game=GAME)
    assert not report.same
    assert everything() == grown
    assert not Board.objects.filter(building=True).exists()
    assert rebuilding.rebuild(game=GAME).same


@pytest.mark.parametrize("page", [1, 2, 500])
def test_whatever_is_wrong_is_put_right(
    grown: dict[str, object], page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilding, "PAGE", page)
    Entry.objects.filter(player__name="Ada").update(points=99)
    Entry.objects.filter(player__name="Bob").update(country="GB")
    Entry.objects.filter(player__name="Cleo").delete()
    Bucket.objects.order_by("pk")[0].delete()
    first = Bucket.objects.order_by("pk")[0]
    Bucket.objects.filter(pk=first.pk).update(count=first.count + 7)
    Bucket.objects.create(board=first.board, country="XX", points=1, count=3)
    assert miscounted()

    report = rebuilding.rebuild(game=GAME)
    assert report.entries == 9
    assert everything() == grown
    assert miscounted() == {}


def test_closed_seasons_stay_as_they_are(regulars: list[Player]) -> None:
    with clock.frozen(datetime(2030, 4, 2, tzinfo=UTC)):
        [closed] = leaderboards.close_seasons()
    Entry.objects.filter(board=closed, player=regulars[0]).update(points=1)
    before = everything()
    report = rebuilding.rebuild(game=GAME)
    assert (report.boards, report.same) == (2, True)
    assert everything() == before


def test_a_season_that_is_being_made_is_not_closed(regulars: list[Player]) -> None:
    for model in (Entry, Bucket, Board):
        model.objects.all().delete()

    def try_to_close(_: int) -> None:
        with clock.frozen(datetime(2031, 1, 1, tzinfo=UTC)):
            assert leaderboards.close_seasons() == []

    rebuilding.rebuild(game=GAME, passed=try_to_close)
    with clock.frozen(datetime(2031, 1, 1, tzinfo=UTC)):
        assert len(leaderboards.close_seasons()) == 2


# --- The command ----------------------------------------------------------------------------------


def test_the_command_says_what_it_found(
    grown: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("leaderboards", "rebuild", "--game", GAME)
    assert capsys.readouterr().out == f"{GAME}: 3 boards, 6 players, nothing to put right\n"
    Entry.objects.filter(player__name="Ada").delete()
    Bucket.objects.all().delete()
    call_command("leaderboards", "rebuild")
    assert f"{GAME}: 3 boards, 6 players, put right: 3 entries, " in capsys.readouterr().out
    assert everything() == grown


def test_the_command_knows_the_games() -> None:
    with pytest.raises(CommandError, match="There is no game 'chess'"):
        call_command("leaderboards", "rebuild", "--game", "chess")
    assert Board.objects.count() == 0


def test_recomputed_ratings_bring_their_boards_along(grown: dict[str, object]) -> None:
    from scoring.ratings.models import Rating, RatingChange  # noqa: PLC0415 - spoiled here alone

    RatingChange.objects.update(mu_after=1.0)
    Rating.objects.update(mu=1.0, sigma=1.0, ordinal=950, provisional=False)
    rebuilding.rebuild(game=GAME)
    assert everything() != grown
    call_command("ratings", "recompute", "--game", GAME)
    assert everything() == grown
