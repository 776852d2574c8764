"""The initial meld (HF 11): 50, 90, 120 and 150 points of face value, in one action."""

from __future__ import annotations

import pytest

from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    Spoken,
    codes,
    discard,
    draw,
    face,
    lay_off,
    meld,
    take_new,
)

LOW = "initial_meld_low"
EXAMPLES: dict[str, tuple[str, Spoken, str, tuple[bool, ...]]] = {
    "9 9 9": ("9 9 9", meld("9 9 9"), "", (False, False, False, False)),
    "5 5 5 + LO LO JS": (
        "5 5 5 LO LO JS",
        meld("5 5 5", "LO LO JS"),
        "",
        (True, False, False, False),
    ),
    "12*7": ("12*7", meld("12*7"), "", (True, False, False, False)),
    "LO LO with the pile + 8 8 JS": (
        "LO LO 8 8 JS",
        take_new("LO LO", "8 8 JS"),
        "3 LO",
        (True, True, False, False),
    ),
    "JK JK JK": ("JK JK JK", meld("JK JK JK"), "", (True, True, True, True)),
    "LO LO LO + 12 12 JK": (
        "LO LO LO 12 12 JK",
        meld("LO LO LO", "12 12 JK"),
        "",
        (True, True, True, False),
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_the_examples_of_the_table(name: str, round_: int) -> None:
    hand, sentence, pile, enough = EXAMPLES[name]
    at = table(
        hands={A: f"{hand} 2 3 4"},
        round_=round_,
        pile=pile or "1",
        phase="draw" if pile else "play",
    )
    assert at.why_not(A, sentence) == (None if enough[round_ - 1] else LOW)
    assert not at.opened(0)


@pytest.mark.parametrize(
    ("round_", "enough", "five_less"),
    [
        (1, ["12*5"], ["9 9 JS"]),
        (2, ["LO LO JK"], ["12*6 JS"]),
        (3, ["LO*6"], ["LO LO JK", "1*5"]),
        (4, ["JK JK JK"], ["LO LO JK", "1*5", "8*3"]),
    ],
)
def test_exactly_the_minimum_is_enough(
    round_: int, enough: list[str], five_less: list[str]
) -> None:
    at = table(hands={A: "LO*6 12*6 9 9 8*3 1*5 JK*3 JS 2 3"}, round_=round_)
    minimum = (50, 90, 120, 150)[round_ - 1]
    assert [sum(map(face, lists)) for lists in (enough, five_less)] == [minimum, minimum - 5]
    assert at.refused(A, meld(*five_less)) == LOW
    at.act(A, meld(*enough))
    assert at.opened(0)


def test_the_minimums_are_50_90_120_and_150() -> None:
    assert FootOptions().minimums == (50, 90, 120, 150)
    assert [table(round_=round_).view(A).minimum for round_ in (1, 2, 3, 4)] == [50, 90, 120, 150]


def test_it_is_laid_in_one_action() -> None:
    at = table(hands={A: "9 9 9 8 8 8 2 3"})
    assert at.refused(A, meld("9 9 9")) == LOW
    assert at.refused(A, meld("8 8 8")) == LOW
    at.act(A, meld("9 9 9", "8 8 8"))
    assert at.melds(0) == [codes("9*3"), codes("8*3")]


def test_group_values_do_not_count() -> None:
    at = table(hands={A: "4*7 JK*7 2 3"}, round_=1)
    assert at.refused(A, meld("4*7")) == LOW


def test_it_is_the_teams_and_counts_from_the_next_action_on() -> None:
    at = table(hands={A: "LO*3 2 3 3 3", C: "4 4 4 3 6 7"})
    assert at.refused(A, meld("3 3 3")) == LOW
    at.act(A, meld("LO*3"), meld("3 3 3"), discard("2")).act(B, draw(), discard("2"))
    at.act(C, draw(), meld("4 4 4"), lay_off(2, "3"))
    assert at.melds(0) == [codes("LO*3"), codes("3*4"), codes("4*3")]
    assert at.opened(0)
    assert not at.opened(1)


def test_every_list_of_it_must_be_a_meld() -> None:
    at = table(hands={A: "LO*3 8 8 9 2 3"})
    assert at.refused(A, meld("LO*3", "8 8 9")) == "mixed_ranks"
    assert at.refused(A, meld("LO*3", "8 8")) == "meld_too_small"


def test_with_the_pile_only_the_top_counts() -> None:
    at = table(hands={A: "10 10 2 3 4"}, pile="LO LO LO 10", phase="draw")
    assert at.refused(A, take_new("10 10")) == LOW
    at = table(hands={A: "LO LO 2 3 4"}, pile="1 LO", phase="draw").act(A, take_new("LO LO"))
    assert at.opened(0)


def test_wilds_count_their_face() -> None:
    at = table(hands={A: "1 1 JK 2 3"}, round_=1).act(A, meld("1 1 JK"))
    assert at.opened(0)
    at = table(hands={A: "1 1 JS 2 3"}, round_=1)
    assert at.refused(A, meld("1 1 JS")) == LOW


def test_every_round_is_opened_anew() -> None:
    at = table(hands={A: "2 3"}, boards={0: "LO*3"}, stock="").act(A, discard("2"))
    at.all_continue()
    assert at.state.round == 2
    assert [at.opened(team) for team in (0, 1)] == [False, False]
