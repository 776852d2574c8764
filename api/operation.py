"""What one endpoint is, said once: the views obey it, the OpenAPI description is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Access(StrEnum):
    """Who may knock.  Whether the door opens for this object is the service's business."""

    OPEN = "open"
    """Nobody is asked who they are: a token is not even looked at."""
    ANYONE = "anyone"
    """With a token or without; a wrong one is refused."""
    PLAYER = "player"


class Tag(StrEnum):
    """What an operation is about."""

    GAMES = "Games"
    PLAYERS = "Players"
    TABLES = "Tables"
    PLAY = "Play"
    REPLAYS = "Replays"
    RESULTS = "Results"
    SERVER = "Server"


class Reader(StrEnum):
    """Who an operation is written for: the second way through the description."""

    APP = "For player apps"
    BOT = "For bots"
    OPERATOR = "For operators"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method of one address.

    `body`, `query` and `answer` are msgspec types; without an `answer` there is no JSON.
    `also_as` are media types in which the answer comes too, as text.  `problems` are the codes
    beyond those every operation of its kind shares; with `illegal` the refusals of the games belong
    to them.  `headers` are those of the answer.
    """

    id: str
    tag: Tag
    access: Access
    readers: tuple[Reader, ...] = (Reader.APP, Reader.BOT)
    answer: Any = None
    status: int = 200
    body: Any = None
    body_required: bool = True
    example: Mapping[str, Any] | None = None
    """Of the body; needed only where no playthrough has recorded one."""
    query: Any = None
    headers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    keyed: bool = False
    """Whether it takes an Idempotency-Key."""
    asks_decision: bool = False
    """Whether it takes If-Decision."""
    ticket: bool = False
    """Whether a single-use ticket in the query lets in too."""
    illegal: bool = False
    conditional: bool = False
    """Whether it answers 304 to If-None-Match."""
    also_as: tuple[str, ...] = ()
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
