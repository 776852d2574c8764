"""The AsyncAPI 3.0 description of the socket, made of the frames' own classes.

Every message is one class of `api.frames`: its docstring is the message's words, its type the
schema, and its example was said in a match (`api.asyncapi_examples`).  The schemas are those of
the OpenAPI description, in the words of JSON Schema draft 7, which AsyncAPI speaks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, get_args

import msgspec
from django.conf import settings

from api import json_schemas
from api.asyncapi_examples import examples
from api.asyncapi_texts import CHANNEL, DESCRIPTION, REPLIES, SECURITY, UNASKED, close_codes_text
from api.close_codes import CLOSE_CODES
from api.frames import SUBPROTOCOL, AnyClientFrame, AnyServerFrame, MatchPosition
from api.json_schemas import COMPONENTS, Schema
from api.serializers.positions import Position
from games.rules import registry

PATH: Final = "/ws/v1"
CLIENT: Final[tuple[Any, ...]] = get_args(AnyClientFrame)
SERVER: Final[tuple[Any, ...]] = get_args(AnyServerFrame)
_CHANNEL: Final = {"$ref": "#/channels/socket"}


def document() -> Schema:
    """Return the whole description as it is checked in."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Parlour: the socket",
            "version": settings.SPECTACULAR_SETTINGS["VERSION"],
            "description": DESCRIPTION,
            "license": {"name": "MIT"},
            "tags": [{"name": "Play", "description": "Following and playing matches."}],
        },
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": {"socket": _channel()},
        "operations": {**_heard(), **_said()},
        "components": {
            "messages": {message_name(kind): _message(kind) for kind in (*CLIENT, *SERVER)},
            "schemas": schemas(),
            "securitySchemes": SECURITY,
        },
    }


@lru_cache(maxsize=1)
def document_json() -> bytes:
    """Return the whole description as it is served."""
    return msgspec.json.encode(document())


def message_name(kind: Any) -> str:
    """Return ``askPing`` for `AskPingFrame`: two frames of the two directions may share a `t`."""
    name = str(kind.__name__).removesuffix("Frame")
    return name[:1].lower() + name[1:]


# --- Where, and who says what ---------------------------------------------------------------------


def _servers() -> Schema:
    security = [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY]
    return {
        "deployed": {
            "host": "{host}",
            "protocol": "wss",
            "description": "A deployment.",
            "variables": {"host": {"default": "parlour.example", "description": "Its name."}},
            "security": security,
        },
        "local": {
            "host": "{host}",
            "protocol": "ws",
            "description": "What `make play` starts.",
            "variables": {"host": {"default": "127.0.0.1:8000", "description": "Where it says."}},
            "security": security,
        },
    }


def _channel() -> Schema:
    offered = {
        "type": "string",
        "const": SUBPROTOCOL,
        "description": "The subprotocol, which must be offered.",
    }
    headers = {
        "type": "object",
        "properties": {"Sec-WebSocket-Protocol": offered},
        "required": ["Sec-WebSocket-Protocol"],
    }
    return {
        "address": PATH,
        "title": "The socket",
        "summary": "One line to the table, for any number of matches.",
        "description": f"{CHANNEL}\n{close_codes_text()}",
        "messages": {
            message_name(kind): {"$ref": f"#/components/messages/{message_name(kind)}"}
            for kind in (*CLIENT, *SERVER)
        },
        "bindings": {"ws": {"method": "GET", "headers": headers, "bindingVersion": "0.1.0"}},
        "x-subprotocol": SUBPROTOCOL,
        "x-close-codes": [msgspec.to_builtins(each) for each in CLOSE_CODES],
    }


def _heard() -> dict[str, Schema]:
    """Return an operation for each frame of the client, with what answers it."""
    found = {}
    for kind in CLIENT:
        name, (summary, description) = message_name(kind), words(kind)
        operation: Schema = {
            "action": "receive",
            "channel": _CHANNEL,
            "title": f"Client: {kind.__struct_config__.tag}",
            "summary": summary,
            "description": description,
            "messages": [_in_channel(name)],
        }
        found[name] = operation | {"reply": _reply(REPLIES[name])}
    return found


def _said() -> dict[str, Schema]:
    """Return what the server says without being asked."""
    return {
        told.name: {
            "action": "send",
            "channel": _CHANNEL,
            "title": told.title,
            "summary": told.summary,
            "description": told.description,
            "messages": [_in_channel(message) for message in told.messages],
            **({"reply": _reply(told.replies)} if told.replies else {}),
        }
        for told in UNASKED
    }


def _reply(names: Iterable[str]) -> Schema:
    return {"channel": _CHANNEL, "messages": [_in_channel(name) for name in names]}


def _in_channel(name: str) -> Schema:
    return {"$ref": f"#/channels/socket/messages/{name}"}


# --- What a message is ----------------------------------------------------------------------------


def _message(kind: Any) -> Schema:
    name, (summary, description) = message_name(kind), words(kind)
    message: Schema = {
        "name": name,
        "title": kind.__struct_config__.tag,
        "summary": summary,
        "description": description,
        "contentType": "application/json",
        "payload": {"$ref": f"{COMPONENTS}{kind.__name__}"},
        "examples": [
            {"name": name, "summary": summary, "payload": payload}
            for payload in examples()[kind.__name__]
        ],
    }
    if "id" in kind.__struct_fields__:
        message["correlationId"] = {
            "description": "The client's own; one `ack` or `nack` carries it.",
            "location": "$message.payload#/id",
        }
    return message


def words(kind: Any) -> tuple[str, str]:
    """Return the summary and the description of a frame, which its docstring holds."""
    doc = json_schemas.components([kind])[kind.__name__]["description"]
    summary, _, description = doc.partition("\n\n")
    return summary.rstrip("."), description or summary


def schemas() -> dict[str, Schema]:
    """Return every schema the messages lead to, in the words of draft 7."""
    read = json_schemas.components(CLIENT)
    found = json_schemas.answered_components([*SERVER, MatchPosition, Position])
    for name in registry.names():
        found |= json_schemas.game_components(registry.kind(name))
    found |= json_schemas.union_components() | read
    found["Hello"]["oneOf"] = [{"required": ["token"]}, {"required": ["ticket"]}]
    roots = [kind.__name__ for kind in (*CLIENT, *SERVER)]
    reached = json_schemas.reached(roots, found, COMPONENTS)
    return {name: draft_7(found[name]) for name in sorted(reached)}


def draft_7(schema: Any) -> Any:
    """Return a schema in the words of draft 7, the discriminator as AsyncAPI has it."""
    if isinstance(schema, list | tuple):
        return [draft_7(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    node = {key: draft_7(value) for key, value in schema.items()}
    if isinstance(node.get("discriminator"), dict):
        node["discriminator"] = node["discriminator"]["propertyName"]
    if "prefixItems" in node:
        rest = node.pop("items", True)
        node |= {"items": node.pop("prefixItems"), "additionalItems": rest}
    if "$ref" in node and len(node) > 1:
        node["allOf"] = [{"$ref": node.pop("$ref")}]
    return node
