"""How the narrator plays its own hand: a few rules of thumb on what every position carries."""

from __future__ import annotations

from typing import Any

import pytest

from clients.hand_and_foot.policy import choose

DISCARDS = [{"type": "discard", "card": card, "enter_foot": True} for card in ("4-1", "9-1")]


def position(*legal: dict[str, Any], **view: Any) -> dict[str, Any]:
    seen = {
        "seat": 0,
        "to_act": [0],
        "pile": ["3-1"],
        "you_hold": ["4-1", "9-1"],
        "players": [{"team": 0}, {"team": 1}],
        "teams": [{"melds": [{"rank": "7"}]}, {"melds": [{"rank": "4"}]}],
    }
    melds = [
        {"meld_id": 1, "sort": "clean", "lacks": 1},
        {"meld_id": 2, "sort": "dirty", "lacks": 2},
    ]
    return {"legal": list(legal), "view": {**seen, **view}, "hints": {"melds": melds}}


def test_nothing_legal_is_nothing_done() -> None:
    assert choose(position()) is None


def test_the_grab_is_for_22() -> None:
    cuts = [{"type": "cut", "n": n} for n in (1, 22, 40)]
    assert choose(position(*cuts)) == cuts[1]


@pytest.mark.parametrize(("below", "pile"), [("LD-1", "B"), ("JS-1", "B"), ("4-1", "A")])
def test_a_lady_or_a_wild_below_a_pile_makes_it_the_hand(below: str, pile: str) -> None:
    both = [{"type": "choose_hand", "pile": name} for name in "AB"]
    chosen = choose(position(*both, bottoms={"a": "9-1", "b": below}))
    assert chosen == {"type": "choose_hand", "pile": pile}


def test_a_partner_may_always_go_out() -> None:
    answers = [{"type": "permission", "answer": answer} for answer in ("no", "yes")]
    assert choose(position(*answers)) == answers[1]


def test_who_can_go_out_asks() -> None:
    ask: dict[str, Any] = {"type": "go_out", "take": None, "plays": [], "discard": "4-1"}
    assert choose(position(*DISCARDS, ask)) == ask


def test_a_natural_is_laid_and_a_wild_only_where_one_lies() -> None:
    natural = {"type": "lay_off", "meld_id": 1, "cards": ["7-1"]}
    spoils = {"type": "lay_off", "meld_id": 1, "cards": ["JS-1"]}
    fits = {"type": "lay_off", "meld_id": 2, "cards": ["JS-1"]}
    assert choose(position(*DISCARDS, spoils, fits, natural)) == natural
    assert choose(position(*DISCARDS, spoils, fits)) == fits
    assert choose(position(*DISCARDS, spoils)) in DISCARDS


def test_a_pile_is_taken_if_it_is_of_use_and_hides_no_lady() -> None:
    take, draw = {"type": "take_pile", "use": {}}, {"type": "draw"}
    assert choose(position(draw, take, pile=["7-1", "JS-1", "7-2"])) == take
    assert choose(position(draw, take, pile=["1-1", "2-1", "7-2"])) == draw
    assert choose(position(draw, take, pile=["LD-1", "7-1", "7-2"])) == draw


def test_a_lady_is_discarded_first_and_what_the_others_collect_last() -> None:
    lady = {"type": "discard", "card": "LD-1", "enter_foot": True}
    assert choose(position(*DISCARDS, lady, you_hold=["4-1", "9-1", "LD-1"])) == lady
    assert choose(position(*DISCARDS)) == DISCARDS[1]
