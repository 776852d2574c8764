"""``manage.py problems``: write the catalogue of problems that is checked in, or compare it."""

from __future__ import annotations

from pathlib import Path

from api.management.written import WritingCommand
from api.problem_texts import catalogue

WRITTEN = Path("docs/api/problems.md")


class Command(WritingCommand):
    """Writes ``docs/api/problems.md``."""

    help = "Write docs/api/problems.md from the tables of problems, or compare it (--check)."
    path = WRITTEN

    def written(self) -> str:
        """Return the catalogue as it is checked in."""
        return catalogue()
