"""Every check of a server, subject by subject."""

from __future__ import annotations

from typing import Final

from clients.conformance.checks import Group
from clients.conformance.server import (
    acting,
    cuts,
    following,
    frames,
    handshake,
    problems,
    rest,
    resuming,
    rights,
    secrets,
)
from clients.conformance.server.venue import Venue

GROUPS: Final[tuple[Group[Venue], ...]] = (
    handshake.group,
    frames.group,
    following.group,
    acting.group,
    cuts.group,
    resuming.group,
    rest.group,
    secrets.group,
    rights.group,
    problems.group,
)
