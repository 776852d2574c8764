"""Odds of dice (LAP 18.1): the page's table, brute force, and twenty thousand real rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from math import sqrt
from random import Random

import pytest

from games.rules.lap_dance.cards import FACES, STAR, Face
from games.rules.lap_dance.odds import (
    NONE,
    Counts,
    Plan,
    Position,
    RerollMode,
    chance,
    chance_from,
    counts_of,
    position_of,
    solve,
    symbols_of,
)
from games.rules.lap_dance.orders import Need, Supply, needed, pays, supplied
from games.rules.lap_dance.state import Die

MODES: tuple[RerollMode, ...] = ("set_aside", "free")

PAGE = {
    "L2": (43, 66, 82, 91, 96),
    "K2": (43, 66, 82, 91, 96),
    "D2": (43, 66, 82, 91, 96),
    "L3": (17, 42, 64, 80, 89),
    "K1 L2": (17, 45, 68, 84, 92),
    "K2 L1": (17, 45, 68, 84, 92),
    "K3": (17, 42, 64, 80, 89),
    "D1 L2": (21, 50, 72, 86, 93),
    "D1 K1 L1": (0, 35, 66, 84, 93),
    "D1 K2": (21, 50, 72, 86, 93),
    "D2 L1": (21, 50, 72, 86, 93),
    "D2 K1": (21, 50, 72, 86, 93),
    "D3": (17, 42, 64, 80, 89),
    "L4": (6, 23, 45, 64, 78),
    "K2 L2": (6, 26, 50, 70, 84),
    "K4": (6, 23, 45, 64, 78),
    "D2 L2": (12, 36, 60, 78, 88),
    "D2 K1 L1": (0, 24, 53, 75, 88),
    "D3 K1": (0, 21, 48, 70, 83),
    "D4": (6, 23, 45, 64, 78),
    "K4 L1": (0, 8, 27, 48, 67),
    "D1 K2 L2": (0, 10, 32, 55, 74),
    "D2 L3": (0, 14, 38, 60, 77),
    "D5": (0, 8, 25, 45, 63),
}
"""Percent with 2, 3, 4, 5 and 6 dice and nothing else, in the mode `set_aside`."""


def need_of(words: str) -> Need:
    amounts = {word[0]: int(word[1]) for word in words.split()}
    return Need(*(amounts.get(letter, 0) for letter in "DKL"))


@pytest.mark.parametrize("words", PAGE)
def test_the_table_of_the_page(words: str) -> None:
    found = [round(100 * chance(need_of(words), dice, "set_aside")) for dice in range(2, 7)]
    assert found == list(PAGE[words])


@pytest.mark.parametrize("words", PAGE)
def test_free_rerolls_are_never_worse(words: str) -> None:
    for dice in range(2, 7):
        need = need_of(words)
        assert chance(need, dice, "free") >= chance(need, dice, "set_aside")


# --- Brute force: every roll of every die, every choice -------------------------------------------

Dice = tuple[Face, ...]
Value = Callable[[Counts, int], float]


def dollars(counts: Counts, stars: int) -> float:
    """Two orders, their sum, and something for stars: nothing a shortcut could guess."""
    shown = symbols_of(counts)
    orders = {2.0: Need(2, 1, 0), 3.5: Need(0, 1, 2)}
    paid = max(
        sum(chosen)
        for size in range(3)
        for chosen in combinations(orders, size)
        if pays(needed(orders[one] for one in chosen), shown)
    )
    return paid + (0, 0.3, 1.1, 1.6, 2.4)[stars]


def order_of_one(counts: Counts, stars: int) -> float:
    return float(pays(Need(1, 0, 2), symbols_of(counts), split=True))


def rolls(dice: int) -> list[Dice]:
    return list(product(FACES, repeat=dice))


def unlocked(dice: Dice) -> Dice:
    return tuple(sorted(face for face in dice if face != STAR))


def subsets(dice: Dice) -> set[Dice]:
    """Return what may be kept of these dice: one at least, not all."""
    return {kept for size in range(1, len(dice)) for kept in combinations(dice, size)}


def left_of(dice: Dice, kept: Dice) -> int:
    assert not Counter(kept) - Counter(dice)
    return len(dice) - len(kept)


def by_hand_free(dice: int, value: Value, rerolls: int) -> float:
    @cache
    def rolled(kept: Dice, count: int, left: int) -> float:
        found = [best(unlocked((*kept, *roll)), left) for roll in rolls(count)]
        return sum(found) / len(found)

    @cache
    def best(shown: Dice, left: int) -> float:
        stop = value(counts_of(shown), dice - len(shown))
        if not left:
            return stop
        return max(
            [stop, *(rolled(kept, left_of(shown, kept), left - 1) for kept in subsets(shown))]
        )

    return rolled((), dice, rerolls)


def by_hand_set_aside(dice: int, value: Value) -> float:
    @cache
    def rolled(kept: Dice, count: int) -> float:
        found = [best(kept, unlocked(roll)) for roll in rolls(count)]
        return sum(found) / len(found)

    @cache
    def best(kept: Dice, free: Dice) -> float:
        stop = value(counts_of((*kept, *free)), dice - len(kept) - len(free))
        again = (
            rolled(tuple(sorted((*kept, *more))), left_of(free, more)) for more in subsets(free)
        )
        return max([stop, *again])

    return rolled((), dice)


@pytest.mark.parametrize("value", [dollars, order_of_one])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_free_rerolls_agree_with_brute_force(dice: int, value: Value) -> None:
    expected = by_hand_free(dice, value, rerolls=20)
    assert solve(dice, "free", value).before_roll() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("value", [dollars, order_of_one])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_setting_aside_agrees_with_brute_force(dice: int, value: Value) -> None:
    expected = by_hand_set_aside(dice, value)
    assert solve(dice, "set_aside", value).before_roll() == pytest.approx(expected, abs=1e-9)


# --- Real rolls -----------------------------------------------------------------------------------

THREE_ORDERS = Need(3, 4, 1)
"""With eight dice neither sure nor hopeless."""
GAMES = 20_000


def play(random: Random, mode: RerollMode, plan: Callable[[Position], Plan]) -> bool:
    """Roll eight dice as planned and return whether the orders are paid."""
    kept, rolling = NONE, 8
    rerolls = 20
    while True:
        shown = [face for face in random.choices(FACES, k=rolling) if face != STAR]
        free = counts_of(shown)
        if mode == "free":
            free, kept = tuple(map(sum, zip(free, kept, strict=True))), NONE
        at = Position(kept, free, 8 - sum(free) - sum(kept), rerolls)
        keep = plan(at).keep
        if keep is None:
            return pays(THREE_ORDERS, symbols_of(tuple(map(sum, zip(kept, free, strict=True)))))
        kept = tuple(map(sum, zip(kept, keep, strict=True)))
        rolling, rerolls = sum(free) - sum(keep), rerolls - 1


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_best_plan_pays_as_often_as_it_says(mode: RerollMode) -> None:
    odds = solve(8, mode, lambda counts, _: float(pays(THREE_ORDERS, symbols_of(counts))))
    expected, random, plan = odds.before_roll(), Random(8), cache(odds.best)
    paid = sum(play(random, mode, plan) for _ in range(GAMES)) / GAMES
    assert 0.2 < expected < 0.95
    assert paid == pytest.approx(expected, abs=4 * sqrt(expected * (1 - expected) / GAMES))


# --- What stands beside the dice ------------------------------------------------------------------


def test_a_supply_that_pays_makes_it_sure() -> None:
    assert chance(Need(2, 0, 0), 1, "free", Supply(dancer=2)) == 1
    assert chance(Need(2, 2, 0), 1, "free", Supply(dancer=2, doubles=1)) == 1


def test_one_die_needs_its_face() -> None:
    assert chance(Need(dancer=1), 1, "free") == pytest.approx(2 / 6)
    assert chance(Need(luxury=2), 1, "set_aside") == pytest.approx(1 / 6)
    assert chance(Need(0, 1, 1), 1, "free") == 0
    assert chance(Need(0, 1, 1), 1, "free", split=True) == pytest.approx(1 / 6)


def test_odds_from_dice_on_the_table() -> None:
    one_short = Position(NONE, counts_of(["D1", "K1"]), 0)
    assert chance_from(Need(dancer=2), one_short, "set_aside") == pytest.approx(2 / 6)
    assert chance_from(Need(dancer=2), one_short._replace(rerolls=0), "free") == 0
    assert chance_from(Need(dancer=3), one_short, "set_aside") == pytest.approx(1 / 6)
    assert chance_from(Need(dancer=1), one_short, "free") == 1


def test_how_the_dice_of_a_turn_lie() -> None:
    dice = [Die("ST"), Die("D2", kept=True), Die("K1"), Die("L1"), Die("D1", kept=True)]
    aside = Position(counts_of(["D1", "D2"]), counts_of(["K1", "L1"]), 1, 18)
    assert position_of(dice, "set_aside", rerolls=2) == aside
    free = Position(NONE, counts_of(["D1", "D2", "K1", "L1"]), 1)
    assert position_of(dice, "free") == free
    assert free.dice == aside.dice == 5


def test_a_plan_names_the_dice_to_keep() -> None:
    odds = solve(2, "set_aside", lambda counts, _: float(pays(Need(2), symbols_of(counts))))
    plan = odds.best(Position(NONE, counts_of(["D1", "K1"]), 0))
    assert plan.worth == pytest.approx(2 / 6)
    assert plan.keep == counts_of(["D1"])
    assert odds.best(Position(NONE, counts_of(["D2", "K1"]), 0)) == Plan(1, None)


def test_no_reroll_without_two_free_dice() -> None:
    for mode in MODES:
        odds = solve(2, mode, lambda counts, _: float(pays(Need(2), symbols_of(counts))))
        assert odds.best(Position(NONE, counts_of(["D1"]), 1)) == Plan(0, None)
    kept = solve(3, "set_aside", lambda counts, _: float(pays(Need(3), symbols_of(counts))))
    assert kept.best(Position(counts_of(["D1", "D1"]), counts_of(["K1"]), 0)) == Plan(0, None)


def test_supplies_add_up() -> None:
    both = supplied([Supply(1, 2, 0, 1), Supply(0, 1, 1, 0)])
    assert both == Supply(1, 3, 1, 1)
