"""The stock running out (HF 9.2, 15) and the three ways to go on from there (HF 21, stock_out)."""

from __future__ import annotations

from typing import Unpack

import pytest

from games.rules.hand_and_foot.events import Drew, StockOut, StockReshuffled
from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import Situation, Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    code,
    codes,
    discard,
    draw,
    go_out,
    lay_off,
    meld,
    no,
    take_new,
    yes,
)

BOARD = "9*6 JS; 8*5 JS*2; 6*7"
AT_ONCE = FootOptions(stock_out="immediate")
RESHUFFLED = FootOptions(stock_out="reshuffle")


def last(stock: str, options: FootOptions | None = None, /, **more: Unpack[Situation]) -> Table:
    situation: Situation = {
        "hands": {A: "LO 4"},
        "phase": "draw",
        "stock": stock,
        "options": options,
        **more,
    }
    return table(**situation)


@pytest.mark.parametrize(("stock", "count", "left"), [("7 8 9", 2, 1), ("7 8", 2, 0), ("7", 1, 0)])
def test_two_cards_are_drawn_or_what_is_left(stock: str, count: int, left: int) -> None:
    at = last(stock).act(A, draw())
    assert at.told(Drew) == [Drew(A, count, left)]
    assert len(at.held(A)) == 2 + count
    assert at.view(B).last_turn == (left == 0)
    assert at.turn == ("play", A)


def test_the_cards_come_from_the_top() -> None:
    at = last("7 8 9").act(A, draw())
    assert at.held(A) == codes("LO 4 7 8")


@pytest.mark.parametrize("stock", ["7 8", "7"])
def test_the_drawer_finishes_the_turn_and_nobody_else_has_one(stock: str) -> None:
    at = last(stock).act(A, draw())
    assert at.told(StockOut) == []
    at.act(A, discard("7"))
    assert (at.ended, at.result.out) == ("stock", None)
    assert len(at.told(StockOut)) == 1


def test_in_that_turn_everything_may_be_played() -> None:
    at = last("7 7", boards={0: "7*3"}, hands={A: "4 4 4 5 6"}).act(A, draw())
    at.act(A, lay_off(1, "7 7"), meld("4 4 4"), discard("5"))
    assert at.ended == "stock"
    assert at.melds(0) == [codes("7*5"), codes("4*3")]


def test_nobody_gets_the_bonus() -> None:
    at = last("7", boards={0: BOARD}).act(A, draw(), discard("7"))
    assert (at.base(0), at.base(1)) == (1100, 0)


def test_the_drawer_may_still_go_out() -> None:
    at = last("6 6", hands={A: "4"}, in_foot=[A], boards={0: BOARD}).act(A, draw())
    at.act(A, go_out(lay_off(3, "6 6"), last="4")).act(C, yes())
    assert (at.ended, at.result.out) == ("out", A)
    assert at.base(0) == 1200


def test_refused_he_discards_and_the_round_is_over() -> None:
    at = last("6 6", hands={A: "4"}, in_foot=[A], boards={0: BOARD}).act(A, draw())
    at.act(A, go_out(lay_off(3, "6 6"), last="4"))
    at.act(C, no()).act(A, discard("4"))
    assert (at.ended, at.base(0)) == ("stock", 1100)


def test_the_foot_is_entered_before_the_end_and_counts() -> None:
    at = last("7", hands={A: "4"}, feet={A: "LD 1 2 3 4 5 6 7 8 9 10"}).act(A, draw())
    at.act(A, discard("7"))
    assert at.ended == "stock"
    assert at.sheet(0).unplayed >= 500


def test_with_the_pile_the_stock_stays() -> None:
    at = last("7", hands={A: "9 9 4 5"}, boards={0: "1 1 1"}, pile="3 9").act(A, take_new("9 9"))
    at.act(A, discard("4"))
    assert at.turn == ("draw", B)
    assert at.act(B, draw(), discard("7")).ended == "stock"


def test_lengths_without_end_there_are_none() -> None:
    """HF 15: each turn consumes the stock or moves a card of the pile to the board."""
    at = last("7 8 9 10 11 12")
    turns = 0
    while at.ended is None:
        seat = at.state.turn
        at.act(seat, draw(), discard(at.state.active[seat][0]))
        turns += 1
    assert turns == 3


# --- At once --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stock", ["7 8", "7"])
def test_immediate_ends_the_round_with_the_last_card(stock: str) -> None:
    at = last(stock, AT_ONCE).act(A, draw())
    assert (at.ended, at.result.out) == ("stock", None)
    assert at.held(A) == codes(f"LO 4 {stock}")
    assert len(at.told(StockOut)) == 1


def test_immediate_waits_for_the_last_card() -> None:
    at = last("7 8 9", AT_ONCE).act(A, draw())
    assert at.turn == ("play", A)


# --- Reshuffled -----------------------------------------------------------------------------------


PILE = "1 JS LD 3 5"


def test_reshuffle_goes_on_with_the_pile_under_its_top() -> None:
    at = last("7 8", RESHUFFLED, pile=PILE).act(A, draw())
    assert (at.stock_left, at.view(B).last_turn) == (0, False)
    at.act(A, discard("4"))
    assert at.turn == ("draw", B)
    assert at.pile == ("4",)
    assert codes(at.state.stock) == codes(PILE)
    assert at.told(StockReshuffled) == [StockReshuffled(5)]
    at.act(B, draw())
    assert (at.stock_left, at.pile) == (3, ("4",))


def test_in_the_middle_of_a_draw_the_pile_is_reshuffled_at_once() -> None:
    """What is left of the stock is drawn first."""
    for key in range(6):
        at = last("7", RESHUFFLED, pile=PILE, key=key).act(A, draw())
        assert at.told(StockReshuffled) == [StockReshuffled(5)]
        assert at.told(Drew) == [Drew(A, 2, 3)]
        assert at.pile == ("5",)
        assert len(at.held(A)) == 4
        assert "7" in at.held(A)


def test_a_pile_is_reshuffled_in_every_order() -> None:
    orders = set()
    for key in range(30):
        at = last("7 8", RESHUFFLED, pile="9 10 11", key=key).act(A, draw(), discard("4"))
        orders.add(tuple(map(code, at.state.stock)))
    assert len(orders) == 6


def test_reshuffle_thaws_what_is_left() -> None:
    at = last("7 8", RESHUFFLED, pile=PILE)
    assert at.view(A).frozen
    at.act(A, draw(), discard("4"))
    assert not at.view(A).frozen


def test_one_card_under_the_top_is_enough() -> None:
    at = last("7 8", RESHUFFLED, pile="9 10").act(A, draw())
    assert (at.stock_left, at.view(B).last_turn) == (0, False)
    at.act(A, discard("4"))
    assert (at.turn, at.pile, codes(at.state.stock)) == (("draw", B), ("4",), codes("9 10"))


@pytest.mark.parametrize(("stock", "pile"), [("7 8", "9"), ("7", "9"), ("7", "8 9")])
def test_without_a_card_under_the_top_the_turn_is_the_last(stock: str, pile: str) -> None:
    at = last(stock, RESHUFFLED, pile=pile).act(A, draw())
    assert (at.stock_left, at.view(B).last_turn) == (0, True)
    at.act(A, discard("4"))
    assert (at.ended, len(at.told(StockOut))) == ("stock", 1)


@pytest.mark.parametrize("draws", [2, 3])
def test_draw_count(draws: int) -> None:
    options = FootOptions(draw_count=draws)
    at = last("7 8 9 10", options).act(A, draw())
    assert (len(at.held(A)), at.stock_left) == (2 + draws, 4 - draws)
    at = last("7 8", options).act(A, draw())
    assert (len(at.held(A)), at.stock_left, at.view(A).last_turn) == (4, 0, True)
