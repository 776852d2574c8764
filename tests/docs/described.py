"""What is not run but can still be wrong: documents, against their schema, and diagrams."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

import jsonschema

from parlour_client import State
from tests.docs.pages import ROOT, BadPage, Block

ARROW: Final = re.compile(r"^ *([CS])-(?:->>|>>|-x)([CS]): (\w+)", re.MULTILINE)
TRANSITION: Final = re.compile(r"^ *(\S+) --> (\S+?)(?::.*)?$", re.MULTILINE)
STATES: Final = {state.value for state in State} | {"[*]"}


def is_of_schema(block: Block) -> None:
    """Hold a document to the schema of ``openapi.json`` that it names.  Raises `BadPage`."""
    components = _description("openapi")["components"]
    if block.about not in components["schemas"]:
        raise BadPage(f"{block.where}: no schema is called {block.about}")
    schema = {"$ref": f"#/components/schemas/{block.about}", "components": components}
    try:
        jsonschema.validate(json.loads(block.text), schema, jsonschema.Draft202012Validator)
    except (ValueError, jsonschema.ValidationError) as wrong:
        raise BadPage(f"{block.where}: no {block.about}: {wrong}") from wrong


def is_drawn_right(block: Block) -> None:
    """Hold a diagram to the frames of each side, or to the states.  Raises `BadPage`."""
    if block.text.startswith("stateDiagram"):
        drawn = {state for pair in TRANSITION.findall(block.text) for state in pair}
        if drawn != STATES:
            raise BadPage(f"{block.where}: not the states of a session: {sorted(drawn ^ STATES)}")
        return
    told = ARROW.findall(block.text)
    if not told:
        raise BadPage(f"{block.where}: a diagram of nothing that is known")
    for sayer, _, frame in told:
        if frame not in frames_of(sayer):
            raise BadPage(f"{block.where}: {sayer} never says {frame}")


@cache
def frames_of(side: str) -> frozenset[str]:
    """Return the types of frames that the client (C) or the server (S) says."""
    operations = _description("asyncapi")["operations"].values()
    action = {"C": "receive", "S": "send"}[side]
    said = [one for each in operations if each["action"] == action for one in each["messages"]]
    if side == "S":
        said += [one for each in operations if "reply" in each for one in each["reply"]["messages"]]
    return frozenset(_type(one["$ref"].rpartition("/")[2]) for one in said)


def _type(message: str) -> str:
    """Return what stands as ``t`` in the frames of a message."""
    components = _description("asyncapi")["components"]
    frame = components["messages"][message]["payload"]["$ref"].rpartition("/")[2]
    [name] = components["schemas"][frame]["properties"]["t"]["enum"]
    return str(name)


@cache
def _description(name: str) -> Any:
    return json.loads((ROOT / f"docs/api/{name}.json").read_text("utf-8"))
