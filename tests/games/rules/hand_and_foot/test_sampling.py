"""Guesses at what a seat cannot see respect what it saw, also where play seldom leads (HF 18)."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.hand_and_foot.actions import Permission
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.state import FootState, Phase
from games.rules.kernel import Seat, step
from tests.games.rules.hand_and_foot.builder import Table, opening, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    Laying,
    Taking,
    cap,
    choose,
    code,
    codes,
    cut,
    draw,
    go_out,
    lay_off,
    meld,
    take_onto,
)


def guesses(at: Table, seat: Seat | None, count: int = 40) -> list[FootState]:
    """Return samples of a seat's view, each of which shows the seat what it sees now."""
    view = at.view(seat)
    found = [at.game.sample(view, Random(number)) for number in range(count)]
    assert all(at.game.view(state, seat) == view for state in found)
    assert all(at.game.card_ids(state) == at.game.card_ids(at.state) for state in found)
    return found


def hidden(at: Table, seat: Seat | None) -> set[str]:
    """Return the names of what is open, checked to be open in the guesses too."""
    names = set(at.game.hidden(at.state, seat))
    facts = [at.game.hidden(state, seat) for state in guesses(at, seat, 12)]
    assert all(set(guess) == names for guess in facts)
    for name in names:
        assert any(guess[name] != facts[0][name] for guess in facts), name
    return names


# --- Before the first turn ------------------------------------------------------------------------


def test_a_number_that_was_sent_is_secret_until_all_are_shown() -> None:
    at = opening().act(A, cut(20)).act(B, cut(25))
    assert hidden(at, A) == {"cut 1", "stock"}
    assert hidden(at, C) == {"cut 0", "cut 1", "stock"}
    assert {state.sent[A] for state in guesses(at, A)} == {20}
    at.act(C, cut(22)).act(D, cut(22))
    assert {tuple(state.sent) for state in guesses(at, None)} == {(20, 25, 22, 22)}


def test_of_the_own_piles_the_bottoms_are_known() -> None:
    at = opening().all_cut()
    bottoms = at.state.active[A][-1], at.state.foot[A][-1]
    assert {(s.active[A][-1], s.foot[A][-1]) for s in guesses(at, A)} == {bottoms}
    assert {"hand 0", "foot 0", "hand 1", "foot 1"} < hidden(at, A)


def test_of_the_own_foot_the_bottom_is_known() -> None:
    at = opening().all_cut().act(A, choose("B"))
    bottom, hand = at.state.foot[A][-1], at.state.active[A]
    found = guesses(at, A)
    assert {state.foot[A][-1] for state in found} == {bottom}
    assert all(state.active[A] == hand for state in found)
    assert "foot 0" in hidden(at, A)
    assert "hand 0" not in hidden(at, A)


def test_upcards_that_went_back_lie_in_the_stock_and_never_in_a_foot() -> None:
    at = opening().all_cut().all_choose()
    at.state.returned, stock = ["LD-9", "JK-2"], at.state.stock
    for card in at.state.returned:
        place = next(cards for cards in (*at.state.active, *at.state.foot, stock) if card in cards)
        if place is not stock:
            place[place.index(card)] = stock.pop(0)
            stock.append(card)
    assert all({"LD-9", "JK-2"} <= set(state.stock) for state in guesses(at, None))
    at.act(at.state.turn, draw())
    places = {
        "stock" if "LD-9" in state.stock else "hand"
        for state in guesses(at, None)
        if not any("LD-9" in foot for foot in state.foot)
    }
    assert places == {"stock", "hand"}


# --- The turn -------------------------------------------------------------------------------------


def test_cards_taken_with_the_pile_stay_where_all_saw_them_go() -> None:
    at = table(
        seats=4, hands={B: "7 8 9 10"}, boards={1: "7*3"}, pile="JS 3 5 7", phase="draw", turn=B
    )
    at.state.pile.remove(next(card for card in at.state.pile if code(card) == "JS"))
    at.state.stock.append("JS-1")
    taken = at.state.pile[:2]
    at.act(B, take_onto(1))
    assert all(set(taken) <= set(state.active[B]) for state in guesses(at, A))
    assert "hand 1" in hidden(at, A)


def test_a_hand_that_everybody_saw_go_there_is_not_hidden() -> None:
    at = table(hands={B: "7 8 9"})
    at.state.shown[B] = list(at.state.active[B])
    assert "hand 1" not in hidden(at, A)
    assert "hand 2" in hidden(at, A)


@pytest.mark.parametrize(("pile", "frozen"), [("JS 3 5 7", True), ("2 3 5 7", False)])
def test_a_pile_under_its_top_is_guessed_frozen_as_it_is(pile: str, *, frozen: bool) -> None:
    at = table(pile=pile, options=FootOptions(pile_visible="top"))
    assert "pile" in hidden(at, A)
    for state in guesses(at, A):
        assert len(state.pile) == 4
        assert state.pile[-1] == at.state.pile[-1]
        assert any(code(card) in ("JS", "JK") for card in state.pile) is frozen


def test_after_the_round_only_the_stock_is_open() -> None:
    at = table(hands={A: "6 4"}, boards=OUT, in_foot=[A], options=FootOptions(permission="off"))
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert hidden(at, B) == {"stock"}


# --- "May I go out?" ------------------------------------------------------------------------------

OUT = {0: "9*6 JS; 4*6 JS; 6*6"}


def asked(
    hand: str,
    *plays: Laying,
    board: str = OUT[0],
    last: str = "",
    take: Taking | None = None,
    pile: str = "1",
) -> Table:
    """Return a table at which A has asked, and C is to answer."""
    phase: Phase = "draw" if take else "play"
    at = table(hands={A: hand}, boards={0: board}, in_foot=[A], pile=pile, phase=phase)
    return at.act(A, go_out(*plays, take=take, last=last))


def plans_work(at: Table, seat: Seat | None) -> None:
    """Say yes in every guess: the plan empties the hand it was guessed with."""
    for state in guesses(at, seat):
        after = step(at.game, state, C, Permission("yes")).state
        assert after.phase == "over"
        assert after.active[A] == []
        assert after.results[-1].out == A


def test_a_secret_plan_fits_the_hand_it_is_guessed_with() -> None:
    at = asked("6 4 9 LD", lay_off(3, "6"), lay_off(2, "4"), lay_off(1, "9"), last="LD")
    for seat in (None, B, C):
        plans_work(at, seat)
        assert {"hand 0", "plan"} <= hidden(at, seat)
    assert not {"hand 0", "plan"} & hidden(at, A)


def test_the_asker_remembers_the_plan() -> None:
    at = asked("6 4", lay_off(3, "6"), last="4")
    assert at.state.pending is not None
    plan = at.state.pending.plan
    for state in guesses(at, A):
        assert state.pending is not None
        assert state.pending.plan == plan


def test_two_cards_that_must_complete_the_clean_group_and_end_the_turn() -> None:
    at = asked("6 4", lay_off(3, "6"), last="4")
    assert all("6" in codes(state.active[A]) for state in guesses(at, C))
    plans_work(at, C)


def test_groups_that_are_missing_are_completed_in_every_guess() -> None:
    board = "9*5 JS; 4*4; 6*5"
    at = asked(
        "9 4 JS JS 6 6",
        lay_off(1, "9"),
        lay_off(2, "4 JS JS"),
        lay_off(3, "6 6"),
        board=board,
    )
    plans_work(at, B)


def test_a_plan_with_the_pile_is_guessed_with_all_its_cards() -> None:
    board = "9*6 JS; 12*6 JS; 6*6; 4 4 4"
    at = asked(
        "6 4",
        lay_off(3, "6"),
        lay_off(4, "4 4"),
        board=board,
        take=take_onto(3),
        pile="4 6",
    )
    for seat in (None, B, C):
        plans_work(at, seat)
    assert {state.pending and bool(state.pending.plan.take) for state in guesses(at, C)} == {True}


def test_a_lady_that_all_know_of_finds_a_group_or_ends_the_turn() -> None:
    at = asked("6 LD 4 4", lay_off(3, "6"), cap(3), lay_off(2, "4"), last="4")
    at.state.shown[A] = [card for card in at.state.active[A] if code(card) == "LD"]
    plans_work(at, C)


def test_a_dirty_group_may_come_out_of_the_hand_as_a_whole() -> None:
    board = "9*6 JS; 6*7"
    at = asked("4*5 JS JS 8", meld("4*5 JS JS"), board=board, last="8")
    plans_work(at, C)


def test_a_clean_group_may_come_out_of_the_hand_as_a_whole() -> None:
    board = "9*6 JS; 6*6 JS"
    at = asked("4*7 8", meld("4*7"), board=board, last="8")
    plans_work(at, C)
