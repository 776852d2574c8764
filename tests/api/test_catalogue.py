"""The catalogue: everything a client has to know before it can play."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from api import catalogue
from games.rules import registry
from tests.api.rest import nobody

pytestmark = [pytest.mark.form, pytest.mark.django_db]

GAME = "/games/work_the_strip"


every_game = pytest.mark.parametrize("name", registry.names())


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("work_the_strip", 3, 6), ("lap_dance", 2, 4), ("hand_and_foot", 2, 6)],
)
def test_the_games_are_listed(name: str, least: int, most: int) -> None:
    games = nobody().get("/games").body["games"]
    rules = registry.kind(name)
    assert [game["name"] for game in games] == list(registry.names())
    assert games[registry.names().index(name)] == {
        "name": name,
        "title": rules.title,
        "tagline": rules.tagline,
        "content_rating": rules.content_rating,
        "version": rules.version,
        "seats": {"least": least, "most": most},
    }


@every_game
def test_schemas_of_every_game_stand_on_their_own(name: str) -> None:
    detail = nobody().get(f"/games/{name}").body
    for part in ("options", "actions", "events", "view", "hints"):
        Draft202012Validator.check_schema(detail[part])
    options = Draft202012Validator(detail["options"])
    assert options.is_valid({"type": name})
    assert not options.is_valid({"type": "poker"})


def test_options_that_are_not_for_everybody_say_so() -> None:
    options = nobody().get("/games/hand_and_foot").body["options"]["$defs"]["HandAndFootOptions"]
    plain = [name for name, o in options["properties"].items() if not o.get("x-advanced")]
    assert plain == [
        "type",
        "rounds",
        "deck",
        "exact22",
        "pick_onto_meld",
        "pile_visible",
        "permission",
        "stock_out",
        "turn_seconds",
    ]


def test_a_game_is_described_by_schemas_that_stand_on_their_own() -> None:
    detail = nobody().get(GAME).body
    for part in ("options", "actions", "events", "view", "hints"):
        Draft202012Validator.check_schema(detail[part])
    options = Draft202012Validator(detail["options"])
    assert options.is_valid({"type": "work_the_strip"})
    assert options.is_valid({"type": "work_the_strip", "rounds": 2, "deck": "compact"})
    assert not options.is_valid({"type": "work_the_strip", "rounds": "two"})
    assert not options.is_valid({"type": "work_the_strip", "jokers": 2})
    actions = Draft202012Validator(detail["actions"])
    assert actions.is_valid({"type": "ask", "target": 1, "mode": "name", "key": "taylor"})
    assert not actions.is_valid({"type": "ask", "target": 1})
    assert not actions.is_valid({"type": "fold"})


@every_game
def test_every_action_is_typed_documented_and_told_apart_by_its_type(name: str) -> None:
    schema = nobody().get(f"/games/{name}").body["actions"]
    union = schema["$defs"][f"{name.title().replace('_', '')}Action"]
    rules = registry.kind(name)
    tags = [str(action.__struct_config__.tag) for action in rules.actions]
    assert union["discriminator"]["propertyName"] == "type"
    assert sorted(union["discriminator"]["mapping"]) == sorted(tags)
    for tag, ref in union["discriminator"]["mapping"].items():
        action = schema["$defs"][ref.removeprefix("#/$defs/")]
        assert action["description"], tag
        assert action["properties"]["type"] == {"type": "string", "enum": [tag]}
        assert action["additionalProperties"] is False


def test_the_view_keeps_beside_it_what_the_position_holds() -> None:
    schema = nobody().get(GAME).body["view"]
    view = schema["$defs"]["WorkTheStripView"]
    assert {"ply", "decision", "timers"} & set(view["properties"]) == set()
    assert set(view["required"]) == set(view["properties"])
    assert {"hand", "tableaus", "to_act"} <= set(view["properties"])


@every_game
def test_every_refusal_names_its_rule(name: str) -> None:
    detail = nobody().get(f"/games/{name}").body
    refusals = registry.kind(name).refusals
    assert [refusal["code"] for refusal in detail["refusals"]] == sorted(refusals)
    rules = nobody().get(f"/games/{name}/rules").body
    sections = {section["id"] for section in rules["sections"]}
    for refusal in detail["refusals"]:
        place = refusal["rule"].lower().replace(" ", "-").replace(".", "-")
        assert place in sections, refusal


@every_game
def test_every_timer_says_what_happens(name: str) -> None:
    timers = nobody().get(f"/games/{name}").body["timers"]
    assert {timer["name"] for timer in timers} == set(registry.kind(name).timer_notes)
    assert all(timer["note"] for timer in timers)


def test_the_cards_are_all_there() -> None:
    answer = nobody().get(f"{GAME}/cards").body
    assert (len(answer["cards"]), len({card["id"] for card in answer["cards"]})) == (108, 108)
    assert sorted(answer["tables"]) == ["names", "runs", "specials"]
    taylor = next(card for card in answer["cards"] if card["id"] == "n_taylor_1")
    assert (taylor["kind"], taylor["name"], taylor["name_value"]) == ("dual", "taylor", 100)


def test_the_cards_of_lap_dance_are_all_there() -> None:
    """LAP 3: 102 Action cards and 18 Specials, and what is printed on each in the tables."""
    answer = nobody().get("/games/lap_dance/cards").body
    kinds = [card["kind"] for card in answer["cards"]]
    assert (kinds.count("action"), kinds.count("special")) == (102, 18)
    assert len({card["id"] for card in answer["cards"]}) == 120
    rows = {name: {row["id"] for row in table} for name, table in answer["tables"].items()}
    assert sorted(rows) == ["actions", "compensation", "customers", "desires", "specials", "staff"]
    assert all(card["prints"] in rows[f"{card['kind']}s"] for card in answer["cards"])
    assert [len(rows[name]) for name in ("customers", "desires", "staff")] == [18, 18, 6]


def test_the_rules_come_as_sections_with_stable_ids() -> None:
    answer = nobody().get(f"{GAME}/rules")
    sections = {section["id"]: section for section in answer.body["sections"]}
    assert answer.headers["Content-Type"] == "application/json"
    assert (sections["wts"]["level"], sections["wts"]["title"]) == (1, "Work The Strip")
    assert sections["wts-7-4"]["title"] == "7.4 Asking"
    assert sections["wts-7-4"]["markdown"]
    assert len(sections) == len(answer.body["sections"])


@pytest.mark.parametrize(
    ("query", "accept", "kind"),
    [
        ("", "text/markdown", "text/markdown; charset=utf-8"),
        ("?format=markdown", "*/*", "text/markdown; charset=utf-8"),
        ("?format=markdown", "application/json", "text/markdown; charset=utf-8"),
        ("?format=json", "text/markdown", "application/json"),
        ("", "text/markdown;q=0.5, application/json", "application/json"),
        ("", "*/*", "application/json"),
    ],
)
def test_the_rules_come_in_the_form_asked_for(query: str, accept: str, kind: str) -> None:
    answer = nobody().get(f"{GAME}/rules{query}", Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert "Accept" in answer.headers["Vary"]


def test_the_markdown_is_the_text_as_it_is_written() -> None:
    answer = nobody().get(f"{GAME}/rules?format=markdown")
    assert answer.body == catalogue.rules_markdown(registry.kind("work_the_strip"))
    assert answer.body.startswith("# Work The Strip")


def test_another_form_is_refused() -> None:
    answer = nobody().get(f"{GAME}/rules?format=pdf")
    assert (answer.status, answer.code) == (400, "malformed")
    assert answer.flaw["params"] == {"parameter": "format"}


@every_game
def test_there_are_words_for_every_event(name: str) -> None:
    texts = nobody().get(f"/games/{name}/texts").body["texts"]
    rules = registry.kind(name)
    assert {event.__struct_config__.tag for event in rules.events} <= set(texts["events"])


@pytest.mark.parametrize(
    "path", ["/games", GAME, f"{GAME}/cards", f"{GAME}/rules", f"{GAME}/texts", "/openapi.json"]
)
def test_what_changes_only_with_the_program_may_be_kept(path: str) -> None:
    answer = nobody().get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    tag = answer.headers["ETag"]
    again = nobody().get(path, If_None_Match=tag)
    assert (again.status, again.body, again.headers["ETag"]) == (304, None, tag)
    assert nobody().get(path, If_None_Match='"another"').status == 200


def test_the_two_forms_of_the_rules_have_two_tags() -> None:
    tags = {
        nobody().get(f"{GAME}/rules?format={form}").headers["ETag"] for form in ("json", "markdown")
    }
    assert len(tags) == 2
