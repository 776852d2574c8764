"""The OpenAPI 3.1 description, made of what the endpoints declare and the types they carry.

drf-spectacular walks the addresses; `AutoSchema` turns an `Operation` into its words, and
`complete` adds the components: each game's actions, events and options among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from http import HTTPStatus
from itertools import groupby
from typing import Any

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema as SpectacularSchema

from api import json_schemas
from api.idempotency import HEADER as KEY_HEADER
from api.idempotency import REPLAYED
from api.json_schemas import Schema, reference
from api.operation import Access, Operation, Tag, operation_of
from api.problems import ILLEGAL_STATUS, PROBLEMS
from api.schema_texts import DESCRIPTION, HEADERS, PATH_PARAMETERS, TAGS
from api.serializers.problems import Problem
from games.rules import registry

NO_CONTENT = 204


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
        found
        for *_, method, callback in generator.endpoints
        if (found := operation_of(callback.cls, method)) is not None
    ]
    result["info"] |= {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}
    result["servers"] = [{"url": "/", "description": "This server."}]
    result["tags"] = [{"name": tag.value, "description": TAGS[tag]} for tag in Tag]
    result["components"] = {
        "schemas": dict(sorted(_schemas(operations).items())),
        "securitySchemes": {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": "The opaque token of POST /players/guest, /players or /sessions.",
            }
        },
    }
    return result


# --- One operation --------------------------------------------------------------------------------


def _described(declared: Operation, path: str, doc: str) -> Schema:
    summary, _, description = doc.strip().partition("\n\n")
    described: Schema = {
        "operationId": declared.id,
        "tags": [declared.tag.value],
        "summary": summary.rstrip("."),
        "description": _flowing(description) or summary,
        "parameters": [*_path(path), *_query(declared), *_headers(declared)],
        "security": [{"bearer": []}] if declared.access is Access.PLAYER else [{}, {"bearer": []}],
        "responses": {**_success(declared), **_problems(declared, path)},
    }
    if declared.body is not None:
        described["requestBody"] = _body(declared)
    return described


def _body(declared: Operation) -> Schema:
    content: Schema = {"schema": reference(declared.body)}
    if declared.example is not None:
        content["example"] = dict(declared.example)
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


# --- Its answers ----------------------------------------------------------------------------------


def _success(declared: Operation) -> dict[str, Schema]:
    answers: dict[str, Schema] = {
        str(declared.status): {"description": HTTPStatus(declared.status).phrase}
    }
    answer = answers[str(declared.status)]
    names = declared.headers + ((REPLAYED,) if declared.keyed else ())
    if names:
        answer["headers"] = {name: HEADERS[name] for name in names}
    if declared.answer is not None:
        content = {"application/json": {"schema": reference(declared.answer)}}
        if declared.markdown:
            content["text/markdown"] = {"schema": {"type": "string"}}
        answer["content"] = content
    if declared.also_as:
        texts = {kind: {"schema": {"type": "string"}} for kind in declared.also_as}
        answer["content"] = answer.get("content", {}) | texts
    for status in declared.other_answers:
        answers[str(status)] = {"description": HTTPStatus(status).phrase}
    if declared.conditional:
        answers["304"] = {"description": "Not Modified: what you have is what there is."}
    return answers


def codes_of(declared: Operation, path: str) -> list[str]:
    """Return every problem code an operation may answer, the refusals of the games aside."""
    codes = {*declared.problems, "token_invalid", "token_expired", "not_acceptable"}
    codes |= {"server_error", "unavailable"}
    if declared.access is Access.PLAYER:
        codes.add("token_missing")
    if declared.body is not None:
        codes |= {"malformed", "payload_too_large", "unsupported_media_type"}
    if declared.query is not None:
        codes.add("malformed")
    if declared.keyed:
        codes |= {"bad_request_id", "request_id_reused"}
    if "{" in path:
        codes.add("not_found")
    return sorted(codes)


def _problems(declared: Operation, path: str) -> dict[str, Schema]:
    def status_of(code: str) -> int:
        return PROBLEMS[code].status

    codes = sorted(codes_of(declared, path), key=lambda code: (status_of(code), code))
    found = {
        str(status): _refused(status, list(group)) for status, group in groupby(codes, status_of)
    }
    if declared.illegal:
        texts = "- a code of the game's refusals, with the `rule` it rests on"
        found[str(ILLEGAL_STATUS)]["description"] += f"\n{texts}"
    return found


def _refused(status: int, codes: Iterable[str]) -> Schema:
    lines = [f"- `{code}`: {PROBLEMS[code].text}" for code in codes]
    refused: Schema = {
        "description": "\n".join([f"{HTTPStatus(status).phrase}:", *lines]),
        "content": {"application/problem+json": {"schema": reference(Problem)}},
    }
    names = {401: ["WWW-Authenticate"], 429: ["Retry-After", "RateLimit", "RateLimit-Policy"]}
    if status in names:
        refused["headers"] = {name: HEADERS[name] for name in names[status]}
    return refused


# --- Components -----------------------------------------------------------------------------------


def _schemas(operations: Iterable[Operation]) -> dict[str, Schema]:
    declared = list(operations)
    read = json_schemas.components(found.body for found in declared if found.body is not None)
    answers = [found.answer for found in declared if found.answer is not None]
    schemas = json_schemas.answered_components([*answers, Problem])
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
