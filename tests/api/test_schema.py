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
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.json_schemas import references
from api.management.commands import openapi
from api.operation import Tag
from api.problems import PROBLEMS
from api.schema import document, document_json
from games.rules import registry
from tests.api.rest import nobody

SECRETS = ("post /api/v1/socket-tickets",)
"""What hands out a secret, so that its answer is kept for nobody."""


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document()


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


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
        assert operation["tags"][0] in [tag.value for tag in Tag], place
        assert operation["security"] in ([{"bearer": []}], [{}, {"bearer": []}]), place
        for parameter in operation["parameters"]:
            assert parameter["description"], (place, parameter["name"])
    assert len(ids) == len(set(ids))


def test_every_operation_says_what_can_go_wrong(described: dict[str, Any]) -> None:
    for place, operation in operations(described):
        for status, response in operation["responses"].items():
            codes = re.findall(r"`(\w+)`:", response["description"])
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
    schemas = described["components"]["schemas"]
    used = {ref.rpartition("/")[2] for ref in references(described)}
    assert used == set(schemas)


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


def test_examples_are_bodies_that_can_be_sent(described: dict[str, Any]) -> None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - for this test alone

    found = 0
    for place, operation in operations(described):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "example" in content:
            whole = {**content["schema"], "components": described["components"]}
            assert Draft202012Validator(whole).is_valid(content["example"]), place
            found += 1
    assert found == 9


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
