"""The rules as the players read them: every number, code, option and ruling is the engine's own."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from games.rules.hand_and_foot.cards import FACES
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import snake_case
from tests.games.rules.hand_and_foot.words import AT_REST


@cache
def rules() -> str:
    return files("games.rules.hand_and_foot").joinpath("rules.md").read_text("utf-8")


def section(anchor: str) -> str:
    """Return what stands under the heading of this anchor."""
    found = re.search(rf"\{{#{anchor}\}}\n(.*?)(?=\n#|\Z)", rules(), re.DOTALL)
    assert found, f"no section {anchor}"
    return found[1].strip()


def cells(anchor: str) -> list[list[str]]:
    """Return the cells of a section's tables, without their heads."""
    lines = [line for line in section(anchor).splitlines() if line.startswith("|")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in found[2:] if not set(row[0]) <= {"-"}]


def rows(anchor: str) -> dict[str, list[str]]:
    return {first.strip("`"): rest for first, *rest in cells(anchor)}


def test_every_action_is_listed() -> None:
    assert set(rows("hf-9")) == {snake_case(action.__name__) for action in HandAndFoot.actions}


def test_every_refusal_is_explained() -> None:
    assert [code for code in HandAndFoot.refusals if f"`{code}`" not in rules()] == []


def test_no_refusal_is_explained_that_does_not_exist() -> None:
    listed = set(re.findall(r"`(\w+)`", " ".join(row[-1] for row in cells("hf-9"))))
    listed |= set(re.findall(r"`(\w+)`", section("hf-10-1") + section("hf-10-2")))
    assert sorted(listed - set(HandAndFoot.refusals)) == []


def test_the_table_of_refusals_names_those_of_the_page() -> None:
    """HF 9, by action; house rules and labels are our own."""
    ours = {
        "bad_label",
        "no_wild_opening",
        "onto_needs_pair",
        "partner_not_in_foot",
        "must_discard",
    }
    page = {
        "cut": "wrong_phase already_done bad_cut",
        "choose_hand": "wrong_phase already_done",
        "draw": "not_your_turn wrong_phase",
        "take_pile": "not_your_turn wrong_phase pile_blocked card_not_held duplicate_card"
        " pile_frozen not_opened no_such_meld not_your_meld mixed_ranks extra_melds"
        " initial_meld_low must_keep_card",
        "meld": "not_your_turn wrong_phase no_cards card_not_held duplicate_card initial_meld_low"
        " must_keep_card",
        "lay_off": "not_your_turn wrong_phase no_cards card_not_held duplicate_card not_opened"
        " no_such_meld not_your_meld must_keep_card",
        "cap": "not_your_turn wrong_phase card_not_held not_a_lady not_opened no_such_meld"
        " not_your_meld cap_not_allowed already_capped must_keep_card",
        "discard": "not_your_turn wrong_phase card_not_held must_keep_card",
        "go_out": "not_your_turn wrong_phase must_draw_first not_in_foot already_denied cards_left"
        " groups_missing",
        "permission": "wrong_phase not_asked already_done",
        "continue": "wrong_phase already_done",
    }
    listed = {name: re.findall(r"`(\w+)`", row[-1]) for name, row in rows("hf-9").items()}
    for name, codes in page.items():
        assert [code for code in listed[name] if code not in ours] == codes.split()


def test_every_option_is_listed_with_its_default() -> None:
    def written(value: object) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return str(value).lower()

    names = FootOptions.__struct_fields__
    defaults = {name: written(getattr(FootOptions(), name)) for name in names}
    assert {name: row[0] for name, row in rows("hf-21").items()} == defaults


@pytest.mark.parametrize("number", range(1, 44))
def test_every_ruling_is_answered_and_ends_with_its_reason(number: int) -> None:
    heading = rf"^### HF-A{number:02d} .*\?.* {{#hf-a{number:02d}}}$"
    assert re.search(heading, rules(), re.MULTILINE)
    ruling = section(f"hf-a{number:02d}")
    assert re.fullmatch(r"[^*]+ \*[^*]+\*", ruling, re.DOTALL), ruling


def test_the_deck_is_listed() -> None:
    for name, (title, small, large, points, unplayed, _) in rows("hf-3-1").items():
        face = FACES[name.split("`")[0]]
        assert title in (face.title, "numbers")
        assert [int(text.split()[0]) for text in (small, large, points)] == [
            face.standard,
            face.extended,
            face.face,
        ]
        cost = 500 if face.code == "LD" else face.face
        assert unplayed.replace("\N{MINUS SIGN}", "") == str(cost)
    assert len(rows("hf-3-1")) == 7


def test_what_may_lie_there_is_listed() -> None:
    for wilds, row in rows("hf-10-3").items():
        expected = [kind or "\N{EN DASH}" for kind in AT_REST[int(wilds)][:6]]
        assert [cell.split(",")[0] for cell in row] == expected


def test_every_timer_is_listed() -> None:
    assert set(rows("hf-19")) == set(HandAndFoot.timer_notes)


def test_every_rule_that_a_refusal_rests_on_is_a_section() -> None:
    for rule, _ in HandAndFoot.refusals.values():
        number = rule.removeprefix("HF ").lower().replace(".", "-")
        assert f"{{#hf-{number}}}" in rules()
