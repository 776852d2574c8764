"""The test vectors of the rulebook (HF 22), each under its own number."""

from __future__ import annotations

import pytest

from tests.games.rules.hand_and_foot.builder import Table, dealt, opening, table
from tests.games.rules.hand_and_foot.words import (
    COPIES,
    A,
    B,
    C,
    D,
    E,
    Spoken,
    cap,
    codes,
    cut,
    discard,
    draw,
    go_out,
    lay_off,
    meld,
    no,
    take_new,
    take_onto,
    yes,
)

DIRTY_9 = "9*6 JS"
DIRTY_8 = "8*5 JS*2"
CLEAN_6 = "6*7"


def test_t01_the_blind_cut() -> None:
    at = opening(4, offsets=(0, -3, 5, -5))
    at.act(A, cut(22)).act(B, cut(25)).act(C, cut(16)).act(D, cut(28))
    assert at.cuts == [(22, 22, True), (25, 22, True), (16, 21, False), (28, 23, False)]
    assert at.state.phase == "choose"
    assert at.refused(A, cut(22)) == "wrong_phase"


def test_t02_a_lady_and_a_joker_are_no_upcard() -> None:
    at = dealt(4, stock="LD JK 9").all_choose()
    assert at.returned == codes("LD JK")
    assert at.pile == ("9",)
    assert not at.view(A).frozen
    assert at.stock_left == 173


@pytest.mark.parametrize(
    ("seats", "left"), [(2, 217), (3, 195), (4, 173), (5, 151), (6, 129)], ids=str
)
def test_t03_the_stock_after_set_up(seats: int, left: int) -> None:
    at = dealt(seats).all_choose()
    assert at.stock_left == left
    assert left == sum(COPIES.values()) - 22 * seats - 1


def test_t04_an_opening_of_80() -> None:
    sentence = meld("5 5 5", "LO LO JS")
    at = table(hands={A: "5 5 5 LO LO JS 2 3"})
    at.act(A, sentence)
    assert at.melds(0) == [codes("5 5 5"), codes("LO LO JS")]
    assert at.opened(0)
    at = table(hands={A: "5 5 5 LO LO JS 2 3"}, round_=2)
    assert at.refused(A, sentence) == "initial_meld_low"


def test_t05_a_group_counts_only_its_faces() -> None:
    at = table(hands={A: "12*7 3 3 JS 2 4"}, round_=2)
    assert at.refused(A, meld("12*7")) == "initial_meld_low"
    at.act(A, meld("12*7", "3 3 JS"))
    assert at.kind(1) == "clean"
    assert at.opened(0)


def test_t06_one_wild_starts_and_a_second_follows() -> None:
    at = table(hands={A: "12 12 JK JK JS 2 3"})
    assert at.refused(A, meld("12 12 JK JK")) == "start_one_wild"
    at.act(A, meld("12 12 JK"))
    at.act(A, lay_off(1, "JK"))
    assert at.lies(1) == codes("12 12 JK JK")
    assert at.refused(A, lay_off(1, "JS")) == "too_many_wilds"


@pytest.mark.parametrize(
    ("three", "round_", "code"),
    [("JS*3", 1, None), ("JS*3", 2, "initial_meld_low"), ("JK*3", 4, None)],
)
def test_t07_three_wilds_open(three: str, round_: int, code: str | None) -> None:
    at = table(hands={A: f"{three} 2 3"}, round_=round_)
    if code:
        assert at.refused(A, meld(three)) == code
    else:
        at.act(A, meld(three))
        assert at.melds(0) == [codes(three)]
        assert at.opened(0)


@pytest.mark.parametrize("round_", [2, 3])
def test_t08_an_opening_with_the_pile(round_: int) -> None:
    hand = "LO LO 8 8 JS 1 2 4 5 6 7"
    at = table(hands={A: hand}, pile="3 3 LO", phase="draw", round_=round_)
    sentence = take_new("LO LO", "8 8 JS")
    if round_ == 3:
        assert at.refused(A, sentence) == "initial_meld_low"
        return
    at.act(A, sentence)
    assert at.melds(0) == [codes("LO LO LO"), codes("8 8 JS")]
    assert at.held(A) == codes("1 2 4 5 6 7 3 3")
    assert at.pile == ()
    assert at.turn == ("play", A)


def test_t09_thirty_do_not_open() -> None:
    at = table(hands={A: "9 9 1 2 3"}, pile="9", phase="draw")
    assert at.refused(A, take_new("9 9")) == "initial_meld_low"
    at.act(A, draw())
    assert at.turn == ("play", A)


@pytest.mark.parametrize("top", ["LD", "VL", "JK", "JS"])
def test_t10_blocked(top: str) -> None:
    at = table(hands={A: "9 9 JK 2"}, boards={0: "9 9 9"}, pile=f"3 {top}", phase="draw")
    for sentence in (take_onto(1), take_onto(1, "9 9"), take_new("9 9"), take_new("9 JK")):
        assert at.refused(A, sentence) == "pile_blocked"


def test_t11_onto_an_own_meld() -> None:
    at = table(hands={A: "1 2 4 5 6"}, boards={0: "7 7 7"}, pile="3 7", phase="draw")
    at.act(A, take_onto(1))
    assert at.lies(1) == codes("7*4")
    assert at.held(A) == codes("1 2 3 4 5 6")


def frozen_sevens(hand: str) -> Table:
    return table(hands={A: hand}, boards={0: "7 7 7"}, pile="JS 3 7", phase="draw")


@pytest.mark.parametrize("sentence", [take_onto(1), take_onto(1, "7"), take_new("7 JK")])
def test_t12_frozen_wants_a_pair(sentence: Spoken) -> None:
    assert frozen_sevens("7 JK 1 2 4").refused(A, sentence) == "pile_frozen"


def test_t12c_a_pair_takes_a_frozen_pile() -> None:
    onto = frozen_sevens("7 7 1 2 4").act(A, take_onto(1, "7 7"))
    assert onto.melds(0) == [codes("7*6")]
    new = frozen_sevens("7 7 1 2 4").act(A, take_new("7 7"))
    assert new.melds(0) == [codes("7*3"), codes("7*3")]
    for at in (onto, new):
        assert at.held(A) == codes("1 2 3 4 JS")
        assert at.pile == ()


def test_t14_frozen_by_the_own_partner() -> None:
    at = table(hands={C: "JS 2", A: "7 JK 1 2", D: "7 3 4"}, turn=C)
    at.act(C, discard("JS")).act(D, draw(), discard("7"))
    assert at.turn == ("draw", A)
    assert at.refused(A, take_new("7 JK")) == "pile_frozen"


def test_t15_a_taken_pile_is_thawed() -> None:
    at = frozen_sevens("7 7 1 2 4").act(A, take_new("7 7"), discard("2"))
    assert at.pile == ("2",)
    assert not at.view(B).frozen


def test_t17_three_wilds_on_a_meld_of_four() -> None:
    at = table(hands={A: "JS JS JS JK 8 2 3"}, boards={0: "8*4"})
    at.act(A, lay_off(1, "JS JS JK"))
    assert at.kind(1) == "dirty"
    assert at.refused(A, lay_off(1, "JS")) == "too_many_wilds"
    at.act(A, lay_off(1, "8"))
    assert at.lies(1) == codes("8*5 JS JS JK")


def test_t18_a_cap_on_a_clean_group() -> None:
    at = table(hands={A: "6 LD LD JS 2 3"}, boards={0: "6*6"})
    assert at.refused(A, cap(1)) == "cap_not_allowed"
    at.act(A, lay_off(1, "6"))
    assert at.kind(1) == "clean"
    at.act(A, cap(1))
    assert at.caps(1) == 1
    assert at.refused(A, lay_off(1, "JS")) == "capped_no_wild"
    assert at.refused(A, cap(1)) == "already_capped"


def test_t19_a_wild_dirties_an_uncapped_group() -> None:
    at = table(hands={A: "JS LD 2 3"}, boards={0: "6*7"})
    at.act(A, lay_off(1, "JS"))
    assert at.kind(1) == "dirty"
    assert at.refused(A, cap(1)) == "cap_not_allowed"
    assert at.worth(0) == (300, 60)


def test_t20_a_wild_group_is_capped() -> None:
    at = table(hands={A: "LD 2 3"}, boards={0: "JK*3 JS*4"})
    at.act(A, cap(1))
    assert at.worth(0) == (2100, 250)


def test_t21_two_melds_of_a_rank_and_no_third() -> None:
    at = table(hands={A: "9*6 2 3"}, boards={0: "9 9 9"})
    at.act(A, meld("9 9 9"))
    assert at.melds(0) == [codes("9 9 9")] * 2
    assert at.refused(A, meld("9 9 9")) == "too_many_melds_of_rank"


def test_t22_wild_melds_take_no_naturals() -> None:
    at = table(hands={A: "9 2 3"}, boards={0: "JS JS JS"})
    assert at.refused(A, lay_off(1, "9")) == "wild_meld_only_wilds"


def test_t23_the_first_way_into_the_foot() -> None:
    at = table(hands={A: "9 VL"}, boards={0: "9 9 9"})
    at.act(A, lay_off(1, "9"), discard("VL"))
    assert len(at.held(A)) == 11
    assert at.in_foot(A)
    assert at.foot(A) == 0
    assert at.turn == ("draw", B)


@pytest.mark.parametrize(("enter", "held", "foot"), [(True, 12, 0), (False, 1, 11)])
def test_t24_the_second_way_is_a_choice(enter: bool, held: int, foot: int) -> None:
    at = table(hands={A: "LD 3"})
    at.act(A, discard("3", enter_foot=enter))
    assert (len(at.held(A)), at.foot(A), at.in_foot(A)) == (held, foot, enter)
    assert "LD" in at.held(A)


def test_t26_the_third_way_by_a_cap() -> None:
    at = table(hands={A: "LD"}, boards={0: "9*7"})
    at.act(A, cap(1))
    assert len(at.held(A)) == 11
    assert at.in_foot(A)
    assert at.turn == ("play", A)


def test_t27_a_wild_group_is_no_clean_group() -> None:
    at = table(hands={A: "9 9"}, in_foot=[A], boards={0: f"{DIRTY_9}; {DIRTY_8}; JK*3 JS*4"})
    assert at.refused(A, go_out(lay_off(1, "9"), last="9")) == "groups_missing"


def test_t28_a_surplus_clean_group_is_no_dirty_one() -> None:
    at = table(hands={A: "9 9"}, in_foot=[A], boards={0: f"{DIRTY_9}; 6*7; 7*7; 8*7"})
    assert at.refused(A, go_out(lay_off(1, "9"), last="9")) == "groups_missing"


def test_t30_a_no_binds() -> None:
    at = table(hands={A: "6 4"}, in_foot=[A], boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}"})
    plan = go_out(lay_off(3, "6"), last="4")
    at.act(A, plan)
    assert at.state.phase == "permission"
    at.act(C, no())
    assert at.turn == ("play", A)
    assert at.held(A) == codes("6 4")
    assert at.refused(A, plan) == "already_denied"
    assert at.refused(A, lay_off(3, "6")) == "must_keep_card"
    at.act(A, discard("4"))
    assert at.held(A) == ("6",)
    assert at.turn == ("draw", B)


def test_t31_both_partners_are_needed() -> None:
    at = table(
        seats=6,
        hands={A: "6 4"},
        in_foot=[A],
        boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}"},
    )
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert sorted(at.state.to_act) == [C, E]
    at.act(C, yes())
    assert at.state.phase == "permission"
    at.act(E, no())
    assert at.turn == ("play", A)
    assert at.held(A) == codes("6 4")


def test_t32_a_lady_is_the_last_discard() -> None:
    at = table(
        hands={A: "LD 6", C: "2"},
        in_foot=[A, C],
        boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}"},
    )
    at.act(A, go_out(lay_off(3, "6"), last="LD")).act(C, yes())
    assert at.state.phase == "over"
    assert at.unplayed(0) == 5


def test_t33_not_from_the_hand() -> None:
    at = table(hands={A: "6"}, boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}"})
    assert at.refused(A, go_out(lay_off(3, "6"))) == "not_in_foot"
    assert at.refused(A, go_out(last="6")) == "not_in_foot"


def test_t34_the_last_card_of_the_stock() -> None:
    at = table(hands={A: "2 3 4"}, stock="7", phase="draw")
    at.act(A, draw())
    assert at.held(A) == codes("2 3 4 7")
    at.act(A, discard("7"))
    assert at.state.phase == "over"
    assert at.ended == "stock"
    assert [at.base(team) for team in (0, 1)] == [0, 0]


def test_t36_the_floater_changes_sides() -> None:
    teams = {round_: table(seats=5, round_=round_).teams for round_ in range(1, 5)}
    assert teams == {
        1: [0, 1, 0, 1, 0],
        2: [0, 1, 0, 1, 1],
        3: [0, 1, 0, 1, 1],
        4: [0, 1, 0, 1, 0],
    }


def test_t37_three_ask_nobody() -> None:
    at = table(
        seats=3,
        hands={A: "6 4"},
        in_foot=[A],
        boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}"},
    )
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert (at.state.phase, at.ended) == ("over", "out")


def before_the_draw() -> Table:
    return table(
        hands={A: "6 4"},
        in_foot=[A],
        boards={0: f"{DIRTY_9}; {DIRTY_8}; {CLEAN_6}; 4 4 4"},
        pile="4 6",
        phase="draw",
    )


def test_t38_a_plan_before_the_draw_takes_the_pile() -> None:
    at = before_the_draw()
    assert at.refused(A, go_out(lay_off(3, "6"), last="4")) == "must_draw_first"


def test_t39_out_with_the_pile() -> None:
    at = before_the_draw()
    at.act(A, go_out(lay_off(3, "6"), lay_off(4, "4 4"), take=take_onto(3)))
    at.act(C, yes())
    assert (at.state.phase, at.ended) == ("over", "out")
    assert at.pile == ()
    assert (at.lies(3), at.lies(4)) == (codes("6*9"), codes("4*5"))


def test_t41_the_opponents_melds_are_untouchable() -> None:
    at = table(hands={A: "9 2 3"}, boards={1: "9 9 9"})
    assert at.refused(A, lay_off(1, "9")) == "not_opened"
    at = table(hands={A: "9 2 3"}, boards={0: "4 4 4", 1: "9 9 9"})
    assert at.refused(A, lay_off(2, "9")) == "not_your_meld"


def test_t42_once_opened_any_meld_will_do() -> None:
    at = table(hands={A: "3 3 3 1 2"}, boards={0: "12*7 LO*4"}, round_=4)
    at.act(A, meld("3 3 3"))
    assert codes("3 3 3") in at.melds(0)


def test_t43_ladies_and_villains_are_never_melded() -> None:
    at = table(hands={A: "LD 9 9 VL JS 2"}, boards={0: "4 4 4"})
    assert at.refused(A, meld("9 9 LD")) == "card_not_meldable"
    assert at.refused(A, meld("9 9 VL")) == "card_not_meldable"
    at.act(A, meld("9 9 JS"))
    assert at.lies(at.newest) == codes("9 9 JS")


def test_t44_two_are_kept_before_the_discard() -> None:
    at = table(hands={A: "9 9 1"}, in_foot=[A], boards={0: "9 9 9"})
    assert at.refused(A, lay_off(1, "9 9")) == "must_keep_card"
    at.act(A, lay_off(1, "9"), discard("1"))
    assert at.held(A) == ("9",)


def test_t45_the_third_way_by_a_pile_of_one() -> None:
    at = table(hands={A: "7 7"}, boards={0: "4 4 4"}, pile="7", phase="draw")
    at.act(A, take_new("7 7"))
    assert at.in_foot(A)
    assert len(at.held(A)) == 11
    assert at.turn == ("play", A)


def test_t47_a_third_meld_by_the_pile() -> None:
    at = table(hands={A: "9 9 2"}, boards={0: "9 9 9; 9 9 9"}, pile="3 9", phase="draw")
    assert at.refused(A, take_new("9 9")) == "too_many_melds_of_rank"
    at.act(A, take_onto(2))
    assert at.lies(2) == codes("9*4")


def test_t48_extra_melds_are_for_the_opening() -> None:
    at = table(hands={A: "9 9 1 1 1"}, boards={0: "4 4 4"}, pile="2 9", phase="draw")
    assert at.refused(A, take_new("9 9", "1 1 1")) == "extra_melds"
    at.act(A, take_new("9 9"), meld("1 1 1"))
    assert at.melds(0) == [codes("4 4 4"), codes("9 9 9"), codes("1 1 1")]


def test_t50_covering_the_wild_does_not_thaw() -> None:
    at = table(hands={A: "JS 2", B: "7 3 4", C: "7 JK 1 2"}, boards={0: "7 7 7"}, pile="5", turn=A)
    at.act(A, discard("JS")).act(B, draw(), discard("7"))
    assert at.refused(C, take_onto(1)) == "pile_frozen"
    assert at.refused(C, take_new("7 JK")) == "pile_frozen"


def test_t52_what_is_no_meld() -> None:
    at = table(hands={A: "8 8 9 1 2"})
    assert at.refused(A, meld("8 8")) == "meld_too_small"
    assert at.refused(A, meld("8 8 9")) == "mixed_ranks"
    eight = next(card for card in at.cards_of(A) if card.startswith("8-"))
    assert at.refused(A, meld(f"{eight} {eight} {eight}")) == "duplicate_card"


def test_t53_not_her_turn_and_not_the_moment() -> None:
    at = table(hands={A: "8 8 9 1 2"}, phase="draw")
    assert at.refused(B, draw()) == "not_your_turn"
    assert at.refused(A, discard("8")) == "wrong_phase"
