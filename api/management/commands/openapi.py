"""``manage.py openapi``: write the OpenAPI description that is checked in, or compare it."""

from __future__ import annotations

import json
from pathlib import Path

from api.management.written import WritingCommand
from api.schema import document

WRITTEN = Path("docs/api/openapi.json")


class Command(WritingCommand):
    """Writes ``docs/api/openapi.json``."""

    help = "Write docs/api/openapi.json from the endpoints, or compare it (--check)."
    path = WRITTEN

    def written(self) -> str:
        """Return the description as it is checked in."""
        return written()


def written() -> str:
    """Return the description as it is checked in."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
