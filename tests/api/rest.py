"""People who speak REST.  Every answer they get is held against the OpenAPI description."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import jsonschema_rs
from django.core.signals import setting_changed
from django.test import Client
from django.test.client import ClientHandler
from django.urls import Resolver404, resolve

from accounts import services
from accounts.models import Player
from api.schema import document
from games.rules import registry

V1 = "/api/v1"
OUTSIDE = ("/api", "/problems", "/healthz", "/readyz")


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: Any
    """The decoded JSON; the text if it is something else; None if there is nothing."""

    @property
    def code(self) -> str:
        """The problem's code."""
        assert self.headers["Content-Type"] == "application/problem+json", self
        return str(self.body["code"])

    @property
    def flaw(self) -> dict[str, Any]:
        """The one flaw of the problem."""
        (flaw,) = self.body["errors"]
        found: dict[str, Any] = flaw
        return found


SHARED: Final = ClientHandler(enforce_csrf_checks=False)
"""The middleware, put together once: it looks at every static file while it is."""


def _forget_the_middleware(**_: Any) -> None:
    # It is put together anew at the next request.
    SHARED._middleware_chain = None  # type: ignore[attr-defined] # which the stubs leave out


setting_changed.connect(_forget_the_middleware)


def caller() -> Client:
    """Return a client with cookies of its own, and the middleware of all."""
    client = Client()
    client.handler = SHARED
    return client


@dataclass
class Person:
    """Somebody with or without a token."""

    token: str = ""
    account: Player | None = None
    client: Client = field(default_factory=caller)
    checks: bool = True
    """Whether answers are held against the description."""

    @property
    def player(self) -> Player:
        """Who this is; only asked of somebody with a token."""
        assert self.account is not None
        return self.account

    def get(self, path: str, **headers: str) -> Answer:
        """Ask."""
        return self.send("GET", path, **headers)

    def post(self, path: str, body: object = None, *, key: str = "", **headers: str) -> Answer:
        """Do; `key` is the Idempotency-Key."""
        if key:
            headers["Idempotency-Key"] = key
        return self.send("POST", path, body, **headers)

    def put(self, path: str) -> Answer:
        """Let it be so."""
        return self.send("PUT", path)

    def patch(self, path: str, body: object) -> Answer:
        """Change."""
        return self.send("PATCH", path, body)

    def delete(self, path: str) -> Answer:
        """Take away."""
        return self.send("DELETE", path)

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send a request; `body` may be bytes, which are sent as they are."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        raw = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body)
        url = path if path.startswith(OUTSIDE) else V1 + path
        response = self.client.generic(
            method,
            url,
            raw,
            content_type=sent.pop("Content-Type", "application/json"),
            headers=sent,
        )
        answer = _read(response)
        if self.checks:
            check(method, url, answer)
        return answer


def person(name: str, **fields: Any) -> Person:
    """Return a new player with a session."""
    player = Player.objects.create_user(name, **fields)
    return signed_in(player)


def signed_in(player: Player) -> Person:
    """Return a player with a new session."""
    opened = services._sign_in(player, "")
    return Person(opened.token, player)


def nobody() -> Person:
    """Return somebody without a token."""
    return Person()


def _read(response: Any) -> Answer:
    content = response.content
    is_json = "json" in response.headers.get("Content-Type", "")
    body = json.loads(content) if is_json and content else content.decode() or None
    return Answer(response.status_code, dict(response.headers), body)


# --- Against the description ----------------------------------------------------------------------


def check(method: str, url: str, answer: Answer) -> None:
    """Fail unless this answer is described for this operation, to the last field."""
    operation = _operation(method, url)
    if operation is None:
        return
    responses = operation["responses"]
    assert str(answer.status) in responses, (method, url, answer)
    found = responses[str(answer.status)]
    for name in ("Location", "Idempotency-Replayed", "Retry-After", "RateLimit"):
        assert name not in answer.headers or name in found.get("headers", {}), (name, url)
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.body is None:
        assert "content" not in found
        return
    schema = found["content"][kind]["schema"]
    if kind.endswith("json"):
        _validator(json.dumps(schema), registry.names()).validate(answer.body)
    if kind == "application/problem+json" and "rule" not in answer.body:
        assert f"`{answer.body['code']}`" in found["description"], (method, url, answer.body)


def described(method: str, path: str) -> dict[str, Any]:
    """Return how the operation at this path is described."""
    found = _operation(method, path if path.startswith(OUTSIDE) else V1 + path)
    assert found is not None, (method, path)
    return found


def _operation(method: str, url: str) -> dict[str, Any] | None:
    """Return how an operation is described; None for addresses and methods that are not there."""
    try:
        route = resolve(url.partition("?")[0]).route
    except Resolver404:
        return None
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    operations = _document(registry.names())["paths"].get(path, {})
    found: dict[str, Any] | None = operations.get(method.lower())
    return found


@lru_cache(maxsize=4)
def _document(games: tuple[str, ...]) -> dict[str, Any]:
    return document()


@lru_cache(maxsize=256)
def _validator(schema: str, games: tuple[str, ...]) -> jsonschema_rs.Draft202012Validator:
    components = {
        name: _closed(part) for name, part in _document(games)["components"]["schemas"].items()
    }
    whole = {**json.loads(schema), "components": {"schemas": components}}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer without room for undescribed fields: tests want none."""
    if schema.get("type") == "object" and "properties" in schema:
        return {"additionalProperties": False} | schema
    return schema
