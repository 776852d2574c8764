"""Writes down what is said: each request and its answer, under the name of its operation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from api.recorded import Call
from games.rules.registry import builtins
from tests.api.rest import Answer, Person, described

MOST_ITEMS: Final = 1
"""How much is kept of the long lists and maps of the catalogue."""
MOST_TEXT: Final = 600
_LONG: Final = {
    "get_game": ("$defs", "refusals"),
    "list_cards": (
        *("cards", "runs", "names", "specials", "actions", "staff", "desires", "customers"),
        *("compensation", "kinds"),
    ),
    "read_rules": ("sections",),
    "list_texts": (
        *("events", "refusals", "timers", "questions", "words", "lines", "phases", "faces"),
        *("decks", "texts"),
    ),
    "list_problems": ("",),
    "get_replay": ("opening", "plies", "table", "known"),
    "get_shared_replay": ("opening", "plies", "table", "known"),
}


class Recorder:
    """Keeps calls by operation."""

    def __init__(self) -> None:
        self.calls: dict[str, list[Call]] = {}

    def call(
        self,
        who: Person,
        line: str,
        summary: str,
        body: object = None,
        *,
        name: str = "example",
        **headers: str,
    ) -> Answer:
        """Send ``"POST /matches"`` and write down what came of it."""
        method, _, path = line.partition(" ")
        answer = who.send(method, path, body, **headers)
        id_ = described(method, path)["operationId"]
        content = _kept(id_, answer.body)
        call = Call(
            name=name,
            summary=summary,
            status=answer.status,
            media_type=answer.headers.get("Content-Type", "").partition(";")[0],
            request=body,
            answer=content,
            shortened=content != answer.body,
        )
        assert answer.status < HTTPStatus.BAD_REQUEST or "problem" not in call.media_type, answer
        self.calls.setdefault(id_, []).append(call)
        return answer


def _kept(id_: str, body: Any) -> Any:
    """Return as much of an answer as an example needs."""
    if id_ == "get_openapi":
        return _bare(body)
    if id_ == "get_asyncapi":
        return _bare_socket(body)
    if isinstance(body, str):
        return body[:MOST_TEXT]
    return _shortened(body, _LONG[id_]) if id_ in _LONG else body


def _shortened(thing: Any, names: tuple[str, ...], name: str = "") -> Any:
    """Return the thing with the lists and maps of these names cut off after a few items."""
    most = MOST_ITEMS if name in names else None
    if isinstance(thing, Mapping):
        items = list(thing.items())[:most]
        return {key: _shortened(value, names, key) for key, value in items}
    if isinstance(thing, list):
        return [_shortened(item, names, "item") for item in thing[:most]]
    return thing


def _bare(document: dict[str, Any]) -> dict[str, Any]:
    """Return the beginning of a description, without what would describe itself over and over."""
    path, name = "/api/v1/games", "Seats"
    operation = document["paths"][path]["get"]
    kept = ("operationId", "summary", "description", "tags")
    return {
        "openapi": document["openapi"],
        "info": document["info"],
        "paths": {path: {"get": {key: operation[key] for key in kept}}},
        "components": {"schemas": {name: document["components"]["schemas"][name]}},
    }


def _bare_socket(document: dict[str, Any]) -> dict[str, Any]:
    """Return the beginning of the socket's description."""
    operation, schema = document["operations"]["hello"], "Ack"
    kept = ("action", "title", "summary", "description")
    return {
        "asyncapi": document["asyncapi"],
        "info": {key: document["info"][key] for key in ("title", "version", "description")},
        "operations": {"hello": {key: operation[key] for key in kept}},
        "components": {"schemas": {schema: document["components"]["schemas"][schema]}},
    }


def as_json(thing: Any) -> str:
    """Return data or calls as they are checked in."""
    return json.dumps(builtins(thing), indent=1, ensure_ascii=False) + "\n"
