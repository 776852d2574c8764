"""How the narrator chooses: from the legal list, by what a position says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clients.work_the_strip.policy import choose

ASK_LOLA = {"type": "ask", "mode": "name", "key": "lola", "commit": []}


def position(*legal: dict[str, Any], **view: Any) -> dict[str, Any]:
    """A turn of seat 0 at a table of three, with nothing known."""
    known = {
        "seat": 0,
        "hand": ["n_lola_2"],
        "hand_counts": [1, 4, 6],
        "pile_count": 20,
        "totals": [0, 500, 900],
        "known": [],
        "asks": [],
    }
    return {"legal": list(legal), "hints": {"keys": []}, "view": {**known, **view}}


def chosen(table: dict[str, Any]) -> Mapping[str, Any]:
    action = choose(table)
    assert action is not None
    return action


def test_nothing_is_chosen_where_nothing_is_legal() -> None:
    assert choose(position()) is None


def test_an_unknown_game_gets_its_first_legal_action() -> None:
    first, second = {"type": "place_cards"}, {"type": "finish"}
    assert chosen(position(first, second)) == first


def test_sets_are_laid_before_specials_and_asks() -> None:
    lay = {"type": "play_set", "mode": "run", "key": "neon_angels", "cards": ["a", "b"]}
    special = {"type": "play_special", "card": "s_hot_dice_1", "target": None}
    assert chosen(position({**ASK_LOLA, "target": 1}, special, lay)) == lay


def test_the_larger_set_is_laid_first_and_a_name_before_a_run_of_the_same_size() -> None:
    def of(mode: str, cards: list[str]) -> dict[str, Any]:
        return {"type": "play_set", "mode": mode, "key": "x", "cards": cards}

    assert chosen(position(of("name", ["a", "b"]), of("run", ["a", "c", "d"])))["mode"] == "run"
    assert chosen(position(of("run", ["a", "c"]), of("name", ["a", "b"])))["mode"] == "name"


def test_a_penalty_finds_the_richest() -> None:
    audits = [{"type": "play_special", "card": "s_tax_audit_1", "target": seat} for seat in (1, 2)]
    assert chosen(position(*audits))["target"] == 2


def test_the_fuller_hand_is_asked() -> None:
    assert chosen(position(*({**ASK_LOLA, "target": seat} for seat in (1, 2))))["target"] == 2


def test_who_asked_for_it_in_vain_is_asked() -> None:
    asked = {"seat": 1, "target": 2, "mode": "name", "key": "lola", "answer": "no"}
    table = position(*({**ASK_LOLA, "target": seat} for seat in (1, 2)), asks=[asked])
    assert chosen(table)["target"] == 1


def test_who_is_known_to_hold_it_is_asked() -> None:
    known = [{"card": "n_lola_3", "seats": [1]}]
    table = position(*({**ASK_LOLA, "target": seat} for seat in (1, 2)), known=known)
    assert chosen(table)["target"] == 1


def test_a_mistake_is_made_only_when_there_is_no_other_ask() -> None:
    table = position(*({**ASK_LOLA, "target": seat} for seat in (1, 2)))
    hint = {"mode": "name", "key": "lola", "mistakes": [2], "hidden": 2}
    table["hints"]["keys"] = [hint]
    assert chosen(table)["target"] == 1
    table["legal"] = table["legal"][1:]
    assert chosen(table)["target"] == 2
