"""Ratings from history: the same numbers again, and the right ones where they were not."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Player
from games.models import Match
from scoring import services
from scoring.leaderboards import rebuilding
from scoring.leaderboards.models import Entry
from scoring.ratings import recomputation
from scoring.ratings import services as ratings
from scoring.ratings.arithmetic import BEGINNER, Skill
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from scoring.ratings.recomputation import Watch
from scoring.ratings.services import Movement
from tests.scoring.ratings.histories import by_the_library, by_us, everything
from tests.scoring.results import evenings, finished, people

pytestmark = pytest.mark.django_db

GAME = "work_the_strip"


@pytest.fixture
def evening() -> list[Match]:
    """Forty matches of people and bots, in order, all of them rated."""
    who: list[Player | str] = [*people(10), "greedy", "random"]
    matches = evenings(40, who, Random(7))
    matches.sort(key=lambda match: (match.finished_at, match.pk))
    services.rate_match(match_id=matches[-1].pk)
    return matches


def recompute(watch: Watch | None = None) -> recomputation.Report:
    return recomputation.recompute(game=GAME, watch=watch)


def test_a_recomputation_of_what_is_right_writes_nothing(evening: list[Match]) -> None:
    before = everything()

    report = recompute()

    assert (report.results, report.same) == (40, True)
    assert everything() == before
    assert by_us() == by_the_library(evening)


def test_what_was_lost_or_spoiled_comes_back_to_the_bit(
    evening: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recomputation, "PAGE", 7)  # several pages of results and of ratings
    before = everything()
    changes = RatingChange.objects.order_by("pk")
    changes.filter(pk__in=list(changes.values_list("pk", flat=True)[:5])).delete()
    spoiled = changes.last()
    assert spoiled is not None
    RatingChange.objects.filter(pk=spoiled.pk).update(mu_after=99.0)
    Rating.objects.filter(bot_level="greedy").update(mu=1.0, ordinal=3, matches=0)

    report = recompute()

    assert (report.changes, report.ratings, report.recorded) == (6, 1, 0)
    assert everything() == before
    assert recompute().same


def test_a_history_is_rated_whole_when_nothing_of_it_was(evening: list[Match]) -> None:
    before = everything()
    RatingChange.objects.all().delete()
    for rating in Rating.objects.all():
        rating.skill, rating.matches, rating.rated_at = BEGINNER, 0, None
        rating.save()
    seen: list[Movement] = []

    report = recompute(Watch(moved=seen.extend))

    assert everything() == before
    assert report.ratings == len(seen) == 12
    assert {each.before for each in seen} == {None}
    assert {each.rating.pk: each.after for each in seen} == dict(
        Rating.objects.values_list("pk", "ordinal")
    )


def test_a_change_that_no_result_accounts_for_is_removed(evening: list[Match]) -> None:
    before = everything()
    stranger = Rating.objects.exclude(changes__result=evening[0].pk).first()
    assert stranger is not None
    change = RatingChange.objects.filter(result=evening[0].pk).first()
    assert change is not None
    change.pk, change.rating = None, stranger
    change.save(force_insert=True)

    assert recompute().changes == 1
    assert everything() == before


def test_matches_that_were_over_before_there_were_ratings_are_counted(
    evening: list[Match],
) -> None:
    before = everything()
    Rating.objects.all().delete()
    Result.objects.all().delete()
    finished(people(0) or ["greedy", "greedy"], [1, 2], minute=99)  # says nothing about anybody

    report = recompute()

    assert (report.recorded, report.results) == (40, 40)
    assert everything() == before


def test_what_waits_to_be_rated_is_left_to_its_task(evening: list[Match]) -> None:
    ada, bob = Player.objects.all()[:2]
    waiting = finished([ada, bob], [1, 2], minute=99)

    assert recompute().same
    assert not Result.objects.filter(pk=waiting.pk).exists()
    assert services.rate_match(match_id=waiting.pk) is True


def test_a_match_that_ends_meanwhile_is_rated_and_put_right(
    evening: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends between two pages, by ratings that are wrong and already gone through."""
    monkeypatch.setattr(recomputation, "PAGE", 5)
    (level,) = Rating.objects.filter(bot_level="greedy")
    level.skill = Skill(1.0, 1.0)
    level.save()
    player = Player.objects.exclude(ratings=None)[0]
    last: list[Match] = []

    def ends_once(passed: int) -> None:
        if passed and not last:
            last.append(finished([player, "greedy"], [2, 1], minute=999))
            services.rate_match(match_id=last[0].pk)

    report = recompute(Watch(passed=ends_once))

    assert report.results == 41
    assert by_us() == by_the_library([*evening, *last])
    assert recompute().same


def test_a_result_that_comes_in_behind_begins_it_again(
    evening: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recomputation, "PAGE", 5)
    player = Player.objects.exclude(ratings=None)[0]
    early: list[Match] = []

    def comes_late(passed: int) -> None:
        if passed and not early:
            early.append(finished([player, "greedy"], [2, 1], minute=-1))
            services.rate_match(match_id=early[0].pk)

    report = recompute(Watch(passed=comes_late))

    assert (report.results, report.same) == (41, True)
    assert by_us() == by_the_library([*early, *evening])


def test_what_came_too_late_is_made_good(
    evening: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "MOST_AGAIN", 2)
    player = Player.objects.exclude(ratings=None)[0]
    late = finished([player, "greedy"], [2, 1], minute=-1)
    services.rate_match(match_id=late.pk)
    assert RatedGame.objects.get().stale

    recompute()

    assert not RatedGame.objects.get().stale
    assert by_us() == by_the_library([late, *evening])


# --- The command ----------------------------------------------------------------------------------


def test_the_command_says_what_it_found(evening: list[Match]) -> None:
    told = StringIO()
    call_command("ratings", "recompute", game=GAME, stdout=told)
    assert told.getvalue() == "work_the_strip: 40 results, nothing to put right\n"

    Rating.objects.filter(bot_level="greedy").update(mu=1.0)
    told = StringIO()
    call_command("ratings", "recompute", stdout=told)
    assert told.getvalue() == (
        "hand_and_foot: 0 results, nothing to put right\n"
        "lap_dance: 0 results, nothing to put right\n"
        "work_the_strip: 40 results, put right: 1 ratings, 0 entries of histories, "
        "0 results that were not written down\n"
        "work_the_strip: 2 boards, 10 players, nothing to put right\n"
    )


def test_the_command_knows_its_games() -> None:
    with pytest.raises(CommandError, match=r"no game 'poker'; there is hand_and_foot, lap_dance"):
        call_command("ratings", "recompute", game="poker")


def test_the_command_puts_the_boards_right_too(evening: list[Match]) -> None:
    def board() -> list[tuple[Any, ...]]:
        rows = Entry.objects.filter(board__season="").order_by("player")
        return list(rows.values_list("player", "points", "matches"))

    before = board()
    assert before
    Rating.objects.filter(player=before[0][0]).update(mu=1.0, sigma=1.0, ordinal=950)
    rebuilding.rebuild(game=GAME)
    assert board() != before

    call_command("ratings", "recompute", game=GAME, stdout=StringIO())

    assert board() == before
