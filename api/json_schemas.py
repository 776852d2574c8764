"""JSON Schema of typed data, as OpenAPI 3.1 and the catalogue show it.

Two readings of one class: what is *read* is strict (unknown fields are refused, defaults may be
left out), what is *answered* holds all its fields, and may hold more one day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Union

import msgspec

from api.serializers.positions import BESIDE_THE_VIEW
from games.rules import registry
from games.rules.kernel import Data
from games.rules.registry import AnyGame

Schema = dict[str, Any]

COMPONENTS: Final = "#/components/schemas/"
DEFINITIONS: Final = "#/$defs/"


# --- Any class ------------------------------------------------------------------------------------


@cache
def reference(kind: Any) -> Schema:
    """Return the schema of a field or body of this type, pointing to components; not to be changed.

    Kept, for every operation refers to the same few, and finding one out takes milliseconds.
    """
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=COMPONENTS + "{name}")
    tidied: Schema = _tidied(schema)
    return tidied


def components(kinds: Iterable[Any]) -> dict[str, Schema]:
    """Return the named schemas these types consist of, strict as they are read."""
    _, found = msgspec.json.schema_components(list(kinds), ref_template=COMPONENTS + "{name}")
    return {name: _tidied(schema) for name, schema in found.items()}


def answered_components(kinds: Iterable[Any]) -> dict[str, Schema]:
    """Return the named schemas these types consist of, as they are answered."""
    return {name: as_answered(schema, _omitted(name)) for name, schema in components(kinds).items()}


def as_answered(schema: Schema, optional: Collection[str] = ()) -> Schema:
    """Return the schema of what is answered: every field but the `optional`, and more may come."""
    if schema.get("type") != "object" or "properties" not in schema:
        return schema
    schema = {key: value for key, value in schema.items() if key != "additionalProperties"}
    schema["required"] = [name for name in schema["properties"] if name not in optional]
    schema["properties"] = {
        name: without_null(field) if name in optional else field
        for name, field in schema["properties"].items()
    }
    return schema


def without_null(field: Schema) -> Schema:
    """Return the schema of what may be left out, and is not null when it is there."""
    options = [option for option in field.get("anyOf", []) if option.get("type") != "null"]
    if len(options) != 1:
        return field
    rest = {key: value for key, value in field.items() if key not in ("anyOf", "default")}
    merged: Schema = options[0] | rest
    return merged


def _omitted(name: str) -> list[str]:
    """Return the fields of one of the API's own classes that are not always written."""
    for kind in _subclasses(Data):
        if kind.__name__ == name and kind.__module__.startswith("api."):
            fields = msgspec.structs.fields(kind)
            lean = kind.__struct_config__.omit_defaults
            return [
                field.encode_name
                for field in fields
                if field.default is msgspec.UNSET or (lean and not field.required)
            ]
    return []


def _subclasses(kind: type[Data]) -> Iterator[type[Data]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def reached(roots: Iterable[str], schemas: Mapping[str, Schema], prefix: str) -> set[str]:
    """Return the names of all schemas that `roots` lead to."""
    found: set[str] = set()
    ahead = list(roots)
    while ahead:
        name = ahead.pop()
        if name in schemas and name not in found:
            found.add(name)
            ahead += [ref.removeprefix(prefix) for ref in references(schemas[name])]
    return found


def references(node: object) -> Iterator[str]:
    """Yield every ``$ref`` in a schema."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


# --- One game's classes ---------------------------------------------------------------------------


def game_components(kind: type[AnyGame], prefix: str = COMPONENTS) -> dict[str, Schema]:
    """Return a game's named schemas, each name beginning with the game's.

    Among them are ``…Action`` and ``…Event`` (unions told apart by `type`), ``…View``, ``…Hints``,
    ``…Options`` and, of a game with cards, ``…Card`` and ``…Tables``.
    """
    own = camel_case(kind.name)
    unions = {"Action": Union[kind.actions], "Event": Union[kind.events]}  # noqa: UP007 - at run time
    singles = {"View": kind.view_type, "Hints": kind.hints_type, "Options": kind.options_type}
    singles |= _in_the_box(kind)
    schemas, parts = msgspec.json.schema_components(
        [*unions.values(), *singles.values()], ref_template=prefix + "{name}"
    )
    names = {name: own + name for name in parts}
    names |= {single.__name__: own + role for role, single in singles.items()}
    found = dict(zip((own + role for role in unions), schemas[: len(unions)], strict=True))
    found |= {names[name]: schema for name, schema in parts.items()}
    renamed = {name: _renamed(_tidied(schema), names, prefix) for name, schema in found.items()}
    _keep_beside(renamed[f"{own}View"])
    return _as_used(renamed, own, prefix)


def document(kind: type[AnyGame], role: str) -> Schema:
    """Return one of a game's schemas (``Action``, ``View``, …) as a document of its own."""
    schemas = game_components(kind, DEFINITIONS)
    root = camel_case(kind.name) + role
    parts = reached([root], schemas, DEFINITIONS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": DEFINITIONS + root,
        "$defs": {name: schemas[name] for name in sorted(parts)},
    }


def union_components() -> dict[str, Schema]:
    """Return the components that are one of the games' own, for fields any game may fill."""
    kinds = [registry.kind(name) for name in registry.names()]
    owns = [camel_case(kind.name) for kind in kinds]
    found: dict[str, Schema] = {
        name: {
            "description": f"{name} of the match's game.",
            "anyOf": [{"$ref": f"{COMPONENTS}{own}{name}"} for own in owns],
        }
        for name in ("Action", "Event", "View", "Hints")
    }
    with_cards = [own for kind, own in zip(kinds, owns, strict=True) if _in_the_box(kind)]
    found |= {
        name: {
            "description": f"{name} of the game in question.",
            "anyOf": [{"$ref": f"{COMPONENTS}{own}{name}"} for own in with_cards],
        }
        for name in ("Card", "Tables")
    }
    refs = {kind.name: f"{COMPONENTS}{own}Options" for kind, own in zip(kinds, owns, strict=True)}
    found["GameOptions"] = {
        "description": "A game, by `type`, and its options; what is left out has its default.",
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }
    return found


def _in_the_box(kind: type[AnyGame]) -> dict[str, Any]:
    """Return the types of a game's cards and of what is printed on them; none without cards."""
    module = f"{kind.__module__.rpartition('.')[0]}.cards"
    if find_spec(module) is None:
        return {}
    box = import_module(module)
    return {"Card": box.Card, "Tables": box.Tables}


def camel_case(name: str) -> str:
    """Return ``WorkTheStrip`` for ``work_the_strip``."""
    return "".join(word.capitalize() for word in name.split("_"))


def _keep_beside(view: Schema) -> None:
    """Take out of the view what the wire keeps beside it."""
    for name in BESIDE_THE_VIEW:
        del view["properties"][name]
        view["required"].remove(name)


def _as_used(schemas: dict[str, Schema], own: str, prefix: str) -> dict[str, Schema]:
    """Return the schemas as they are used: read, or only ever answered; unreached ones are gone."""
    read = reached((f"{own}Action", f"{own}Options"), schemas, prefix)
    roles = ("Event", "View", "Hints", "Card", "Tables")
    answered = reached((own + role for role in roles), schemas, prefix)
    return {
        name: schema if name in read else as_answered(schema)
        for name, schema in schemas.items()
        if name in read or name in answered
    }


# --- Tidying --------------------------------------------------------------------------------------


def _renamed(schema: Any, names: Mapping[str, str], prefix: str) -> Any:
    def rename(node: Schema) -> Schema:
        for key in ("$ref", "title"):
            name = str(node.get(key, "")).removeprefix(prefix)
            if isinstance(node.get(key), str) and name in names:
                node = {**node, key: node[key].removesuffix(name) + names[name]}
        if "mapping" in node:
            mapping = {tag: _new(ref, names, prefix) for tag, ref in node["mapping"].items()}
            node = {**node, "mapping": mapping}
        return node

    return _walked(schema, rename)


def _new(ref: str, names: Mapping[str, str], prefix: str) -> str:
    return prefix + names[ref.removeprefix(prefix)]


def _tidied(schema: Any) -> Any:
    """Say what msgspec leaves out: `oneOf` where a tag decides, and that words are strings."""

    def tidy(node: Schema) -> Schema:
        if "discriminator" in node and "anyOf" in node:
            node = {("oneOf" if key == "anyOf" else key): node[key] for key in node}
        if "type" not in node and all(isinstance(word, str) for word in node.get("enum", [0])):
            node = {"type": "string", **node}
        if isinstance(node.get("description"), str):
            node = {**node, "description": _markdown(node["description"])}
        if "$ref" in node and node.get("type") == "object":
            node = {key: value for key, value in node.items() if key != "type"}
        return node

    return _walked(schema, tidy)


def _walked(node: Any, change: Callable[[Schema], Schema]) -> Any:
    if isinstance(node, dict):
        return change({key: _walked(value, change) for key, value in node.items()})
    if isinstance(node, list | tuple):
        return [_walked(value, change) for value in node]
    return node


def _markdown(text: str) -> str:
    """Return a docstring as Markdown: its literals in single backticks, its lines joined."""
    text = text.replace("``", "`")
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)
