"""What one endpoint is, said once: the views obey it, the OpenAPI description is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Access(StrEnum):
    """Who may knock.  Whether the door opens for this object is the service's business."""

    ANYONE = "anyone"
    PLAYER = "player"


class Tag(StrEnum):
    """The reader of an operation."""

    GAMES = "Games"
    PLAYERS = "Players"
    TABLES = "Tables"
    PLAY = "Play"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method of one address.

    `body`, `query` and `answer` are msgspec types; an answer of None is 204 without a body.
    `problems` are the codes beyond those every operation of its kind shares; with `illegal` the
    refusals of the games belong to them.  `headers` are those of the answer.
    """

    id: str
    tag: Tag
    access: Access
    answer: Any = None
    status: int = 200
    body: Any = None
    body_required: bool = True
    example: Mapping[str, Any] | None = None
    """Of the body."""
    query: Any = None
    headers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    keyed: bool = False
    """Whether it takes an Idempotency-Key."""
    asks_decision: bool = False
    """Whether it takes If-Decision."""
    illegal: bool = False
    conditional: bool = False
    """Whether it answers 304 to If-None-Match."""
    markdown: bool = False
    """Whether the answer also comes as Markdown."""
    also_as: tuple[str, ...] = ()
    """Media types in which the answer comes too, as text."""
    other_answers: Mapping[int, Any] = field(default_factory=dict)
    """Answers by their status that are no problem documents, besides the usual one."""
    takes_last_event_id: bool = False
    """Whether it takes Last-Event-ID."""


def operation(declared: Operation) -> Callable[[Handler], Handler]:
    """Attach the declaration to a view's method."""

    def attach(handler: Handler) -> Handler:
        handler.operation = declared  # type: ignore[attr-defined] # functions take attributes
        return handler

    return attach


def operation_of(view: object, method: str) -> Operation | None:
    """Return what the view declares for an HTTP method; None: nothing, so nobody may."""
    found: Operation | None = getattr(getattr(view, method.lower(), None), "operation", None)
    return found
