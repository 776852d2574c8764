"""How many dice, what stays, and when rolling is over (LAP 9.2, 9.3)."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.lap_dance.actions import Reroll
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import turn
from tests.games.rules.lap_dance.printed import EVENTS, FACES, TYPED, rows
from tests.games.rules.lap_dance.words import (
    ROLL,
    STOP,
    A,
    AnyAction,
    B,
    compensates,
    fulfils,
    keeps,
    uses,
)

SET_ASIDE = LapOptions(reroll_mode="set_aside")
SYMBOLS = {row[1]: int(row[3]) for table in (TYPED, EVENTS) for row in rows(table)}
THREE = "House Regular, House Star, Silk Scarf"


def subsets(dice: range) -> list[tuple[int, ...]]:
    return [*chain.from_iterable(combinations(dice, size) for size in range(len(dice) + 1))]


# --- The number of dice ---------------------------------------------------------------------------


@given(
    stack=st.lists(st.sampled_from(sorted(SYMBOLS)), max_size=6, unique=True),
    modifier=st.integers(-4, 4),
    customer=st.sampled_from(["The Generous Heiress", "The Bachelorette Crew"]),
)
@settings(max_examples=60, deadline=None)
def test_r16_base_and_symbols_and_modifiers_clamped_to_1_and_8(
    stack: list[str], modifier: int, customer: str
) -> None:
    at = turn(
        stage="preroll", stack=", ".join(stack), dice_mod=[modifier, 0], customer=customer
    ).act(A, ROLL)
    base = 3 if customer == "The Bachelorette Crew" else 2
    expected = base + sum(SYMBOLS[title] for title in stack) + modifier
    assert len(at.dice.split()) == max(1, min(8, expected))


def test_r17_event_cards_count_with_their_die_symbol() -> None:
    at = turn(stage="preroll", stack="Coffee Break, Understudy, Big Spender Table")
    assert len(at.act(A, ROLL).dice.split()) == 2 + 1 + 1 + 0


@pytest.mark.parametrize("seed", range(3))
def test_r05_each_face_comes_up_as_often_as_the_others(seed: int) -> None:
    stack = f"Firefighter Finale, {THREE}, Two For One"
    nights = [turn(stage="preroll", stack=stack, luck=1000 * seed + luck) for luck in range(100)]
    seen = [face for at in nights for face in at.act(A, ROLL).dice.split()]
    assert len(seen) == 800
    assert all(95 <= seen.count(face) <= 175 for face in FACES.split())


def test_every_star_of_the_roll_is_locked() -> None:
    at = turn(stage="preroll", stack=THREE, rolls="ST D1 ST W2 K1").act(A, ROLL)
    assert (at.dice, at.locked, at.stage) == ("ST D1 ST W2 K1", [0, 2], "roll")
    assert at.kept == []


def test_rolling_happens_once() -> None:
    at = turn(stage="preroll", rolls="D1 K1").act(A, ROLL)
    assert at.refused(A, ROLL) == "bad_stage"


@pytest.mark.parametrize("stage", ["preroll", "comp", "resolve"])
def test_reroll_and_stop_belong_to_the_rolling(stage: Stage) -> None:
    at = turn(stage=stage, dice="" if stage == "preroll" else "D1 ST ST K1")
    assert [at.refused(A, action) for action in (keeps(0), STOP)] == ["bad_stage"] * 2


@pytest.mark.parametrize("action", [ROLL, keeps(0), STOP])
def test_only_the_active_player_rolls(action: AnyAction) -> None:
    for at in (turn(stage="preroll"), turn(stage="roll", dice="D1 K1 L1")):
        assert at.refused(B, action) == "not_your_turn"


# --- Mode `free` ----------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", subsets(range(4)))
def test_r08_free_any_of_the_unlocked_dice_may_stay(keep: tuple[int, ...]) -> None:
    """Die 2 is locked: one to two of dice 0, 1 and 3 stay."""
    at = turn(stage="roll", dice="D1 K1 ST W2", rolls="L1 L1 L1")
    legal = 2 not in keep and 1 <= len(keep) <= 2
    if not legal:
        assert at.refused(A, keeps(*keep)) == "bad_dice"
        assert keeps(*keep) not in at.legal(A)
        return
    at.act(A, keeps(*keep))
    expected = ["L1"] * 4
    expected[2] = "ST"
    for die in keep:
        expected[die] = ("D1", "K1", "ST", "W2")[die]
    assert at.dice.split() == expected


@pytest.mark.parametrize("keep", [(0, 0), (4,), (-1,), (0, 9)])
def test_dice_are_named_once_and_exist(keep: tuple[int, ...]) -> None:
    assert turn(stage="roll", dice="D1 K1 ST W2").refused(A, keeps(*keep)) == "bad_dice"


def test_r08_free_earlier_choices_do_not_bind() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", rolls="D2 D2 W2").act(A, keeps(0))
    at.act(A, keeps(1, 2))
    assert at.dice == "W2 D2 D2"


def test_r09_free_stops_when_one_unlocked_die_is_left() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", rolls="ST ST").act(A, keeps(0))
    assert (at.dice, at.stage, at.stars) == ("D1 ST ST", "comp", 2)


def test_r10_all_dice_locked_ends_the_rolling() -> None:
    at = turn(stage="preroll", rolls="ST ST").act(A, ROLL)
    assert (at.stage, at.stars, at.locked) == ("comp", 2, [0, 1])


def test_r09_a_single_die_is_not_rerolled() -> None:
    at = turn(stage="preroll", dice_mod=[-1, 0], rolls="D1").act(A, ROLL)
    assert (at.dice, at.stage) == ("D1", "resolve")


def test_r07_free_rerolls_go_on_until_the_twentieth() -> None:
    at = turn(stage="roll", dice="D1 K1", rolls="K1 " * 25)
    for number in range(1, 21):
        assert at.stage == "roll"
        at.act(A, keeps(0))
        assert at.rerolls == number
    assert (at.stage, at.dice) == ("resolve", "D1 K1")


def test_the_free_hints_offer_every_proper_subset() -> None:
    at = turn(stage="roll", dice="D1 K1 ST W2")
    offered = {action.keep for action in at.legal(A) if isinstance(action, Reroll)}
    assert offered <= {(0,), (1,), (3,), (0, 1), (0, 3), (1, 3)}
    assert offered


# --- Mode `set_aside` -----------------------------------------------------------------------------


def test_r08_set_aside_kept_dice_are_final() -> None:
    at = turn(stage="roll", dice="D1 K1 L1 W2", rolls="K1 K1 L1", options=SET_ASIDE)
    at.act(A, keeps(0))
    assert (at.dice, at.kept) == ("D1 K1 K1 L1", [0])
    assert [at.refused(A, keeps(*keep)) for keep in ((), (0,), (0, 1), (1, 2, 3))] == [
        "bad_dice"
    ] * 4


def test_r08_set_aside_each_reroll_keeps_one_die_more() -> None:
    at = turn(stage="roll", dice="D1 K1 L1 W2", rolls="K1 K1 L1 D2 D2", options=SET_ASIDE)
    at.act(A, keeps(0)).act(A, keeps(1))
    assert (at.dice, at.kept, at.stage) == ("D1 K1 D2 D2", [0, 1], "roll")


def test_r09_set_aside_stops_when_one_free_die_is_left() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", rolls="W2", options=SET_ASIDE).act(A, keeps(0, 1))
    assert (at.dice, at.stage) == ("D1 K1 W2", "resolve")


def test_r09_set_aside_stops_when_a_star_leaves_one_free_die() -> None:
    at = turn(stage="roll", dice="D1 K1 L1", rolls="ST W2", options=SET_ASIDE).act(A, keeps(0))
    assert (at.dice, at.stage) == ("D1 ST W2", "resolve")


def test_set_aside_stops_at_once_where_the_roll_leaves_one_free_die() -> None:
    at = turn(stage="preroll", rolls="ST W2", options=SET_ASIDE).act(A, ROLL)
    assert at.stage == "resolve"


def test_set_aside_at_most_one_reroll_less_than_dice() -> None:
    at = turn(stage="roll", dice="D1 " * 8, rolls="K1 " * 40, options=SET_ASIDE)
    for die in range(7):
        assert at.stage == "roll"
        if die < 6:
            at.act(A, keeps(die))
    at.act(A, keeps(6))
    assert (at.stage, at.rerolls) == ("resolve", 7)


@pytest.mark.parametrize("mode", ["free", "set_aside"])
def test_stopping_keeps_everything(mode: str) -> None:
    options = SET_ASIDE if mode == "set_aside" else None
    at = turn(stage="roll", dice="D1 ST K1", options=options).act(A, STOP)
    assert (at.dice, at.stage) == ("D1 ST K1", "resolve")


def test_r11_locked_dice_are_out_for_this_players_turn_only() -> None:
    at = turn(
        dice="ST ST D1 D1 D1 D1 D1 D1",
        stacks=["", f"{THREE}, Firefighter Finale"],
        rolls={B: "D1 " * 7},
    ).act(A, fulfils())
    assert at.act(B, ROLL).dice == "D1 D1 D1 D1 D1 D1 D1"


def test_each_seat_has_a_row_of_dice_of_its_own_in_each_round() -> None:
    at = turn(stage="preroll", stack="Firefighter Finale").act(A, ROLL).stop(A).act(A, fulfils())
    at.act(B, ROLL)
    assert {label for label in at.state.rng.drawn if label.startswith("die")} == {
        "die/1/0",
        "die/1/1",
    }


def test_dice_unlocked_after_the_stop_are_kept_for_good() -> None:
    for dice, action in (("ST D1 ST", uses("alfonso", 0)), ("ST ST D1", compensates(2, 0))):
        stage: Stage = "comp" if action == compensates(2, 0) else "resolve"
        at = turn(stage=stage, dice=dice, rolls="W2").act(A, action)
        assert at.dice.startswith("W2")
        assert at.kept == [0]


def test_dice_may_be_named_in_any_order() -> None:
    for keep in ((0, 3), (3, 0)):
        at = turn(stage="roll", dice="D1 K1 ST W2", rolls="L1").act(A, keeps(*keep))
        assert at.dice == "D1 L1 ST W2"


def test_a_die_that_is_a_star_again_is_locked_and_not_kept() -> None:
    at = turn(dice="ST D1 ST", rolls="ST W2").act(A, uses("alfonso", 0, 2))
    assert (at.dice, at.locked, at.kept) == ("ST D1 W2", [0], [2])
