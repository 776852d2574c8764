"""What can be served with what is there (LAP 9.7), against trying every use of every symbol."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.orders import Need, Supply, missing, pays, supplied
from tests.games.rules.lap_dance.builder import turn
from tests.games.rules.lap_dance.printed import DESIRES, FACES, TYPED, rows
from tests.games.rules.lap_dance.words import A, fulfils

CLASSES = {"D": "dancer", "K": "drink", "L": "luxury"}
RESULTS = {
    name: (int(result.split()[0]), result.split()[1])
    for _, name, _, _, result, _ in rows(TYPED)
    if result != "-"
}
TITLES = [name for _, name, *_ in rows(TYPED)]


def uses_of(die: str, *, split: bool) -> list[Counter[str]]:
    """Return every way to use one die: the symbols it gives."""
    if die == "ST":
        return [Counter()]
    if die == "W2":
        whole = [Counter(drink=2), Counter(luxury=2)]
        return [*whole, Counter(drink=1, luxury=1)] if split else whole
    return [Counter({CLASSES[die[0]]: int(die[1])})]


def can_pay(
    need: Counter[str], dice: list[str], stack: list[str], more: Counter[str], *, split: bool
) -> bool:
    """Say whether some use of all dice, with cards and symbols, covers the need."""
    fixed = Counter(more)
    for title in stack:
        if title in RESULTS:
            count, class_ = RESULTS[title]
            fixed[class_] += count
    return any(
        need <= sum(chosen, fixed)
        for chosen in product(*(uses_of(die, split=split) for die in dice))
    )


def needs(desire: str) -> list[Counter[str]]:
    """Return the printed needs of a Desire's three orders."""
    printed = next(row for row in rows(DESIRES) if row[0] == desire)
    return [
        Counter({CLASSES[word[0]]: int(word[1:]) for word in cell.split(" -> ")[0].split()})
        for cell in printed[4:]
    ]


symbols = st.integers(0, 3)
supplies = st.builds(Supply, symbols, symbols, symbols, st.integers(0, 4))
demands = st.builds(Need, st.integers(0, 6), st.integers(0, 8), st.integers(0, 8))


@given(demands, supplies, st.booleans())
@settings(max_examples=300, deadline=None)
def test_the_formula_agrees_with_trying_everything(need: Need, supply: Supply, split: bool) -> None:
    dice = ["D1"] * supply.dancer + ["K1"] * supply.drink + ["L1"] * supply.luxury
    dice += ["W2"] * supply.doubles
    wanted = Counter(dancer=need.dancer, drink=need.drink, luxury=need.luxury)
    expected = can_pay(wanted, dice, [], Counter(), split=split)
    assert pays(need, supply, split=split) is expected
    assert (missing(need, supply, split=split) == Need()) is expected


@given(demands, supplies, st.booleans())
@settings(max_examples=150, deadline=None)
def test_with_what_is_missing_it_pays_and_with_less_it_does_not(
    need: Need, supply: Supply, split: bool
) -> None:
    lack = missing(need, supply, split=split)
    full = supplied((supply, Supply(*lack)))
    assert pays(need, full, split=split)
    for place, count in enumerate(lack):
        if count:
            less = full._replace(**{full._fields[place]: full[place] - 1})
            assert not pays(need, less, split=split)


@given(
    desire=st.sampled_from([row[0] for row in rows(DESIRES)]),
    dice=st.lists(st.sampled_from(FACES.split()), min_size=1, max_size=8),
    stack=st.lists(st.sampled_from(TITLES), max_size=4, unique=True),
    more=st.fixed_dictionaries({name: st.integers(0, 2) for name in CLASSES.values()}),
    split=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_every_subset_of_orders_at_the_table(
    desire: str, dice: list[str], stack: list[str], more: dict[str, int], split: bool
) -> None:
    gained = " ".join(f"{letter}{more[CLASSES[letter]]}" for letter in CLASSES)
    at = turn(
        desire=desire,
        dice=" ".join(dice),
        stack=", ".join(stack),
        symbols={A: gained},
        options=LapOptions(split_doubles=split),
    )
    for letters in ("", "A", "B", "C", "AB", "AC", "BC", "ABC"):
        need = sum((needs(desire)["ABC".index(letter)] for letter in letters), Counter[str]())
        expected = can_pay(need, dice, stack, Counter(more), split=split)
        assert (at.why_not(A, fulfils(letters)) != "not_feasible") is expected
        assert (fulfils(letters) in at.legal(A)) is expected


@pytest.mark.parametrize(
    ("dice", "letters", "expected"),
    [
        ("W2", "A", True),
        ("W2", "AB", False),
        ("W2 W2", "AB", True),
        ("W2 L1 L1", "AB", True),
        ("W2 K1 L1", "AB", False),
        ("W2 W2 K1 L1", "AB", True),
        ("ST W2 K1", "A", True),
        ("ST L1 K1", "A", False),
    ],
)
def test_r06_a_double_is_drinks_or_luxuries(dice: str, letters: str, expected: bool) -> None:
    """`After-work Drinks`: A needs two drinks, B two luxuries."""
    at = turn(desire="After-work Drinks", dice=dice)
    assert at.why_not(A, fulfils(letters)) == (None if expected else "not_feasible")


def test_split_doubles_serve_a_drink_and_a_luxury() -> None:
    at = turn(desire="Quiet Corner", dice="W2 D1")
    assert at.refused(A, fulfils("C")) == "not_feasible"
    at = turn(desire="Quiet Corner", dice="W2 D1", options=LapOptions(split_doubles=True))
    assert at.after(A, fulfils("C")).money[A] == 6


def test_r20_two_symbols_of_one_face_serve_two_orders() -> None:
    at = turn(desire="Quiet Corner", dice="D2 D1 L1 K1")
    assert at.after(A, fulfils("BC")).money[A] == 3 + 1 + 3


def test_s25_each_symbol_is_used_once() -> None:
    at = turn(desire="Quiet Corner", dice="D2 L1 K1")
    assert at.refused(A, fulfils("BC")) == "not_feasible"
    assert at.after(A, fulfils("B")).money[A] == 4
    assert at.after(A, fulfils("C")).money[A] == 6


def test_r20_two_symbols_of_one_card_serve_two_orders() -> None:
    at = turn(desire="Quiet Corner", stack="Twin Spotlight", dice="D1 L1 K1")
    assert at.after(A, fulfils("BC")).money[A] == 7


@pytest.mark.parametrize(("dice", "expected"), [("W2 K1", True), ("W2 W2", True), ("W2 L1", False)])
def test_half_a_double_may_be_left_over(dice: str, expected: bool) -> None:
    """`Lucky Night` B needs a drink and two luxuries."""
    at = turn(desire="Lucky Night", dice=dice)
    assert at.why_not(A, fulfils("B")) == (None if expected else "not_feasible")
