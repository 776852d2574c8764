"""Going out: one plan for the rest of the turn, dry-run, all or nothing (HF 9.8, 14)."""

from __future__ import annotations

from itertools import product
from typing import Unpack

import pytest

from games.rules.hand_and_foot.actions import GoOut
from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import Situation, Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    Spoken,
    cap,
    codes,
    draw,
    go_out,
    lay_off,
    meld,
    take_new,
    take_onto,
    yes,
)

BOARD = "9*6 JS; 8*5 JS*2; 6*7"
"""Two dirty groups and a clean one: m1, m2, m3."""


def ready(hand: str, board: str = BOARD, **more: Unpack[Situation]) -> Table:
    """A seat in its foot, whose team has what going out needs."""
    situation: Situation = {"hands": {A: hand}, "in_foot": [A], "boards": {0: board}, **more}
    return table(**situation)


def out(at: Table) -> bool:
    return at.ended == "out"


def test_the_last_card_is_discarded() -> None:
    at = ready("4").act(A, go_out(last="4")).act(C, yes())
    assert out(at)
    assert at.held(A) == ()
    assert at.pile[-1] == "4"


def test_the_last_card_is_played_on_the_board() -> None:
    at = ready("6").act(A, go_out(lay_off(3, "6"))).act(C, yes())
    assert out(at)
    assert at.lies(3) == codes("6*8")


@pytest.mark.parametrize("card", ["LD", "VL", "JK", "JS", "LO", "1"])
def test_any_card_may_be_the_last_discard(card: str) -> None:
    assert out(ready(card).act(A, go_out(last=card)).act(C, yes()))


def test_a_cap_is_the_last_card() -> None:
    at = ready("LD").act(A, go_out(cap(3))).act(C, yes())
    assert (out(at), at.caps(3)) == (True, 1)


def test_melds_lay_offs_and_caps_in_one_plan() -> None:
    at = ready("6 LD 4 4 4 JK 2")
    at.act(A, go_out(lay_off(3, "6"), cap(3), meld("4 4 4 JK"), last="2")).act(C, yes())
    assert out(at)
    assert at.melds(0) == [codes("9*6 JS"), codes("8*5 JS*2"), codes("6*8"), codes("4*3 JK")]


def test_a_wild_dirties_a_clean_group_in_the_plan() -> None:
    at = ready("JS", board="9*6 JS; 8*7; 6*7").act(A, go_out(lay_off(2, "JS"))).act(C, yes())
    assert out(at)
    assert at.kind(2) == "dirty"


def test_a_group_completed_by_the_plan_counts() -> None:
    at = ready("6 6 8", board="9*6 JS; 8*4 JS*2; 6*5")
    at.act(A, go_out(lay_off(3, "6 6"), lay_off(2, "8"))).act(C, yes())
    assert out(at)


def test_a_group_melded_by_the_plan_counts_by_its_label() -> None:
    at = ready("5*8 LD 2", board="9*6 JS; 8*5 JS*2")
    plan = go_out(meld("5*6", labels=["fives"]), lay_off("fives", "5 5"), cap("fives"), last="2")
    at.act(A, plan).act(C, yes())
    assert out(at)
    assert (at.lies(at.newest), at.caps(at.newest)) == (codes("5*8"), 1)


def test_labels_name_the_melds_in_order() -> None:
    at = ready("5 5 5 5 4 4 4 4")
    plan = go_out(meld("5 5 5", "4 4 4", labels=["x", "y"]), lay_off("y", "4"), lay_off("x", "5"))
    at.act(A, plan).act(C, yes())
    assert at.melds(0)[3:] == [codes("5*4"), codes("4*4")]


def test_the_label_of_a_pile_meld_comes_first() -> None:
    at = ready("7 7 7 JK", pile="7", phase="draw")
    plan = go_out(lay_off("sevens", "7 JK"), take=take_new("7 7", labels=["sevens"]))
    at.act(A, plan).act(C, yes())
    assert at.lies(at.newest) == codes("7*4 JK")


def test_an_unknown_label_is_no_meld() -> None:
    assert ready("6").refused(A, go_out(lay_off("nowhere", "6"))) == "no_such_meld"


# --- What it takes --------------------------------------------------------------------------------


def board_of(dirty: int, clean: int, wild: int) -> str:
    ranks = iter(["9", "8", "7", "10", "11", "12", "LO"])
    found = [f"{next(ranks)}*6 JS" for _ in range(dirty)]
    found += [f"{next(ranks)}*7" for _ in range(clean)]
    found += ["JK*3 JS*4", "JK*4 JS*3"][:wild]
    return "; ".join(found or ["4 4 4"])


@pytest.mark.parametrize(("dirty", "clean", "wild"), [*product(range(4), range(4), range(3))])
def test_two_dirty_groups_and_a_clean_one(dirty: int, clean: int, wild: int) -> None:
    at = ready("2", board=board_of(dirty, clean, wild))
    enough = dirty >= 2 and clean >= 1
    assert at.why_not(A, go_out(last="2")) == (None if enough else "groups_missing")


def test_melds_of_six_are_no_groups() -> None:
    for board in ("9*6 JS; 8*5 JS; 6*7", "9*6 JS; 8*6 JS; 6*6"):
        assert ready("2", board=board).refused(A, go_out(last="2")) == "groups_missing"


def test_the_opponents_groups_do_not_count() -> None:
    at = table(hands={A: "2"}, in_foot=[A], boards={0: "4 4 4", 1: BOARD})
    assert at.refused(A, go_out(last="2")) == "groups_missing"


def test_no_card_may_be_left() -> None:
    assert ready("2 3").refused(A, go_out(last="2")) == "cards_left"
    assert ready("6 3").refused(A, go_out(lay_off(3, "6"))) == "cards_left"
    assert ready("6").refused(A, go_out()) == "cards_left"


def test_not_from_the_hand() -> None:
    at = table(hands={A: "6"}, boards={0: BOARD})
    assert at.refused(A, go_out(lay_off(3, "6"))) == "not_in_foot"


def test_not_from_a_foot_entered_by_the_plan_itself() -> None:
    at = table(hands={A: "6"}, feet={A: "9*4 1*7"}, boards={0: BOARD})
    assert at.refused(A, go_out(lay_off(3, "6"), lay_off(1, "9-1"))) == "not_in_foot"


def test_the_partner_may_still_be_in_the_hand() -> None:
    at = ready("2")
    assert not at.in_foot(C)
    assert out(at.act(A, go_out(last="2")).act(C, yes()))


def test_after_way_3_the_same_turn_may_go_out() -> None:
    at = table(hands={A: "6"}, feet={A: "8*5 9*4 6 LD"}, boards={0: BOARD})
    at.act(
        A, lay_off(3, "6"), go_out(lay_off(2, "8*5"), lay_off(1, "9*4"), lay_off(3, "6"), cap(3))
    )
    assert out(at.act(C, yes()))


def test_only_the_seat_on_turn() -> None:
    at = table(hands={A: "2 3", B: "4"}, in_foot=[B], boards={1: BOARD})
    assert at.refused(B, go_out(last="4")) == "not_your_turn"


# --- Every play of the plan is judged -------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "sentence", "code"),
    [
        ("6 2", go_out(lay_off(2, "6"), last="2"), "mixed_ranks"),
        ("JS*2 2", go_out(lay_off(2, "JS*2"), last="2"), "too_many_wilds"),
        ("LD 2", go_out(cap(1), last="2"), "cap_not_allowed"),
        ("LD LD", go_out(cap(3), cap(3)), "already_capped"),
        ("LD JS", go_out(cap(3), lay_off(3, "JS")), "capped_no_wild"),
        ("4 4 2", go_out(meld("4 4"), last="2"), "meld_too_small"),
        ("9*6 2", go_out(meld("9*3", "9*3"), last="2"), "too_many_melds_of_rank"),
        ("6 2", go_out(lay_off(3, "6-16"), last="2"), "card_not_held"),
        ("6 2", go_out(lay_off(99, "6"), last="2"), "no_such_meld"),
        ("6 2", go_out(lay_off(4, "6"), last="2"), "not_your_meld"),
    ],
)
def test_an_illegal_play_spoils_the_plan(hand: str, sentence: Spoken, code: str) -> None:
    at = table(hands={A: hand}, in_foot=[A], boards={0: BOARD, 1: "6 6 6"})
    assert at.refused(A, sentence) == code


def test_a_card_is_planned_once() -> None:
    at = ready("6 2")
    six = next(card for card in at.cards_of(A) if card.startswith("6-"))
    assert at.refused(A, go_out(lay_off(3, six), last=six)) == "card_not_held"
    assert at.refused(A, go_out(lay_off(3, six), lay_off(3, six), last="2")) == "card_not_held"
    assert at.refused(A, go_out(lay_off(3, f"{six} {six}"), last="2")) == "duplicate_card"


def test_the_keep_rule_rests_during_a_plan() -> None:
    at = ready("9 6")
    assert at.refused(A, lay_off(1, "9")) == "must_keep_card"
    assert out(at.act(A, go_out(lay_off(1, "9"), lay_off(3, "6"))).act(C, yes()))


def test_a_team_may_open_and_go_out_at_once() -> None:
    at = table(hands={A: "9*6 JS 8*6 JS 7*7 2"}, in_foot=[A])
    plan = go_out(meld("9*6 JS", "8*6 JS", "7*7"), last="2")
    assert out(at.act(A, plan).act(C, yes()))


def test_an_opening_in_a_plan_reaches_the_minimum_too() -> None:
    at = table(hands={A: "4*3 LO*3 9*6 JS 8*6 JS 7*7"}, in_foot=[A], round_=4)
    plan = go_out(meld("4*3"), meld("LO*3", "9*6 JS", "8*6 JS", "7*7"))
    assert at.refused(A, plan) == "initial_meld_low"


# --- Before the draw ------------------------------------------------------------------------------


def test_before_the_draw_the_plan_takes_the_pile() -> None:
    at = ready("2", pile="6", phase="draw")
    assert at.refused(A, go_out(last="2")) == "must_draw_first"
    at.act(A, go_out(take=take_onto(3), last="2")).act(C, yes())
    assert out(at)
    assert at.pile == ("2",)


def test_after_the_draw_the_plan_takes_nothing() -> None:
    at = ready("2", pile="6")
    assert at.refused(A, go_out(take=take_onto(3), last="2")) == "wrong_phase"


def test_the_take_of_a_plan_obeys_the_pile() -> None:
    at = ready("7 JK", pile="JS 7", phase="draw")
    assert at.refused(A, go_out(take=take_new("7 JK"))) == "pile_frozen"
    at = ready("7 7", pile="7 LD", phase="draw")
    assert at.refused(A, go_out(take=take_new("7 7"))) == "pile_blocked"


def test_the_cards_of_the_pile_must_go_too() -> None:
    at = ready("2", pile="4 6", phase="draw")
    assert at.refused(A, go_out(take=take_onto(3), last="2")) == "cards_left"


def test_opening_with_the_pile_in_a_plan() -> None:
    at = table(hands={A: "9*5 JS 8*6 JS 7*7"}, in_foot=[A], pile="9", phase="draw")
    at.act(A, go_out(take=take_new("9*5 JS", "8*6 JS", "7*7"))).act(C, yes())
    assert out(at)
    assert at.pile == ()


def test_the_draw_and_then_the_plan() -> None:
    at = ready("2", stock="6 6 1 1", phase="draw").act(A, draw())
    assert out(at.act(A, go_out(lay_off(3, "6 6"), last="2")).act(C, yes()))


def test_out_with_the_last_card_of_the_stock() -> None:
    at = ready("2", stock="6", phase="draw").act(A, draw(), go_out(lay_off(3, "6"), last="2"))
    at.act(C, yes())
    assert out(at)
    assert at.base(0) == 300 + 300 + 500 + 100


# --- The bonus ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", [0, 100, 500])
def test_the_bonus_is_the_teams(bonus: int) -> None:
    at = ready("2", options=FootOptions(go_out_bonus=bonus))
    at.act(A, go_out(last="2")).act(C, yes())
    assert (at.base(0), at.base(1)) == (1100 + bonus, 0)


def test_going_out_on_the_board_and_by_discard_pay_the_same() -> None:
    """HF 24.6: both exits go through one door."""
    board = ready("6").act(A, go_out(lay_off(3, "6"))).act(C, yes())
    pile = ready("2").act(A, go_out(last="2")).act(C, yes())
    assert board.base(0) == pile.base(0) == 1200


# --- Its options ----------------------------------------------------------------------------------


def test_go_out_discard_required() -> None:
    options = FootOptions(go_out_discard="required")
    at = ready("6", options=options)
    assert at.refused(A, go_out(lay_off(3, "6"))) == "must_discard"
    at = ready("6 2", options=options).act(A, go_out(lay_off(3, "6"), last="2")).act(C, yes())
    assert out(at)


@pytest.mark.parametrize(("dirty", "clean"), [(1, 1), (3, 1), (1, 3), (2, 2)])
def test_dirty_needed_and_clean_needed(dirty: int, clean: int) -> None:
    options = FootOptions(dirty_needed=dirty, clean_needed=clean)
    for has_dirty, has_clean in product(range(4), range(4)):
        at = ready("2", board=board_of(has_dirty, has_clean, 0), options=options)
        enough = has_dirty >= dirty and has_clean >= clean
        assert at.why_not(A, go_out(last="2")) == (None if enough else "groups_missing")


def test_all_in_foot() -> None:
    options = FootOptions(all_in_foot=True)
    at = ready("2", options=options)
    assert at.refused(A, go_out(last="2")) == "partner_not_in_foot"
    at = table(hands={A: "2"}, in_foot=[A, C], boards={0: BOARD}, options=options)
    assert out(at.act(A, go_out(last="2")).act(C, yes()))


@pytest.mark.parametrize(
    ("hand", "board", "pile"),
    [
        ("8 8 9 JS JS", "9*4 JS*2; 4*6; 10*4 JS*3; 8*3 JS; 9*6", None),
        ("LO LO LO 1 6 9 LD JS", "6*7; 1*4; 9*5 JS*2; 9*5", "5 LO"),
        ("12 12 7 LO LD JS JS JK", "12*7 JS*3; 9*7 JS*2; LO*6; 9*7", None),
        ("1 7 JS JK JK JK", "7*7 JS*2; LO*5 JS*3; 2*7; 5*5 JS*2", "LO"),
        ("7 5 12 JS JS JS", "4*7 JS*3; 12*5 JS*3; 5*5 JS*3; 2*7; 12*5 JS", None),
    ],
    ids=[
        "naturals to the clean one of two melds",
        "a natural and a wild finish the second dirty group",
        "a clean group to spare takes wilds",
        "wilds too many for the groups are a meld",
        "three wilds and room for two",
    ],
)
def test_a_plan_is_offered_where_one_has_to_look_twice(
    hand: str, board: str, pile: str | None
) -> None:
    """Of every kind that is legal something is offered (9.8); what is offered leads out."""
    at = ready(hand, board) if pile is None else ready(hand, board, pile=pile, phase="draw")
    found = [action for action in at.legal(A) if isinstance(action, GoOut)]
    assert found
    at.act(A, lambda _: found[0]).act(C, yes())
    assert out(at)
