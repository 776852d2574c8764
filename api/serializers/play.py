"""Playing on the wire: what an action led to, and what a reader missed."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from api.serializers.positions import AnyEvent, Position, SeenPly
from games.rules.kernel import Data, Meta


class Played(Data, frozen=True):
    """What an action led to.

    A repeat of the request answers the same `ply` and `events`, with the position of now.
    """

    ply: int
    events: list[AnyEvent]
    position: Position


class Plies(Data, frozen=True):
    """The plies after number `after`, at most 300; the match stands at `ply`.

    Is the last one below `ply`, ask again from there.  Is `epoch` another than yours, begin anew.
    """

    match: UUID
    epoch: int
    ply: int
    plies: list[SeenPly]


class StreamStart(Data, frozen=True):
    """Who listens, and from where on."""

    after: Annotated[
        str,
        Meta(
            max_length=32,
            description="`epoch:ply`, the newest you have; the header `Last-Event-ID` goes before.",
            examples=["1:7"],
        ),
    ] = ""
    ticket: Annotated[
        str,
        Meta(
            max_length=128,
            description="From `POST /socket-tickets` with the purpose `stream`: for clients that "
            "cannot send a header. Not looked at where there is one.",
        ),
    ] = ""


class After(Data, frozen=True):
    """From where to read on, and how long to wait for something to happen."""

    after: Annotated[
        int, Meta(ge=0, le=2**31 - 1, description="The number of the last ply you have.")
    ] = 0
    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=25,
            description="Seconds to wait for a ply after that one, if there is none yet.",
        ),
    ] = 0
