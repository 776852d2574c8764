"""The worked scenarios of the rulebook (LAP 16 and 9.10), each under its own number."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import final, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    D,
    activates,
    card,
    cards,
    compensates,
    fulfils,
    guest,
    keeps,
    lays,
    plays,
    uses,
)

SET_ASIDE = LapOptions(reroll_mode="set_aside")


@pytest.mark.parametrize("luck", range(8))
def test_l_01_priority_race_and_latecomers(luck: int) -> None:
    at = planning(
        hands=["House Star", "House Star b", "House Star c, Showstopper", "House Star d"],
        desire="Front Row Seats",
        luck=luck,
    )
    at.act(B, lays("House Star b")).act(C, lays("House Star c"), READY).act(A, READY)
    assert at.refused(C, lays("Showstopper")) == "already_ready"
    at.ring("preparation")
    assert (at.priority[C], at.priority[A]) == (1, 2)
    assert {at.priority[B], at.priority[D]} == {3, 4}
    assert [at.stack(seat) for seat in (A, B, C, D)] == [
        (),
        cards("House Star b"),
        cards("House Star c"),
        (),
    ]


def test_l_01_latecomers_draw_lots() -> None:
    hands = ["", "House Star b", "House Star c", ""]
    late = set()
    for luck in range(12):
        at = planning(hands=hands, desire="Front Row Seats", luck=luck).act(B, lays("House Star b"))
        at.act(C, READY).act(A, READY).ring("preparation")
        late.add((at.priority[B], at.priority[D]))
    assert late == {(3, 4), (4, 3)}


def test_l_02_over_the_limit() -> None:
    six = "House Regular, House Star, Draught Beer, Silk Scarf, Duo Number, Big Spender Table"
    at = planning(hands=[six, "Headliner"], desire="Front Row Seats")
    at.act(A, lays(six))
    assert at.refused(A, READY) == "over_limit"
    at.act(B, lays("Headliner"), READY).ring("preparation")
    assert len(at.stack(A)) == 4
    assert len(at.state.discard) == 2
    assert sorted([*at.stack(A), *at.state.discard]) == list(cards(six))
    assert at.hand(A) == ()
    assert at.priority == [2, 1]


def test_l_03_only_desired_types_or_events() -> None:
    at = planning(
        hands=["House Regular, Draught Beer, House Star, Big Spender Table", ""],
        desire="Quiet Corner",
    )
    assert at.refused(A, lays("House Regular")) == "not_desired"
    at.act(A, lays("House Star, Big Spender Table"))
    assert at.stack(A) == cards("House Star, Big Spender Table")
    assert at.hand(A) == cards("House Regular, Draught Beer")


def test_l_04_nobody_played() -> None:
    at = planning(hands=["House Star", "House Star b"], desire="Quiet Corner")
    customer, timer = at.customer, at.state.timer("preparation").id
    at.act(A, READY).act(B, READY)
    assert at.state.desire_discard == [guest("Quiet Corner")]
    assert at.desire != guest("Quiet Corner")
    assert at.customer == customer
    assert at.phase == "preparation"
    assert at.priority == [None, None]
    assert sorted(at.state.to_act) == [A, B]
    assert at.state.timer("preparation").id != timer


def test_l_05_event_loop() -> None:
    at = happening(
        stacks=["Big Spender Table, Staff Birthday, House Star", "House Star b", "Wrong Bill"],
        favor=[0, 0, 0],
        priority=[1, 2, 3],
    )
    assert at.step == A
    at.act(A, activates("Big Spender Table"))
    assert at.money == [5, 3, 3]
    assert at.step == C
    assert at.refused(C, activates("Wrong Bill")) == "bad_target"
    at.act(C, activates("Wrong Bill", on=A))
    assert at.money == [3, 3, 5]
    assert at.step == A
    at.act(A, activates("Staff Birthday"))
    assert at.favor == [1, 0, 0]
    assert (at.phase, at.stage, at.active) == ("action", "preroll", A)


def test_l_07_number_of_dice_at_most_eight() -> None:
    at = turn(
        stage="preroll",
        customer="The Festival Crowd",
        stack="Firefighter Finale, Burlesque Classic, Two For One, Sparkler Parade, House Regular",
        rolls="D1 D1 D1 D1 D1 D1 D1 D1",
    ).act(A, ROLL)
    assert at.dice == "D1 D1 D1 D1 D1 D1 D1 D1"


def test_l_07_number_of_dice_at_least_one() -> None:
    at = happening(
        stacks=["Duo Number", "Flickering Lights a, Flickering Lights b"],
        favor=[0, 0],
        rolls={A: "D1", B: "K1 L1 D1 D2"},
    )
    for copy in "ab":
        at.act(B, activates(f"Flickering Lights {copy}", on=A))
    at.act(A, ROLL)
    assert at.dice == "D1"
    at.act(A, fulfils())
    at.act(B, ROLL)
    assert at.dice == "K1 L1 D1 D2"


def test_l_08_set_aside_stops_by_itself() -> None:
    at = turn(
        stage="roll",
        dice="ST D2 K1 L1 D1",
        stack="House Regular, House Star, Silk Scarf",
        rolls="ST D1",
        options=SET_ASIDE,
    )
    refused = [at.refused(A, keeps(*kept)) for kept in ((), (1, 2, 3, 4), (0, 1))]
    assert refused == ["bad_dice"] * 3
    at.act(A, keeps(1, 4))
    assert at.dice == "ST D2 ST D1 D1"
    assert (at.stage, at.stars) == ("comp", 2)
    at.act(A, compensates(1))
    assert at.stage == "resolve"


def test_l_08b_free_choices_do_not_bind() -> None:
    at = turn(
        stage="roll",
        dice="ST D2 K1 L1 D1",
        stack="House Regular, House Star, Silk Scarf",
        rolls="D1 ST L1 D2",
    ).act(A, keeps(1))
    assert at.dice == "ST D2 D1 ST L1"
    at.act(A, keeps(2, 4))
    assert at.dice == "ST D2 D1 ST L1"
    assert at.stage == "roll"
    assert at.locked == [0, 3]
    refused = [at.refused(A, keeps(*kept)) for kept in ((), (1, 2, 4), (0, 1), (3, 1))]
    assert refused == ["bad_dice"] * 4
    at.act(A, STOP)
    assert (at.stage, at.stars) == ("comp", 2)


def test_l_09_doubles_are_not_split() -> None:
    at = turn(desire="Quiet Corner", dice="W2 D1 D1")
    assert at.refused(A, fulfils("C")) == "not_feasible"
    assert at.refused(A, fulfils("ABC")) == "not_feasible"
    worth = {letters: at.after(A, fulfils(letters)) for letters in ("A", "B", "AB")}
    assert {letters: then.money[A] for letters, then in worth.items()} == {
        "A": 3 + 2,
        "B": 3 + 1,
        "AB": 3 + 3,
    }


def test_l_11_same_order_two_players() -> None:
    at = turn(
        desire="Front Row Seats",
        stacks=["Twin Spotlight", "Duo Number"],
        dice="K1 K1",
        rolls={B: "K1 L1"},
    )
    assert at.refused(A, fulfils("AA")) == "duplicate_order"
    at.act(A, fulfils("A")).act(B, ROLL, STOP, fulfils("A"))
    assert at.money == [5, 5]


def test_l_12_favor_cap() -> None:
    at = turn(
        desire="Quiet Corner", stack="Fine Cigar Box, Private Host, Twin Spotlight", dice="K1 K1"
    ).act(A, fulfils("B"))
    assert (at.money[A], at.favor[A]) == (4, 3)


def test_l_13_sandra_two_stars() -> None:
    at = turn(stage="comp", desire="Front Row Seats", dice="ST ST D1", rolls="D2")
    assert at.refused(A, compensates(2, 2)) == "bad_dice"
    at.act(A, compensates(2, 0))
    assert (at.dice, at.locked) == ("D2 ST D1", [1])
    assert (at.stage, at.favor[A]) == ("resolve", 2)
    at.act(A, fulfils("A"))
    assert at.money[A] == 5


def test_l_14_alfonso() -> None:
    at = turn(stage="comp", dice="ST ST D1", favor=[1, 2], rolls="K1 ST")
    at.act(A, compensates(1))
    assert at.favor[A] == 2
    at.act(A, uses("alfonso", 0, 1))
    assert (at.dice, at.locked) == ("K1 ST D1", [1])
    assert (at.favor[A], at.free("alfonso"), at.stage) == (1, 1, "resolve")


FOUR = ("Feather Fan Act", "Designer Perfume", "Magnum Bottle", "Draught Beer")


@pytest.mark.parametrize("three", [*combinations(FOUR, 3)])
def test_l_15_any_three_return(three: tuple[str, ...]) -> None:
    at = turn(
        desire="Tasting Evening", stack=", ".join(FOUR), dice="D1 D1", hands=["House Regular", ""]
    )
    assert at.refused(A, fulfils("AB", returns=", ".join(FOUR))) == "bad_return"
    at.act(A, fulfils("AB", returns=", ".join(three)))
    assert at.hand(A) == cards(", ".join((*three, "House Regular")))
    assert at.money[A] == 6


def test_l_16_no_order_no_benefit() -> None:
    at = turn(stage="comp", stack="Feather Fan Act", dice="ST ST ST D1", deck="Headliner")
    at.act(A, compensates(1))
    assert at.hand(A) == cards("Headliner")
    assert at.refused(A, fulfils("", returns="Feather Fan Act")) == "bad_return"
    at.act(A, fulfils())
    assert at.money[A] == 5
    assert at.stack(A) == cards("Feather Fan Act")


def test_l_18_free_staff_still_needs_a_slot() -> None:
    at = turn(customer="The Old Friend Of The House", favor=[0, 2], dice="K1 K1")
    at.act(A, uses("nadia"))
    assert (at.favor[A], at.symbols(A)["dancer"]) == (0, 2)
    assert at.refused(A, uses("nadia")) == "no_slot"


def test_l_19_wet_floor_sign() -> None:
    specials = {B: "Wet Floor Sign"}
    before = turn(stage="preroll", specials=specials, rolls="D1 D1")
    assert before.refused(B, plays("Wet Floor Sign", on=A, dice=(0,))) == "bad_stage"
    at = turn(desire="First Visit", dice="D1 D1 L1", specials=specials, rolls="ST")
    assert at.after(A, fulfils("A")).money[A] == 5
    at.act(B, plays("Wet Floor Sign", on=A, dice=(0,)))
    assert (at.dice, at.locked) == ("ST D1 L1", [0])
    assert at.refused(A, fulfils("A")) == "not_feasible"
    assert (at.stage, at.money, at.favor) == ("resolve", [3, 3], [2, 2])
    assert at.special_discard == cards("Wet Floor Sign")


def test_l_21_tie_break() -> None:
    assert final(money=[20, 20], favor=[1, 2]).outcome.places == (2, 1)
    shared = final(money=[20, 20], favor=[2, 2]).outcome
    assert (shared.scores, shared.places) == ((20, 20), (1, 1))


def test_l_22_floor_at_zero() -> None:
    at = turn(customer="The Food Critic", money=[0, 3], dice="K1 K1").act(A, fulfils())
    assert at.money == [0, 3]


def test_l_24_stealing_from_the_poor() -> None:
    at = happening(stacks=["Wrong Bill", ""], money=[3, 1], favor=[0, 0])
    at.act(A, activates("Wrong Bill", on=B))
    assert at.money == [4, 0]


def test_l_25_complete_turn() -> None:
    at = turn(
        stage="preroll",
        customer="The Talent Agent",
        desire="Championship Win",
        stack="House Regular, Headliner, Private Host, Understudy",
        activated="Understudy",
        symbols={A: "L1"},
        rolls="D2 ST K1 K1 L1 D1 ST D1",
        options=SET_ASIDE,
    ).act(A, ROLL)
    assert (at.dice, at.locked, at.stage) == ("D2 ST K1 K1 L1", [1], "roll")
    at.act(A, keeps(0, 4))
    assert (at.dice, at.locked) == ("D2 ST D1 ST L1", [1, 3])
    assert (at.stage, at.money[A]) == ("comp", 5)
    at.act(A, compensates(2, 1))
    assert (at.dice, at.stage) == ("D2 D1 D1 ST L1", "resolve")
    assert [at.refused(A, fulfils(letters)) for letters in ("B", "AB", "ABC")] == [
        "not_feasible"
    ] * 3
    at.act(A, fulfils("AC"))
    assert (at.money[A], at.favor[A]) == (16, 3)


def test_l_25_before_sandra_one_of_the_two_orders() -> None:
    at = turn(
        customer="The Talent Agent",
        desire="Championship Win",
        stack="House Regular, Headliner, Private Host, Understudy",
        activated="Understudy",
        symbols={A: "L1"},
        dice="D2 ST D1 ST L1",
        money=[5, 3],
    )
    assert at.refused(A, fulfils("AC")) == "not_feasible"
    assert [at.after(A, fulfils(letter)).money[A] for letter in "AC"] == [9, 12]


def test_l_26_refill() -> None:
    at = turn(
        seat=B,
        hands=["House Star", "House Star b"],
        stacks=["House Regular", "House Regular b"],
        used={"nadia": 1},
        deck="Two For One, Headliner",
        dice="K1 K1",
    ).act(B, fulfils())
    assert [at.hand(seat) for seat in (A, B)] == [
        cards("House Star, Two For One"),
        cards("House Star b, Headliner"),
    ]
    assert at.stacks == [(), ()]
    assert sorted(at.state.discard) == list(cards("House Regular, House Regular b"))
    assert at.free("nadia") == 1
    assert (at.state.round, at.phase) == (2, "reading")


def test_l_27_jerry_before_the_roll() -> None:
    at = turn(stage="preroll", favor=[1, 2], special_deck="Bulging Tip Jar", rolls="D1 D1").act(
        A, uses("jerry")
    )
    assert (at.favor[A], at.specials(A)) == (0, (card("Bulging Tip Jar"),))
    at.act(A, plays("Bulging Tip Jar"))
    assert at.money[A] == 6
    at.act(A, ROLL)
    assert at.stage == "roll"
