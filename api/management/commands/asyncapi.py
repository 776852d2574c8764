"""``manage.py asyncapi``: write the AsyncAPI description that is checked in, or compare it."""

from __future__ import annotations

import json
from pathlib import Path

from api.asyncapi import document
from api.management.written import WritingCommand

WRITTEN = Path("docs/api/asyncapi.json")


class Command(WritingCommand):
    """Writes ``docs/api/asyncapi.json``."""

    help = "Write docs/api/asyncapi.json from the socket's frames, or compare it (--check)."
    path = WRITTEN

    def written(self) -> str:
        """Return the description as it is checked in."""
        return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
