"""The nine Specials: when each may be played, and what it does (LAP 3.6, 9.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.lap_dance.cards import Face
from games.rules.lap_dance.events import DiceRolled, MoneyStolen, SpecialPlayed
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.printed import SPECIALS, rows
from tests.games.rules.lap_dance.words import (
    ROLL,
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
    uses,
)

STAGES: dict[Stage, str] = {
    "preroll": "",
    "roll": "ST D1 K1",
    "comp": "ST ST D1 K1",
    "resolve": "ST D1 K1",
}
PLAYED = {
    "Bulging Tip Jar": plays("Bulging Tip Jar"),
    "Light Fingers": plays("Light Fingers", on=C),
    "Second Encore": plays("Second Encore", dice=(1,)),
    "Master Key": plays("Master Key", dice=(0,)),
    "Secret Recipe": plays("Secret Recipe", choice="drink"),
    "Wet Floor Sign": plays("Wet Floor Sign", on=A, dice=(1,)),
    "Staff Meeting": plays("Staff Meeting", choice="nadia"),
    "Gold-plated Bill": plays("Gold-plated Bill", choice=0),
    "Borrowed Act": plays("Borrowed Act", on=C, takes="House Star"),
}
OWN = {
    "own_turn": {"preroll", "roll", "comp", "resolve"},
    "own_preroll": {"preroll"},
    "own_resolve": {"resolve"},
    "other_rolled": set[str](),
    "any_time": {"preroll", "roll", "comp", "resolve"},
}
OTHERS = {"other_rolled": {"roll", "resolve"}, "any_time": {"preroll", "roll", "comp", "resolve"}}
TIMING = {row[1]: row[3].lower() for row in rows(SPECIALS)}
QUIET = LapOptions(reaction_seconds=0)


def holding(title: str, holder: int = A, stage: Stage = "resolve", **more: Any) -> Table:
    """A's turn in this stage; three players, and C has a House Star in front of her."""
    return turn(
        **{
            "stage": stage,
            "dice": STAGES[stage],
            "stacks": ["", "", "House Star"],
            "specials": {holder: title},
            **more,
        }
    )


# --- Timing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("title", PLAYED)
def test_when_a_special_may_be_played_in_ones_own_turn(title: str, stage: Stage) -> None:
    at = holding(title, A, stage)
    if stage in OWN[TIMING[title]]:
        at.act(A, PLAYED[title])
        assert (at.specials(A), at.special_discard) == ((), cards(title))
    else:
        assert at.refused(A, PLAYED[title]) == "bad_stage"


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("title", PLAYED)
def test_when_a_special_may_be_played_in_anothers_turn(title: str, stage: Stage) -> None:
    at = holding(title, B, stage)
    if stage in OTHERS.get(TIMING[title], set()):
        at.act(B, PLAYED[title])
        assert (at.specials(B), at.special_discard) == ((), cards(title))
        assert at.active == A
    else:
        assert at.refused(B, PLAYED[title]) == "bad_stage"


@pytest.mark.parametrize("title", PLAYED)
def test_s06_specials_belong_to_the_action_phase(title: str) -> None:
    minute = planning(hands=["", ""], specials={A: title})
    assert minute.refused(A, PLAYED[title]) == "wrong_phase"
    laps = happening(stacks=["Big Spender Table", "", ""], specials={A: title})
    assert laps.refused(A, PLAYED[title]) == "wrong_phase"


@pytest.mark.parametrize("played", ["Light Fingers b", "House Star"])
def test_a_special_is_played_from_ones_own_hand(played: str) -> None:
    assert holding("Light Fingers").refused(A, plays(played, on=B)) == "bad_card"


def test_s06_any_number_of_them() -> None:
    at = holding("Bulging Tip Jar, Bulging Tip Jar b, Light Fingers")
    at.act(A, plays("Bulging Tip Jar"), plays("Bulging Tip Jar b"), plays("Light Fingers", on=B))
    assert at.money == [3 + 3 + 3 + 2, 1, 3]


def test_r43_in_the_order_in_which_they_arrive() -> None:
    at = turn(
        dice="D1 D1 K1",
        stacks=["", "", ""],
        specials={B: "Wet Floor Sign", C: "Wet Floor Sign b"},
        rolls="L1 ST",
    ).act(C, plays("Wet Floor Sign b", on=A, dice=(0,)))
    at.act(B, plays("Wet Floor Sign", on=A, dice=(0,)))
    assert at.dice == "ST D1 K1"


def test_r44_specials_stay_in_hand_from_round_to_round() -> None:
    at = holding("Light Fingers", B, options=QUIET).act(A, fulfils()).play_out()
    assert at.specials(B) == cards("Light Fingers")


# --- One by one -----------------------------------------------------------------------------------


def test_sp1_bulging_tip_jar() -> None:
    assert holding("Bulging Tip Jar").act(A, plays("Bulging Tip Jar")).money == [6, 3, 3]


@pytest.mark.parametrize(("before", "stolen"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_sp2_light_fingers(before: int, stolen: int) -> None:
    at = holding("Light Fingers", B, "roll", money=[before, 3, 3])
    at.act(B, plays("Light Fingers", on=A))
    assert at.money == [before - stolen, 3 + stolen, 3]
    assert at.told(SpecialPlayed) == [SpecialPlayed(B, card("Light Fingers"), A)]
    assert at.told(MoneyStolen) == ([MoneyStolen(B, A, stolen)] if stolen else [])


@pytest.mark.parametrize("dice", [(0, 1, 2), (3,), (1, 3)])
def test_sp3_second_encore(dice: tuple[int, ...]) -> None:
    at = turn(dice="D1 D1 D1 D1 ST", specials={A: "Second Encore"}, rolls="W2 L1 L1")
    at.act(A, plays("Second Encore", dice=dice))
    expected = ["D1"] * 4
    for die, face in zip(dice, ("W2", "L1", "L1"), strict=False):
        expected[die] = face
    assert at.dice == " ".join((*expected, "ST"))


def test_sp3_rerolls_kept_dice_too_and_stars_lock() -> None:
    at = turn(
        dice="D1 D1 K1",
        kept=[0],
        specials={A: "Second Encore"},
        rolls="ST L1",
        options=LapOptions(reroll_mode="set_aside"),
    ).act(A, plays("Second Encore", dice=(0, 1)))
    assert (at.dice, at.locked, at.stage) == ("ST L1 K1", [0], "resolve")
    assert (at.stars, at.money[A]) == (0, 3)


@pytest.mark.parametrize("dice", [(), (0, 1, 2, 3), (4,), (0, 0), (5,), (-1,)])
def test_sp3_one_to_three_unlocked_dice(dice: tuple[int, ...]) -> None:
    at = turn(dice="D1 D1 D1 D1 ST", specials={A: "Second Encore"})
    assert at.refused(A, plays("Second Encore", dice=dice)) == "bad_dice"


@pytest.mark.parametrize("dice", [(0,), (0, 1), (0, 1, 3)])
def test_r53_sp4_master_key_unlocks_too(dice: tuple[int, ...]) -> None:
    at = turn(dice="ST ST D1 ST ST", specials={A: "Master Key"}, rolls="W2 W2 ST")
    at.act(A, plays("Master Key", dice=dice))
    expected = ["ST", "ST", "D1", "ST", "ST"]
    for die, face in zip(dice, ("W2", "W2", "ST"), strict=False):
        expected[die] = face
    assert at.dice.split() == expected
    assert (at.stars, at.favor[A]) == (4, 2)


@pytest.mark.parametrize("dice", [(0, 1, 3, 4), (2,), (0, 0), (9,), (-1,)])
def test_sp4_up_to_three_locked_dice(dice: tuple[int, ...]) -> None:
    at = turn(dice="ST ST D1 ST ST", specials={A: "Master Key"})
    assert at.refused(A, plays("Master Key", dice=dice)) == "bad_dice"


@pytest.mark.parametrize("choice", ["dancer", "drink", "luxury"])
def test_sp5_secret_recipe(choice: str) -> None:
    at = holding("Secret Recipe").act(A, plays("Secret Recipe", choice=choice))
    assert at.symbols(A) == {"dancer": 0, "drink": 0, "luxury": 0, choice: 2}


@pytest.mark.parametrize("stage", ["roll", "resolve"])
@pytest.mark.parametrize("face", ["W2", "ST"])
def test_sp6_wet_floor_sign(stage: Stage, face: Face) -> None:
    at = turn(stage=stage, dice="D1 D1 L1 K1", specials={B: "Wet Floor Sign"}, rolls=face).act(
        B, plays("Wet Floor Sign", on=A, dice=(1,))
    )
    assert (at.dice, at.stage, at.active) == (f"D1 {face} L1 K1", stage, A)
    assert at.told(DiceRolled) == [DiceRolled(A, (1,), (face,))]


@pytest.mark.parametrize("dice", [(), (0,), (1, 2), (4,), (-1,)])
def test_sp6_one_unlocked_die(dice: tuple[int, ...]) -> None:
    at = turn(stage="roll", dice="ST D1 L1 K1", specials={B: "Wet Floor Sign"})
    assert at.refused(B, plays("Wet Floor Sign", on=A, dice=dice)) == "bad_dice"


def test_sp6_slips_up_only_the_active_player() -> None:
    at = turn(stage="roll", dice="D1 L1", stacks=["", "", ""], specials={B: "Wet Floor Sign"})
    for target in (B, C, 3, -1):
        assert at.refused(B, plays("Wet Floor Sign", on=target, dice=(0,))) == "bad_target"
    at.act(B, plays("Wet Floor Sign", dice=(0,)))
    assert at.told(SpecialPlayed) == [SpecialPlayed(B, card("Wet Floor Sign"), A)]


def test_sp6_a_star_before_the_stop_counts_for_compensation() -> None:
    at = turn(stage="roll", dice="ST D1 L1 K1", specials={B: "Wet Floor Sign"}, rolls="ST").act(
        B, plays("Wet Floor Sign", on=A, dice=(1,))
    )
    assert at.stage == "roll"
    at.stop(A)
    assert (at.stars, at.favor[A]) == (2, 3)


def test_sp6_a_star_may_end_the_rolling_at_once() -> None:
    at = turn(stage="roll", dice="ST D1 L1", specials={B: "Wet Floor Sign"}, rolls="ST")
    at.act(B, plays("Wet Floor Sign", on=A, dice=(1,)))
    assert (at.dice, at.stage, at.stars) == ("ST ST L1", "comp", 2)
    assert at.act(A, compensates(1)).favor[A] == 3


def test_sp6_a_star_after_the_stop_is_not_paid() -> None:
    at = turn(dice="ST D1 L1", specials={B: "Wet Floor Sign"}, rolls="ST")
    at.act(B, plays("Wet Floor Sign", on=A, dice=(1,)))
    assert (at.stage, at.stars, at.money[A], at.favor[A]) == ("resolve", 1, 3, 2)


def test_sp6_a_kept_die_stays_kept_and_a_free_one_free() -> None:
    options = LapOptions(reroll_mode="set_aside")
    for die, kept in ((0, [0]), (1, [0])):
        at = turn(
            stage="roll",
            dice="D1 L1 K1",
            kept=[0],
            specials={B: "Wet Floor Sign"},
            rolls="W2",
            options=options,
        ).act(B, plays("Wet Floor Sign", on=A, dice=(die,)))
        assert (at.dice.split()[die], at.kept, at.stage) == ("W2", kept, "roll")


def test_sp6_set_aside_a_star_on_a_free_die_may_end_the_rolling() -> None:
    at = turn(
        stage="roll",
        dice="D1 L1 K1",
        kept=[0],
        specials={B: "Wet Floor Sign"},
        rolls="ST",
        options=LapOptions(reroll_mode="set_aside"),
    ).act(B, plays("Wet Floor Sign", on=A, dice=(1,)))
    assert (at.stage, at.money[A]) == ("resolve", 4)


def test_sp7_staff_meeting() -> None:
    at = holding("Staff Meeting", B).act(B, plays("Staff Meeting", choice="nadia"))
    assert at.free("nadia") == 0
    assert at.refused(A, uses("nadia")) == "no_slot"


def test_sp7_without_a_free_slot_it_is_illegal() -> None:
    at = holding("Staff Meeting", B, used={"nadia": 1})
    assert at.refused(B, plays("Staff Meeting", choice="nadia")) == "no_slot"
    assert at.refused(B, plays("Staff Meeting", choice="igor")) == "bad_choice"
    assert at.refused(B, plays("Staff Meeting")) == "bad_choice"


@pytest.mark.parametrize(
    ("desire", "order", "printed", "extra"),
    [("Front Row Seats", "A", 2, 2), ("Quiet Corner", "B", 1, 1), ("Record Deal", "C", 7, 4),
     ("Dance Lover", "C", 4, 4)],
)  # fmt: skip
def test_sp8_gold_plated_bill(desire: str, order: str, printed: int, extra: int) -> None:
    at = turn(
        desire=desire, dice="D2 D2 K1 K1 L1 L1", specials={A: "Gold-plated Bill"}, options=QUIET
    ).act(A, plays("Gold-plated Bill", choice="ABC".index(order)), fulfils(order))
    assert at.money[A] == 3 + printed + extra


def test_sp8_pays_nothing_for_another_order() -> None:
    at = turn(dice="D2 L1 L1", specials={A: "Gold-plated Bill"})
    at.act(A, plays("Gold-plated Bill", choice=0), fulfils("B"))
    assert at.money[A] == 4


def test_sp8_doubles_the_printed_money_only() -> None:
    at = turn(
        dice="D2 L1",
        customer="The Dance Judge",
        order_cash=[1, 0, 0],
        specials={A: "Gold-plated Bill"},
    ).act(A, plays("Gold-plated Bill", choice=0), fulfils("A"))
    assert at.money[A] == 3 + 2 + 1 + 1 + 2


def test_sp8_one_per_turn() -> None:
    at = turn(dice="D2 L1", specials={A: "Gold-plated Bill, Gold-plated Bill b"})
    at.act(A, plays("Gold-plated Bill", choice=0))
    assert at.refused(A, plays("Gold-plated Bill b", choice=1)) == "bad_choice"


@pytest.mark.parametrize(
    ("title", "choice"),
    [("Gold-plated Bill", 3), ("Gold-plated Bill", -1), ("Gold-plated Bill", None),
     ("Gold-plated Bill", "drink"), ("Secret Recipe", None), ("Secret Recipe", 0),
     ("Secret Recipe", "nadia"), ("Staff Meeting", 1)],
)  # fmt: skip
def test_a_choice_is_one_of_what_there_is(title: str, choice: int | str | None) -> None:
    assert holding(title).refused(A, plays(title, choice=choice)) == "bad_choice"


def test_sp9_borrowed_act() -> None:
    at = turn(
        stage="preroll",
        stacks=["House Regular", "Twin Spotlight, Big Spender Table, Firefighter Finale"],
        specials={A: "Borrowed Act"},
        rolls="D1 D1 D1 D1 D1",
    ).act(A, plays("Borrowed Act", on=B, takes="Firefighter Finale"))
    assert at.stacks == [
        cards("House Regular, Firefighter Finale"),
        cards("Twin Spotlight, Big Spender Table"),
    ]
    assert len(at.act(A, ROLL).dice.split()) == 2 + 1 + 2


def test_sp9_the_limit_does_not_matter() -> None:
    four = "House Regular, House Regular b, House Regular c, House Regular d"
    at = turn(stage="preroll", stacks=[four, "House Star"], specials={A: "Borrowed Act"})
    at.act(A, plays("Borrowed Act", on=B, takes="House Star"))
    assert len(at.stack(A)) == 5


@pytest.mark.parametrize("takes", ["", "Big Spender Table", "House Regular", "House Star c"])
def test_sp9_takes_a_typed_card_of_the_targets_stack(takes: str) -> None:
    at = turn(
        stage="preroll",
        stacks=["House Regular", "House Star, Big Spender Table"],
        specials={A: "Borrowed Act"},
    )
    assert at.refused(A, plays("Borrowed Act", on=B, takes=takes)) == "bad_card"


@pytest.mark.parametrize("title", ["Light Fingers", "Borrowed Act"])
@pytest.mark.parametrize("target", [None, A, 3, -1])
def test_an_aimed_special_needs_another_player(title: str, target: int | None) -> None:
    at = holding(title, A, "preroll")
    takes = "House Star" if title == "Borrowed Act" else ""
    assert at.refused(A, plays(title, on=target, takes=takes)) == "bad_target"


def test_specials_are_legal_until_the_orders_are_served() -> None:
    at = turn(dice="D1 D1", specials={A: "Secret Recipe", B: "Light Fingers"})
    at.act(A, plays("Secret Recipe", choice="luxury"), fulfils("AB"))
    assert at.money[A] == 3 + 2 + 1
    assert at.active == B


def test_a_special_taken_in_the_rolling_may_be_played_in_the_rolling() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", special_deck="Staff Meeting", rolls="D1").act(
        A, uses("jerry"), plays("Staff Meeting", choice="odile"), keeps(0, 1)
    )
    assert (at.dice, at.free("odile")) == ("D1 K1 D1", 0)


def test_no_event_is_a_special() -> None:
    at = happening(stacks=["Staff Birthday", ""], favor=[0, 0])
    assert at.refused(A, plays("Staff Birthday")) == "wrong_phase"
    assert at.act(A, activates("Staff Birthday")).refused(A, plays("Staff Birthday")) == "bad_card"
