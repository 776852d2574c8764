"""Seasons are the quarters of the calendar, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scoring.leaderboards import points
from scoring.leaderboards.seasons import Season


@pytest.mark.parametrize(
    ("at", "name"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-Q1"),
        (datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC), "2026-Q1"),
        (datetime(2026, 4, 1, tzinfo=UTC), "2026-Q2"),
        (datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), "2026-Q4"),
        (datetime(2027, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=1))), "2026-Q4"),
    ],
)
def test_a_moment_belongs_to_the_quarter_it_has_in_utc(at: datetime, name: str) -> None:
    assert Season.of(at).name == name
    assert Season.named(name) == Season.of(at)
    assert Season.of(at).begins_at <= at < Season.of(at).ends_at


def test_seasons_follow_one_another_without_a_gap() -> None:
    season, names = Season(2026, 3), []
    for _ in range(3):
        names.append(season.name)
        assert season.next.begins_at == season.ends_at
        season = season.next
    assert names == ["2026-Q3", "2026-Q4", "2027-Q1"]
    assert sorted(names) == names


@pytest.mark.parametrize(
    "name", ["", "2026", "2026-Q5", "2026-Q0", "0000-Q1", "2026-Q1\n", "٢٠٢٦-Q1"]
)
def test_nothing_else_is_the_name_of_a_season(name: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it says is the name
        Season.named(name)
    assert refused.value.args == (name,)


@pytest.mark.parametrize(
    ("before", "after", "matches", "earned"),
    [
        (1000, 1000, 0, 1000),  # a beginner begins where beginners do
        (1500, 1500, 0, 1250),  # everybody else half as far away from there
        (900, 900, 0, 950),
        (1500, 1500, 10, 1375),  # after ten matches half of the way back is done
        (1500, 1500, 30, 1437),  # after thirty three quarters, rounded down
        (1000, 1400, 30, 1300),
        (1500, 1300, 10, 1275),
        (1500, 1100, 10, 1175),
    ],
)
def test_points_of_a_season_lead_from_a_soft_start_to_the_rating(
    before: int, after: int, matches: int, earned: int
) -> None:
    assert points.of_season(before=before, after=after, matches=matches) == earned


def test_a_better_rating_never_has_fewer_points() -> None:
    for matches in (1, 7, 40):
        earned = [
            points.of_season(before=1200, after=after, matches=matches)
            for after in range(600, 1900)
        ]
        assert earned == sorted(earned)
