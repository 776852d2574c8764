"""A client for Parlour: `Parlour` for REST, `Session` for the socket.

async with Parlour("https://…") as parlour: ``guest()``, ``create_match()``, ``session()``.
"""

from parlour_client.credentials import Credential, Ticket, Token
from parlour_client.errors import ProblemError, SessionClosed
from parlour_client.follow import Following, Known
from parlour_client.frames import MatchEvent
from parlour_client.models import (
    Ack,
    MatchPosition,
    Notice,
    Presence,
    Problem,
    Resumed,
    Resync,
    SeenPly,
    Welcome,
)
from parlour_client.pace import BackOff, Clock
from parlour_client.rest import Parlour
from parlour_client.session import Session, State
from parlour_client.transport import Line, LineClosed, Transport

__all__ = [
    "Ack",
    "BackOff",
    "Clock",
    "Credential",
    "Following",
    "Known",
    "Line",
    "LineClosed",
    "MatchEvent",
    "MatchPosition",
    "Notice",
    "Parlour",
    "Presence",
    "Problem",
    "ProblemError",
    "Resumed",
    "Resync",
    "SeenPly",
    "Session",
    "SessionClosed",
    "State",
    "Ticket",
    "Token",
    "Transport",
    "Welcome",
]
