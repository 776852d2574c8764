"""What is told of a match, and how it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from api import catalogue
from clients.drawing import dollars, standings
from clients.work_the_strip.story import StripStory, scored
from clients.work_the_strip.words import StripWords
from games.rules import registry
from games.rules.registry import builtins

NAMES = ["Ada", "Bea", "Cleo"]
GAME = registry.kind("work_the_strip")


@pytest.fixture
def words() -> StripWords:
    texts, cards = builtins(catalogue.texts(GAME)), builtins(catalogue.cards(GAME))
    return StripWords(texts, cards, NAMES)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def story(words: StripWords, told: list[str]) -> StripStory:
    return StripStory(words, told.append)


def line(**parts: int) -> dict[str, int]:
    nothing = dict.fromkeys(("names", "runs", "front", "bonus", "hand", "score"), 0)
    return {**nothing, **parts}


def test_cards_are_told_by_what_is_printed_on_the_side_that_counts(words: StripWords) -> None:
    assert words.title("n_lola_1", {}) == "Lola"
    assert words.title("n_lola_1", {"mode": "run"}) == "Apple Bottoms"
    assert words.title("s_tax_audit_1", {}) == "Tax Audit"
    assert words.many(["n_lola_1", "n_lola_2", "n_paris_1"], {}) == "Lola ×2 and Paris"  # noqa: RUF001
    assert words.many([], {}) == "nothing"


def test_every_event_of_the_game_has_a_sentence_without_holes(words: StripWords) -> None:
    fields: dict[str, Any] = {
        "seat": 0, "target": 1, "dealer": 2, "winner": 0, "round": 1, "mode": "name",
        "key": "lola", "card": "n_lola_1", "cards": ["n_lola_1"], "special": "tax_audit",
        "count": 2, "left": 9, "value": 600, "amount": -500, "pips": 3, "winners": "Ada",
        "totals": "", "scores": "",
    }  # fmt: skip
    for event in GAME.events:
        kind = str(event.__struct_config__.tag)
        for _ in range(4):
            sentence = words.sentence({"type": kind, **fields})
            assert "{" not in sentence, kind


def test_an_event_this_client_has_never_heard_of_is_told_by_its_name(words: StripWords) -> None:
    assert words.sentence({"type": "lights_dimmed", "seat": 0}) == "lights dimmed."


def test_asks_in_vain_are_counted_and_not_told(story: StripStory, told: list[str]) -> None:
    asked = {"seat": 0, "target": 1, "mode": "name", "key": "lola"}
    story.hear([{"type": "asked", **asked}, {"type": "told_to_work_the_strip", **asked}])
    story.hear([{"type": "turn_started", "seat": 1}])
    assert told == []
    score = {"lines": [line()] * 3, "totals": [0, 0, 0], "winner": None, "round": 1}
    story.hear([{"type": "round_scored", **score}])
    assert "1 turn, 1 question: 0 obliged, 1 sent to work the Strip, 0 mistaken." in told[0]


def test_what_an_open_casting_brings_answers_no_question(
    story: StripStory, told: list[str]
) -> None:
    asked = {"seat": 0, "target": 1, "mode": "name", "key": "lola"}
    given = {"seat": 1, "target": 0, "mode": "name", "key": "lola", "cards": ["n_lola_1"]}
    handed = {"type": "cards_handed_over", **given}
    story.hear([{"type": "asked", **asked}, handed])
    played = {"type": "special_played", "seat": 0, "card": "s_open_casting_1"}
    casting = {"type": "casting_called", "seat": 0, "mode": "name", "key": "lola"}
    story.hear([{**played, "special": "open_casting", "target": None}, casting, handed, handed])
    story.hear([{"type": "turn_started", "seat": 1}])
    score = {"lines": [line()] * 3, "totals": [0, 0, 0], "winner": None, "round": 1}
    story.hear([{"type": "round_scored", **score}])
    assert "1 question: 1 obliged, 0 sent to work the Strip, 0 mistaken." in "\n".join(told)


def test_a_turn_is_one_paragraph_with_what_a_set_is_worth(
    story: StripStory, told: list[str]
) -> None:
    asked = {"seat": 0, "target": 1, "mode": "name", "key": "vesper"}
    given = {"seat": 1, "target": 0, "mode": "name", "key": "vesper", "cards": ["n_vesper_1"]}
    laid = {**asked, "cards": ["n_vesper_1", "n_vesper_2"], "value": 2000}
    story.hear(
        [
            {"type": "asked", **asked},
            {"type": "cards_handed_over", **given},
            {"type": "set_laid", **laid},
        ]
    )
    story.hear([{"type": "went_out", "seat": 0}])
    assert told == []
    story.hear([{"type": "turn_started", "seat": 1}])
    assert len(told) == 1
    assert told[0].startswith('  • Ada to Bea: "')
    assert "($2,000)" in told[0]
    assert all(len(row) <= 100 for row in told[0].splitlines())


def test_a_special_is_named_once(story: StripStory, told: list[str]) -> None:
    played = {"seat": 0, "card": "s_tax_audit_1", "special": "tax_audit", "target": 1}
    paid = {"seat": 0, "target": 1, "card": "s_tax_audit_1", "amount": -1500}
    story.hear([{"type": "special_played", **played}, {"type": "penalty_laid", **paid}])
    story.hear([{"type": "turn_started", "seat": 1}])
    assert told[0].count("Tax Audit") == 1


def test_the_story_is_over_with_the_game(story: StripStory, told: list[str]) -> None:
    story.hear([{"type": "game_ended", "scores": [100, 300, -200], "places": [2, 1, 3]}])
    assert story.over
    rows = told[-1].splitlines()
    assert [row.split()[1] for row in rows] == ["Bea", "Ada", "Cleo"]


def test_dollars_are_written_with_their_sign_first() -> None:
    assert dollars(1200) == "$1,200"
    assert dollars(-500) == "\N{MINUS SIGN}$500"


def test_the_sheet_stars_the_winner_and_draws_totals_to_scale() -> None:
    lines = [line(names=600, score=600), line(hand=-100, score=-100)]
    event = {"lines": lines, "totals": [1000, 500], "winner": 0}
    first, second = scored(["Ada", "Bea"], event).splitlines()[2:]
    assert first.startswith("  ★ Ada")
    assert first.count("█") == 2 * second.count("█") == 22
    minus_100 = "\N{MINUS SIGN}100"
    assert second.split("│")[0].split() == ["Bea", *"····", minus_100, minus_100]


def test_standings_share_a_place() -> None:
    rows = standings(NAMES, [500, 500, 100], [1, 1, 3]).splitlines()
    assert [row.split(".")[0].strip() for row in rows] == ["1", "1", "3"]
