"""The rules as the players read them: every number, code, option and ruling is the engine's own."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from games.rules.kernel import snake_case
from games.rules.lap_dance.cards import CUSTOMERS, SPECIALS, STAFF, VARIANTS
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance import printed

OWN = ["wrong_phase", "not_your_turn", "bad_stage"]
ROWS = {
    "set_stack": [
        "wrong_phase", "already_ready", "bad_card", "not_desired", "no_change", "too_many_drafts",
        "over_limit",
    ],
    "ready": ["wrong_phase", "already_ready", "over_limit"],
    "activate_event": [
        "wrong_phase", "not_your_step", "bad_card", "bad_target", "bad_choice", "no_slot",
    ],
    "pass_event": ["wrong_phase", "not_your_step", "must_activate"],
    "use_staff": [
        "wrong_phase", "bad_choice", "not_your_step", "not_your_turn", "bad_stage", "no_slot",
        "no_favor", "bad_target", "bad_card", "bad_dice",
    ],
    "roll": OWN,
    "reroll": [*OWN, "bad_dice"],
    "stop": OWN,
    "compensate": [*OWN, "bad_choice", "bad_dice"],
    "free_unlock": [*OWN, "bad_choice", "bad_dice"],
    "play_special": [
        "wrong_phase", "bad_card", "bad_stage", "bad_target", "no_slot", "bad_choice", "bad_dice",
    ],
    "pass_reaction": ["wrong_phase", "bad_stage"],
    "fulfil": [
        *OWN, "reaction_window", "bad_choice", "duplicate_order", "not_feasible", "bad_return",
    ],
    "call_out": [
        "fun_rules_off", "wrong_phase", "call_out_open", "call_out_spent", "bad_target",
        "already_penalised",
    ],
    "answer_call_out": ["fun_rules_off", "wrong_phase", "not_accused"],
    "vote": ["fun_rules_off", "wrong_phase", "not_a_voter", "already_voted"],
}  # fmt: skip
"""What each action may be refused as, in the order of the checks."""
CLASSES = {type_: type_.replace("_", " ") for type_ in printed.TYPES.values()}
BENEFITS = {"DRAW": "draw {}", "RETURN": "take back {}", "CASH": "${}", "FAVOR": "{} Favor"}


@cache
def rules() -> str:
    return files("games.rules.lap_dance").joinpath("rules.md").read_text("utf-8")


def section(anchor: str) -> str:
    """Return what stands under the heading of this anchor."""
    found = re.search(rf"\{{#{anchor}\}}\n(.*?)(?=\n#|\Z)", rules(), re.DOTALL)
    assert found, f"no section {anchor}"
    return found[1].strip()


def rows(anchor: str) -> dict[str, list[str]]:
    """Return the cells of a section's tables after the first, by the first one."""
    lines = [line for line in section(anchor).splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {first.strip("` "): rest for first, *rest in cells}


def dashed(cell: str) -> str:
    return cell.replace("-", "\N{EN DASH}") if cell == "-" else cell


# --- Actions and refusals -------------------------------------------------------------------------


def test_the_actions_are_listed_with_their_refusals_in_the_order_of_the_checks() -> None:
    listed = {name: re.findall(r"`(\w+)`", cells[-1]) for name, cells in rows("lap-6-1").items()}
    assert listed == ROWS
    assert set(listed) == {snake_case(action.__name__) for action in LapDance.actions}


def test_the_fields_of_the_actions_are_listed() -> None:
    fields = {snake_case(action.__name__): action.__struct_fields__ for action in LapDance.actions}
    for name, cells in rows("lap-6-1").items():
        assert set(re.findall(r"`(\w+)`", cells[0])) == set(fields[name])


def test_every_refusal_is_explained() -> None:
    assert [code for code in LapDance.refusals if f"`{code}`" not in rules()] == []


def test_every_rule_a_refusal_names_has_a_section() -> None:
    for rule, _ in LapDance.refusals.values():
        assert f"{{#{rule.lower().replace(' ', '-').replace('.', '-')}}}" in rules()


def test_every_timer_is_listed() -> None:
    assert set(rows("lap-14")) == set(LapDance.timer_notes)


# --- Options and rulings --------------------------------------------------------------------------


def test_every_option_is_listed_with_its_default() -> None:
    defaults = {name: getattr(LapOptions(), name) for name in LapOptions.__struct_fields__}
    listed = {name: cells[0] for name, cells in rows("lap-15").items()}
    words = {name: "none" if default == () else str(default).lower()
             for name, default in defaults.items()}  # fmt: skip
    assert listed == words


@pytest.mark.parametrize("number", range(1, 56))
def test_every_ruling_is_answered_and_ends_with_its_reason(number: int) -> None:
    assert re.search(
        rf"^### LAP-R{number:02d} .*\?.* {{#lap-r{number:02d}}}$", rules(), re.MULTILINE
    )
    ruling = section(f"lap-r{number:02d}")
    assert re.fullmatch(r"[^*]+ \*[^*]+\*", ruling, re.DOTALL), ruling


# --- Components -----------------------------------------------------------------------------------


def test_every_typed_card_is_listed() -> None:
    listed = rows("lap-3-3")
    assert list(listed) == [row[0] for row in printed.rows(printed.TYPED)]
    for variant, name, copies, dice, result, benefit in printed.rows(printed.TYPED):
        op, _, number = benefit.partition(" ")
        title = f"{name} (starting)" if variant.endswith("1") else name
        type_ = CLASSES[printed.TYPES[variant[:2]]]
        gain = BENEFITS[op].format(number) if number else dashed(op)
        assert listed[variant] == [title, type_, copies, dice, dashed(result), gain]


def test_every_event_is_listed() -> None:
    listed = rows("lap-3-4")
    for variant, name, copies, dice, _ in printed.rows(printed.EVENTS):
        assert listed[variant] == [name, copies, dice, VARIANTS[variant].text]


def test_every_member_of_staff_is_listed() -> None:
    listed = rows("lap-3-5")
    for id_, name, cost, slots, _ in printed.rows(printed.STAFF):
        title, _, *rest = listed[id_]
        assert [title, *rest] == [name, cost, slots, STAFF[id_].text]


def test_every_special_is_listed() -> None:
    listed = rows("lap-3-6")
    timings = {row[3].lower() for row in printed.rows(printed.SPECIALS)}
    for id_, name, copies, timing, _ in printed.rows(printed.SPECIALS):
        assert listed[id_] == [name, copies, f"`{timing.lower()}`", SPECIALS[id_].text]
    assert set(listed) == timings | {row[0] for row in printed.rows(printed.SPECIALS)}


def test_every_desire_is_listed() -> None:
    listed = rows("lap-3-7")
    for id_, level, title, types, *orders in printed.rows(printed.DESIRES):
        words = ", ".join(CLASSES[printed.TYPES[type_]] for type_ in types.split())
        told = [
            order.replace("-> ", "\N{RIGHTWARDS ARROW} $").replace("F", " Favor")
            .replace("1C", "1 draw").replace("R", " back")
            for order in orders
        ]  # fmt: skip
        assert listed[id_] == [level, title, words, *told]


def test_every_customer_is_listed() -> None:
    listed = rows("lap-3-8")
    for id_, name, modifier, _ in printed.rows(printed.CUSTOMERS):
        customer = CUSTOMERS[id_]
        assert listed[id_] == [name, customer.text, customer.fun_text]
        assert modifier.split()[0].lower() in listed


def test_the_vocabulary_of_effects_is_listed() -> None:
    tables = (printed.EVENTS, printed.STAFF, printed.SPECIALS, printed.TYPED, printed.SANDRA)
    words = {
        word.lower() for table in tables for word in re.findall(r"\b[A-Z]{4,}(?:_[A-Z]+)*", table)
    }
    effects = words - {"own_turn", "own_preroll", "own_resolve", "other_rolled", "any_time"}
    assert set(rows("lap-3-9")) == effects
    assert len(effects) == 21


def test_the_faces_of_a_die_are_listed() -> None:
    assert list(rows("lap-3-2")) == printed.FACES.split()
