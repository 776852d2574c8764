"""The six Staff (LAP 3.5, 9.5), but for Vladimir, who works at the door (LAP 8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.lap_dance.events import DeckReshuffled
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import Table, happening, turn
from tests.games.rules.lap_dance.printed import STAFF, rows
from tests.games.rules.lap_dance.words import (
    ROLL,
    A,
    AnyAction,
    B,
    C,
    activates,
    cards,
    fulfils,
    throws_out,
    uses,
)

RESOLVERS = [uses("alfonso", 0), uses("nadia"), uses("bruno", choice="drink"), uses("odile")]
DICE: dict[Stage, str] = {
    "preroll": "",
    "roll": "ST D1 K1",
    "comp": "ST ST D1",
    "resolve": "ST D1 K1",
}


def served(**more: Any) -> Table:
    """A has stopped with a star, and nothing else is decided."""
    return turn(**{"dice": "ST D1 K1", **more})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r23_slots_by_the_number_of_players(seats: int) -> None:
    at = turn(seats=seats, dice="ST ST ST ST D1", favor=[3] * seats)
    printed = {row[0]: int(row[3].split("/")[seats - 2]) for row in rows(STAFF)}
    assert {staff: at.free(staff) for staff in printed} == printed
    assert sum(printed.values()) == {2: 8, 3: 9, 4: 14}[seats]


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp"])
@pytest.mark.parametrize("action", RESOLVERS)
def test_all_but_jerry_work_after_the_rolling(stage: Stage, action: AnyAction) -> None:
    assert turn(stage=stage, dice=DICE[stage]).refused(A, action) == "bad_stage"


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp", "resolve"])
def test_vladimir_stays_at_the_door(stage: Stage) -> None:
    at = turn(stage=stage, dice=DICE[stage], stacks=["", "Big Spender Table"])
    assert at.refused(A, throws_out("Big Spender Table", of=B)) == "wrong_phase"


@pytest.mark.parametrize("action", [*RESOLVERS, uses("jerry")])
def test_staff_work_for_the_active_player(action: AnyAction) -> None:
    assert served().refused(B, action) == "not_your_turn"


@pytest.mark.parametrize("staff", ["", "igor", "sandra"])
def test_r49_there_are_six_and_sandra_is_none_of_them(staff: str) -> None:
    assert served().refused(A, uses(staff)) == "bad_choice"


# --- Costs and slots ------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [*RESOLVERS, uses("jerry")])
def test_each_costs_a_favor_and_takes_a_slot(action: AnyAction) -> None:
    at = served(seats=4)
    staff = getattr(action, "staff", "")
    before = at.free(staff)
    at.act(A, action)
    assert (at.favor[A], at.free(staff)) == (1, before - 1)
    assert served(favor=[0, 2]).refused(A, action) == "no_favor"
    slots = {row[0]: int(row[3].split("/")[0]) for row in rows(STAFF)}
    assert served(used=slots).refused(A, action) == "no_slot"


def test_r21_one_player_may_use_one_of_them_again() -> None:
    at = served(seats=4, favor=[3, 0, 0, 0])
    at.act(A, uses("nadia"), uses("nadia"))
    assert (at.symbols(A)["dancer"], at.favor[A], at.free("nadia")) == (4, 1, 0)
    assert at.refused(A, uses("nadia")) == "no_slot"


def test_r22_one_slot_whatever_the_cost() -> None:
    at = served(customer="The Union Delegate").act(A, uses("jerry"))
    assert (at.favor[A], at.free("jerry")) == (0, 1)
    assert served(customer="The Union Delegate", favor=[1, 0]).refused(A, uses("jerry")) == (
        "no_favor"
    )


def test_slots_are_shared_by_all_players() -> None:
    at = served(used={"nadia": 1}, seat=B)
    assert at.refused(B, uses("nadia")) == "no_slot"


# --- One by one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp", "resolve"])
def test_jerry_in_any_stage(stage: Stage) -> None:
    at = turn(stage=stage, dice=DICE[stage], special_deck="Light Fingers, Master Key")
    at.act(A, uses("jerry"))
    assert (at.specials(A), at.stage) == (cards("Light Fingers"), stage)
    assert len(at.state.special_deck) == 1


def test_r45_jerry_reshuffles_the_used_specials() -> None:
    drawn = set()
    for luck in range(12):
        at = served(special_deck="", special_discard="Light Fingers, Master Key", luck=luck)
        at.act(A, uses("jerry"))
        assert [event.count for event in at.told(DeckReshuffled)] == [2]
        drawn |= set(at.specials(A))
        assert at.special_discard == ()
        assert len(at.state.special_deck) == 1
    assert drawn == set(cards("Light Fingers, Master Key"))


def test_r45_jerry_without_any_specials_is_illegal() -> None:
    at = served(special_deck="", special_discard="")
    assert at.refused(A, uses("jerry")) == "bad_choice"


def test_r15_alfonso_unlocks_one_or_two_dice() -> None:
    at = turn(dice="ST D1 ST ST", rolls="K1 ST")
    for dice in ((), (0, 2, 3), (1,), (0, 0), (4,), (-1,), (0, 1)):
        assert at.refused(A, uses("alfonso", *dice)) == "bad_dice"
    at.act(A, uses("alfonso", 0, 3))
    assert (at.dice, at.locked, at.favor[A]) == ("K1 D1 ST ST", [2, 3], 1)


def test_r14_alfonso_again_on_the_die_that_was_a_star_again() -> None:
    at = turn(dice="ST D1", rolls="ST W2").act(A, uses("alfonso", 0), uses("alfonso", 0))
    assert (at.dice, at.locked, at.favor[A], at.free("alfonso")) == ("W2 D1", [], 0, 0)


def test_alfonso_needs_a_locked_die() -> None:
    at = turn(dice="D1 K1")
    assert at.refused(A, uses("alfonso", 0)) == "bad_dice"
    assert at.refused(A, uses("alfonso")) == "bad_dice"


def test_nadia_adds_two_dancers() -> None:
    at = served(desire="Front Row Seats", dice="ST K1 K1").act(A, uses("nadia"))
    assert at.symbols(A) == {"dancer": 2, "drink": 0, "luxury": 0}
    assert at.act(A, fulfils("C")).money[A] == 6


@pytest.mark.parametrize("choice", ["drink", "luxury"])
def test_bruno_adds_two_drinks_or_two_luxuries(choice: str) -> None:
    at = served().act(A, uses("bruno", choice=choice))
    assert at.symbols(A) == {"dancer": 0, "drink": 0, "luxury": 0, choice: 2}


@pytest.mark.parametrize("choice", [None, "dancer", "igor"])
def test_bruno_pours_nothing_else(choice: str | None) -> None:
    assert served().refused(A, uses("bruno", choice=choice)) == "bad_choice"


def test_odile_takes_a_card_back_and_draws_one() -> None:
    at = served(
        desire="Front Row Seats", stack="Twin Spotlight, House Star", dice="K1 K1", deck="Headliner"
    )
    assert at.why_not(A, fulfils("A")) is None
    at.act(A, uses("odile", returns="Twin Spotlight"))
    assert at.hand(A) == cards("Headliner, Twin Spotlight")
    assert at.stack(A) == cards("House Star")
    assert at.refused(A, fulfils("A")) == "not_feasible"


def test_odile_takes_the_benefit_along() -> None:
    at = served(
        desire="Front Row Seats", stack="Smoked Cocktail, Twin Spotlight", dice="K1 K1"
    ).act(A, uses("odile", returns="Smoked Cocktail"), fulfils("A"))
    assert at.money[A] == 5


def test_odile_may_only_draw() -> None:
    at = served(stack="House Star", deck="Headliner").act(A, uses("odile"))
    assert (at.hand(A), at.stack(A)) == (cards("Headliner"), cards("House Star"))


def test_odile_takes_back_an_event_too() -> None:
    at = served(stack="Coffee Break", activated="Coffee Break", deck="")
    at.act(A, uses("odile", returns="Coffee Break"))
    assert at.hand(A) == cards("Coffee Break")
    assert at.activated == ()


@pytest.mark.parametrize("title", ["House Regular", "House Star b", "Bulging Tip Jar"])
def test_odile_finds_only_what_lies_in_her_stack(title: str) -> None:
    at = served(stacks=["House Star", "House Star b"], hands=["House Regular", ""])
    assert at.refused(A, uses("odile", returns=title)) == "bad_card"


def test_a_blocked_slot_is_no_free_slot() -> None:
    at = happening(stacks=["Coffee Break", "", ""], favor=[0, 2, 2], rolls={A: "D1 K1"})
    at.act(A, activates("Coffee Break", choice="bruno"))
    at.ring("turn").act(B, ROLL).stop(B)
    assert at.refused(B, uses("bruno", choice="drink")) == "no_slot"


def test_symbols_are_ones_own_and_last_until_the_round_ends() -> None:
    at = turn(dice="K1 K1", seats=3).act(A, uses("nadia"))
    assert at.symbols(B) == at.symbols(C) == {"dancer": 0, "drink": 0, "luxury": 0}
    at.act(A, fulfils()).play_out()
    assert at.symbols(A) == {"dancer": 0, "drink": 0, "luxury": 0}
