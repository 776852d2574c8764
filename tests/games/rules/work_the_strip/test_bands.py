"""Careless Madams end their rounds about as the rulebook's own simulation says (WTS 16).

The page played 2,400 rounds per line; here are 180, always the same ones.  A share may stray four
standard errors of 180 rounds and five points more, since "careless" leaves open which way up she
lays a dual and in what order she does things; a median may stray by a fifth for the same reasons.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import mean, median

import pytest

from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.careless import PlayedRound, rounds

pytestmark = pytest.mark.slow

GAMES = 30
SEATS = (2, 3, 4, 5, 6)
GOING_OUT = {2: 0.96, 3: 0.94, 4: 0.84, 5: 0.75, 6: 0.69}
TURNS = {2: 80, 3: 64, 4: 52, 5: 45, 6: 38}
HITS = {2: 0.13, 3: 0.17, 4: 0.18, 5: 0.18, 6: 0.17}
SCORE = {2: 18_018, 3: 9_427, 4: 5_896, 5: 4_140, 6: 3_006}
NEGATIVE = {2: 0.01, 3: 0.04, 4: 0.07, 5: 0.10, 6: 0.13}


@cache
def played(seats: int) -> list[PlayedRound]:
    options = StripOptions(allow_two=seats == 2, turn_seconds=0, initial_seconds=0)
    return rounds(seats, GAMES, options)


def scores(seats: int) -> list[int]:
    return [line.score for round_ in played(seats) for line in round_.scored.lines]


def stray(share: float, sample: int) -> float:
    return 4 * sqrt(share * (1 - share) / sample) + 0.05


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_end_by_going_out_as_often_as_the_page_says(seats: int) -> None:
    found = [round_.scored.winner is not None for round_ in played(seats)]
    assert len(found) == 6 * GAMES
    assert mean(found) == pytest.approx(GOING_OUT[seats], abs=stray(GOING_OUT[seats], len(found)))


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_takes_as_many_turns_as_the_page_says(seats: int) -> None:
    turns = median(round_.turns for round_ in played(seats))
    assert turns == pytest.approx(TURNS[seats], rel=0.2)


@pytest.mark.parametrize("seats", SEATS)
def test_asks_hit_as_often_as_the_page_says(seats: int) -> None:
    asks = sum(round_.asks for round_ in played(seats))
    hits = sum(round_.hits for round_ in played(seats))
    assert hits / asks == pytest.approx(HITS[seats], abs=0.05)


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_are_worth_what_the_page_says(seats: int) -> None:
    assert mean(scores(seats)) == pytest.approx(SCORE[seats], rel=0.2)
    negative = mean(score < 0 for score in scores(seats))
    assert negative == pytest.approx(NEGATIVE[seats], abs=0.05)
