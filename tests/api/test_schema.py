"""The OpenAPI description: valid, complete, checked in, served with its readers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.json_schemas import references
from api.management.commands import openapi
from api.operation import Reader, Tag
from api.problems import PROBLEMS
from api.schema import document, document_json
from games.rules import registry
from tests.api.rest import nobody

pytestmark = pytest.mark.slow

SECRETS = ("post /api/v1/socket-tickets",)
"""Answers that hold a secret are never stored, so that no key repeats them."""


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def schemas_in(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema, wherever it stands, with its place."""
    for name, schema in described["components"]["schemas"].items():
        yield from _inside(schema, name)
    for place, operation in operations(described):
        for parameter in operation["parameters"]:
            yield from _inside(parameter["schema"], f"{place} {parameter['name']}")
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (part for body in bodies for part in body.get("content", {}).values()):
            yield from _inside(content["schema"], place)


def _inside(schema: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield place, schema
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for number, part in enumerate(schema.get(key, [])):
            yield from _inside(part, f"{place}/{key}/{number}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _inside(schema[key], f"{place}/{key}")
    for name, part in schema.get("properties", {}).items():
        yield from _inside(part, f"{place}/{name}")


def without_examples(node: Any) -> Any:
    """Return the description without the values of its examples."""
    if isinstance(node, dict):
        return {key: without_examples(value) for key, value in node.items() if key != "value"}
    return [without_examples(item) for item in node] if isinstance(node, list) else node


def validator(described: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": described["components"]})


def test_it_is_valid_openapi_3_1(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(described).validate()


def test_the_file_checked_in_is_the_description_of_this_program() -> None:
    path = settings.BASE_DIR / openapi.WRITTEN
    assert path.read_text("utf-8") == openapi.written()
    call_command("openapi", "--check")


def test_a_file_out_of_date_fails_the_check_and_is_written_anew(
    tmp_path: Any, settings: Any
) -> None:
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match="out of date"):
        call_command("openapi", "--check")
    call_command("openapi")
    call_command("openapi", "--check")


@pytest.mark.django_db
def test_it_is_served_as_it_is_checked_in() -> None:
    document_json.cache_clear()  # another test may have had a game of its own on the shelf
    served = nobody().get("/openapi.json").body
    assert served == json.loads((settings.BASE_DIR / openapi.WRITTEN).read_text("utf-8"))


def test_every_operation_is_named_explained_and_tagged(described: dict[str, Any]) -> None:
    ids = []
    for place, operation in operations(described):
        ids.append(operation["operationId"])
        assert operation["summary"], place
        assert operation["description"], place
        topic, *readers = operation["tags"]
        assert topic in [tag.value for tag in Tag], place
        assert readers, place
        assert set(readers) <= {reader.value for reader in Reader}, place
        for parameter in operation["parameters"]:
            assert parameter["description"], (place, parameter["name"])
    assert len(ids) == len(set(ids))


def test_every_tag_is_explained_used_and_in_a_group(described: dict[str, Any]) -> None:
    named = [tag["name"] for tag in described["tags"]]
    assert named == [tag.value for tag in (*Tag, *Reader)]
    assert all(tag["description"] for tag in described["tags"])
    assert {tag for _, operation in operations(described) for tag in operation["tags"]} == {*named}
    assert [tag for group in described["x-tagGroups"] for tag in group["tags"]] == named


def test_every_operation_says_who_may_knock(described: dict[str, Any]) -> None:
    known = described["components"]["securitySchemes"]
    for place, operation in operations(described):
        ways = operation["security"]
        assert {name for way in ways for name in way} <= set(known), place
        outside = "/api/" not in place
        assert (ways == []) == outside, place
        assert ("401" in operation["responses"]) == (not outside), place
        asked = "`token_missing`" in operation["responses"].get("401", {}).get("description", "")
        assert asked or {} in ways or outside, place


def test_nothing_is_an_object_of_unknown_form(described: dict[str, Any]) -> None:
    """Every object has properties, or says what the values of its keys are."""
    for place, schema in schemas_in(described):
        if schema.get("type") == "object":
            assert "properties" in schema or "additionalProperties" in schema, place
            assert schema.get("properties") or schema["additionalProperties"] is not True, place
        if schema.get("type") == "array":
            assert schema.get("items") or schema.get("prefixItems"), place


def test_nothing_is_untyped(described: dict[str, Any]) -> None:
    typed = {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}
    for place, schema in schemas_in(described):
        assert typed & set(schema), place


def test_every_answer_and_every_body_is_typed_and_has_a_real_example(
    described: dict[str, Any],
) -> None:
    """Recorded in a playthrough; the document of each problem as it was met."""
    for place, operation in operations(described):
        for status, response in operation["responses"].items():
            empty = status in ("204", "304")
            assert ("content" in response) != empty, (place, status)
            for kind, content in response.get("content", {}).items():
                assert content["schema"], (place, status, kind)
                assert content["examples"], (place, status, kind)
                if kind == "application/problem+json":
                    codes = set(re.findall(r"^- `(\w+)`:", response["description"], re.MULTILINE))
                    assert codes <= set(content["examples"]), (place, status)
        if operation.get("requestBody", {}).get("required"):
            assert operation["requestBody"]["content"]["application/json"]["examples"], place


def test_every_game_is_among_the_examples_of_playing(described: dict[str, Any]) -> None:
    played = {op["operationId"]: op for _, op in operations(described)}
    for name in (
        "get_position",
        "act",
        "list_plies",
        "get_match",
        "create_match",
        "list_my_questions",
    ):
        success = next(iter(played[name]["responses"].values()))["content"]["application/json"]
        assert set(registry.names()) <= set(success["examples"]), name
    refused = played["act"]["responses"]["409"]["content"]["application/problem+json"]
    assert {refused["examples"][name]["value"]["rule"] for name in registry.names()}


def test_every_operation_says_what_can_go_wrong(described: dict[str, Any]) -> None:
    for place, operation in operations(described):
        for status, response in operation["responses"].items():
            codes = re.findall(r"^- `(\w+)`:", response["description"], re.MULTILINE)
            assert {PROBLEMS[code].status for code in codes} <= {int(status)}, place
        if operation["security"] == [{"bearer": []}]:
            assert "401" in operation["responses"], place
        if "requestBody" in operation:
            assert {"400", "413", "415"} <= set(operation["responses"]), place


def test_every_post_of_a_signed_in_player_takes_an_idempotency_key(
    described: dict[str, Any],
) -> None:
    for place, operation in operations(described):
        names = [parameter["name"] for parameter in operation["parameters"]]
        signed_in = operation["security"] == [{"bearer": []}]
        keyed = place.startswith("post") and signed_in and place not in SECRETS
        assert ("Idempotency-Key" in names) == keyed, place


def test_every_reference_leads_somewhere_and_every_component_is_used(
    described: dict[str, Any],
) -> None:
    used = set(references(without_examples(described)))
    parts = ("schemas", "examples")
    for part in parts:
        there = {f"#/components/{part}/{name}" for name in described["components"][part]}
        assert {ref for ref in used if ref.startswith(f"#/components/{part}/")} == there
    assert {ref.split("/")[2] for ref in used} == set(parts)


def test_every_component_has_a_name_a_generator_can_use(described: dict[str, Any]) -> None:
    """Two structs of one name in one game would be told apart by their modules."""
    assert [name for name in described["components"]["schemas"] if not name.isalnum()] == []


def test_every_class_of_every_game_is_a_component(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for name in registry.names():
        rules, own = registry.kind(name), "".join(map(str.capitalize, name.split("_")))
        for role, kinds in (("Action", rules.actions), ("Event", rules.events)):
            union = schemas[f"{own}{role}"]
            mapping = union["discriminator"]["mapping"]
            assert set(mapping) == {kind.__struct_config__.tag for kind in kinds}
            assert [one["$ref"] for one in union["oneOf"]] == list(mapping.values())
            for tag, ref in mapping.items():
                part = schemas[ref.rpartition("/")[2]]
                assert part["properties"]["type"]["enum"] == [tag]
                assert part["description"]
        options = schemas["GameOptions"]["discriminator"]["mapping"][name]
        assert options == f"#/components/schemas/{own}Options"


def test_what_is_read_is_closed_and_what_is_answered_is_open(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert schemas["NewMatch"]["additionalProperties"] is False
    assert schemas["WorkTheStripAsk"]["additionalProperties"] is False
    assert "additionalProperties" not in schemas["Position"]
    assert set(schemas["Position"]["required"]) == set(schemas["Position"]["properties"])
    assert set(schemas["Timer"]["properties"]) - set(schemas["Timer"]["required"]) == {
        "deadline_at",
        "left_ms",
    }


def test_times_and_ids_say_what_they_are(described: dict[str, Any]) -> None:
    match = described["components"]["schemas"]["Match"]["properties"]
    assert match["created_at"]["format"] == "date-time"
    assert match["id"]["format"] == "uuid"


def test_every_example_is_what_its_schema_says(described: dict[str, Any]) -> None:
    problem = validator(described, {"$ref": "#/components/schemas/Problem"})
    for example in described["components"]["examples"].values():
        problem.validate(example["value"])
    found = 0
    for _, operation in operations(described):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (part for body in bodies for part in body.get("content", {}).values()):
            read = validator(described, content["schema"])
            for example in content.get("examples", {}).values():
                if "value" in example:
                    read.validate(example["value"])
                    found += 1
    assert found > 75


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/api/docs", "/api/redoc"])
def test_the_readers_come_from_this_server_alone(page: str) -> None:
    response = Client().get(page)
    text = response.content.decode()
    assert response.status_code == 200
    assert "/api/v1/openapi.json" in text
    links = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert links
    assert response["Content-Security-Policy"].startswith("default-src 'self';")
    for link in links:
        assert link.startswith("/static/drf_spectacular_sidecar/"), link
        assert finders.find(link.removeprefix("/static/")), link


def test_generating_it_warns_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    document()
    assert capsys.readouterr().err == ""
