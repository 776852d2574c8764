"""The eighteen Customers' main rules (LAP 3.8), each where it matters and where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.lap_dance.events import MoneyLost
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import NEUTRAL, Table, planning, turn
from tests.games.rules.lap_dance.words import (
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    cards,
    fulfils,
    guest,
    lays,
    unlocks,
    uses,
)

FIVE = "House Regular, House Star, Draught Beer, Silk Scarf, Duo Number"
QUIET = LapOptions(reaction_seconds=0)


def before_round_2(customer: str, **more: Any) -> Table:
    """B's last action of round 1; this Customer comes next."""
    at = turn(seat=B, dice="K1 K1", **more)
    at.state.customers[1] = guest(customer)
    return at.act(B, fulfils())


# --- Preparation ----------------------------------------------------------------------------------


def test_c01_everybody_draws_before_the_desire_is_revealed() -> None:
    deck = "Headliner, Showstopper, Gold Watch, Magnum Bottle, Two For One"
    at = before_round_2("The Night-shift Nurse", deck=deck)
    while at.phase == "reading":
        at.wait()
    assert [len(at.hand(seat)) for seat in (A, B)] == [2, 2]
    assert at.deck == cards("Two For One")
    at.ring("preparation")
    assert (at.repeats, [len(at.hand(seat)) for seat in (A, B)]) == (1, [2, 2])


def test_c02_open_stacks() -> None:
    at = planning(hands=[FIVE, ""], customer="The Retired Magician").act(A, lays("House Star"))
    assert at.seen_stack(B, A) == at.seen_stack(None, A)
    assert at.seen_stack(B, A) == cards("House Star")
    closed = planning(hands=[FIVE, ""]).act(A, lays("House Star"))
    assert closed.seen_stack(B, A) is None


def test_c03_one_locked_die_per_turn_is_free() -> None:
    at = turn(dice="ST ST D1", customer="The Card Shark", favor=[0, 0], rolls="W2")
    assert [at.refused(A, unlocks(die)) for die in (2, 3, -1)] == ["bad_dice"] * 3
    at.act(A, unlocks(1))
    assert (at.dice, at.favor, at.free("alfonso")) == ("ST W2 D1", [0, 0], 2)
    assert at.refused(A, unlocks(0)) == "bad_choice"


def test_c03_a_star_again_is_the_end_of_it() -> None:
    at = turn(dice="ST D1", customer="The Card Shark", rolls="ST").act(A, unlocks(0))
    assert (at.dice, at.locked) == ("ST D1", [0])
    assert at.refused(A, unlocks(0)) == "bad_choice"


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp"])
def test_c03_only_after_stopping(stage: Stage) -> None:
    dice = "" if stage == "preroll" else "ST ST D1 K1"
    at = turn(stage=stage, dice=dice, customer="The Card Shark")
    assert at.refused(A, unlocks(0)) == "bad_stage"


def test_c03_nobody_else_lets_her() -> None:
    assert turn(dice="ST D1").refused(A, unlocks(0)) == "bad_choice"
    assert turn(dice="ST D1", customer="The Card Shark").refused(B, unlocks(0)) == "not_your_turn"


@pytest.mark.parametrize(
    ("customer", "seconds"),
    [("The Impatient Broker", 30), ("The Daydreaming Poet", 180), (NEUTRAL, 60)],
)
def test_c04_c05_the_timer(customer: str, seconds: int) -> None:
    at = before_round_2(customer)
    at.wait()
    assert at.state.timer("preparation").seconds == seconds


def test_c05_the_phase_lasts_until_everybody_is_ready() -> None:
    at = planning(hands=["House Star", ""], customer="The Daydreaming Poet")
    at.act(A, lays("House Star"), READY).act(B, READY)
    assert at.phase == "action"
    late = planning(hands=["House Star", ""], customer="The Daydreaming Poet")
    late.act(A, lays("House Star"), READY).ring("preparation")
    assert (late.phase, late.priority) == ("action", [1, 2])


@pytest.mark.parametrize(
    ("customer", "limit"), [("The Strict Accountant", 3), (NEUTRAL, 4), ("The Festival Crowd", 5)]
)
def test_c07_c17_the_limit_of_a_stack(customer: str, limit: int) -> None:
    six = f"{FIVE}, Big Spender Table"
    titles = six.split(", ")
    at = planning(hands=[six, ""], customer=customer)
    at.act(A, lays(", ".join(titles[: limit + 1])))
    assert at.refused(A, READY) == "over_limit"
    cut = at.after(B, READY).ring("preparation")
    assert len(cut.stack(A)) == limit
    at.act(A, lays(", ".join(titles[:limit])), READY)
    assert at.priority[A] == 1


@pytest.mark.parametrize(
    ("customer", "limit"), [("The Strict Accountant", 3), ("The Festival Crowd", 5)]
)
def test_c07_c17_the_limit_of_a_strict_stack(customer: str, limit: int) -> None:
    titles = f"{FIVE}, Big Spender Table".split(", ")
    at = planning(
        hands=[", ".join(titles), ""], customer=customer, options=LapOptions(strict_stack=True)
    )
    assert at.refused(A, lays(", ".join(titles[: limit + 1]))) == "over_limit"
    at.act(A, lays(", ".join(titles[:limit])))


def test_c15_no_events_in_a_stack() -> None:
    at = planning(hands=["House Star, Coffee Break", ""], customer="The Undercover Inspector")
    assert at.refused(A, lays("House Star, Coffee Break")) == "not_desired"
    at.act(A, lays("House Star"))


def test_c18_all_six_types_and_events() -> None:
    hand = "House Champagne, Corner Booth, House Star, Coffee Break"
    at = planning(hands=[hand, ""], customer="The Curious Collector").act(A, lays(hand))
    assert at.stack(A) == cards(hand)
    assert planning(hands=[hand, ""]).refused(A, lays(hand)) == "not_desired"


# --- The action turn ------------------------------------------------------------------------------


@pytest.mark.parametrize(("customer", "dice"), [("The Bachelorette Crew", 3), (NEUTRAL, 2)])
def test_c06_base_dice(customer: str, dice: int) -> None:
    assert turn(stage="preroll", customer=customer).dice_now(A) == dice
    at = turn(stage="preroll", customer=customer, stack="House Star, Two For One")
    assert at.dice_now(A) == dice + 3


@pytest.mark.parametrize(("letters", "bonus"), [("ABC", 2), ("AB", 0), ("AC", 0), ("", 0)])
def test_c08_all_three_orders(letters: str, bonus: int) -> None:
    at = turn(dice="D1 K1", symbols={A: "D6 K6 L6"}).act(A, fulfils(letters))
    assert at.money[A] == 3 + bonus + sum((2, 1, 3)["ABC".index(letter)] for letter in letters)


@pytest.mark.parametrize(("letters", "dollars"), [("A", 3), ("B", 1), ("C", 4), ("ABC", 8)])
def test_c09_orders_with_a_dancer_pay_a_dollar_more(letters: str, dollars: int) -> None:
    at = turn(dice="D1 K1", symbols={A: "D6 K6 L6"}, customer="The Dance Judge")
    assert at.act(A, fulfils(letters)).money[A] == 3 + dollars


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_c10_no_order_costs_a_dollar(before: int, after: int) -> None:
    at = turn(dice="D1 D1", customer="The Food Critic", money=[before, 3]).act(A, fulfils())
    assert at.money == [after, 3]
    assert [event.amount for event in at.told(MoneyLost)] == ([1] if before else [])


def test_c10_one_order_is_enough() -> None:
    at = turn(dice="D1 D1", customer="The Food Critic").act(A, fulfils("A"))
    assert at.money[A] == 5


@pytest.mark.parametrize("stars", range(5))
def test_c11_no_compensation(stars: int) -> None:
    at = turn(stage="roll", dice="ST " * stars + "D1 K1", customer="The Superstitious Sailor")
    at.act(A, STOP)
    assert (at.stage, at.money, at.favor, at.hand(A)) == ("resolve", [3, 3], [2, 2], ())


@pytest.mark.parametrize(("stars", "dollars"), [(0, 0), (1, 1 + 1), (2, 2), (5, 5)])
def test_c12_each_locked_die_pays(stars: int, dollars: int) -> None:
    at = turn(stage="roll", dice="ST " * stars + "D1 K1", customer="The Talent Agent")
    assert at.act(A, STOP).money == [3 + dollars, 3]


@pytest.mark.parametrize(
    ("customer", "cost"),
    [("The Union Delegate", 2), (NEUTRAL, 1), ("The Old Friend Of The House", 0)],
)
def test_c13_c14_what_staff_costs(customer: str, cost: int) -> None:
    at = turn(dice="ST D1", customer=customer)
    assert [shown.cost for shown in at.view(A).staff] == [cost] * 6
    at.act(A, uses("nadia"))
    assert at.favor[A] == 2 - cost
    if cost:
        poor = turn(dice="ST D1", customer=customer, favor=[cost - 1, 0])
        assert poor.refused(A, uses("nadia")) == "no_favor"


def test_c16_the_last_is_the_first() -> None:
    at = planning(hands=["House Star", "", ""], customer="The Jet-lagged Pilot")
    at.act(A, lays("House Star"), READY).act(B, READY).act(C, READY)
    assert at.order == [C, B, A]
    order = []
    while at.phase == "action":
        active = at.active
        assert active is not None
        order.append(active)
        at.act(active, ROLL).stop(active).act(active, fulfils())
    assert order == [C, B, A]


def test_a_main_rule_holds_for_one_round() -> None:
    at = turn(seat=B, dice="D1 D1", customer="The Food Critic")
    at.state.customers[1] = guest(NEUTRAL)
    at.act(B, fulfils())
    assert at.money == [3, 2]
    while at.phase != "action":
        at.wait()
    seat = at.active
    assert seat is not None
    at.act(seat, ROLL).stop(seat).act(seat, fulfils())
    assert sum(at.money) >= 5


def test_c03_each_player_has_one_of_her_own() -> None:
    at = turn(dice="ST D1", customer="The Card Shark", rolls={A: "W2", B: "ST K1 L1"})
    at.act(A, unlocks(0), fulfils()).act(B, ROLL).stop(B).act(B, unlocks(0))
    assert at.dice == "L1 K1"
