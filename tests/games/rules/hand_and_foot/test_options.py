"""House rules (HF 21), each at its values; those of going out, scoring and clocks stand there."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from games.rules.hand_and_foot.actions import Meld
from games.rules.hand_and_foot.events import PileTaken
from games.rules.hand_and_foot.options import FootOptions
from games.rules.registry import builtins
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    Spoken,
    cap,
    codes,
    discard,
    draw,
    lay_off,
    meld,
    take_new,
    take_onto,
)

DEFAULTS = {
    "deck": "standard",
    "rounds": 4,
    "minimums": (50, 90, 120, 150),
    "exact22": "cut",
    "exact22_bonus": 100,
    "pick_onto_meld": True,
    "take_count": "all",
    "pile_visible": "all",
    "upcard": "reinsert",
    "max_melds_per_rank": 2,
    "second_meld_needs_group": False,
    "wild_initial_meld": True,
    "wild_group_value": 2000,
    "wild_meld_penalty": 0,
    "dirty_needed": 2,
    "clean_needed": 1,
    "permission": "all",
    "all_in_foot": False,
    "go_out_discard": "optional",
    "go_out_bonus": 100,
    "lady_penalty": 500,
    "caps_per_group": 1,
    "way_two": "optional",
    "stock_out": "finish_turn",
    "draw_count": 2,
    "turn_seconds": 60,
}
FIRST_RELEASE = {
    "rounds",
    "deck",
    "exact22",
    "turn_seconds",
    "pile_visible",
    "pick_onto_meld",
    "permission",
    "stock_out",
}


def test_the_defaults_are_those_of_the_page() -> None:
    options = FootOptions()
    assert {name: getattr(options, name) for name in FootOptions.__struct_fields__} == DEFAULTS


def test_eight_options_are_for_everybody_and_the_rest_is_advanced() -> None:
    schema = msgspec.json.schema(FootOptions)["$defs"]["FootOptions"]["properties"]
    schema.pop("type", None)
    advanced = {name for name, field in schema.items() if field.get("x-advanced")}
    assert set(schema) - advanced == FIRST_RELEASE
    assert all(field["description"] for field in schema.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "tiny"},
        {"rounds": 0},
        {"rounds": 5},
        {"minimums": [50, 90, 120]},
        {"exact22": "maybe"},
        {"exact22_bonus": 501},
        {"take_count": 4},
        {"take_count": 8},
        {"pile_visible": "none"},
        {"max_melds_per_rank": 4},
        {"max_melds_per_rank": -1},
        {"wild_group_value": 999},
        {"wild_group_value": 2501},
        {"dirty_needed": 0},
        {"clean_needed": 6},
        {"permission": "some"},
        {"go_out_bonus": -1},
        {"lady_penalty": 501},
        {"caps_per_group": 2},
        {"draw_count": 4},
        {"draw_count": 1},
        {"turn_seconds": 301},
        {"partner_chat": "free"},
    ],
    ids=str,
)
def test_other_values_are_no_options(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, FootOptions)


@pytest.mark.parametrize(
    "right",
    [
        {"rounds": 1},
        {"minimums": (60, 90, 120, 150)},
        {"exact22_bonus": 0},
        {"take_count": 5},
        {"take_count": 6},
        {"take_count": 7},
        {"max_melds_per_rank": 0},
        {"wild_group_value": 1000},
        {"wild_meld_penalty": 2000},
        {"dirty_needed": 5},
        {"lady_penalty": 0},
        {"caps_per_group": 0},
        {"draw_count": 3},
        {"turn_seconds": 0},
    ],
    ids=str,
)
def test_these_values_are_options(right: dict[str, object]) -> None:
    options = msgspec.convert(right, FootOptions)
    (name,) = right
    assert builtins(options)[name] == right[name]


# --- The pile -------------------------------------------------------------------------------------


ONLY_PAIRS = FootOptions(pick_onto_meld=False)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        (take_onto(1), "onto_needs_pair"),
        (take_onto(1, "7"), "onto_needs_pair"),
        (take_onto(1, "7 7"), None),
        (take_onto(1, "7 7 7"), None),
        (take_new("7 7"), None),
        (take_new("7 JK"), None),
    ],
)
def test_pick_onto_meld(sentence: Spoken, code: str | None) -> None:
    for options, expected in ((ONLY_PAIRS, code), (FootOptions(), None)):
        at = table(hands={A: "7 7 7 JK 2 3"}, boards={0: "7*3"}, pile="4 7", phase="draw",
                   options=options)  # fmt: skip
        assert at.why_not(A, sentence) == expected


@pytest.mark.parametrize("count", [5, 6, 7])
def test_take_count(count: Literal[5, 6, 7]) -> None:
    options = FootOptions(take_count=count)
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="JK 1 LD 3 5 VL 8 9 7",
               phase="draw", options=options)  # fmt: skip
    whole = at.pile
    assert at.refused(A, take_new("7 2")) == "pile_frozen"
    at.act(A, take_new("7 7"))
    assert at.pile == whole[:-count]
    assert at.held(A) == codes(["2", *whole[-count:-1]])
    assert at.told(PileTaken)[0].count == count
    assert at.view(B).frozen


@pytest.mark.parametrize("count", [5, 6, 7])
def test_a_small_pile_is_taken_whole(count: Literal[5, 6, 7]) -> None:
    options = FootOptions(take_count=count)
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="3 5 7", phase="draw", options=options)
    at.act(A, take_new("7 7"))
    assert at.pile == ()
    assert at.held(A) == codes("2 3 5")


def test_what_is_left_of_the_pile_is_blocked_and_frozen_by_itself() -> None:
    options = FootOptions(take_count=5)
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="1 JS 3 3 3 3 7", phase="draw",
               options=options)  # fmt: skip
    at.act(A, take_new("7 7"))
    assert at.pile == ("1", "JS")
    assert (at.view(B).frozen, at.view(B).blocked) == (True, True)
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="1 3 3 JS 3 3 7", phase="draw",
               options=options)  # fmt: skip
    at.act(A, take_new("7 7"))
    assert at.pile == ("1", "3")
    assert (at.view(B).frozen, at.view(B).blocked) == (False, False)


def test_the_keep_rule_counts_what_is_taken() -> None:
    options = FootOptions(take_count=5)
    for pile, expected in (("1 2 3 4 5 6 7", None), ("4 7", "must_keep_card")):
        at = table(hands={A: "7 7"}, in_foot=[A], boards={0: "4*3"}, pile=pile, phase="draw",
                   options=options)  # fmt: skip
        assert at.why_not(A, take_new("7 7")) == expected


# --- Melds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "melds"), [(1, 1), (2, 2), (3, 3), (0, 4)])
def test_max_melds_per_rank(most: int, melds: int) -> None:
    at = table(hands={A: "9*12 2 3"}, boards={0: "JS*3"},
               options=FootOptions(max_melds_per_rank=most))  # fmt: skip
    for _ in range(melds):
        at.act(A, meld("9 9 9"))
    if most:
        assert at.refused(A, meld("9 9 9")) == "too_many_melds_of_rank"
    assert at.melds(0)[1:] == [codes("9*3")] * melds


def test_max_melds_per_rank_counts_wild_melds_and_piles() -> None:
    options = FootOptions(max_melds_per_rank=1)
    at = table(hands={A: "JK*3 2 3"}, boards={0: "JS*3"}, options=options)
    assert at.refused(A, meld("JK*3")) == "too_many_melds_of_rank"
    at = table(hands={A: "7 7 2"}, boards={0: "7*3"}, pile="7", phase="draw", options=options)
    assert at.refused(A, take_new("7 7")) == "too_many_melds_of_rank"
    at.act(A, take_onto(1, "7 7"))


@pytest.mark.parametrize(
    ("board", "code"),
    [("9*6", "group_first"), ("9*7", None), ("9*5 JS*2", None), ("8*3", None)],
)
def test_second_meld_needs_group(board: str, code: str | None) -> None:
    options = FootOptions(second_meld_needs_group=True)
    at = table(hands={A: "9*3 2 3"}, boards={0: board}, options=options)
    assert at.why_not(A, meld("9 9 9")) == code
    at = table(hands={A: "9*2 2 3"}, boards={0: board}, pile="4 9", phase="draw", options=options)
    assert at.why_not(A, take_new("9 9")) == code


def test_second_meld_needs_group_within_one_action() -> None:
    options = FootOptions(second_meld_needs_group=True)
    at = table(hands={A: "9*10 2 3"}, boards={0: "JS*3"}, options=options)
    assert at.refused(A, meld("9 9 9", "9 9 9")) == "group_first"
    at.act(A, meld("9*7"), meld("9 9 9"))
    assert at.melds(0)[1:] == [codes("9*7"), codes("9*3")]


def test_wild_initial_meld() -> None:
    for options, code in (
        (FootOptions(), None),
        (FootOptions(wild_initial_meld=False), "no_wild_opening"),
    ):
        at = table(hands={A: "JK*3 LO*3 2 3"}, options=options)
        assert at.why_not(A, meld("JK*3")) == code
        assert at.why_not(A, meld("LO*3", "JK*3")) == code
        assert at.why_not(A, meld("LO*3 JK")) is None
        at.act(A, meld("LO*3"))
        assert at.why_not(A, meld("JK*3")) is None


def test_wild_initial_meld_with_the_pile() -> None:
    options = FootOptions(wild_initial_meld=False)
    at = table(hands={A: "LO LO JK*3 2 3"}, pile="LO", phase="draw", options=options)
    assert at.refused(A, take_new("LO LO", "JK*3")) == "no_wild_opening"


@pytest.mark.parametrize(
    ("round_", "hand", "most", "offered"),
    [
        (3, "1*5 JS*4 2", 2, ["1 1 1 JS JS JS", "1 1 JS"]),
        (3, "1*8 JS*4 2", 2, ["1*5 JS*3", "1*3 JS"]),
        (4, "1*8 JS*5 JK 2", 3, ["1*5 JS*3", "1*3 JS JS JK"]),
        (4, "1*8 JS*7 2", 3, ["1*3 JS*3", "1*3 JS*3", "1 1 JS"]),
        (4, "1*9 JS*9 2", 0, ["1*3 JS*3", "1*3 JS*3", "1*3 JS*3"]),
        (4, "3*5 8*5 JS*7 2", 2, ["3 3 3 JS*3", "8*5 JS*3", "3 3 JS"]),
    ],
)
def test_without_a_wild_meld_sets_are_cut_up_to_seat_the_wilds(
    round_: int, hand: str, most: int, offered: list[str]
) -> None:
    """Of every kind that is legal something is offered: here only as melds of one rank."""
    options = FootOptions(wild_initial_meld=False, max_melds_per_rank=most)
    at = table(seats=2, hands={A: hand}, round_=round_, options=options)
    found = [action.melds for action in at.legal(A) if isinstance(action, Meld)]
    rich = [codes(cards) for cards in found[-1]]
    assert sorted(map(sorted, rich)) == sorted(sorted(codes(text)) for text in offered)
    assert at.why_not(A, meld(*offered)) is None


@pytest.mark.parametrize(
    ("round_", "lists", "code"),
    [
        (1, ["9*5"], "initial_meld_low"),
        (1, ["9*6"], None),
        (2, ["1 1 1"], None),
        (3, ["JK*7", "LO*7"], "initial_meld_low"),
        (3, ["JK*7", "LO*8"], None),
        (4, ["8*3"], None),
        (4, ["1*5"], "initial_meld_low"),
    ],
)
def test_minimums(round_: int, lists: list[str], code: str | None) -> None:
    options = FootOptions(minimums=(60, 0, 500, 30))
    at = table(hands={A: " ".join([*lists, "2 3"])}, round_=round_, options=options)
    assert at.why_not(A, meld(*lists)) == code
    assert at.view(A).minimum == (60, 0, 500, 30)[round_ - 1]


def test_caps_per_group() -> None:
    at = table(hands={A: "LD LD LD 2 3"}, boards={0: "9*7"}, options=FootOptions(caps_per_group=0))
    at.act(A, cap(1), cap(1), cap(1))
    assert at.caps(1) == 3
    at = table(hands={A: "LD LD 2 3"}, boards={0: "9*7"}).act(A, cap(1))
    assert at.refused(A, cap(1)) == "already_capped"


def test_a_capped_group_stays_clean_with_many_caps() -> None:
    options = FootOptions(caps_per_group=0)
    at = table(hands={A: "LD JS 2 3"}, boards={0: "9*7 +LD"}, options=options).act(A, cap(1))
    assert at.refused(A, lay_off(1, "JS")) == "capped_no_wild"


# --- The draw -------------------------------------------------------------------------------------


def test_draw_count_3_draws_three() -> None:
    at: Table = table(hands={A: "2 3"}, phase="draw", options=FootOptions(draw_count=3))
    at.act(A, draw())
    assert len(at.held(A)) == 5
    at.act(A, discard("2"))
    assert at.turn == ("draw", B)
