"""How the greedy bot plays (HF 23.1), shown in single situations."""

from __future__ import annotations

from typing import Any

import pytest

from games.ai import bots
from games.rules.hand_and_foot.actions import (
    Cap,
    ChooseHand,
    Cut,
    Discard,
    Draw,
    GoOut,
    LayOff,
    Meld,
    Permission,
    TakePile,
)
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Action, Event, Seat, View
from tests.games.rules.hand_and_foot.builder import Table, opening, table
from tests.games.rules.hand_and_foot.rounds import rounds
from tests.games.rules.hand_and_foot.words import A, B, C, code, codes, go_out, lay_off, no

Said = Action[Any, Any]


def greedy(at: Table, seat: Seat = A, seen: tuple[Event, ...] = ()) -> Said:
    """Return what the greedy bot does; the rules have no objection."""
    legal = at.game.legal_actions(at.state, seat)
    action = bots.choose(at.game, at.view(seat), seen, legal, "greedy", b"seed")
    assert action.why_not(at.state, seat, at.game.options) is None
    return action


def thrown(at: Table, seat: Seat = A) -> str:
    """Return the code of what it discards."""
    action = greedy(at, seat)
    assert isinstance(action, Discard)
    return code(action.card)


# --- Before the first turn ------------------------------------------------------------------------


def test_it_cuts_22_as_any_number_near_is_as_good() -> None:
    assert greedy(opening()) == Cut(22)


def test_a_pile_that_shows_a_lady_or_a_wild_is_the_hand() -> None:
    at = opening().all_cut()
    chosen = dict[str, Said]()
    for shown in ("LD-1", "JS-1", "4-1"):
        at.state.active[A][-1], at.state.foot[A][-1] = "9-1", shown
        chosen[shown] = greedy(at)
    assert chosen == {
        "LD-1": ChooseHand("B"), "JS-1": ChooseHand("B"), "4-1": ChooseHand("A")
    }  # fmt: skip


# --- Opening and laying ---------------------------------------------------------------------------


def test_it_opens_as_soon_as_it_can_with_the_fewest_wilds() -> None:
    action = greedy(table(hands={A: "9 9 9 LO LO LO 4 JS JS"}))
    assert isinstance(action, Meld)
    assert [codes(cards) for cards in action.melds] == [("9", "9", "9"), ("LO", "LO", "LO")]


def test_it_lays_off_what_fits_and_completes_groups_first() -> None:
    at = table(hands={A: "9 4 4 1 2 3 5"}, boards={0: "9*6; 4*3"})
    action = greedy(at)
    assert isinstance(action, LayOff)
    assert (action.meld_id, codes(action.cards)) == (1, ("9",))


def test_a_clean_hope_is_not_spoilt_while_another_line_can_take_the_wild() -> None:
    at = table(hands={A: "JS 1 2 3 5 VL"}, boards={0: "9*6; 4*5 JS"})
    action = greedy(at)
    assert isinstance(action, LayOff)
    assert (action.meld_id, codes(action.cards)) == (2, ("JS",))


def test_the_only_clean_hope_gets_no_wild() -> None:
    at = table(hands={A: "JS 1 2 3 5 VL"}, boards={0: "9*6"})
    assert isinstance(greedy(at), Discard)


def test_a_lady_goes_onto_a_clean_group() -> None:
    assert isinstance(greedy(table(hands={A: "LD 1 2 3"}, boards={0: "9*7"})), Cap)


def test_in_the_foot_two_cards_are_kept_for_the_discard() -> None:
    at = table(hands={A: "9 9 9"}, boards={0: "9*3"}, in_foot=[A])
    action = greedy(at)
    assert isinstance(action, LayOff)
    assert len(action.cards) == 1
    assert isinstance(greedy(table(hands={A: "9 9"}, boards={0: "9*3"}, in_foot=[A])), Discard)


# --- The pile -------------------------------------------------------------------------------------


def test_a_pile_of_use_is_taken_and_one_that_does_harm_is_left() -> None:
    board = {0: "7 7 7; 9 9 9"}
    good = table(hands={A: "1 2 3"}, boards=board, pile="9 9 7 7", phase="draw")
    assert isinstance(greedy(good), TakePile)
    bad = table(hands={A: "1 2 3"}, boards=board, pile="LD LD 4 5 7", phase="draw")
    assert greedy(bad) == Draw()


def test_ladies_in_the_pile_count_less_where_one_can_be_capped() -> None:
    board, pile = {0: "7 7 7; 9*7"}, "LD 9 9 7"
    assert isinstance(
        greedy(table(hands={A: "1 2 3"}, boards=board, pile=pile, phase="draw")), TakePile
    )
    assert isinstance(
        greedy(table(hands={A: "1 2 3"}, boards={0: "7 7 7; 9 9 JS"}, pile=pile, phase="draw")),
        Draw,
    )


# --- Discards -------------------------------------------------------------------------------------


def test_a_lady_without_a_hope_goes_at_once() -> None:
    assert thrown(table(hands={A: "LD 1 2 3"}, boards={0: "9*4"})) == "LD"


def test_a_lady_waits_for_a_group_that_lacks_one_card() -> None:
    assert thrown(table(hands={A: "LD 1 2 3"}, boards={0: "9*6"})) != "LD"


def test_what_lies_on_the_next_board_is_not_given_to_it() -> None:
    at = table(hands={A: "4 5 8"}, boards={0: "9*4", 1: "4 4 4; 5 5 5"}, pile="9 9 8 1 2 3")
    assert thrown(at) == "8"


def test_a_villain_guards_a_big_pile() -> None:
    pile = "1 2 3 6 7 8 9 10 11 12 1 2 3 6 7 8 9 10 11 12"
    board = {0: "9*4", 1: "4 4 4; 5 5 5; LO LO LO"}
    assert thrown(table(hands={A: "4 5 LO VL JS"}, boards=board, pile=pile)) == "VL"


def test_a_single_goes_before_a_pair() -> None:
    assert thrown(table(hands={A: "4 4 6 6 5"}, boards={0: "9*4"})) == "5"


# --- Going out ------------------------------------------------------------------------------------

OUT = {0: "9*6 JS; 4*6 JS; 6*6"}


def test_it_asks_to_go_out_with_a_plan_that_empties_the_hand() -> None:
    action = greedy(table(hands={A: "6 6 4 VL"}, boards=OUT, in_foot=[A]))
    assert isinstance(action, GoOut)
    assert action.discard is not None
    assert code(action.discard) == "VL"


def test_a_clean_group_too_many_is_spoilt_to_go_out() -> None:
    board = {0: "9*6 JS; 6*7; 5*7"}
    action = greedy(table(hands={A: "JS 4"}, boards=board, in_foot=[A]))
    assert isinstance(action, GoOut)


def test_it_goes_out_with_the_pile() -> None:
    at = table(
        hands={A: "6 4"}, boards={0: "9*6 JS; 12*6 JS; 6*6; 4 4 4"}, in_foot=[A], pile="4 6",
        phase="draw",
    )  # fmt: skip
    action = greedy(at)
    assert isinstance(action, GoOut)
    assert action.take is not None


def test_it_does_not_ask_while_its_partner_holds_more_than_the_opponents() -> None:
    many = {A: "6 4", C: "1 2 3 4 5 6 7 8 9 10 11 12", B: "1 2"}
    at = table(hands=many, boards=OUT, in_foot=[A, B, 3])
    assert not isinstance(greedy(at), GoOut)


@pytest.mark.parametrize(("hand", "answer"), [("1 2 3 JK", "yes"), ("LD 1 2 3", "no")])
def test_yes_is_said_when_little_is_lost_by_it(hand: str, answer: str) -> None:
    at = table(hands={A: "6 4", C: hand}, boards=OUT, in_foot=[A, C])
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert greedy(at, C) == Permission("yes" if answer == "yes" else "no")


def test_a_foot_not_picked_up_is_too_much_to_lose() -> None:
    at = table(hands={A: "6 4", C: "1"}, boards=OUT, in_foot=[A])
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert greedy(at, C) == Permission("no")


def test_after_three_refusals_the_answer_is_yes() -> None:
    at = table(hands={A: "6 4", C: "1"}, boards=OUT, in_foot=[A])
    asked = table(hands={A: "6 4", C: "1"}, boards=OUT, in_foot=[A])
    asked.act(A, go_out(lay_off(3, "6"), last="4")).act(C, no())
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert greedy(at, C, tuple(asked.events * 2)) == Permission("no")
    assert greedy(at, C, tuple(asked.events * 3)) == Permission("yes")


# --- House rules ----------------------------------------------------------------------------------


HOUSES = (
    FootOptions(rounds=1),
    FootOptions(rounds=1, all_in_foot=True, go_out_discard="required", way_two="off"),
    FootOptions(rounds=1, pile_visible="top", pick_onto_meld=False, take_count=5),
    FootOptions(rounds=1, max_melds_per_rank=1, wild_initial_meld=False, draw_count=3),
    FootOptions(rounds=1, second_meld_needs_group=True, caps_per_group=0, permission="any"),
    FootOptions(rounds=1, stock_out="reshuffle", upcard="stack", permission="next"),
)


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_it_always_has_a_legal_idea_of_its_own(house: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it had none, it would play at random, and nobody would notice."""

    def at_a_loss(_game: object, view: View, *_: object) -> Said:
        raise AssertionError(f"no idea at {view}")

    monkeypatch.setattr(bots, "kind_first", at_a_loss)
    (played,) = rounds(HandAndFoot(HOUSES[house]), ("greedy",) * 4, 1)
    assert played.end in ("out", "stock")
