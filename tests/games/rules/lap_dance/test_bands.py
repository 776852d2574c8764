"""Games of bots end about as the rulebook's own simulation says (LAP 18.2), and nothing is lost.

The page played 400 to 1,000 games per line; here are a few dozen, always the same ones.  A mean may
stray four standard errors and a tenth more, for "careless" and "greedy" leave a little open; the
greedy roll by exact odds, so they may earn a sixth more than the page's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

import pytest

from bench.lap_dance_bots import Astray, Figures, Table, table
from games.ai import tables
from games.ai.bots import AnyAction
from games.rules.kernel import Event, Seat
from games.rules.registry import AnyGame

pytestmark = pytest.mark.slow

MODES = ("set_aside", "free")
GAMES = {"careless": 30, "greedy": 8}
ROUNDS = 5
SPREAD = {"careless": 0.85, "greedy": 0.8}
"""The standard deviation of the number of orders of a turn, from the page's shares."""
BETTER = {"careless": 0.0, "greedy": 1 / 6}


@cache
def played(players: int, bots: str, mode: str) -> Table:
    return table(players, bots, mode, GAMES[bots], 1, quiet=True)


@pytest.fixture(params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(params=["careless", "greedy"])
def line(request: pytest.FixtureRequest, players: int) -> tuple[Table, Figures]:
    """A line in either mode, and what the page says of it."""
    found = played(players, str(request.param), MODES[players % 2])
    assert found.page
    return found, found.page


def stray(mean: float, spread: float, sample: int) -> float:
    return 4 * spread / sqrt(sample) + mean / 10


def test_as_many_orders_are_served_as_the_page_says(line: tuple[Table, Figures]) -> None:
    found, page = line
    turns = found.players * found.games * ROUNDS
    expected = page.orders * (1 + BETTER[found.bots] / 2)
    assert found.ours.orders == pytest.approx(
        expected, abs=stray(expected, SPREAD[found.bots], turns)
    )


def test_as_much_is_earned_as_the_page_says(line: tuple[Table, Figures]) -> None:
    found, page = line
    expected = page.money * (1 + BETTER[found.bots] / 2)
    sample = found.players * found.games
    assert found.ours.money == pytest.approx(expected, abs=stray(expected, page.money_sd, sample))
    assert found.ours.money_sd == pytest.approx(page.money_sd, rel=0.5)


def test_as_many_dice_are_rolled_as_the_page_says(line: tuple[Table, Figures]) -> None:
    found, page = line
    assert found.ours.dice == pytest.approx(page.dice, rel=0.1)
    assert found.ours.stars == pytest.approx(page.stars, rel=0.4)


def test_who_serves_first_earns_no_less_than_who_serves_last(players: int) -> None:
    by_turn = played(players, "greedy", MODES[players % 2]).ours.by_turn
    assert by_turn[0] > by_turn[-1] - 1


@pytest.mark.parametrize("what", ["money", "favor", "deck"])
def test_what_is_lost_on_the_way_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games above watch every ply; here is what they would say."""

    def spoiled(
        game: AnyGame, state: Any, seat: Seat, seating: tables.Seating, seen: Sequence[Event]
    ) -> AnyAction:
        if what == "deck":
            state.deck.pop()
        else:
            setattr(state.seats[seat], what, -1)
        return decide(game, state, seat, seating, seen)

    decide = tables.decide
    monkeypatch.setattr(tables, "decide", spoiled)
    with pytest.raises(Astray):
        table(2, "careless", "free", 1, 1, quiet=True)
