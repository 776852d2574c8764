"""``manage.py asyncapi``: write the AsyncAPI description that is checked in, or compare it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from api.asyncapi import document
from api.management.written import WritesDescription

WRITTEN = Path("docs/api/asyncapi.json")


class Command(WritesDescription):
    """Writes ``docs/api/asyncapi.json``."""

    help = "Write docs/api/asyncapi.json from the socket's frames, or compare it (--check)."
    path: ClassVar = WRITTEN
    name: ClassVar = "asyncapi"

    def description(self) -> Any:
        """Return the description of the socket."""
        return document()
