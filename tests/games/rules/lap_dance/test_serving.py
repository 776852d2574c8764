"""Orders and what they bring, in which order (LAP 9.7, 9.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.lap_dance.events import (
    CardsDrawn,
    CardsReturned,
    FavorGained,
    MoneyGained,
    OrdersFulfilled,
)
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import Table, turn
from tests.games.rules.lap_dance.printed import DESIRES, TYPED, rows
from tests.games.rules.lap_dance.words import ROLL, A, B, card, cards, fulfils

PLENTY = "D2 D2 D2 W2 W2 W2 W2 W2"
BENEFITS = {row[1]: row[5] for row in rows(TYPED) if row[5] != "-"}


def rich(**more: Any) -> Table:
    """A can serve whatever is asked for."""
    return turn(**{"dice": PLENTY, "symbols": {A: "D6 K6 L6"}, **more})


def reward(cell: str) -> dict[str, int]:
    """Return a printed reward: ``"K2 -> 1 + 1C"`` is one dollar and one card."""
    dollars, *more = cell.split(" -> ")[1].split(" + ")
    return {"cash": int(dollars)} | {word[-1]: int(word[:-1]) for word in more}


@pytest.mark.parametrize("order", "ABC")
@pytest.mark.parametrize("desire", [row[0] for row in rows(DESIRES)])
def test_each_order_pays_what_is_printed(desire: str, order: str) -> None:
    printed = reward(next(row for row in rows(DESIRES) if row[0] == desire)[4 + "ABC".index(order)])
    returns = "House Star" if "R" in printed else ""
    at = rich(desire=desire, favor=[0, 0], stack="House Star", hands=["", "Gold Watch"])
    at.act(A, fulfils(order, returns=returns))
    assert at.money == [3 + printed["cash"], 3]
    assert at.favor == [printed.get("F", 0), 0]
    assert len(at.hand(A)) == printed.get("C", 0) + printed.get("R", 0)
    assert len(at.stack(A)) == 1 - printed.get("R", 0)
    assert at.state.seats[A].fulfilled == ["ABC".index(order)]


@pytest.mark.parametrize("title", BENEFITS)
def test_r38_a_benefit_is_paid_with_an_order(title: str) -> None:
    op, _, number = BENEFITS[title].partition(" ")
    returns = title if op == "RETURN" else ""
    at = rich(desire="Dance Lover", favor=[0, 0], stack=title)
    at.act(A, fulfils("A", returns=returns))
    n = int(number)
    assert at.money[A] == 3 + 2 + (n if op == "CASH" else 0)
    assert at.favor[A] == (n if op == "FAVOR" else 0)
    assert len(at.hand(A)) == (n if op in ("DRAW", "RETURN") else 0)


@pytest.mark.parametrize("title", BENEFITS)
def test_r38_no_order_no_benefit(title: str) -> None:
    at = rich(desire="Dance Lover", favor=[0, 0], stack=title).act(A, fulfils())
    assert (at.money[A], at.favor[A], at.hand(A), at.stack(A)) == (3, 0, (), cards(title))


def test_benefits_of_others_are_not_paid() -> None:
    at = rich(stacks=["", "Aged Cognac, Private Host"]).act(A, fulfils("A"))
    assert (at.money, at.favor) == ([5, 3], [2, 2])


def test_all_orders_and_benefits_together() -> None:
    at = rich(
        desire="First Visit",
        stack="Aged Cognac, Limousine Pick-up, Rum And Cola, Fine Cigar Box",
        deck="Headliner, Showstopper, Gold Watch",
    ).act(A, fulfils("ABC"))
    assert at.money[A] == 3 + 2 + 1 + 3 + 2 + 1 + 1
    assert at.favor[A] == 3
    assert at.hand(A) == cards("Headliner, Showstopper")


# --- 9.8: the order -------------------------------------------------------------------------------


def test_the_rewards_come_in_order() -> None:
    at = rich(
        desire="Tasting Evening",
        favor=[0, 0],
        stack="Fine Cigar Box, Cowboy Routine, Smoked Cocktail",
    ).act(A, fulfils("AB", returns="Cowboy Routine"))
    kinds = [
        type(event)
        for event in at.events
        if isinstance(event, MoneyGained | FavorGained | CardsReturned | CardsDrawn)
    ]
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (0, 1))]
    assert list(dict.fromkeys(kinds)) == [MoneyGained, FavorGained, CardsReturned, CardsDrawn]
    assert sum(event.amount for event in at.told(MoneyGained)) == 2 + 1 + 1


def test_a_returned_card_has_paid_its_benefit_before() -> None:
    at = rich(desire="Tasting Evening", stack="Smoked Cocktail, Cowboy Routine")
    at.act(A, fulfils("B", returns="Smoked Cocktail"))
    assert at.money[A] == 3 + 1 + 1
    at = rich(desire="Tasting Evening", stack="Cowboy Routine", deck="Headliner")
    at.act(A, fulfils("B", returns="Cowboy Routine"))
    assert at.hand(A) == cards("Headliner, Cowboy Routine")


def test_the_returned_card_is_back_before_the_deck_is_reshuffled() -> None:
    at = rich(desire="Tasting Evening", stack="Cowboy Routine", deck="", discard="Headliner")
    at.act(A, fulfils("B", returns="Cowboy Routine"))
    assert at.hand(A) == cards("Headliner, Cowboy Routine")
    assert at.state.discard == []


# --- R39: what comes back -------------------------------------------------------------------------


def test_r39_any_action_card_of_the_stack_comes_back() -> None:
    at = rich(
        desire="Tasting Evening", stack="Coffee Break, House Star", activated="Coffee Break"
    ).act(A, fulfils("B", returns="Coffee Break"))
    assert at.hand(A) == cards("Coffee Break")
    assert at.activated == ()


def test_r39_also_the_card_that_carries_the_benefit() -> None:
    at = rich(stack="Feather Fan Act").act(A, fulfils("A", returns="Feather Fan Act"))
    assert at.hand(A) == cards("Feather Fan Act")


def test_what_comes_back_is_a_may() -> None:
    at = rich(desire="Tasting Evening", stack="Feather Fan Act, House Star")
    at.act(A, fulfils("B"))
    assert (at.hand(A), len(at.stack(A))) == ((), 2)


@pytest.mark.parametrize(
    ("letters", "returns"),
    [
        ("B", "House Star, Feather Fan Act, Silk Scarf"),
        ("A", "House Star, Feather Fan Act"),
        ("", "Feather Fan Act"),
        ("B", "House Star, House Star"),
        ("B", "House Regular"),
        ("B", "House Star b"),
    ],
    ids=["too many", "too many for one", "no order", "twice", "from the hand", "of another"],
)
def test_bad_returns(letters: str, returns: str) -> None:
    at = rich(
        desire="Tasting Evening",
        stacks=["Feather Fan Act, House Star, Silk Scarf", "House Star b"],
        hands=["House Regular", ""],
    )
    assert at.refused(A, fulfils(letters, returns=returns)) == "bad_return"


# --- Which orders ---------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", ["AA", "ABA", "BB"])
def test_each_order_once(letters: str) -> None:
    assert rich().refused(A, fulfils(letters)) == "duplicate_order"


def test_r18_all_chosen_orders_at_once_and_the_turn_is_over() -> None:
    at = rich().act(A, fulfils("CA"))
    assert at.money[A] == 3 + 3 + 2
    assert (at.active, at.stage) == (B, "preroll")
    assert at.refused(A, fulfils("B")) == "not_your_turn"


def test_r18_orders_may_be_named_in_any_order() -> None:
    assert rich().act(A, fulfils("CBA")).money == rich().act(A, fulfils("ABC")).money


def test_r19_an_order_stays_open_for_the_others() -> None:
    at = rich(symbols={A: "D9", B: "D9"}, rolls={B: "K1 K1"}).act(A, fulfils("A"))
    at.act(B, ROLL).stop(B).act(B, fulfils("A"))
    assert at.money == [5, 5]


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp"])
def test_orders_are_served_after_the_rolling(stage: Stage) -> None:
    at = turn(stage=stage, dice="" if stage == "preroll" else "ST ST D1 D1")
    assert at.refused(A, fulfils()) == "bad_stage"


def test_orders_are_served_by_the_active_player() -> None:
    assert rich().refused(B, fulfils()) == "not_your_turn"


def test_nobody_has_to_serve_what_could_be_served() -> None:
    assert rich().act(A, fulfils()).money[A] == 3


def test_card_results_count_for_orders() -> None:
    at = turn(desire="Quiet Corner", stack="Showstopper, Smoked Cocktail, Signed Guitar", dice="ST")
    assert at.act(A, fulfils("C")).money[A] == 3 + 3 + 1


def test_the_stack_card_of_another_is_of_no_use() -> None:
    at = turn(stacks=["", "Twin Spotlight"], dice="K1 K1")
    assert at.refused(A, fulfils("A")) == "not_feasible"


def test_the_source_of_the_money_is_told() -> None:
    at = rich(desire="Front Row Seats", stack="Aged Cognac").act(A, fulfils("A"))
    assert {(event.seat, event.source) for event in at.told(MoneyGained)} >= {
        (A, card("Aged Cognac"))
    }
