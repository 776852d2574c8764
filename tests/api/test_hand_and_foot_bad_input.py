"""Plans and plays nobody should send: one clear problem each, at its field, and nothing moves."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from tests.api.rest import Person, person
from tests.games.foot_tables import dealt_as, nearly_out, sat_down
from tests.games.rules.hand_and_foot.builder import Table as Laid
from tests.games.rules.hand_and_foot.builder import table as laid_table
from tests.games.tables import fingerprint

pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]


class Table(NamedTuple):
    """The seat on turn, and the match."""

    match_id: UUID
    one: Person

    def offers(self, action: object) -> tuple[int, str, str, str]:
        """Return status, code, pointer and flaw of the one problem; nothing may have changed."""
        before = fingerprint(self.match_id)
        body = action if isinstance(action, bytes) else json.dumps(action).encode()
        answer = self.one.send("POST", f"/matches/{self.match_id}/actions", body)
        assert fingerprint(self.match_id) == before
        assert len(json.dumps(answer.body)) < 2000, "a problem is no place for what was sent"
        assert answer.body["detail"]
        return answer.status, answer.code, answer.flaw["pointer"], answer.flaw["code"]


def seated(laid: Laid) -> Table:
    people = [person(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
    with dealt_as(laid):
        match = sat_down(*(one.player for one in people))
    return Table(match.pk, people[0])


def playing() -> Table:
    """Seat 0 holds 6-8 and 4-1, and may go out with them."""
    laid = nearly_out()
    assert laid.cards_of(0) == ("6-8", "4-1")
    return seated(laid)


def drawing() -> Table:
    """Seat 0 is in the Foot, its side has nines; a nine lies on the pile."""
    return seated(
        laid_table(hands={0: "9*2 4*3"}, in_foot=[0], boards={0: "9*3"}, pile="3 9", phase="draw")
    )


DEEP_PLAN = b'{"type": "go_out", "plays": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
NESTED: dict[str, Any] = {"type": "go_out", "plays": [{"type": "go_out", "plays": []}]}
LAY = {"type": "lay_off", "meld_id": 3, "cards": ["6-8"]}

MALFORMED: list[tuple[object, str, str]] = [
    (DEEP_PLAN, "", "too_deep"),
    (NESTED, "/plays/0/type", "unknown_value"),
    ({"type": "go_out", "plays": [[LAY]]}, "/plays/0", "wrong_type"),
    ({"type": "go_out", "plays": LAY}, "/plays", "wrong_type"),
    ({"type": "go_out", "plays": [{**LAY, "labels": []}]}, "/plays/0/labels", "unknown_field"),
    ({"type": "go_out", "plays": [{"meld_id": 3}]}, "/plays/0/type", "missing_field"),
    ({"type": "go_out", "plays": [{**LAY, "meld_id": None}]}, "/plays/0/meld_id", "wrong_type"),
    ({"type": "go_out", "plays": [{**LAY, "meld_id": 3.5}]}, "/plays/0/meld_id", "wrong_type"),
    ({"type": "go_out", "plays": [{**LAY, "meld_id": True}]}, "/plays/0/meld_id", "wrong_type"),
    ({"type": "go_out", "plays": [{**LAY, "meld_id": 2**64}]}, "/plays/0/meld_id", "out_of_range"),
    ({"type": "go_out", "plays": [{**LAY, "cards": "6-8"}]}, "/plays/0/cards", "wrong_type"),
    ({"type": "go_out", "plays": [{**LAY, "cards": [["6-8"]]}]}, "/plays/0/cards/0", "wrong_type"),
    (
        {"type": "go_out", "plays": [{"type": "meld", "melds": ["6-8"]}]},
        *("/plays/0/melds/0", "wrong_type"),
    ),
    (
        {"type": "go_out", "plays": [{"type": "meld", "melds": [], "labels": [""]}]},
        *("/plays/0/labels/0", "out_of_range"),
    ),
    (
        {"type": "go_out", "plays": [{"type": "meld", "melds": [], "labels": ["x" * 25]}]},
        *("/plays/0/labels/0", "out_of_range"),
    ),
    ({"type": "go_out", "take": {}}, "/take/use", "missing_field"),
    ({"type": "go_out", "take": {"use": "new"}}, "/take/use", "wrong_type"),
    ({"type": "go_out", "take": {"use": {"type": "old"}}}, "/take/use/type", "unknown_value"),
    ({"type": "go_out", "take": {"use": {"type": "new"}}}, "/take/use/cards", "missing_field"),
    ({"type": "go_out", "discard": ["4-1"]}, "/discard", "wrong_type"),
    ({"type": "take_pile", "use": {"type": "onto"}}, "/use/meld_id", "missing_field"),
    ({"type": "take_pile", "use": {"type": "new", "cards": {}}}, "/use/cards", "wrong_type"),
    ({"type": "take_pile"}, "/use", "missing_field"),
    ({"type": "meld", "melds": [[6, 8]]}, "/melds/0/0", "wrong_type"),
    ({"type": "meld"}, "/melds", "missing_field"),
    ({"type": "lay_off", "meld_id": "m3", "cards": ["6-8"]}, "/meld_id", "wrong_type"),
    ({"type": "cap", "meld_id": 3}, "/card", "missing_field"),
    ({"type": "discard", "card": 4}, "/card", "wrong_type"),
    ({"type": "discard", "card": "4-1", "enter_foot": "yes"}, "/enter_foot", "wrong_type"),
    ({"type": "cut", "n": "22"}, "/n", "wrong_type"),
    ({"type": "cut", "n": 22.0}, "/n", "wrong_type"),
    ({"type": "choose_hand", "pile": "C"}, "/pile", "unknown_value"),
    ({"type": "permission", "answer": True}, "/answer", "wrong_type"),
    ({"type": "draw", "count": 3}, "/count", "unknown_field"),
    ({"type": "continue", "round": 2}, "/round", "unknown_field"),
]


def test_what_is_no_action_is_refused_at_its_field() -> None:
    table = playing()
    expected = [(400, "malformed", pointer, flaw) for _, pointer, flaw in MALFORMED]
    assert [table.offers(action) for action, *_ in MALFORMED] == expected


MANY = [f"6-{copy}" for copy in range(1, 17)]
UNKNOWN = {"type": "lay_off", "meld_id": "nobody", "cards": ["6-8"]}

ILLEGAL: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "meld", "melds": []}, "no_cards", "/melds"),
    ({"type": "meld", "melds": [[]]}, "meld_too_small", "/melds/0"),
    ({"type": "meld", "melds": [["6-8"] * 500]}, "duplicate_card", "/melds/0/1"),
    ({"type": "meld", "melds": [["6-8"], ["6-8"]]}, "duplicate_card", "/melds/1/0"),
    ({"type": "meld", "melds": [MANY] * 50}, "card_not_held", "/melds/0/0"),
    ({"type": "meld", "melds": [["6-8", "4-1", "5"]]}, "card_not_held", "/melds/0/2"),
    ({"type": "lay_off", "meld_id": 3, "cards": []}, "no_cards", "/cards"),
    ({"type": "lay_off", "meld_id": 3, "cards": ["6-8", "6-8"]}, "duplicate_card", "/cards/1"),
    ({"type": "lay_off", "meld_id": 3, "cards": ["6-08"]}, "card_not_held", "/cards/0"),
    ({"type": "lay_off", "meld_id": -1, "cards": ["6-8"]}, "no_such_meld", "/meld_id"),
    ({"type": "lay_off", "meld_id": 2**53 - 1, "cards": ["6-8"]}, "no_such_meld", "/meld_id"),
    ({"type": "lay_off", "meld_id": 1, "cards": ["6-8"]}, "mixed_ranks", "/cards/0"),
    ({"type": "lay_off", "meld_id": 3, "cards": ["6-8"]}, "must_keep_card", ""),
    ({"type": "cap", "meld_id": 3, "card": "6-8"}, "not_a_lady", "/card"),
    ({"type": "discard", "card": "x" * 500}, "card_not_held", "/card"),
    ({"type": "go_out"}, "cards_left", ""),
    ({"type": "go_out", "plays": [LAY]}, "cards_left", ""),
    ({"type": "go_out", "plays": [LAY, LAY]}, "card_not_held", "/plays/1/cards/0"),
    ({"type": "go_out", "plays": [LAY] * 1000}, "card_not_held", "/plays/1/cards/0"),
    ({"type": "go_out", "plays": [UNKNOWN]}, "no_such_meld", "/plays/0/meld_id"),
    ({"type": "go_out", "plays": [LAY], "discard": "6-8"}, "card_not_held", "/discard"),
    ({"type": "go_out", "take": {"use": {"type": "onto", "meld_id": 3}}}, "wrong_phase", "/take"),
    (
        {"type": "go_out", "plays": [{"type": "meld", "melds": [["6-8"]], "labels": ["a", "b"]}]},
        *("bad_label", "/plays/0/labels/1"),
    ),
    (
        {"type": "go_out", "plays": [{"type": "meld", "melds": [["6-8"]], "labels": ["a", "a"]}]},
        *("bad_label", "/plays/0/labels/1"),
    ),
    ({"type": "take_pile", "use": {"type": "onto", "meld_id": 3}}, "wrong_phase", ""),
    ({"type": "draw"}, "wrong_phase", ""),
    ({"type": "cut", "n": 2**53 - 1}, "wrong_phase", ""),
    ({"type": "choose_hand", "pile": "A"}, "wrong_phase", ""),
    ({"type": "permission", "answer": "yes"}, "wrong_phase", ""),
    ({"type": "continue"}, "wrong_phase", ""),
]


def test_what_the_rules_refuse_points_to_its_field() -> None:
    table = playing()
    expected = [(409, code, pointer, code) for _, code, pointer in ILLEGAL]
    assert [table.offers(action) for action, *_ in ILLEGAL] == expected


BAD_TAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"use": {"type": "new", "cards": []}}, "meld_too_small", "/use/cards"),
    ({"use": {"type": "new", "cards": ["9-5", "9-5"]}}, "duplicate_card", "/use/cards/1"),
    ({"use": {"type": "new", "cards": ["9-5", "4-1"]}}, "mixed_ranks", "/use/cards/1"),
    ({"use": {"type": "onto", "meld_id": "m1"}}, "no_such_meld", "/use/meld_id"),
    ({"use": {"type": "onto", "meld_id": 9}}, "no_such_meld", "/use/meld_id"),
    (
        {"use": {"type": "onto", "meld_id": 1, "cards": ["4-1"]}},
        *("mixed_ranks", "/use/cards/0"),
    ),
    (
        {"use": {"type": "onto", "meld_id": 1}, "melds": [["4-1", "4-2", "4-3"]]},
        *("extra_melds", "/melds"),
    ),
    (
        {"use": {"type": "onto", "meld_id": 1}, "melds": [["3-1", "4-2", "4-3"]]},
        *("card_not_held", "/melds/0/0"),
    ),
    (
        {"use": {"type": "onto", "meld_id": 1}, "labels": ["a"]},
        *("bad_label", "/labels/0"),
    ),
]


def test_a_pile_taken_wrongly_points_to_its_field() -> None:
    """In a plan the same, below its `take`."""
    table = drawing()
    for action, code, pointer in BAD_TAKES:
        assert table.offers({"type": "take_pile", **action}) == (409, code, pointer, code)
        plan = {"type": "go_out", "take": action}
        assert table.offers(plan) == (409, code, f"/take{pointer}", code)


def test_out_of_turn_the_turn_is_what_stands_against_it() -> None:
    laid = nearly_out()
    people = [person(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
    with dealt_as(laid):
        match = sat_down(*(one.player for one in people))
    bob = Table(match.pk, people[1])
    for action in (NESTED | {"plays": []}, LAY, {"type": "discard", "card": "6-8"}):
        assert bob.offers(action)[:2] == (409, "not_your_turn")
