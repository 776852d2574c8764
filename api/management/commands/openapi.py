"""``manage.py openapi``: write the OpenAPI description that is checked in, or compare it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from api.management.written import WritesDescription, text_of
from api.schema import document

WRITTEN = Path("docs/api/openapi.json")


class Command(WritesDescription):
    """Writes ``docs/api/openapi.json``."""

    help = "Write docs/api/openapi.json from the endpoints, or compare it (--check)."
    path: ClassVar = WRITTEN
    name: ClassVar = "openapi"

    def description(self) -> Any:
        """Return the description of the endpoints."""
        return document()


def written() -> str:
    """Return the description as it is checked in."""
    return text_of(document())
