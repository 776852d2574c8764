"""``manage.py problems``: write the catalogue of problems that is checked in, or compare it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from api.management.written import WritesDescription
from api.problem_texts import catalogue

WRITTEN = Path("docs/api/problems.md")


class Command(WritesDescription):
    """Writes ``docs/api/problems.md``."""

    help = "Write docs/api/problems.md from the tables of problems, or compare it (--check)."
    path: ClassVar = WRITTEN
    name: ClassVar = "problems"

    def description(self) -> Any:
        """Return the catalogue."""
        return catalogue()
