"""Every check of a client, subject by subject."""

from __future__ import annotations

from typing import Final

from clients.conformance.checks import Group
from clients.conformance.client import acts, closing, greeting, news
from clients.conformance.client.stage import Theatre

GROUPS: Final[tuple[Group[Theatre], ...]] = (
    greeting.group,
    news.group,
    acts.group,
    closing.group,
)
