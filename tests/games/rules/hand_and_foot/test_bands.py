"""Rounds between bots last and end about as the rules page measured them (HF 3.3, 23.2).

The page played 600 rounds a line; here are 24 of the greedy and 8 of the random player, always the
same ones.  `python -m bench.bots --game hand_and_foot` plays a thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import fmean

import pytest

from games.rules import registry
from tests.games.rules.hand_and_foot.rounds import Round, rounds

pytestmark = pytest.mark.slow

SEATS = (2, 3, 4, 5, 6)
TENTHS = {2: (17.5, 28.5), 3: (16, 27), 4: (7.8, 14.2), 5: (6.2, 11.4), 6: (5.8, 9.5)}
"""Of ten rounds eight last so many turns of each seat; a mean outside is no chance."""
OPENED = {2: 3.2, 3: 3.2, 4: 2.1, 5: 1.9, 6: 1.8}
IN_THE_FOOT = {2: 12.7, 3: 12.1, 4: 7.5, 5: 6.4, 6: 5.8}
EXHAUSTED = {2: 0, 3: 1, 4: 1, 5: 1, 6: 3}
"""At most so many of the 24 rounds end without anybody going out: the page has 0 % to 1 %."""
RANDOM_TURNS = {2: 60, 3: 39, 4: 25, 5: 18, 6: 14}


@cache
def played(level: str, seats: int, matches: int) -> tuple[Round, ...]:
    return tuple(rounds(registry.game("hand_and_foot"), (level,) * seats, matches))


def greedy(seats: int) -> tuple[Round, ...]:
    return played("greedy", seats, 6)


def turns(found: tuple[Round, ...], seats: int) -> Iterator[float]:
    return (one.turns.total() / seats for one in found)


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_lasts_as_many_turns_as_the_page_says(seats: int) -> None:
    low, high = TENTHS[seats]
    assert low < fmean(turns(greedy(seats), seats)) < high


@pytest.mark.parametrize("seats", SEATS)
def test_boards_are_opened_when_the_page_says(seats: int) -> None:
    opened = fmean(turn for one in greedy(seats) for turn in one.opened.values())
    assert opened == pytest.approx(OPENED[seats], abs=0.8)


@pytest.mark.parametrize("seats", SEATS)
def test_feet_are_picked_up_when_the_page_says(seats: int) -> None:
    feet = fmean(turn for one in greedy(seats) for turn in one.feet)
    assert feet == pytest.approx(IN_THE_FOOT[seats], rel=0.2)


@pytest.mark.parametrize("seats", SEATS)
def test_the_stock_suffices_as_the_page_says(seats: int) -> None:
    assert len(greedy(seats)) == 24
    assert sum(one.end == "stock" for one in greedy(seats)) <= EXHAUSTED[seats]


@pytest.mark.parametrize("seats", SEATS)
def test_random_play_is_the_other_extreme(seats: int) -> None:
    found = played("random", seats, 2)
    assert fmean(turns(found, seats)) == pytest.approx(RANDOM_TURNS[seats], rel=0.25)
