"""The components (LAP 3), card by card, against the tables of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.lap_dance import cards as components
from games.rules.lap_dance.cards import (
    COLORS,
    COMPENSATION,
    CUSTOMERS,
    DESIRES,
    FACES,
    SPECIAL_OF,
    SPECIALS,
    STAFF,
    STARTING,
    VARIANT_OF,
    VARIANTS,
    Op,
    Order,
)
from tests.games.rules.lap_dance import printed
from tests.games.rules.lap_dance.printed import IDS, TYPES, rows

TYPED = rows(printed.TYPED)
EVENTS = rows(printed.EVENTS)


def op_text(op: Op) -> str:
    """Return an effect as the page prints it: ``STEAL_CASH 2 (target)``."""
    plain = op.op in ("swap_priority", "block_staff", "cancel_event", "force_reroll")
    sign = "+" if op.op == "dice" and op.n > 0 else ""
    number = "" if plain else f" {sign}{op.n}"
    classes = f" of {'/'.join(op.classes)}" if op.classes else ""
    who = "" if op.who == "self" else f" ({op.who})"
    return f"{op.op.upper()}{number}{classes}{who}"


def needed(order: Order) -> tuple[int, int, int]:
    return order.need.get("dancer", 0), order.need.get("drink", 0), order.need.get("luxury", 0)


def ops_text(ops: tuple[Op, ...]) -> str:
    return ", ".join(map(op_text, ops)) or "-"


# --- Dice, constants ------------------------------------------------------------------------------


def test_r05_six_faces_in_the_order_of_the_pips() -> None:
    assert printed.FACES.split() == list(FACES)
    assert printed.COLORS == COLORS


# --- Action cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", TYPED, ids=lambda row: row[0])
def test_s05_a_typed_card(row: list[str]) -> None:
    variant, name, copies, dice, result, benefit = row
    found = VARIANTS[variant]
    assert (found.title, found.type) == (name, TYPES[variant[:2]])
    assert (found.copies, found.dice) == (int(copies), int(dice))
    shown = " ".join(f"{count} {class_}" for class_, count in found.result.items())
    assert shown == result.replace("-", "")
    assert (op_text(found.benefit) if found.benefit else "-") == benefit
    assert (found.ops, found.starting) == ((), variant.endswith("1"))


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row[0])
def test_an_event_card(row: list[str]) -> None:
    variant, name, copies, dice, ops = row
    found = VARIANTS[variant]
    assert (found.title, found.type, found.copies) == (name, "event", int(copies))
    assert (found.dice, found.result, found.benefit) == (int(dice), {}, None)
    assert ops_text(found.ops) == ops


def test_s01_102_action_cards_twelve_of_each_type_and_thirty_events() -> None:
    types = Counter(variant.type for variant in VARIANT_OF.values())
    assert types == {type_: 30 if type_ == "event" else 12 for type_ in TYPES.values()}
    assert len(VARIANT_OF) == 102
    assert set(VARIANTS) == {row[0] for row in (*TYPED, *EVENTS)}


def test_the_sums_of_the_typed_cards() -> None:
    typed = [variant for variant in VARIANT_OF.values() if variant.type != "event"]
    assert len(typed) == 72
    assert sum(variant.dice for variant in typed) == 54
    assert sum(sum(variant.result.values()) for variant in typed) == 41
    benefits = Counter(variant.benefit.op if variant.benefit else None for variant in typed)
    assert benefits == {"cash": 6, "draw": 9, "favor": 4, "return": 6, None: 47}


def test_copies_are_lettered() -> None:
    named = sorted(card for ids in IDS.values() for card in ids)
    assert sorted([*VARIANT_OF, *SPECIAL_OF]) == named


def test_r04_every_colour_starts_with_one_of_each_type() -> None:
    for seat, starting in enumerate(STARTING):
        assert set(starting) == {f"{type_}1{'abcd'[seat]}" for type_ in TYPES if type_ != "ev"}
        found = [VARIANT_OF[card] for card in starting]
        assert {(variant.dice, variant.benefit) for variant in found} == {(1, None)}
        assert all(not variant.result for variant in found)


def test_r54_a_card_need_not_have_a_benefit() -> None:
    assert VARIANTS["md1"].benefit is None


# --- Staff, Specials, Sandra ----------------------------------------------------------------------


@pytest.mark.parametrize("row", rows(printed.STAFF), ids=lambda row: row[0])
def test_s04_a_member_of_staff(row: list[str]) -> None:
    id_, name, cost, slots, ops = row
    found = STAFF[id_]
    assert (found.title, found.cost) == (name, int(cost))
    assert " / ".join(str(found.slots[seats]) for seats in ("2", "3", "4")) == slots
    assert ops_text(found.ops) == ops
    windows = {"vladimir": "event", "jerry": "turn"}
    assert found.window == windows.get(id_, "resolve")


def test_there_are_six_staff() -> None:
    assert list(STAFF) == [row[0] for row in rows(printed.STAFF)]


@pytest.mark.parametrize("row", rows(printed.SPECIALS), ids=lambda row: row[0])
def test_s06_a_special(row: list[str]) -> None:
    id_, name, copies, timing, ops = row
    found = SPECIALS[id_]
    assert (found.title, found.copies) == (name, int(copies))
    assert (found.timing.upper(), ops_text(found.ops)) == (timing, ops)


def test_s02_eighteen_specials() -> None:
    assert len(SPECIAL_OF) == 18
    assert set(SPECIALS) == {row[0] for row in rows(printed.SPECIALS)}


def test_s24_sandra() -> None:
    lines = [(ops_text(line[0]), ops_text(line[1])) if line else ("-", "-")
             for line in COMPENSATION if len(line) != 1]  # fmt: skip
    assert lines[1:] == [(row[1], row[2]) for row in rows(printed.SANDRA)][2:]
    assert [ops_text(option) for option in COMPENSATION[1]] == ["CASH 1"]
    assert len(COMPENSATION) == 5


# --- Desires --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows(printed.DESIRES), ids=lambda row: row[0])
def test_s07_a_desire(row: list[str]) -> None:
    id_, level, title, types, *orders = row
    found = DESIRES[id_]
    assert (found.level, found.title) == (int(level), title)
    assert list(found.types) == [TYPES[type_] for type_ in types.split()]
    shown = []
    for order in found.orders:
        need = " ".join(
            f"{letter}{count}" for letter, count in zip("DKL", needed(order), strict=True) if count
        )
        extras = [(order.favor, "F"), (order.draw, "C"), (order.returns, "R")]
        more = "".join(f" + {count}{letter}" for count, letter in extras if count)
        shown.append(f"{need} -> {order.cash}{more}")
    assert shown == orders


def test_the_sums_of_the_desires() -> None:
    assert Counter(type_ for desire in DESIRES.values() for type_ in desire.types) == dict.fromkeys(
        [type_ for type_ in TYPES.values() if type_ != "event"], 10
    )
    levels = Counter(desire.level for desire in DESIRES.values())
    assert levels == {1: 6, 2: 6, 3: 6}
    symbols: dict[int, set[int]] = {1: set(), 2: set(), 3: set()}
    money: dict[int, set[int]] = {1: set(), 2: set(), 3: set()}
    for desire in DESIRES.values():
        assert len(desire.orders) == 3
        symbols[desire.level].add(sum(sum(order.need.values()) for order in desire.orders))
        money[desire.level].add(sum(order.cash for order in desire.orders))
    assert symbols == {1: {7}, 2: {9}, 3: {11, 12}}
    assert money[1] == {6}
    assert money[2] == {8, 9}
    assert (min(money[3]), max(money[3])) == (12, 16)


def test_four_dancers_pay_four_dollars() -> None:
    order = DESIRES["d11"].orders[2]
    assert (order.need.get("dancer"), order.cash) == (4, 4)


# --- Customers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows(printed.CUSTOMERS), ids=lambda row: row[0])
def test_s03_a_customer(row: list[str]) -> None:
    id_, name, modifier, check = row
    found = CUSTOMERS[id_]
    rule, test = found.modifier, found.check
    numbered = rule.op in ("draw_all", "free_unlock", "base_dice", "stack_limit", "star_cash",
                           "all_orders_bonus", "order_bonus", "fail_penalty", "staff_cost",
                           "timer")  # fmt: skip
    sign = "+" if rule.op == "staff_cost" and (rule.n or 0) > 0 else ""
    number = f"{sign}{'null' if rule.n is None else rule.n}" if numbered else ""
    words = [rule.op.upper(), rule.symbol or "", number]
    assert " ".join(filter(None, words)) == modifier
    argument = "/".join(test.words) or (str(test.n) if test.n else "")
    assert f"{test.op.upper()} {argument}".strip() == check
    assert found.title == name


def test_there_are_eighteen_customers_and_eighteen_desires() -> None:
    assert list(CUSTOMERS) == [row[0] for row in rows(printed.CUSTOMERS)]
    assert list(DESIRES) == [row[0] for row in rows(printed.DESIRES)]


# --- Texts, checks --------------------------------------------------------------------------------


def test_every_card_has_a_line_to_read() -> None:
    lines = [row.text for table in (STAFF, SPECIALS, CUSTOMERS) for row in table.values()]
    lines += [variant.text for variant in VARIANTS.values() if variant.type == "event"]
    lines += [customer.fun_text for customer in CUSTOMERS.values()]
    assert all(5 <= len(line) <= 200 for line in lines)
    assert len({customer.fun_text for customer in CUSTOMERS.values()}) == 18


@pytest.mark.parametrize("table", ["CUSTOMERS", "STAFF", "DESIRES", "SPECIAL_OF"])
def test_other_components_than_printed_are_refused(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = getattr(components, table)
    monkeypatch.setattr(components, table, dict(list(whole.items())[1:]))
    with pytest.raises(ValueError, match=r"cards\.json"):
        components._check()
