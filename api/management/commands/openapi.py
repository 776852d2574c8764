"""``manage.py openapi``: write the OpenAPI description that is checked in, or compare it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.schema import document

WRITTEN = Path("docs/api/openapi.json")


class Command(BaseCommand):
    """Writes ``docs/api/openapi.json``."""

    help = "Write docs/api/openapi.json from the endpoints, or compare it (--check)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``--check``."""
        parser.add_argument(
            "--check", action="store_true", help="Change nothing; fail if the file is out of date."
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write or compare.  Raises `CommandError` when the file is out of date."""
        del args, options
        path, text = settings.BASE_DIR / WRITTEN, written()
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            self.stdout.write(f"{WRITTEN} written.")
        elif not path.exists() or path.read_text("utf-8") != text:
            raise CommandError(f"{WRITTEN} is out of date: run `manage.py openapi`.")


def written() -> str:
    """Return the description as it is checked in."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
