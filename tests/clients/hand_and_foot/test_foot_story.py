"""What is told of a night of Hand & Foot, and how its bill is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from api import catalogue
from clients.hand_and_foot.scoresheet import points, sheet_of, standings
from clients.hand_and_foot.story import FootStory
from clients.hand_and_foot.words import FootWords
from games.rules import registry
from games.rules.registry import builtins

NAMES = ["Ada", "Bea", "Cleo", "Dan"]
GAME = registry.kind("hand_and_foot")
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def words() -> FootWords:
    texts, cards = builtins(catalogue.texts(GAME)), builtins(catalogue.cards(GAME))
    return FootWords(texts, cards, NAMES)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def story(words: FootWords, told: list[str]) -> FootStory:
    return FootStory(words, told.append)


def line(part: str, what: str, value: int, **more: Any) -> dict[str, Any]:
    nothing = {"many": 1, "rule": "HF 16", "of": None, "seat": None, "meld_id": None}
    return {"part": part, "what": what, "value": value, **nothing, **more}


BILL = {
    "team": 0,
    "seats": [0, 2],
    "lines": [
        line("base", "clean_group", 500, of="6", rule="HF 10.4"),
        line("base", "going_out", 100, seat=2, rule="HF 14.4"),
        line("count", "melded", 35, of="6", many=7),
        line("unplayed", "hand", -10, seat=0, many=2),
    ],
    "base": 600,
    "count": 35,
    "unplayed": 10,
    "net": 625,
}


def test_cards_and_ranks_are_told_by_what_is_printed_on_them(words: FootWords) -> None:
    assert words.title("LD-4", {}) == "Lady"
    assert words.many(["7-1", "7-2", "JS-1"], {}) == "Seven ×2 and Jester"  # noqa: RUF001
    assert words.many([], {}) == "nothing"
    assert [words.ranks(code) for code in ("7", "6", "LO", "WILD")] == [
        "Sevens", "Sixes", "Lords", "Wilds",
    ]  # fmt: skip
    assert words.side([0, 2]) == "Ada and Cleo"


def test_every_event_of_the_game_has_a_sentence_without_holes(words: FootWords) -> None:
    fields: dict[str, Any] = {
        "seat": 0, "starter": 1, "round": 1, "minimum": 50, "n": 22, "taken": 21, "exact": False,
        "a": "7-1", "b": "LD-1", "cards": ["7-1"], "returned": [], "card": "7-1", "count": 2,
        "left": 9, "meld_id": 1, "rank": "7", "value": 30, "kind": "clean", "freezes": True,
        "way": 2, "answer": "yes", "foot": [], "winners": "Ada", "totals": "", "scores": "",
        "sheets": "",
    }  # fmt: skip
    for event in GAME.events:
        kind = str(event.__struct_config__.tag)
        for _ in range(4):
            assert "{" not in words.sentence({"type": kind, **fields}), kind


def test_a_turn_is_one_paragraph_of_its_news(story: FootStory, told: list[str]) -> None:
    drew = {"type": "drew", "seat": 0, "count": 2, "left": 9}
    group = {"type": "group_made", "seat": 0, "meld_id": 1, "rank": "7", "kind": "clean"}
    foot = {"type": "foot_entered", "seat": 0, "way": 2}
    story.hear([drew])
    story.hear([group, foot])
    assert told == []
    story.hear([{"type": "turn_started", "seat": 1}])
    (paragraph,) = told
    assert "Seven at the table of Sevens: a clean group for Ada's side!" in paragraph
    assert "one card in tow" in paragraph
    assert all(len(row) <= 100 for row in paragraph.splitlines())


def test_only_the_first_meld_and_the_freezing_discard_are_news(
    story: FootStory, told: list[str]
) -> None:
    meld = {"type": "melded", "seat": 0, "meld_id": 1, "rank": "7", "cards": ["7-1"], "value": 30}
    story.hear([meld, {**meld, "rank": "9"}])
    story.hear([{"type": "discarded", "seat": 0, "card": "4-1", "freezes": False}])
    story.hear([{"type": "discarded", "seat": 1, "card": "JS-1", "freezes": True}])
    story.hear([{"type": "turn_started", "seat": 1}])
    (paragraph,) = told
    assert "Sevens" in paragraph
    assert "Nines" not in paragraph
    assert "Four" not in paragraph
    assert "Sideways: the pile is frozen." in paragraph


def test_the_bill_shows_every_line_with_its_rule_and_adds_up(words: FootWords) -> None:
    rows = [
        " ".join(row.replace("·", " ").split())
        for row in sheet_of("Ada", BILL, words.line, won=True).split("\n")
    ]
    assert rows == [
        "★ Ada",
        "clean group of Sixes 500 HF 10.4",
        "going out, Cleo 100 HF 14.4",
        "base 600",
        "7 × Sixes at face value 35 HF 16",  # noqa: RUF001
        "count 35",
        f"2 × left in Ada's hand {MINUS}10 HF 16",  # noqa: RUF001
        f"unplayed {MINUS}10",
        "net 625",
    ]


def test_a_scored_round_is_drawn_side_by_side_with_the_standing(
    story: FootStory, told: list[str]
) -> None:
    other = {**BILL, "team": 1, "seats": [1, 3], "net": -30}
    event = {
        "type": "round_scored",
        "result": {"sheets": [BILL, other]},
        "totals": [625, -30, 625, -30],
        "places": [1, 3, 1, 3],
    }
    story.hear([{"type": "turn_started", "seat": 1}, event])
    assert "1 turn, 0 melds, 0 groups, 0 piles taken; asked to go out: 0." in told[0]
    assert "★ Ada and Cleo" in told[1]
    assert "★" not in told[2]
    assert [row.split()[0] for row in told[3].split("\n") if row] == ["1.", "1.", "3.", "3."]


def test_the_story_is_over_with_the_game(story: FootStory, told: list[str]) -> None:
    story.hear([{"type": "game_over", "scores": [100, 300, -200, 0], "places": [2, 1, 4, 3]}])
    assert story.over
    assert [row.split()[1] for row in told[-1].splitlines()] == ["Bea", "Ada", "Dan", "Cleo"]


def test_points_have_no_currency() -> None:
    assert points(-1200) == f"{MINUS}1,200"
    assert "$" not in standings(["Ada"], [1200], [1])
