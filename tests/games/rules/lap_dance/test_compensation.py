"""Sandra, the Junior Assistant, and what the stars are worth (LAP 3.10, 9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.lap_dance.events import DiceRolled
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import Table, turn
from tests.games.rules.lap_dance.words import (
    STOP,
    A,
    B,
    cards,
    compensates,
    fulfils,
    keeps,
    uses,
)


def starred(stars: int, others: str = "D1 K1", **more: Any) -> Table:
    """A has stopped with this many stars, which come first."""
    return turn(stage="comp", dice="ST " * stars + others, deck="Headliner, Two For One", **more)


def stopping(dice: str, **more: Any) -> Table:
    return turn(stage="roll", dice=dice, deck="Headliner, Two For One", **more)


def test_no_star_no_sandra() -> None:
    at = stopping("D1 K1 L1").act(A, STOP)
    assert (at.stage, at.money, at.favor) == ("resolve", [3, 3], [2, 2])


def test_one_star_is_a_dollar_at_once() -> None:
    at = stopping("D1 ST L1").act(A, STOP)
    assert (at.stage, at.money, at.favor) == ("resolve", [4, 3], [2, 2])


@pytest.mark.parametrize(
    ("stars", "money", "favor", "drawn"),
    [(2, 3, 3, ""), (3, 5, 2, "Headliner"), (4, 5, 3, "Headliner"), (5, 5, 3, "Headliner"),
     (6, 5, 3, "Headliner")],
)  # fmt: skip
def test_option_1(stars: int, money: int, favor: int, drawn: str) -> None:
    at = starred(stars).act(A, compensates(1))
    assert (at.money[A], at.favor[A], at.hand(A)) == (money, favor, cards(drawn))
    assert (at.stage, at.stars) == ("resolve", stars)


def test_option_1_favor_is_capped() -> None:
    assert starred(2, favor=[3, 2]).act(A, compensates(1)).favor[A] == 3


@pytest.mark.parametrize(("stars", "most"), [(2, 1), (3, 2), (4, 4), (5, 4), (6, 4)])
def test_option_2_rerolls_up_to_so_many_locked_dice(stars: int, most: int) -> None:
    at = starred(stars, rolls="D2 " * most)
    if stars > most:
        assert at.refused(A, compensates(2, *range(most + 1))) == "bad_dice"
    at.act(A, compensates(2, *range(most)))
    assert at.dice.split() == ["D2"] * most + ["ST"] * (stars - most) + ["D1", "K1"]
    assert at.locked == [*range(most, stars)]
    assert (at.money[A], at.favor[A], at.hand(A)) == (3, 2, ())
    assert at.stage == "resolve"


def test_r13_option_2_may_be_declined_with_no_dice() -> None:
    at = starred(3).act(A, compensates(2))
    assert at.told(DiceRolled) == []
    assert (at.dice, at.stage, at.money[A]) == ("ST ST ST D1 K1", "resolve", 3)


def test_r14_a_new_star_is_locked_again_and_not_paid() -> None:
    at = starred(4, rolls="ST D1 ST ST").act(A, compensates(2, 0, 1, 2, 3))
    assert at.locked == [0, 2, 3]
    assert (at.stage, at.money[A], at.favor[A]) == ("resolve", 3, 2)
    assert at.refused(A, compensates(1)) == "bad_stage"


@pytest.mark.parametrize("option", [0, 3, -1])
def test_there_are_two_options(option: int) -> None:
    assert starred(2).refused(A, compensates(option)) == "bad_choice"


@pytest.mark.parametrize("dice", [(2,), (0, 0), (9,), (-1,)])
def test_option_2_takes_locked_dice_once(dice: tuple[int, ...]) -> None:
    assert starred(2).refused(A, compensates(2, *dice)) == "bad_dice"


def test_option_1_takes_no_dice() -> None:
    assert starred(2).refused(A, compensates(1, 0)) == "bad_dice"


@pytest.mark.parametrize("stage", ["preroll", "roll", "resolve"])
def test_compensation_has_its_own_stage(stage: Stage) -> None:
    at = turn(stage=stage, dice="" if stage == "preroll" else "ST ST D1 K1")
    assert at.refused(A, compensates(1)) == "bad_stage"


def test_compensation_is_for_the_active_player() -> None:
    assert starred(2).refused(B, compensates(1)) == "not_your_turn"


def test_nothing_is_served_before_sandra() -> None:
    assert starred(2).refused(A, fulfils()) == "bad_stage"


def test_r12_the_stars_are_counted_at_the_stop() -> None:
    at = turn(stage="roll", dice="ST D1 K1 L1", rolls="ST D2").act(A, keeps(1))
    assert (at.stage, at.dice) == ("roll", "ST D1 ST D2")
    at.act(A, STOP)
    assert (at.stage, at.stars) == ("comp", 2)


def test_r12_unlocking_afterwards_does_not_change_the_count() -> None:
    at = stopping("D1 ST L1", rolls="D2").act(A, STOP)
    at.act(A, uses("alfonso", 1))
    assert (at.stars, at.dice, at.money[A]) == (1, "D1 D2 L1", 4)


def test_sailor_sends_sandra_home() -> None:
    for dice in ("D1 K1", "ST D1 K1", "ST ST D1 K1", "ST ST ST ST ST D1 K1"):
        at = stopping(dice, customer="The Superstitious Sailor").act(A, STOP)
        assert (at.stage, at.money, at.favor) == ("resolve", [3, 3], [2, 2])
        assert at.refused(A, compensates(1)) == "bad_stage"


def test_agent_pays_for_each_locked_die_besides() -> None:
    one = stopping("D1 ST L1", customer="The Talent Agent").act(A, STOP)
    assert (one.money[A], one.stage) == (5, "resolve")
    three = stopping("ST ST ST L1 L1", customer="The Talent Agent").act(A, STOP)
    assert (three.money[A], three.stage) == (6, "comp")
    assert three.act(A, compensates(1)).money[A] == 8


def test_all_locked_sandra_still_comes() -> None:
    at = turn(stage="comp", dice="ST ST", rolls="D2").act(A, compensates(2, 1))
    assert at.dice == "ST D2"
