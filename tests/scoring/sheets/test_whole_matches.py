"""Whole matches played at random: the sheets explain the result to the last point."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules import registry
from games.rules.kernel import Event
from games.rules.registry import AnyGame
from scoring.sheets.catalogue import SHEETS, scores_of
from scoring.sheets.sheet import ScoreRound
from tests.laws.players import any_ply, do_in_place, goes_on

EVENINGS = [
    ("work_the_strip", {"rounds": 2}, 3),
    ("work_the_strip", {"rounds": 1, "hand_penalty_card": 50, "ask_requires_holding": False}, 6),
    ("lap_dance", {"fun_rules": True}, 4),
    ("lap_dance", {"start_money": 7, "rounds": 3}, 2),
    ("hand_and_foot", {"rounds": 2}, 5),
    ("hand_and_foot", {"rounds": 1, "wild_meld_penalty": 300}, 4),
]
SUMS = {"names", "runs", "front", "top_card", "hand", "orders"}
"""What a line is called that could not be explained."""


def played(game: AnyGame, seats: int, seed: int) -> tuple[list[Event], Any]:
    """Return the public events and the result of a match."""
    random, events = Random(seed), list[Event]()
    state = game.setup(seats, random.randbytes(32).hex())
    while goes_on(game, state):
        do_in_place(game, state, any_ply(game, state, random), events.append)
    return [event for event in events if event.seen_by(None)], game.outcome(state)


@pytest.fixture(scope="module", params=EVENINGS, ids=lambda one: f"{one[0]}-{one[2]}")
def evening(request: pytest.FixtureRequest) -> tuple[AnyGame, int, list[Event], Any]:
    name, options, seats = request.param
    game = registry.game(name, options)
    return game, seats, *played(game, seats, 11)


def rounds_of(game: AnyGame, events: list[Event], seats: int) -> list[ScoreRound]:
    return list(SHEETS[game.name].rounds(events, game.options, seats))


def test_the_totals_are_the_result(evening: tuple[AnyGame, int, list[Event], Any]) -> None:
    game, seats, events, outcome = evening
    found = scores_of(game.name, events, game.options, seats, own=None, over=True)
    assert found is not None
    assert found.totals == outcome.scores
    assert len(found.rounds) == game.options.rounds
    assert [one.round for one in found.rounds] == list(range(1, game.options.rounds + 1))


def test_every_sheet_adds_up_and_every_line_is_explained(
    evening: tuple[AnyGame, int, list[Event], Any],
) -> None:
    game, seats, events, _ = evening
    for round_ in rounds_of(game, events, seats):
        assert sorted(seat for sheet in round_.sheets for seat in sheet.seats) == [*range(seats)]
        for sheet in round_.sheets:
            assert sheet.net == sum(line.value for line in sheet.lines)
            unexplained = [line for line in sheet.lines if line.part == line.what]
            assert [line for line in unexplained if line.what in SUMS] == []


def test_the_sheets_of_a_log_cut_off_are_those_of_its_finished_rounds(
    evening: tuple[AnyGame, int, list[Event], Any],
) -> None:
    game, seats, events, _ = evening
    whole = rounds_of(game, events, seats)
    for part in (len(events) // 3, len(events) // 2):
        found = rounds_of(game, events[:part], seats)
        assert found == whole[: len(found)]
        assert len(found) < len(whole)
