"""Every frame of the integration tests, in both directions, against ``docs/api/asyncapi.json``.

The clients of the tests hand over what they say and what they hear.  What this server says is held
to more than clients may rely on: no field that is not described.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import jsonschema_rs

from api.asyncapi import draft_7
from api.json_schemas import COMPONENTS, camel_case, game_components
from games.rules import registry

WRITTEN: Final = Path(__file__).resolve().parents[1] / "docs/api/asyncapi.json"
UNIONS: Final = ("Action", "Event", "View", "Hints")

Validators = dict[str, jsonschema_rs.Draft7Validator]


class BrokenContract(AssertionError):
    """A frame is not what the description says."""


def said_by_client(frame: Any) -> None:
    """Assert that a client may say this.  Raises `BrokenContract`."""
    _judge(_validators(registry.names(), "receive"), frame)


def said_by_server(frame: Any) -> None:
    """Assert that the server may say this.  Raises `BrokenContract`."""
    _judge(_validators(registry.names(), "send"), frame)


def may_be_said(frame: Any) -> bool:
    """Say whether the description allows a client to say this."""
    try:
        said_by_client(frame)
    except BrokenContract:
        return False
    return True


def _judge(validators: Validators, frame: Any) -> None:
    kind = frame.get("t") if isinstance(frame, dict) else None
    if not isinstance(kind, str) or kind not in validators:
        raise BrokenContract(f"no such frame: {frame}")
    for error in validators[kind].iter_errors(frame):
        pointer = "/".join(map(str, error.instance_path))
        raise BrokenContract(f"{kind} /{pointer}: {error.message[:500]}")


@cache
def _validators(games: tuple[str, ...], action: str) -> Validators:
    """Return what judges each frame of one direction, by its `t`.

    Games that only the tests have on the shelf are described as the others are.
    """
    described = json.loads(WRITTEN.read_text("utf-8"))
    schemas = described["components"]["schemas"]
    for name in games:
        _describe(schemas, name)
    if action == "send":
        schemas = {name: _closed(schema) for name, schema in schemas.items()}
    found: Validators = {}
    for operation in described["operations"].values():
        answers = operation.get("reply", {}).get("messages", [])
        for ref in operation["messages"] if operation["action"] == action else answers:
            message = described["components"]["messages"][ref["$ref"].rpartition("/")[2]]
            whole = {**message["payload"], "components": {"schemas": schemas}}
            if message["title"] not in found:
                found[message["title"]] = jsonschema_rs.Draft7Validator(
                    whole, validate_formats=True, formats={"uuid": _is_uuid}
                )
    return found


def _is_uuid(text: str) -> bool:
    """Draft 7 knows no such format."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _describe(schemas: dict[str, Any], game: str) -> None:
    own = camel_case(game)
    if f"{own}View" not in schemas:
        schemas |= {k: draft_7(v) for k, v in game_components(registry.kind(game)).items()}
        for role in UNIONS:
            schemas[role]["anyOf"].append({"$ref": f"{COMPONENTS}{own}{role}"})


def _closed(node: Any) -> Any:
    """Return a schema under which nothing may be said that it does not name."""
    if isinstance(node, list):
        return [_closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    closed = {key: _closed(value) for key, value in node.items()}
    if closed.get("type") == "object" and closed.get("properties"):
        closed.setdefault("additionalProperties", False)
    return closed
