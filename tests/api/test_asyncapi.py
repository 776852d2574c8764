"""The AsyncAPI description: complete, typed, checked in, served; its examples are what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from api import asyncapi
from api.close_codes import CLOSE_CODES, Close
from api.frames import AnyClientFrame, AnyServerFrame
from api.json_schemas import references
from api.management.commands.asyncapi import WRITTEN
from games.rules import registry
from tests.api.rest import nobody

HEARD = list(get_args(AnyClientFrame))
SAID = list(get_args(AnyServerFrame))


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return asyncapi.document()


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object in a document with its path."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from nodes(value, f"{path}/{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from nodes(value, f"{path}/{place}")


def test_the_file_checked_in_is_the_description_of_this_program() -> None:
    call_command("asyncapi", "--check")


def test_a_file_out_of_date_fails_the_check_and_is_written_anew(
    tmp_path: Any, settings: Any
) -> None:
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match=r"out of date: run `manage\.py asyncapi`"):
        call_command("asyncapi", "--check")
    call_command("asyncapi")
    call_command("asyncapi", "--check")


@pytest.mark.django_db
def test_it_is_served_as_it_is_checked_in() -> None:
    asyncapi.document_json.cache_clear()  # another test may have had a game of its own on the shelf
    served = nobody().get("/asyncapi.json").body
    assert served == json.loads((settings.BASE_DIR / WRITTEN).read_text("utf-8"))


def test_every_frame_is_a_message_with_words_and_an_example(described: dict[str, Any]) -> None:
    messages = described["components"]["messages"]
    assert set(messages) == {asyncapi.message_name(kind) for kind in HEARD + SAID}
    assert set(described["channels"]["socket"]["messages"]) == set(messages)
    for name, message in messages.items():
        assert message["summary"], name
        assert message["description"], name
        assert message["examples"], name


def test_every_example_is_what_its_schema_says(described: dict[str, Any]) -> None:
    count = 0
    for name, message in described["components"]["messages"].items():
        whole = {**message["payload"], "components": described["components"]}
        validator = jsonschema_rs.Draft7Validator(whole, validate_formats=True)
        for example in message["examples"]:
            assert [str(error) for error in validator.iter_errors(example["payload"])] == [], name
            count += 1
    assert count == 23


def test_every_frame_is_received_or_sent_by_some_operation(described: dict[str, Any]) -> None:
    by_action: dict[str, set[str]] = {"receive": set(), "send": set()}
    for operation in described["operations"].values():
        other = "send" if operation["action"] == "receive" else "receive"
        by_action[operation["action"]] |= {last(ref) for ref in operation["messages"]}
        by_action[other] |= {last(ref) for ref in operation.get("reply", {}).get("messages", [])}
    assert by_action["receive"] == {asyncapi.message_name(kind) for kind in HEARD}
    assert by_action["send"] == {asyncapi.message_name(kind) for kind in SAID}


def last(ref: dict[str, str]) -> str:
    return ref["$ref"].rpartition("/")[2]


def test_every_reference_leads_somewhere_and_every_schema_is_used(
    described: dict[str, Any],
) -> None:
    schemas = described["components"]["schemas"]
    used = {ref for ref in references(described) if ref.startswith("#/components/schemas/")}
    assert {ref.rpartition("/")[2] for ref in used} == set(schemas)


def test_it_speaks_draft_7(described: dict[str, Any]) -> None:
    """A `$ref` has nothing beside it, and tuples are lists of items."""
    for path, node in nodes(described["components"]["schemas"]):
        assert "$ref" not in node or len(node) == 1, path
        assert "prefixItems" not in node, path
        assert isinstance(node.get("discriminator", ""), str), path
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    for name, schema in described["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid({**draft, **schema}), name


def test_no_object_is_left_untyped(described: dict[str, Any]) -> None:
    for path, node in nodes(described["components"]["schemas"]):
        if node.get("type") == "object":
            open_ended = node.get("additionalProperties")
            assert node.get("properties") or open_ended is False or open_ended, path


def test_a_position_holds_the_views_of_the_games(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert schemas["PositionFrame"]["properties"]["d"] == {
        "$ref": "#/components/schemas/MatchPosition"
    }
    assert schemas["MatchPosition"]["properties"]["view"] == {"$ref": "#/components/schemas/View"}
    assert len(schemas["View"]["anyOf"]) == len(registry.names())


def test_every_close_code_is_listed_and_says_whether_to_come_back(
    described: dict[str, Any],
) -> None:
    channel = described["channels"]["socket"]
    names = {name: code for name, code in vars(Close).items() if name.isupper()}
    listed = {row["code"]: row for row in channel["x-close-codes"]}
    assert {row["name"].upper(): code for code, row in listed.items()} == names
    assert len(CLOSE_CODES) == len(names)
    for code, row in listed.items():
        assert row["reconnect"] is (code < 4500)
        assert f"| {code} | {'yes' if row['reconnect'] else 'no'} |" in channel["description"]
