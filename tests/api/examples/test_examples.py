"""The examples of the API are what is answered today, and each is what its schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.problems import ILLEGAL_STATUS, PROBLEMS
from api.recorded import FOLDER, PROBLEMS_FILE, REFUSALS_FILE
from games.rules import registry
from tests.api.examples import record
from tests.api.examples.reaching import WAYS

pytestmark = [pytest.mark.form, pytest.mark.slow]

AGAIN = "run `make examples`"


def written(path: Path) -> Any:
    return json.loads((FOLDER / path).read_text("utf-8"))


@pytest.mark.django_db
def test_a_playthrough_is_answered_as_it_was_written_down() -> None:
    """Each answer is held against the description while it is played (`tests.api.rest`)."""
    played = record.operations()
    assert set(played) == {path.relative_to(FOLDER) for path in FOLDER.glob("operations/*.json")}
    for path, text in played.items():
        # As data: PostgreSQL keeps the fields of options in an order of its own.
        assert json.loads(text) == written(path), f"{path}: {AGAIN}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_can_be_met_and_is_told_as_it_was_written_down(code: str) -> None:
    """Over HTTP or the socket.  What the rules refuse: `tests/games/rules/*/`, by their maps."""
    met = record.problem(code)
    assert (met["code"], met["status"]) == (code, PROBLEMS[code].status)
    assert met == written(Path(PROBLEMS_FILE))[code], AGAIN


def test_there_is_a_way_to_every_problem_and_to_none_that_is_not() -> None:
    assert sorted(WAYS) == sorted(PROBLEMS)
    assert sorted(written(Path(PROBLEMS_FILE))) == sorted(PROBLEMS)


@pytest.mark.parametrize("game", registry.names())
def test_refusals_of_the_rules_are_told_as_they_were_written_down(game: str) -> None:
    met = record.refusals(game)
    assert met == written(Path(REFUSALS_FILE))[game], AGAIN
    for code, problem in met.items():
        assert (problem["status"], problem["rule"]) == (
            ILLEGAL_STATUS,
            registry.kind(game).refusals[code][0],
        )
