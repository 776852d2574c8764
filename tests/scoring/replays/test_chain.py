from __future__ import annotations

import hashlib
from typing import Any

import pytest

from scoring.replays import chain

PLY: dict[str, Any] = {
    "ply": 1,
    "seat": 0,
    "action": {"type": "ready"},
    "timer": None,
    "events": [{"type": "priority_taken", "seat": 0, "priority": 1}],
    "at": "2026-11-30T20:00:01.000000Z",
}
HEADER: dict[str, Any] = {
    "match": "m",
    "game": {"type": "lap_dance"},
    "rules_version": 1,
    "seats": 2,
    "commitment": "c",
    "nonces": ["", "x"],
    "opening": {"0": {"hand": ["md1a"]}},
}


def test_canonical_json_sorts_keys_and_spares_spaces_and_escapes() -> None:
    assert chain.canonical({"b": [1, None, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,null,true]}'


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        chain.canonical(float("nan"))


def test_the_first_link_is_the_hash_of_what_was_set_up_and_dealt() -> None:
    text = (
        '{"commitment":"c","format":"parlour-replay/1","game":{"type":"lap_dance"},"match":"m",'
        '"nonces":["","x"],"opening":{"0":{"hand":["md1a"]}},"rules_version":1,"seats":2}'
    )

    assert chain.begin(**HEADER) == hashlib.sha256(text.encode()).hexdigest()


def test_a_link_is_the_hash_of_the_one_before_and_its_ply() -> None:
    text = (
        'aa\n{"action":{"type":"ready"},"at":"2026-11-30T20:00:01.000000Z","events":'
        '[{"priority":1,"seat":0,"type":"priority_taken"}],"ply":1,"seat":0,"timer":null}'
    )

    assert chain.link("aa", PLY) == hashlib.sha256(text.encode()).hexdigest()


END: dict[str, Any] = {
    "plies": 1,
    "outcome": {"scores": [3, 0], "places": [1, 2]},
    "table": {"0": {"hand": ["md1b"]}},
}


def test_the_head_is_the_hash_of_the_last_link_the_outcome_and_the_table() -> None:
    text = (
        'bb\n{"outcome":{"places":[1,2],"scores":[3,0]},"plies":1,"table":{"0":{"hand":["md1b"]}}}'
    )

    assert chain.head("bb", **END) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("field", END)
def test_every_word_of_the_end_moves_the_head(field: str) -> None:
    assert chain.head("bb", **END | {field: None}) != chain.head("bb", **END)


@pytest.mark.parametrize("field", HEADER)
def test_every_word_of_the_header_moves_the_first_link(field: str) -> None:
    assert chain.begin(**HEADER | {field: "other"}) != chain.begin(**HEADER)


@pytest.mark.parametrize("field", chain.PLY_FIELDS)
def test_every_field_of_a_ply_moves_its_link(field: str) -> None:
    assert chain.link("aa", PLY | {field: "other"}) != chain.link("aa", PLY)


def test_each_link_hangs_on_all_before_it() -> None:
    two = [PLY, PLY | {"ply": 2}]
    first, second = chain.links("aa", two)
    other_first, other_second = chain.links("aa", [PLY | {"seat": 1}, two[1]])

    assert first != other_first
    assert second != other_second
    assert second == chain.link(first, two[1])
