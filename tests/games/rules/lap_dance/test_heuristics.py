"""How bots play Lap Dance (LAP 17): budgets, exact rolls, Staff when they complete an order."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

import pytest

from games.ai import bots
from games.ai.bots import AnyAction
from games.rules.kernel import Event, Seat
from games.rules.lap_dance.actions import AnswerCallOut, Reroll, SetStack, Vote
from games.rules.lap_dance.cards import DESIRES
from games.rules.lap_dance.events import MoneyGained, MoneyLost, MoneyStolen
from games.rules.lap_dance.heuristics.reading import Reading
from games.rules.lap_dance.heuristics.stacks import Scale, Weighed
from games.rules.lap_dance.heuristics.till import odds
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.orders import Need
from games.rules.lap_dance.state import Accusation
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    NO_SPECIAL,
    PASS,
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    activates,
    card,
    cards,
    compensates,
    fulfils,
    keeps,
    plays,
    throws_out,
    unlocks,
    uses,
)

QUIET = LapOptions(reaction_seconds=0)
STARTERS = "House Regular, House Star, Draught Beer, House Champagne, Silk Scarf, Corner Booth"
MORE = "House Champagne b, House Champagne c, Corner Booth b, Corner Booth c"
"""Cards that most Desires of these tests have no use for: the hand is full, the choice is not."""


def choice(at: Table, seat: Seat = A, seen: tuple[Event, ...] = ()) -> AnyAction:
    legal = at.game.legal_actions(at.state, seat)
    action = bots.choose(at.game, at.view(seat), seen, legal, "greedy", b"seed")
    assert action.why_not(at.state, seat, at.game.options) is None
    return action


def whim(at: Table, seat: Seat) -> AnyAction | None:
    legal = at.game.legal_actions(at.state, seat)
    return bots.take_up(at.game, at.view(seat), (), legal, "greedy", b"seed")


# --- Preparation ----------------------------------------------------------------------------------


def stacked(hand: str, **more: Any) -> tuple[str, ...]:
    placed = choice(planning(hands=[hand, ""], **more))
    assert isinstance(placed, SetStack)
    return tuple(sorted(placed.cards))


def test_results_that_serve_an_order_are_placed_first() -> None:
    hand = f"Duo Number, Skybox Suite, Rum And Cola, {STARTERS}"
    assert set(cards("Duo Number, Skybox Suite")) <= set(stacked(hand, desire="Championship Win"))


def test_results_that_serve_nothing_stay_in_the_hand() -> None:
    hand = f"Skybox Suite, Duo Number, House Star, Draught Beer, House Regular, {MORE}"
    placed = stacked(hand, customer="The Curious Collector", desire="Dance Lover")
    assert card("Skybox Suite") not in placed
    assert card("Duo Number") in placed


def test_cards_are_spared_for_the_rounds_to_come_and_not_after_the_last() -> None:
    hand = "House Regular, House Star, Draught Beer, Silk Scarf"
    assert len(stacked(f"{hand}, {MORE}")) < 4
    assert stacked(f"{hand}, {MORE}", round_=5) == cards(hand)


@pytest.mark.parametrize("desire", DESIRES)
def test_the_formula_for_stacks_is_near_the_exact_odds(desire: str) -> None:
    at = planning(hands=["", ""], desire=desire, customer="The Impatient Broker", favor=[1, 1])
    reading = Reading(at.game.options, at.view(A), ())
    till, scale = reading.till(()), Scale.of(reading)
    ratios = [
        scale.worth((Weighed("", dice - scale.dice, Need(), 0.0),))
        / odds(till, dice, "free").before_roll()
        for dice in range(2, 7)
    ]
    assert fmean(ratios) == pytest.approx(1, abs=0.2)
    assert ratios == pytest.approx([1] * 5, abs=0.35)


def test_the_limit_is_kept() -> None:
    hand = f"{STARTERS}, Duo Number, Gold Watch"
    assert len(stacked(hand, round_=5, customer="The Strict Accountant")) == 3


def test_the_same_stack_is_chosen_again_so_ready_follows() -> None:
    at = planning(hands=[f"{STARTERS}, {MORE}", ""])
    assert choice(at.act(A, choice(at))) == READY


def test_with_nothing_to_place_one_is_ready() -> None:
    assert choice(planning(hands=["House Champagne", "House Star"])) == READY


# --- Events ---------------------------------------------------------------------------------------

ROBBED = (MoneyGained(C, 7, "d05"), MoneyLost(C, 1, "c10"), MoneyStolen(C, A, 1))


def test_events_are_aimed_at_who_leads_by_what_was_heard() -> None:
    at = happening(stacks=["Wrong Bill", "", ""])
    assert choice(at, A, ROBBED) == activates("Wrong Bill", on=C)
    assert choice(at, A, (MoneyGained(B, 2, "d05"),)) == activates("Wrong Bill", on=B)


def test_what_was_heard_adds_up() -> None:
    at = happening(stacks=["Wrong Bill", "", ""])
    reading = Reading(at.game.options, at.view(A), ROBBED)
    assert reading.lead(C) - reading.lead(B) == 7 - 1 + 1


def test_open_money_needs_no_hearing() -> None:
    open_ = LapOptions(open_money=True)
    at = happening(stacks=["Wrong Bill", "", ""], money=[3, 9, 4], options=open_)
    assert choice(at, A, ROBBED) == activates("Wrong Bill", on=B)


def test_the_best_card_is_spilled() -> None:
    at = happening(stacks=["Spilled Tray", "House Star, Duo Number", "House Regular"])
    assert choice(at) == activates("Spilled Tray", on=B, takes="Duo Number")


def test_understudy_takes_the_class_that_is_wanted() -> None:
    at = happening(stacks=["Understudy, Duo Number, Draught Beer", ""], desire="Dance Lover")
    assert choice(at) == activates("Understudy", choice="dancer")


def test_vladimir_comes_with_favor_to_spare_only() -> None:
    stacks = ["", "Big Spender Table"]
    assert choice(happening(stacks=stacks, favor=[3, 2])) == throws_out("Big Spender Table", of=B)
    assert choice(happening(stacks=stacks, favor=[2, 2])) == PASS


# --- Rolling --------------------------------------------------------------------------------------


def test_what_serves_is_kept_and_the_rest_rolled() -> None:
    at = turn(stage="roll", dice="D2 D1 K1 ST", desire="Full Floor Show", favor=[0, 0])
    assert choice(at) == keeps(0, 1)


def test_when_all_is_paid_one_stops() -> None:
    assert choice(turn(stage="roll", dice="D2 D2 K1 W2", favor=[0, 0])) == STOP


def test_set_aside_names_only_what_is_kept_anew() -> None:
    aside = LapOptions(reroll_mode="set_aside")
    at = turn(
        stage="roll",
        dice="D2 D1 K1 K1",
        kept=[0],
        desire="Full Floor Show",
        favor=[0, 0],
        options=aside,
    )
    action = choice(at)
    assert isinstance(action, Reroll)
    assert action.keep == (1,)


def test_the_first_roll_and_jerry_before_it_when_favor_is_full() -> None:
    assert choice(turn(stage="preroll", favor=[2, 2])) == ROLL
    assert choice(turn(stage="preroll", favor=[3, 2])) == uses("jerry")


# --- Sandra and Staff -----------------------------------------------------------------------------


def test_sandra_rolls_when_an_order_may_come_of_it() -> None:
    at = turn(stage="comp", dice="ST ST D2 L1", desire="Record Deal", favor=[0, 0])
    assert choice(at) == compensates(2, 0)


def test_sandra_pays_when_all_orders_are_served_anyway() -> None:
    at = turn(stage="comp", dice="ST ST ST D2 D2 K1 W2", favor=[0, 0])
    assert choice(at) == compensates(1)


def test_nadia_and_bruno_complete_orders() -> None:
    dear: dict[str, Any] = {"desire": "Full Floor Show", "options": QUIET}
    assert choice(turn(dice="D2 D1", **dear)) == uses("nadia")
    bottoms_up = turn(dice="K1 K1", desire="Bottomless Tab", options=QUIET, favor=[1, 0])
    assert choice(bottoms_up) == uses("bruno", choice="drink")
    assert choice(turn(dice="D2 D2 D2 D2", favor=[1, 0], **dear)) == fulfils("AC")


def test_nobody_is_paid_for_what_completes_nothing() -> None:
    at = turn(dice="D1 D1", desire="Bottomless Tab", favor=[1, 0], options=QUIET)
    assert choice(at) == fulfils()


def test_alfonso_rolls_stars_again_when_symbols_are_missing() -> None:
    at = turn(dice="ST ST L1 L1", desire="Connoisseur", used={"bruno": 1, "nadia": 1})
    assert choice(at) == uses("alfonso", 0, 1)


def test_a_free_unlock_is_always_used() -> None:
    at = turn(dice="ST D2 D2 K1 W2", customer="The Card Shark", favor=[0, 0])
    assert choice(at) == unlocks(0)


def test_favor_left_in_the_last_round_goes_to_jerry() -> None:
    used = {"bruno": 1, "nadia": 1}
    at = turn(dice="D2 K1", round_=5, favor=[1, 0], used=used, options=QUIET)
    assert choice(at) == uses("jerry")
    at = turn(dice="D2 K1", round_=5, favor=[0, 0], options=QUIET)
    assert choice(at) == fulfils("C")


def test_the_best_cards_come_back() -> None:
    stack = "Feather Fan Act, Magnum Bottle, House Star"
    at = turn(desire="Tasting Evening", dice="D2", stack=stack, favor=[0, 0], options=QUIET)
    assert choice(at) == fulfils("AB", returns="Magnum Bottle, Feather Fan Act")


# --- Specials -------------------------------------------------------------------------------------


def test_money_is_taken_at_once() -> None:
    assert choice(turn(dice="D1 K1", specials={A: "Bulging Tip Jar"})) == plays("Bulging Tip Jar")


def test_a_recipe_and_a_golden_bill_come_when_they_pay() -> None:
    held = {A: "Secret Recipe, Gold-plated Bill"}
    dear: dict[str, Any] = {
        "desire": "Full Floor Show",
        "specials": held,
        "favor": [0, 0],
        "options": QUIET,
    }
    assert choice(turn(dice="D2 D1", **dear)) == plays("Secret Recipe", choice="dancer")
    held[A] = "Gold-plated Bill"
    assert choice(turn(dice="D2 D2 D1", **dear)) == plays("Gold-plated Bill", choice=2)


def test_a_borrowed_act_is_the_best_there_is() -> None:
    at = turn(stage="preroll", stacks=["", "House Star, Duo Number"], specials={A: "Borrowed Act"})
    assert choice(at) == plays("Borrowed Act", on=B, takes="Duo Number")


def test_the_floor_is_wet_where_it_hurts() -> None:
    at = turn(stage="comp", dice="ST ST D2 K1 K1", specials={B: "Wet Floor Sign"}, round_=5)
    at.act(A, compensates(1))
    assert choice(at, B) == plays("Wet Floor Sign", on=A, dice=(2,))


def test_a_reaction_that_gains_nothing_is_let_pass() -> None:
    at = turn(stage="comp", dice="ST ST D1 K1", specials={B: "Wet Floor Sign"}, round_=5)
    at.act(A, compensates(1))
    assert choice(at, B) == NO_SPECIAL


def test_out_of_turn_nothing_is_done_for_its_own_sake() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", specials={B: "Staff Meeting"})
    assert whim(at, B) is None


# --- Accusations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("contested", [False, True])
def test_accused_one_contests_and_as_a_voter_one_says_no(contested: bool) -> None:
    at = turn(dice="D1 K1", seats=3, options=LapOptions(fun_rules=True))
    at.state.accusation = Accusation(A, B, contested, (C,) if contested else ())
    at.state.invite(C if contested else B)
    expected: AnyAction = Vote(yes=False) if contested else AnswerCallOut(accept=False)
    assert whim(at, C if contested else B) == expected


# --- Whole matches --------------------------------------------------------------------------------


def test_the_same_view_gives_the_same_action() -> None:
    at, shuffled = (planning(hands=[f"{STARTERS}, {MORE}", ""]) for _ in range(2))
    Random(1).shuffle(shuffled.state.seats[A].hand)
    assert choice(at) == choice(shuffled)
