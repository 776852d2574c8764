"""The three ways into the foot (HF 13) and the keep rule (HF 14.2)."""

from __future__ import annotations

from typing import Literal, Unpack

import pytest

from games.rules.hand_and_foot.actions import Discard
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.state import Phase
from tests.games.rules.hand_and_foot.builder import Situation, Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
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

FOOT = "1 2 3 4 5 6 8 10 11 12 LO"
WayTwo = Literal["optional", "auto", "off"]


def enters(hand: str, board: str = "9 9 9; 8*7", **more: Unpack[Situation]) -> Table:
    """A's turn with this hand and that foot."""
    situation: Situation = {"hands": {A: hand}, "feet": {A: FOOT}, "boards": {0: board}, **more}
    return table(**situation)


# --- The three ways -------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2", "LD", "VL", "JS", "JK", "LO"])
def test_way_1_the_last_card_is_discarded(card: str) -> None:
    at = enters(card).act(A, discard(card))
    assert at.held(A) == codes(FOOT)
    assert (at.in_foot(A), at.foot(A), at.way) == (True, 0, 1)
    assert at.turn == ("draw", B)


def test_way_1_does_not_ask() -> None:
    at = enters("2").act(A, discard("2", enter_foot=False))
    assert (at.in_foot(A), at.way) == (True, 1)


@pytest.mark.parametrize("kept", ["2", "LD", "VL", "JS"])
def test_way_2_one_card_is_left(kept: str) -> None:
    at = enters(f"{kept} 7").act(A, discard("7"))
    assert at.held(A) == codes(f"{FOOT} {kept}")
    assert (at.in_foot(A), at.foot(A), at.way) == (True, 0, 2)
    assert at.turn == ("draw", B)


def test_way_2_may_be_declined() -> None:
    at = enters("LD 7").act(A, discard("7", enter_foot=False))
    assert at.held(A) == ("LD",)
    assert (at.in_foot(A), at.foot(A), at.way) == (False, 11, None)


def test_declining_changes_nothing_with_two_cards_left() -> None:
    for enter in (True, False):
        at = enters("LD 7 8").act(A, discard("7", enter_foot=enter))
        assert at.held(A) == codes("LD 8")
        assert (at.in_foot(A), at.foot(A)) == (False, 11)


def test_who_declined_may_enter_later() -> None:
    at = enters("LD 7", stock="1 1 1 1 1 1 1 1 4 4", seats=2).act(A, discard("7", enter_foot=False))
    at.act(B, draw(), discard("1"))
    at.act(A, draw())
    assert len(at.held(A)) == 3
    at.act(A, discard("LD"))
    assert not at.in_foot(A)


THIRD: dict[str, tuple[str, Spoken]] = {
    "lay off": ("9", lay_off(1, "9")),
    "lay off two": ("9 JS", lay_off(1, "9 JS")),
    "meld": ("7 7 7", meld("7 7 7")),
    "two melds": ("7 7 7 5 5 JK", meld("7 7 7", "5 5 JK")),
    "cap": ("LD", cap(2)),
}


@pytest.mark.parametrize("how", THIRD)
def test_way_3_the_last_card_is_played_on_the_board(how: str) -> None:
    hand, sentence = THIRD[how]
    at = enters(hand).act(A, sentence)
    assert at.held(A) == codes(FOOT)
    assert (at.in_foot(A), at.foot(A), at.way) == (True, 0, 3)
    assert at.turn == ("play", A)


@pytest.mark.parametrize(
    ("hand", "top", "sentence"),
    [
        ("7 7", "7", take_new("7 7")),
        ("7 JK", "7", take_new("7 JK")),
        ("9", "9", take_onto(1, "9")),
        ("9 9", "9", take_onto(1, "9 9")),
    ],
)
def test_way_3_by_a_pile_of_one_card(hand: str, top: str, sentence: Spoken) -> None:
    at = enters(hand, pile=top, phase="draw").act(A, sentence)
    assert at.held(A) == codes(FOOT)
    assert (at.in_foot(A), at.way) == (True, 3)
    assert at.turn == ("play", A)


def test_way_3_by_an_opening_with_a_pile_of_one_card() -> None:
    at = table(hands={A: "LO LO 8 8 8"}, feet={A: FOOT}, pile="LO", phase="draw")
    at.act(A, take_new("LO LO", "8 8 8"))
    assert (at.in_foot(A), at.way, at.held(A)) == (True, 3, codes(FOOT))


def test_a_longer_pile_is_added_before_the_check() -> None:
    at = enters("7 7", pile="3 7", phase="draw").act(A, take_new("7 7"))
    assert at.held(A) == ("3",)
    assert (at.in_foot(A), at.foot(A), at.way) == (False, 11, None)


def test_after_way_3_the_foot_is_played_at_once_and_a_card_of_it_discarded() -> None:
    at = enters("9").act(A, lay_off(1, "9"), lay_off(2, "8"), discard("LO"))
    assert at.held(A) == codes("1 2 3 4 5 6 10 11 12")
    assert at.turn == ("draw", B)


def test_after_ways_1_and_2_the_foot_waits_for_the_next_turn() -> None:
    for hand in ("7", "LD 7"):
        at = enters(hand).act(A, discard("7"))
        assert at.refused(A, lay_off(2, "8")) == "not_your_turn"
        assert at.state.to_act == [B]


def test_the_card_kept_by_way_2_is_an_active_card() -> None:
    at = enters("8 7", seats=2).act(A, discard("7")).act(B, draw(), discard("2"))
    at.act(A, draw(), lay_off(2, "8 8"))
    assert at.lies(2) == codes("8*9")


# --- In the foot ----------------------------------------------------------------------------------


def test_the_foot_needs_no_new_opening_and_no_partner_in_it() -> None:
    at = enters("9").act(A, lay_off(1, "9"))
    assert not at.in_foot(C)
    at.act(A, lay_off(2, "8"))
    assert at.lies(2) == codes("8*8")


def test_a_team_that_has_not_opened_opens_from_the_foot() -> None:
    at = table(hands={A: "9 9 9 2 3"}, in_foot=[A])
    assert at.refused(A, meld("9 9 9")) == "initial_meld_low"


KEEP: dict[str, tuple[str, str, Spoken, str]] = {
    "lay off the last": ("9", "9*3", lay_off(1, "9"), ""),
    "lay off the last two": ("9 9", "9*3", lay_off(1, "9 9"), ""),
    "lay off all but one": ("9 9 2", "9*3", lay_off(1, "9 9"), ""),
    "meld all": ("9 9 9", "1*3", meld("9 9 9"), ""),
    "meld all but one": ("9 9 9 2", "1*3", meld("9 9 9"), ""),
    "cap with the last": ("LD", "9*7", cap(1), ""),
    "cap and keep one": ("LD 2", "9*7", cap(1), ""),
    "take one card with two": ("9 9", "1*3", take_new("9 9"), "9"),
    "take one card and keep one": ("9 9 2", "1*3", take_new("9 9"), "9"),
    "take two cards with two": ("9 9", "1*3", take_new("9 9"), "4 9"),
    "take onto and keep one": ("2", "9*3", take_onto(1), "9"),
}


@pytest.mark.parametrize("name", KEEP)
def test_in_the_foot_two_cards_are_kept_before_the_discard(name: str) -> None:
    hand, board, sentence, pile = KEEP[name]
    phase: Phase = "draw" if pile else "play"
    at = table(hands={A: hand}, in_foot=[A], boards={0: board}, pile=pile or "1", phase=phase)
    assert at.refused(A, sentence) == "must_keep_card"


@pytest.mark.parametrize(
    ("hand", "board", "sentence", "pile"),
    [
        ("9 2 3", "9*3", lay_off(1, "9"), ""),
        ("9 9 9 2 3", "1*3", meld("9 9 9"), ""),
        ("LD 2 3", "9*7", cap(1), ""),
        ("9 9 2", "1*3", take_new("9 9"), "4 9"),
        ("9 9", "1*3", take_new("9 9"), "4 5 9"),
        ("2", "9*3", take_onto(1), "4 9"),
        ("2 3", "9*3", take_onto(1), "9"),
    ],
)
def test_two_cards_left_are_enough(hand: str, board: str, sentence: Spoken, pile: str) -> None:
    phase: Phase = "draw" if pile else "play"
    at = table(hands={A: hand}, in_foot=[A], boards={0: board}, pile=pile or "1", phase=phase)
    at.act(A, sentence)
    assert len(at.held(A)) == 2
    at.act(A, discard(at.held(A)[0]))
    assert len(at.held(A)) == 1


def test_the_last_card_of_the_foot_is_no_ordinary_discard() -> None:
    at = table(hands={A: "9"}, in_foot=[A], boards={0: "9*6 JS; 8*6 JS; 7*7"})
    assert at.refused(A, discard("9")) == "must_keep_card"


def test_opening_from_the_foot_keeps_two() -> None:
    at = table(hands={A: "LO LO LO 2"}, in_foot=[A])
    assert at.refused(A, meld("LO LO LO")) == "must_keep_card"
    assert not at.opened(0)


def test_in_the_hand_nothing_is_kept() -> None:
    at = enters("9 9 2").act(A, lay_off(1, "9 9"))
    assert at.held(A) == ("2",)
    at.act(A, discard("2"))
    assert (at.in_foot(A), at.way) == (True, 1)


# --- The option way_two ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way_two", "enter", "enters_"),
    [
        ("optional", True, True),
        ("optional", False, False),
        ("auto", True, True),
        ("auto", False, True),
        ("off", True, False),
        ("off", False, False),
    ],
)
def test_way_two(way_two: WayTwo, enter: bool, enters_: bool) -> None:
    options = FootOptions(way_two=way_two)
    at = enters("LD 7", options=options).act(A, discard("7", enter_foot=enter))
    assert at.in_foot(A) == enters_
    assert len(at.held(A)) == (12 if enters_ else 1)


@pytest.mark.parametrize("way_two", ["optional", "auto", "off"])
def test_the_other_ways_stay_open(way_two: WayTwo) -> None:
    options = FootOptions(way_two=way_two)
    assert enters("7", options=options).act(A, discard("7")).way == 1
    assert enters("9", options=options).act(A, lay_off(1, "9")).way == 3


@pytest.mark.parametrize(
    ("hand", "way_two", "answers"),
    [
        ("LD 7", "optional", {True, False}),
        ("LD 7", "auto", {True}),
        ("LD 7", "off", {True}),
        ("7", "optional", {True}),
        ("LD 7 8", "optional", {True}),
    ],
)
def test_both_answers_are_offered_where_they_differ(
    hand: str, way_two: WayTwo, answers: set[bool]
) -> None:
    at = enters(hand, options=FootOptions(way_two=way_two))
    discards = [action for action in at.legal(A) if isinstance(action, Discard)]
    assert {action.enter_foot for action in discards} == answers
    assert {action.card for action in discards} == set(at.cards_of(A))


def test_every_seat_has_a_foot_of_its_own() -> None:
    at = table(hands={A: "7", B: "2 3 4"}, feet={A: FOOT, C: "9*11"}).act(A, discard("7"))
    assert [at.foot(seat) for seat in (A, B, C, D)] == [0, 11, 11, 11]
    assert [at.in_foot(seat) for seat in (A, B, C, D)] == [True, False, False, False]
