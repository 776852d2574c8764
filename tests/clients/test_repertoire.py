"""A game the narrator has never heard of is played and told all the same."""

from __future__ import annotations

from typing import Any

from clients.repertoire import ANY_GAME, KNOWN, first_legal
from games.rules import registry

TEXTS = {"texts": {"events": {"door_opened": ["{seat} opens the door.", "{seat}: the door!"]}}}
CARDS: dict[str, Any] = {"cards": [], "tables": {}}


def test_every_game_of_the_catalogue_has_a_story_of_its_own() -> None:
    assert set(KNOWN) == set(registry.names())


def test_an_unknown_game_gets_its_first_legal_action_when_it_is_asked() -> None:
    first, second = {"type": "place_cards"}, {"type": "finish"}
    position = {"legal": [first, second], "view": {"seat": 1, "to_act": [1]}}
    assert first_legal(position) == first
    assert first_legal({**position, "view": {"seat": 1, "to_act": [0]}}) is None
    assert first_legal({**position, "legal": []}) is None


def test_an_unknown_game_is_told_event_by_event() -> None:
    told: list[str] = []
    story = ANY_GAME.story(ANY_GAME.words(TEXTS, CARDS, ["Ada", "Bea"]), told.append)
    story.begin({})
    story.hear([{"type": "door_opened", "seat": 1}, {"type": "lights_dimmed"}])
    story.hear([{"type": "game_ended", "scores": [1, 2], "places": [2, 1]}])
    assert told[0] == "  • Bea opens the door. lights dimmed."
    assert [row.split()[1] for row in told[-1].splitlines()] == ["Bea", "Ada"]
    assert story.over
