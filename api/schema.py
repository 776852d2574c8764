"""The OpenAPI 3.1 description, made of what the endpoints declare and the types they carry.

drf-spectacular walks the addresses; `AutoSchema` turns an `Operation` into its words, and
`complete` adds the components: each game's actions, events and options among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec
from django.urls import URLPattern, get_resolver
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema as SpectacularSchema

from api import json_schemas
from api.any_json import ANY_JSON
from api.idempotency import HEADER as KEY_HEADER
from api.json_schemas import Schema, reference
from api.operation import Access, Operation, Reader, Tag, operation_of
from api.schema_answers import codes_of, examples_of_requests, problem_examples, responses
from api.schema_texts import DESCRIPTION, HEADERS, PATH_PARAMETERS, READERS, SECURITY, TAGS
from api.serializers.problems import Problem
from games.rules import registry

_SECURITY_OF: Final[dict[Access, list[Schema]]] = {
    Access.OPEN: [],
    Access.ANYONE: [{}, {"bearer": []}],
    Access.PLAYER: [{"bearer": []}],
}


class AutoSchema(SpectacularSchema):
    """Describes one operation; what declares nothing is not described."""

    def get_operation(  # noqa: D102 - drf-spectacular's
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> Schema | None:
        del path_regex, path_prefix, registry
        declared = operation_of(self.view, method)
        return None if declared is None else _described(declared, path, self._doc(method))

    def _doc(self, method: str) -> str:
        return str(getattr(self.view, method.lower()).__doc__ or "")


def document() -> Schema:
    """Return the whole description, sorted as it is checked in."""
    generator: Any = SchemaGenerator  # which has no types
    found: Schema = generator().get_schema(request=None, public=True)
    return found


@lru_cache(maxsize=1)
def document_json() -> bytes:
    """Return the whole description as it is served."""
    return msgspec.json.encode(document())


def complete(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add what belongs to the document as a whole; drf-spectacular calls it at the end."""
    del request, public
    operations = [
        (path, found)
        for path, _, method, callback in generator.endpoints
        if (found := operation_of(callback.cls, method)) is not None
    ]
    for path, declared, doc in _beside_the_api():
        operations.append((path, declared))
        result["paths"][path] = {"get": _described(declared, path, doc)}
    result["info"] |= {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}
    result["servers"] = [{"url": "/", "description": "This server."}]
    tags = [*((tag.value, TAGS[tag]) for tag in Tag), *((r.value, READERS[r]) for r in Reader)]
    result["tags"] = [{"name": name, "description": text} for name, text in tags]
    result["x-tagGroups"] = [
        {"name": "By topic", "tags": [tag.value for tag in Tag]},
        {"name": "By reader", "tags": [reader.value for reader in Reader]},
    ]
    codes = {code for path, declared in operations for code in codes_of(declared, path)}
    used = {name for _, declared in operations for way in _security(declared) for name in way}
    result["components"] = {
        "schemas": dict(sorted(_schemas(declared for _, declared in operations).items())),
        "examples": problem_examples(codes),
        "securitySchemes": {name: SECURITY[name] for name in sorted(used)},
    }
    return result


def _beside_the_api() -> Iterator[tuple[str, Operation, str]]:
    """Yield path, declaration and words of what stands outside ``/api/v1``."""
    for pattern in get_resolver().url_patterns:
        declared = getattr(getattr(pattern, "callback", None), "operation", None)
        if isinstance(pattern, URLPattern) and isinstance(declared, Operation):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
            yield f"/{path}", declared, str(pattern.callback.__doc__)


# --- One operation --------------------------------------------------------------------------------


def _described(declared: Operation, path: str, doc: str) -> Schema:
    summary, _, description = doc.strip().partition("\n\n")
    described: Schema = {
        "operationId": declared.id,
        "tags": [declared.tag.value, *(reader.value for reader in declared.readers)],
        "summary": summary.rstrip("."),
        "description": _flowing(description) or summary,
        "parameters": [*_path(path), *_query(declared), *_headers(declared)],
        "security": _security(declared),
        "responses": responses(declared, path),
    }
    if declared.body is not None:
        described["requestBody"] = _body(declared)
    return described


def _security(declared: Operation) -> list[Schema]:
    """Return the ways in, each enough by itself."""
    ticket: list[Schema] = [{"ticket": []}] if declared.ticket else []
    return [*_SECURITY_OF[declared.access], *ticket]


def _body(declared: Operation) -> Schema:
    content = {"schema": reference(declared.body), **examples_of_requests(declared)}
    return {"required": declared.body_required, "content": {"application/json": content}}


def _path(path: str) -> Iterator[Schema]:
    for name in re.findall(r"{(\w+)}", path):
        yield {"name": name, "in": "path", "required": True, **_parameter(name)}


def _parameter(name: str) -> Schema:
    if name == "game":
        return PATH_PARAMETERS[name] | {
            "schema": {"type": "string", "examples": list(registry.names())}
        }
    return PATH_PARAMETERS[name]


def _query(declared: Operation) -> Iterator[Schema]:
    if declared.query is None:
        return
    schema = json_schemas.components([declared.query])[declared.query.__name__]
    for name, field in schema["properties"].items():
        described = {key: value for key, value in field.items() if key != "description"}
        yield {
            "name": name,
            "in": "query",
            "required": False,
            "schema": json_schemas.without_null(described),
            "description": _description(field, name),
        }


def _description(field: Schema, name: str) -> str:
    for part in (field, *field.get("anyOf", [])):
        if "description" in part:
            return str(part["description"])
    return f"By {name}."


def _headers(declared: Operation) -> Iterator[Schema]:
    wanted = {
        KEY_HEADER: declared.keyed,
        "If-Decision": declared.asks_decision,
        "If-None-Match": declared.conditional,
        "Last-Event-ID": declared.takes_last_event_id,
    }
    for name, takes in wanted.items():
        if takes:
            yield {"name": name, "in": "header", "required": False, **HEADERS[name]}


# --- Components -----------------------------------------------------------------------------------


def _schemas(operations: Iterable[Operation]) -> dict[str, Schema]:
    declared = list(operations)
    read = json_schemas.components(found.body for found in declared if found.body is not None)
    answers = [found.answer for found in declared if found.answer is not None]
    others = [answer for found in declared for answer in found.other_answers.values()]
    answers += [answer for answer in others if answer is not None]
    schemas = ANY_JSON | json_schemas.answered_components([*answers, Problem])
    for name in registry.names():
        schemas |= json_schemas.game_components(registry.kind(name))
    for query in (found.query for found in declared if found.query is not None):
        parts = json_schemas.components([query])
        schemas |= {name: part for name, part in parts.items() if name != query.__name__}
    return schemas | json_schemas.union_components() | read


def _flowing(text: str) -> str:
    """Return the paragraphs of a docstring, each on one line."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
