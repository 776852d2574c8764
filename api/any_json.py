"""Components for JSON that describes JSON: typed as far as a reader of it needs, open below."""

from __future__ import annotations

from typing import Any, Final

_HERE: Final = "#/components/schemas/"
_WORDS: Final = {"type": "array", "items": {"type": "string"}}
_SCHEMA: Final = {"$ref": f"{_HERE}JSONSchema"}
_SCHEMAS: Final = {"type": "array", "items": _SCHEMA}
_NAMED_SCHEMAS: Final = {"type": "object", "additionalProperties": _SCHEMA}
_WORD: Final = {"anyOf": [{"type": kind} for kind in ("null", "boolean", "number", "string")]}
_LIST: Final = {"type": "array", "items": _WORD}
_MAP: Final = {"type": "object", "additionalProperties": _WORD}
_VALUE: Final = {"anyOf": [*_WORD["anyOf"], _LIST, _MAP]}

ANY_JSON: Final[dict[str, dict[str, Any]]] = {
    "JSONSchema": {
        "title": "JSONSchema",
        "description": "A JSON Schema (2020-12; draft 7 in AsyncAPI) or a part of one, in which "
        "other keywords may stand, too.",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "$ref": {"type": "string"},
            "$defs": _NAMED_SCHEMAS,
            "title": {"type": "string"},
            "description": {"type": "string"},
            "type": {"anyOf": [{"type": "string"}, _WORDS]},
            "format": {"type": "string"},
            "pattern": {"type": "string"},
            "enum": {"type": "array", "items": _WORD},
            "default": _VALUE,
            "minimum": {"type": "number"},
            "maximum": {"type": "number"},
            "minLength": {"type": "integer"},
            "maxLength": {"type": "integer"},
            "items": {"anyOf": [{"type": "boolean"}, _SCHEMA, _SCHEMAS]},
            "prefixItems": _SCHEMAS,
            "minItems": {"type": "integer"},
            "maxItems": {"type": "integer"},
            "properties": _NAMED_SCHEMAS,
            "required": _WORDS,
            "additionalProperties": {"anyOf": [{"type": "boolean"}, _SCHEMA]},
            "anyOf": _SCHEMAS,
            "oneOf": _SCHEMAS,
            "discriminator": {"anyOf": [{"type": "string"}, {"$ref": f"{_HERE}Discriminator"}]},
        },
        "additionalProperties": True,
    },
    "Discriminator": {
        "title": "Discriminator",
        "description": "Which field tells the alternatives apart, and where each value leads.",
        "type": "object",
        "properties": {
            "propertyName": {"type": "string"},
            "mapping": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["propertyName"],
        "additionalProperties": True,
    },
    "DescriptionInfo": {
        "title": "DescriptionInfo",
        "description": "What is described, in which version.",
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "version": {"type": "string"},
            "description": {"type": "string"},
        },
        "required": ["title", "version", "description"],
        "additionalProperties": True,
    },
    "DescribedOperation": {
        "title": "DescribedOperation",
        "description": "One method of one address; parameters, answers and security beside these.",
        "type": "object",
        "properties": {
            "operationId": {"type": "string"},
            "summary": {"type": "string"},
            "description": {"type": "string"},
            "tags": _WORDS,
        },
        "required": ["operationId", "summary", "description", "tags"],
        "additionalProperties": True,
    },
    "DescribedComponents": {
        "title": "DescribedComponents",
        "description": "What the operations refer to.",
        "type": "object",
        "properties": {"schemas": _NAMED_SCHEMAS},
        "required": ["schemas"],
        "additionalProperties": True,
    },
    "DescribedFrames": {
        "title": "DescribedFrames",
        "description": "Frames of one name, and who sends them.",
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": ["receive", "send"]},
            "title": {"type": "string"},
            "summary": {"type": "string"},
            "description": {"type": "string"},
        },
        "required": ["action", "title", "summary", "description"],
        "additionalProperties": True,
    },
    "AsyncAPIDocument": {
        "title": "AsyncAPIDocument",
        "description": "An AsyncAPI 3.0 document: the socket.",
        "type": "object",
        "properties": {
            "asyncapi": {"type": "string"},
            "info": {"$ref": f"{_HERE}DescriptionInfo"},
            "operations": {
                "type": "object",
                "additionalProperties": {"$ref": f"{_HERE}DescribedFrames"},
            },
            "components": {"$ref": f"{_HERE}DescribedComponents"},
        },
        "required": ["asyncapi", "info", "operations", "components"],
        "additionalProperties": True,
    },
    "OpenAPIDocument": {
        "title": "OpenAPIDocument",
        "description": "An OpenAPI 3.1 document: this one.",
        "type": "object",
        "properties": {
            "openapi": {"type": "string"},
            "info": {"$ref": f"{_HERE}DescriptionInfo"},
            "paths": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": {"$ref": f"{_HERE}DescribedOperation"},
                },
            },
            "components": {"$ref": f"{_HERE}DescribedComponents"},
        },
        "required": ["openapi", "info", "paths", "components"],
        "additionalProperties": True,
    },
}
"""By name: schemas of what has a grammar of its own, published elsewhere."""
