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


def melded(seat: int, value: int, *cards: str) -> dict[str, Any]:
    rank = cards[0].partition("-")[0]
    return {
        "type": "melded", "seat": seat, "meld_id": 1, "rank": rank, "cards": cards, "value": value,
    }  # fmt: skip


def sit(story: FootStory, *teams: int) -> None:
    story.look({"players": [{"team": team} for team in teams]})


def test_an_opening_is_told_as_one_with_what_it_counts_together(
    story: FootStory, told: list[str]
) -> None:
    sit(story, 0, 1, 0, 1)
    story.hear([melded(0, 45, "9-1", "9-2", "JS-1"), melded(0, 30, "10-1", "10-2", "10-3")])
    story.hear([{"type": "turn_started", "seat": 1}])
    assert told == [
        "  • Ada pays at the door with 75 points: Nine ×2 and Jester; Ten ×3."  # noqa: RUF001
    ]


def test_a_partners_first_meld_opens_nothing_and_the_other_sides_does(
    story: FootStory, told: list[str]
) -> None:
    sit(story, 0, 1, 0, 1)
    for seat in (0, 2, 1):
        story.hear([melded(seat, 30, "9-1", "9-2", "9-3")])
        story.hear([{"type": "turn_started", "seat": seat + 1}])
    assert [row.strip(" •") for row in told] == [
        "Ada pays at the door with 30 points: Nine ×3.",  # noqa: RUF001
        "Cleo, long inside, brings Nine ×3: 30 points more.",  # noqa: RUF001
        "30 points, and the door opens for Bea: Nine ×3.",  # noqa: RUF001
    ]


def test_what_was_turned_before_the_pile_is_told_if_there_was_anything(words: FootWords) -> None:
    first = {"type": "upcard", "card": "7-1", "returned": []}
    assert words.sentence(first) == "First on the pile: Seven."
    assert words.sentence({**first, "returned": ["LD-1", "JS-1"]}) == (
        "The doorman opens the pile with Seven. Turned before it: Lady and Jester."
    )


def test_only_the_first_meld_and_the_freezing_discard_are_news(
    story: FootStory, told: list[str]
) -> None:
    story.hear([melded(0, 15, "7-1", "7-2", "7-3")])
    story.hear([melded(0, 30, "9-1", "9-2", "9-3")])
    story.hear([{"type": "discarded", "seat": 0, "card": "4-1", "freezes": False}])
    story.hear([{"type": "discarded", "seat": 1, "card": "JS-1", "freezes": True}])
    story.hear([{"type": "turn_started", "seat": 1}])
    (paragraph,) = told
    assert "Seven " in paragraph
    assert "Nine " not in paragraph
    assert "Four" not in paragraph
    assert "Sideways: the pile is frozen." in " ".join(paragraph.split())


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
        f"2 cards left in Ada's hand, Ladies apart {MINUS}10 HF 16",
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
    rows = [row.split("█")[0].split() for row in told[4].splitlines()]
    assert rows == [
        ["1.", "Ada", "and", "Cleo", "625"],
        ["2.", "Bea", "and", "Dan", f"{MINUS}30"],
    ]


def test_who_changed_sides_stands_alone(words: FootWords, told: list[str]) -> None:
    words.names = [*NAMES, "Eve"]
    story = FootStory(words, told.append)
    for sides in (([0, 2, 4], [1, 3]), ([0, 2], [1, 3, 4])):
        sheets = [{**BILL, "team": team, "seats": seats} for team, seats in enumerate(sides)]
        totals = [100, 50, 100, 50, 75]
        story.hear([{"type": "round_scored", "result": {"sheets": sheets}, "totals": totals}])
    rows = [row.split("█")[0].split() for row in told[-1].splitlines()]
    assert rows == [
        ["1.", "Ada", "and", "Cleo", "100"], ["2.", "Eve", "75"], ["3.", "Bea", "and", "Dan", "50"],
    ]  # fmt: skip


def test_the_story_is_over_with_the_game(story: FootStory, told: list[str]) -> None:
    story.hear([{"type": "game_over", "scores": [100, 300, -200, 0], "places": [2, 1, 4, 3]}])
    assert story.over
    assert [row.split()[1] for row in told[-1].splitlines()] == ["Bea", "Ada", "Dan", "Cleo"]


def test_points_have_no_currency() -> None:
    assert points(-1200) == f"{MINUS}1,200"
    assert "$" not in standings(["Ada"], [1200])
