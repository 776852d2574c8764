"""The rules as the players read them: every number, code, option and ruling is the engine's own."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from games.rules.kernel import snake_case
from games.rules.work_the_strip.cards import NAMES, RUNS, SPECIALS
from games.rules.work_the_strip.game import WorkTheStrip as Game
from games.rules.work_the_strip.options import StripOptions

TURN = ["wrong_phase", "not_your_turn"]
ROWS = {
    "initial_play": [
        "wrong_phase", "already_submitted", "need_two", "bad_card", "duplicate_card",
    ],
    "play_set": [*TURN, "must_play_specials", "bad_card", "need_two", "duplicate_card"],
    "play_special": [
        *TURN, "bad_card", "bad_target", "self_only", "bad_choice", "duplicate_card",
    ],
    "ask": [
        *TURN, "must_play_specials", "bad_target", "not_holding", "already_asked", "bad_commit",
        "duplicate_card",
    ],
    "work_the_strip": [*TURN, "must_play_specials", "must_ask"],
    "end_final_turn": TURN,
    "continue": ["wrong_phase", "already_submitted"],
}  # fmt: skip
"""WTS 7.1: what each action may be refused as, in the order of the checks."""


@cache
def rules() -> str:
    return files("games.rules.work_the_strip").joinpath("rules.md").read_text("utf-8")


def section(anchor: str) -> str:
    """Return what stands under the heading of this anchor."""
    found = re.search(rf"\{{#{anchor}\}}\n(.*?)(?=\n#|\Z)", rules(), re.DOTALL)
    assert found, f"no section {anchor}"
    return found[1].strip()


def rows(anchor: str) -> dict[str, list[str]]:
    """Return the cells of a section's tables after the first, by the first one."""
    lines = [line for line in section(anchor).splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {first.strip("`"): rest for first, *rest in cells}


def test_the_actions_are_listed_with_their_refusals_in_the_order_of_the_checks() -> None:
    listed = {name: re.findall(r"`(\w+)`", cells[-1]) for name, cells in rows("wts-7-1").items()}
    assert listed == ROWS
    assert set(listed) == {snake_case(action.__name__) for action in Game.actions}


def test_every_refusal_is_explained() -> None:
    assert [code for code in Game.refusals if f"`{code}`" not in rules()] == []


def test_every_option_is_listed_with_its_default() -> None:
    defaults = {name: getattr(StripOptions(), name) for name in StripOptions.__struct_fields__}
    listed = {name: cells[0] for name, cells in rows("wts-13").items()}
    assert listed == {name: str(default).lower() for name, default in defaults.items()}


@pytest.mark.parametrize("number", range(1, 48))
def test_every_ruling_is_answered_and_ends_with_its_reason(number: int) -> None:
    assert re.search(
        rf"^### WTS-R{number:02d} .*\?.* {{#wts-r{number:02d}}}$", rules(), re.MULTILINE
    )
    ruling = section(f"wts-r{number:02d}")
    assert re.fullmatch(r"[^*]+ \*[^*]+\*", ruling, re.DOTALL), ruling


def test_every_run_and_name_is_listed() -> None:
    for id_, (title, color, duals) in rows("wts-3-3").items():
        run = RUNS[id_]
        assert (title, color) == (run.title, run.color)
        assert duals == ", ".join(name.title for name in NAMES.values() if id_ in name.runs)
    assert set(rows("wts-3-3")) == set(RUNS)
    listed = [line.strip("| ").split(" | ") for line in section("wts-3-4").splitlines()[2:6]]
    assert {title: cells for names, *cells in listed for title in names.split(", ")} == {
        name.title: [str(name.copies), f"${name.value:,}", str(len(name.runs))]
        for name in NAMES.values()
    }


def test_every_special_is_listed() -> None:
    for id_, (title, copies, group, choice, does) in rows("wts-3-5").items():
        special = SPECIALS[id_]
        assert (title, copies, group) == (special.title, str(special.copies), special.group)
        assert (choice == "yes") == special.choice
        if special.group != "action":
            assert f"${special.param:,}" in does
    assert set(rows("wts-3-5")) == set(SPECIALS)
    assert set(rows("wts-3-6")) == {special.effect for special in SPECIALS.values()}
