"""The few words in which ASGI is spoken here, and how to answer without Django."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec

from api.serializers.problems import Problem

Scope = MutableMapping[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the header of this lower-case name, None if there is none or more than one."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0] if len(values) == 1 else None


async def send_problem(send: Send, problem: Problem, *, kind: str = "http") -> None:
    """Answer with an RFC 9457 problem; `kind` ``websocket.http`` refuses a handshake by it."""
    body = msgspec.json.encode(problem)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": f"{kind}.response.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
