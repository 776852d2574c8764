"""A seat's position and the plies it saw, as they stand on the wire: REST and socket alike."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, UnsetType

from api.serializers.components import Time, component
from games import selectors
from games.models import Status
from games.rules.kernel import Data, Meta
from games.rules.registry import builtins

AnyAction = Annotated[dict[str, Any], component("Action")]
AnyEvent = Annotated[dict[str, Any], component("Event")]
AnyView = Annotated[dict[str, Any], component("View")]
AnyHints = Annotated[dict[str, Any], component("Hints")]

BESIDE_THE_VIEW = ("ply", "decision", "timers")
"""Fields of the rules' views that stand in the position, next to the view."""


class Timer(Data, frozen=True):
    """An hourglass: it runs out at `deadline_at`, or is paused with `left_ms` on it."""

    id: Annotated[int, Meta(description="No hourglass of a match has the id of another.")]
    name: str
    seats: list[int]
    deadline_at: Time | UnsetType = UNSET
    left_ms: int | UnsetType = UNSET


class Position(Data, frozen=True):
    """Everything one seat may know and do at one `ply`; the whole of it, never a difference.

    `legal` holds at most 200 actions in a fixed order, ready to be sent back; with `complete` these
    are all there are, else at least one of each kind, and `hints` help to compose the rest.
    `decision` numbers the question the seat is asked.  Spectators have no hints and no actions.
    """

    epoch: Annotated[int, Meta(description="Raised when plies were taken back: begin anew.")]
    ply: Annotated[int, Meta(description="How many actions and bells led here.")]
    view: AnyView
    hints: AnyHints | None
    legal: list[AnyAction]
    complete: bool
    decision: int
    timers: list[Timer]
    server_time: Time
    seat: Annotated[int, Meta(ge=0, description="Where the reader sits.")] | None
    status: Annotated[Status, Meta(description="Only a running match can be played on.")]


class SeenPly(Data, frozen=True):
    """One applied action, or the bell of a timer, as far as the reader may know of it.

    Numbers are contiguous for everybody; a ply of which the reader saw nothing has no events.
    """

    match: UUID
    epoch: int
    ply: int
    at: Time
    events: list[AnyEvent]


def position_wire(position: selectors.Position) -> dict[str, Any]:
    """Return the position as JSON-able data."""
    wire: dict[str, Any] = builtins(position_data(position))
    return wire


def position_data(position: selectors.Position) -> Position:
    """Return the position, ready to be encoded."""
    view = builtins(position.view)
    for name in BESIDE_THE_VIEW:
        del view[name]
    inner: Any = position  # what encodes as the dicts that the types speak of
    return Position(
        epoch=position.epoch,
        ply=position.ply,
        view=view,
        hints=inner.hints,
        legal=inner.legal.actions,
        complete=position.legal.complete,
        decision=position.decision,
        timers=[timer(clock) for clock in position.clocks],
        server_time=position.server_time,
        seat=position.seat,
        status=Status(position.match.status),
    )


def ply_wire(
    seen: selectors.SeenPly, *, match_id: UUID | None = None, epoch: int | None = None
) -> dict[str, Any]:
    """Return ``{ply, at, events}``; ``match`` and ``epoch`` stand before them where given."""
    named = {"match": match_id, "epoch": epoch}
    wire: dict[str, Any] = builtins(
        {name: value for name, value in named.items() if value is not None}
        | {"ply": seen.number, "at": seen.at, "events": seen.events}
    )
    return wire


def timer(clock: selectors.Clock) -> Timer:
    """Return a clock as it stands on the wire."""
    return Timer(
        id=clock.id,
        name=clock.name,
        seats=list(clock.seats),
        deadline_at=UNSET if clock.deadline_at is None else clock.deadline_at,
        left_ms=UNSET if clock.left_ms is None else clock.left_ms,
    )
