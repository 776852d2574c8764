"""What is told of an evening, and how its takings are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from api import catalogue
from clients.lap_dance.story import LapStory
from clients.lap_dance.words import LapWords
from games.rules import registry
from games.rules.registry import builtins
from tests.laws.matches import whole_match
from tests.laws.tables import Table

NAMES = ["Ada", "Bea", "Cleo"]
GAME = registry.kind("lap_dance")


@pytest.fixture
def words() -> LapWords:
    texts, cards = builtins(catalogue.texts(GAME)), builtins(catalogue.cards(GAME))
    return LapWords(texts, cards, NAMES)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def story(words: LapWords, told: list[str]) -> LapStory:
    return LapStory(words, told.append)


def money(seat: int, amount: int, kind: str = "gained") -> dict[str, Any]:
    return {"type": f"money_{kind}", "seat": seat, "amount": amount, "source": "c12"}


def test_everything_with_an_id_is_called_by_its_title(words: LapWords) -> None:
    assert words.title("md5a", {}) == "Firefighter Finale"
    assert words.title("sp6b", {}) == "Wet Floor Sign"
    called = {"customer": "c12", "desire": "d16", "staff": "bruno", "source": "sandra"}
    assert [words.word(field, id_, {"type": ""}) for field, id_ in called.items()] == [
        "The Talent Agent",
        "Championship Win",
        "Bruno the Bartender",
        "Sandra",
    ]


def test_orders_are_called_by_letters_and_dice_by_what_they_show(words: LapWords) -> None:
    event = {"type": "dice_rolled"}
    assert words.word("orders", [0, 2], event) == "A and C"
    assert words.word("orders", [], event) == "nothing"
    assert words.word("order", 1, event) == "B"
    assert words.word("lap", [2, 0], event) == "Cleo and Ada"
    faces = words.texts["faces"]
    said = words.word("faces", ["K1", "ST", "K1"], event)
    assert said == f"{faces['K1']} \N{MULTIPLICATION SIGN}2 and {faces['ST']}"


def test_whatever_happens_is_told_without_holes(words: LapWords) -> None:
    """Every event of a dozen matches; the winners alone are for the teller to find."""
    met: set[str] = set()
    for seed in range(12):
        table = Table(registry.game("lap_dance", {"fun_rules": True}), 3)
        for played in whole_match(table, seed).steps:
            for event in map(builtins, played.events):
                met.add(event["type"])
                sentence = words.sentence({"winners": "Ada", **event})
                assert "{" not in sentence, event
    rare = {str(event.__struct_config__.tag) for event in GAME.events} - met
    assert len(rare) < 4, rare


def test_the_first_page_is_headed_by_the_first_customer(story: LapStory, told: list[str]) -> None:
    story.begin({"round": 1, "customers": ["c09", "c01"], "desires": [None, None]})
    assert told[0].startswith("\n── Round 1.")
    assert "The Dance Judge" in told[0]


def test_only_the_first_who_is_ready_is_news(story: LapStory, told: list[str]) -> None:
    for seat, priority in ((2, 1), (0, 2), (1, 3)):
        story.hear([{"type": "priority_taken", "seat": seat, "priority": priority}])
    story.hear([{"type": "turn_started", "seat": 2}])
    assert len(told) == 1
    assert "Cleo" in told[0]
    assert "Ada" not in told[0]


def test_a_theft_is_told_once(story: LapStory, told: list[str]) -> None:
    played = {"type": "special_played", "seat": 0, "card": "sp2a", "target": 1}
    story.hear([played, {"type": "money_stolen", "seat": 0, "target": 1, "amount": 2}])
    story.hear([{"type": "turn_started", "seat": 1}])
    assert "Light Fingers" not in told[0]
    assert "$2" in told[0]


def test_the_sheet_adds_up_what_everybody_heard(story: LapStory, told: list[str]) -> None:
    """Gains and losses are public; what anybody has is not, and is not drawn."""
    story.hear(
        [
            {"type": "priority_taken", "seat": 1, "priority": 1},
            {"type": "priority_dealt", "seat": 0, "priority": 3},
            {"type": "stack_revealed", "seat": 1, "cards": ["a", "b", "c"]},
        ]
    )
    first = {"type": "dice_rolled", "seat": 1, "dice": [0, 1, 2, 3], "faces": ["ST"] * 4}
    again = {"type": "dice_rolled", "seat": 1, "dice": [2], "faces": ["K1"]}
    story.hear([first, again, {"type": "rolling_ended", "seat": 1, "stars": 2}])
    story.hear([{"type": "orders_fulfilled", "seat": 1, "orders": [0, 2]}, money(1, 7)])
    stolen = {"type": "money_stolen", "seat": 2, "target": 1, "amount": 2}
    story.hear([stolen, money(0, 1, "lost")])
    story.hear([{"type": "round_ended", "round": 1}])
    rows = told[-1].splitlines()
    cells = [row.split("│")[0].split() + row.split("│")[1].split()[:1] for row in rows[3:]]
    assert cells == [
        ["Ada", "3.", "·", "·", "·", "·", "\N{MINUS SIGN}1"],
        ["★", "Bea", "1.", "3", "4", "★★", "A", "C", "5"],
        ["Cleo", "·", "·", "·", "·", "·", "2"],
    ]


def test_who_change_places_in_the_queue_change_them_on_the_sheet(
    story: LapStory, told: list[str]
) -> None:
    for seat, priority in ((2, 1), (0, 2)):
        story.hear([{"type": "priority_taken", "seat": seat, "priority": priority}])
    story.hear([{"type": "priority_swapped", "seat": 0, "target": 2}])
    story.hear([{"type": "priority_swapped", "seat": 1, "target": 0}])
    story.hear([{"type": "round_ended", "round": 1}])
    rows = told[-1].splitlines()
    assert rows[1].split()[0] == "priority"
    assert [row.split("│")[0].split()[-5] for row in rows[3:]] == ["·", "1.", "2."]


def test_the_next_sheet_begins_anew_and_goes_on_counting(story: LapStory, told: list[str]) -> None:
    story.hear([{"type": "orders_fulfilled", "seat": 0, "orders": [1]}, money(0, 4)])
    story.hear([{"type": "round_ended", "round": 1}])
    story.hear([{"type": "orders_fulfilled", "seat": 1, "orders": []}, money(0, 2)])
    story.hear(
        [{"type": "game_ended", "scores": [9, 3, 3], "favor": [0, 1, 0], "places": [1, 2, 3]}]
    )
    sheet, _, standings = told[-3:]
    assert [row.split("│")[1].split()[0] for row in sheet.splitlines()[3:]] == ["6", "·", "·"]
    assert " B " not in sheet
    assert [row.split()[1] for row in standings.splitlines()] == ["Ada", "Bea", "Cleo"]
    assert story.over
