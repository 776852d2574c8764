"""How long a bot seems to think (LAP 14): it does not always win the Priority race."""

from __future__ import annotations

import pytest

from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import READY, A, B, lays


def thinking(at: Table, seat: int) -> tuple[int, int] | None:
    return at.game.thinking(at.state, seat)


@pytest.mark.parametrize(
    ("seconds", "customer", "expected"),
    [
        (60, "The Generous Heiress", (5, 25)),
        (300, "The Generous Heiress", (5, 25)),
        (0, "The Generous Heiress", (5, 25)),
        (15, "The Generous Heiress", (5, 12)),
        (20, "The Generous Heiress", (5, 17)),
        (60, "The Impatient Broker", (5, 25)),
        (15, "The Daydreaming Poet", (5, 25)),
    ],
)
def test_planning_takes_five_seconds_to_twenty_five_or_three_before_the_bell(
    seconds: int, customer: str, expected: tuple[int, int]
) -> None:
    options = LapOptions(timer_seconds=seconds)
    at = planning(hands=["House Star", ""], customer=customer, options=options)
    assert thinking(at, A) == expected


def test_one_question_of_the_minute_is_thought_about() -> None:
    at = planning(hands=["House Star", "House Star b"]).act(A, lays("House Star"))
    assert (thinking(at, A), thinking(at, B)) == (None, (5, 25))
    at.act(A, READY)
    assert thinking(at, A) is None


def test_somebody_elses_drafts_are_no_answer_of_a_bot_that_sits_down_now() -> None:
    at = planning(hands=["House Star", "House Star b"]).act(A, lays("House Star"))
    assert at.game.thinking(at.state, A, anew=True) == (5, 25)
    at.act(A, READY)
    assert at.game.thinking(at.state, A, anew=True) is None


def test_elsewhere_bots_are_as_quick_as_usual() -> None:
    assert thinking(happening(stacks=["Coffee Break", ""]), A) is None
    assert thinking(turn(stage="preroll"), A) is None
