"""At the door of a table of Hand & Foot: which options there are, and which cannot be."""

from __future__ import annotations

import pytest

from games.models import Match
from tests.api.rest import nobody, person

pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]

REST = {
    "minimums": [60, 90, 120, 150],
    "exact22_bonus": 0,
    "take_count": 7,
    "upcard": "stack",
    "max_melds_per_rank": 0,
    "second_meld_needs_group": True,
    "wild_initial_meld": False,
    "wild_group_value": 1500,
    "wild_meld_penalty": 2000,
    "dirty_needed": 1,
    "clean_needed": 2,
    "all_in_foot": True,
    "go_out_discard": "required",
    "go_out_bonus": 0,
    "lady_penalty": 100,
    "caps_per_group": 0,
    "way_two": "off",
    "draw_count": 3,
}
"""A value for every option that is not for everybody (HF 21)."""


def test_every_option_may_be_chosen_and_stands_at_the_table() -> None:
    plain = {
        "rounds": 2,
        "deck": "extended",
        "exact22": "off",
        "pick_onto_meld": False,
        "pile_visible": "top",
        "permission": "next",
        "stock_out": "reshuffle",
        "turn_seconds": 90,
    }
    described = nobody().get("/games/hand_and_foot").body["options"]["$defs"]
    options = described["HandAndFootOptions"]["properties"]
    advanced = {name for name, option in options.items() if option.get("x-advanced")}
    assert advanced == set(REST)
    assert {*options} == {"type", *plain, *REST}
    game = {"type": "hand_and_foot", **plain, **REST}
    ada = person("Ada")
    opened = ada.post("/matches", {"game": game, "seats": 4})
    assert (opened.status, opened.body["game"]) == (201, game)
    listed = ada.get("/matches?game=hand_and_foot&status=open").body["matches"]
    assert [one["game"] for one in listed] == [game]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("turn_seconds", 19),
        ("turn_seconds", 301),
        ("rounds", 5),
        ("deck", "pocket"),
        ("take_count", 4),
        ("minimums", [50, 90, 120]),
        ("caps_per_group", 2),
        ("jokers", 8),
    ],
)
def test_an_option_that_cannot_be_is_refused_at_its_place(option: str, value: object) -> None:
    game = {"type": "hand_and_foot", option: value}
    answer = person("Ada").post("/matches", {"game": game, "seats": 4})
    assert (answer.status, answer.code) == (400, "bad_options")
    assert answer.flaw["pointer"] == f"/game/{option}"
    assert Match.objects.count() == 0


@pytest.mark.parametrize("seats", [1, 7])
def test_it_is_for_two_to_six(seats: int) -> None:
    answer = person("Ada").post("/matches", {"game": {"type": "hand_and_foot"}, "seats": seats})
    assert (answer.status, answer.flaw["pointer"]) == (400, "/seats")
    assert Match.objects.count() == 0
