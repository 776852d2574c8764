"""The house rules (LAP 15), each at all of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from games.rules.lap_dance.cards import DESIRES, SPECIAL_OF, VARIANT_OF
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from tests.games.rules.lap_dance.builder import Table, final, happening, turn
from tests.games.rules.lap_dance.words import (
    A,
    B,
    activates,
    compensates,
    fulfils,
    throws_out,
    uses,
)

KEY = "5a" * 32
HOUSE = {
    "fun_rules": False,
    "timer_seconds": 60,
    "read_seconds": 8,
    "rounds": 5,
    "reroll_mode": "free",
    "split_doubles": False,
    "open_money": False,
    "strict_stack": False,
    "desire_order": "random",
    "unused_colours": "shuffle",
    "refill_cards": 1,
    "start_money": 3,
    "start_favor": 2,
    "favor_cap": 3,
    "late_priority": "random",
    "reaction_seconds": 6,
    "customers": "random",
    "disabled_staff": (),
    "disabled_cards": (),
    "turn_seconds": 90,
}
FRIENDLY = ("ev02", "ev04", "ev06", "ev07", "ev13", "sp2", "sp6", "sp9")


def read(**options: Any) -> LapOptions:
    return msgspec.convert({"type": "lap_dance", **options}, LapOptions)


def night(seats: int = 2, key: str = KEY, **options: Any) -> LapState:
    return LapDance(read(**options)).setup(seats, key)


def misfit(seats: int = 2, **options: Any) -> tuple[str, str] | None:
    refusal = LapDance(read(**options)).misfit(seats)
    return None if refusal is None else (refusal.code, refusal.pointer)


def levels(state: LapState) -> list[int]:
    return [DESIRES[desire].level for desire in state.desires]


def test_the_printed_rules_are_the_defaults() -> None:
    found: Mapping[str, object] = msgspec.to_builtins(LapOptions())
    assert found == {"type": "lap_dance", **HOUSE}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("fun_rules", 1),
        ("timer_seconds", -1),
        ("timer_seconds", 301),
        ("read_seconds", 61),
        ("read_seconds", -1),
        ("rounds", 2),
        ("rounds", 19),
        ("reroll_mode", "setAside"),
        ("desire_order", "descending"),
        ("unused_colours", "burn"),
        ("refill_cards", 0),
        ("refill_cards", 4),
        ("start_money", 11),
        ("start_favor", 4),
        ("favor_cap", 2),
        ("favor_cap", 7),
        ("late_priority", "seat"),
        ("reaction_seconds", 16),
        ("turn_seconds", 301),
        ("customers", ["c19"]),
        ("disabled_staff", ["igor"]),
        ("disabled_cards", ["md1"]),
        ("bot_fill", True),
    ],
)
def test_other_values_are_refused(option: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(**{option: value})


@pytest.mark.parametrize("seconds", [1, 14])
def test_a_timer_is_none_or_fifteen_seconds_at_least(seconds: int) -> None:
    assert misfit(timer_seconds=seconds) == ("bad_timer", "/timer_seconds")
    assert misfit(timer_seconds=15) is misfit(timer_seconds=0) is None


# --- Rounds and guests ----------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 5, 18])
def test_rounds(rounds: int) -> None:
    state = night(rounds=rounds)
    assert (len(set(state.customers)), len(set(state.desires))) == (rounds, rounds)
    assert len(state.desire_deck) == 18 - rounds
    at = Table(LapDance(read(rounds=rounds)), state)
    played = 0
    while at.game.outcome(at.state) is None:
        played = at.state.round
        at.play_out()
    assert played == rounds


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (3, [1, 2, 3]),
        (4, [1, 1, 2, 3]),
        (5, [1, 1, 2, 2, 3]),
        (7, [1, 1, 1, 2, 2, 3, 3]),
        (8, [1, 1, 1, 2, 2, 2, 3, 3]),
        (18, [1] * 6 + [2] * 6 + [3] * 6),
    ],
)
def test_r47_desires_in_ascending_order(rounds: int, expected: list[int]) -> None:
    nights = [
        night(rounds=rounds, desire_order="ascending", key=f"{luck:064x}") for luck in range(6)
    ]
    assert [levels(state) for state in nights] == [expected] * 6
    assert len({tuple(state.desires) for state in nights}) > 1
    assert all(len({*state.desires, *state.desire_deck}) == 18 for state in nights)


def test_r47_level_is_information_only_by_default() -> None:
    seen = {tuple(levels(night(key=f"{luck:064x}"))) for luck in range(20)}
    assert len(seen) > 10


def test_easy_desires_only() -> None:
    for luck in range(4):
        state = night(desire_order="level_1_only", key=f"{luck:064x}")
        assert levels(state) == [1] * 5
    assert misfit(desire_order="level_1_only", rounds=6) is None
    assert misfit(desire_order="level_1_only", rounds=7) == ("too_many_rounds", "/rounds")


def test_customers_chosen_by_the_host() -> None:
    guests = ("c11", "c03", "c18", "c04", "c08")
    assert night(customers=guests).customers == list(guests)
    assert misfit(customers=guests) is None


@pytest.mark.parametrize(
    ("guests", "rounds"),
    [(("c01", "c02"), 5), (("c01",) * 5, 5), (("c01", "c02", "c03", "c04", "c05", "c06"), 5),
     (("c01", "c02", "c02"), 3)],
)  # fmt: skip
def test_one_chosen_customer_for_each_round(guests: tuple[str, ...], rounds: int) -> None:
    assert misfit(customers=guests, rounds=rounds) == ("bad_customers", "/customers")


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats(seats: int) -> None:
    assert misfit(seats) == ("bad_seat_count", "/seats")


# --- Cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size"), [(2, 70), (3, 66), (4, 62)])
def test_r03_unused_colours_in_the_box(seats: int, size: int) -> None:
    state = night(seats, unused_colours="box")
    assert len(state.deck) == size
    unused = "abcd"[seats:]
    dealt = LapDance(read(unused_colours="box")).card_ids(state)
    starting = {f"{type_}1{letter}" for type_ in ("md", "fd", "cd", "ed", "li", "ls")
                for letter in unused}  # fmt: skip
    assert set(dealt) == {*VARIANT_OF, *SPECIAL_OF, *DESIRES} - starting


@pytest.mark.parametrize("count", [1, 2, 3])
def test_refill_cards(count: int) -> None:
    at = turn(seat=B, dice="K1 K1", options=LapOptions(refill_cards=count)).act(B, fulfils())
    assert [len(at.hand(seat)) for seat in (A, B)] == [count, count]


@pytest.mark.parametrize(("money", "favor"), [(0, 0), (10, 3), (3, 2)])
def test_start_money_and_favor(money: int, favor: int) -> None:
    state = night(3, start_money=money, start_favor=favor)
    assert [(seat.money, seat.favor) for seat in state.seats] == [(money, favor)] * 3


def test_disabled_cards_stay_in_the_box() -> None:
    options = read(disabled_cards=FRIENDLY)
    found = LapDance(options).card_ids(LapDance(options).setup(4, KEY))
    assert len(found) == 102 + 18 + 18 - 2 * len(FRIENDLY)
    assert not any(card.startswith(variant) for card in found for variant in FRIENDLY)
    assert all(count == 1 for count in Counter(found).values())


def test_every_event_and_special_may_be_disabled() -> None:
    every = [f"ev{number:02d}" for number in range(1, 16)] + [f"sp{n}" for n in range(1, 10)]
    options = read(disabled_cards=every)
    state = LapDance(options).setup(4, KEY)
    assert state.special_deck == []
    assert len(LapDance(options).card_ids(state)) == 72 + 18


@pytest.mark.parametrize("staff", ["jerry", "alfonso", "nadia", "bruno", "odile"])
def test_disabled_staff_have_no_slots(staff: str) -> None:
    at = turn(dice="ST D1", options=read(disabled_staff=[staff]))
    action = uses(staff, *([0] if staff == "alfonso" else []),
                  choice="drink" if staff == "bruno" else None)  # fmt: skip
    assert at.refused(A, action) == "bad_choice"
    assert action not in at.legal(A)


def test_a_disabled_vladimir_is_passed_over() -> None:
    at = happening(
        stacks=["Big Spender Table", "", "Fresh Delivery"],
        options=read(disabled_staff=["vladimir"]),
    )
    assert at.refused(A, throws_out("Fresh Delivery", of=2)) == "bad_choice"
    assert at.act(A, activates("Big Spender Table")).step == 2


# --- Favor, dice, orders --------------------------------------------------------------------------


@pytest.mark.parametrize("cap", [3, 4, 6])
def test_r40_favor_cap_at_once_at_each_gain(cap: int) -> None:
    at = turn(stage="comp", dice="ST ST D2 K1", favor=[cap, 0], options=LapOptions(favor_cap=cap),
              desire="Quiet Corner", stack="Fine Cigar Box").act(A, compensates(1))  # fmt: skip
    assert at.favor[A] == cap
    at.act(A, uses("jerry"), fulfils("B"))
    assert at.favor[A] == cap


def test_r40_above_three_with_a_higher_cap() -> None:
    at = turn(
        dice="D2 K1", desire="Quiet Corner", favor=[3, 0], options=LapOptions(favor_cap=6),
        stack="Fine Cigar Box, Private Host",
    ).act(A, fulfils("B"))  # fmt: skip
    assert at.favor[A] == 6


def test_a_night_of_three_rounds_ends_with_the_third() -> None:
    at = turn(seat=B, dice="K1 K1", round_=3, options=LapOptions(rounds=3)).act(B, fulfils())
    assert at.phase == "game_over"
    assert final(money=[1, 2], favor=[0, 0]).phase == "game_over"


def test_nobody_has_a_coffee_break_who_has_the_night_off() -> None:
    options = read(disabled_staff=["nadia"])
    at = happening(stacks=["Coffee Break", ""], favor=[0, 0], options=options)
    assert at.refused(A, activates("Coffee Break", choice="nadia")) == "no_slot"
    assert at.after(A, activates("Coffee Break", choice="bruno")).free("bruno") == 0
