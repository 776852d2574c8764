"""Descriptions that are checked in: written anew, or compared with what the program says now."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class WritesDescription(BaseCommand, ABC):
    """Writes `path` in the project's folder; with ``--check`` only compares."""

    requires_system_checks = ()
    path: ClassVar[Path]
    name: ClassVar[str]

    @abstractmethod
    def description(self) -> Any:
        """Return what is written."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``--check``."""
        parser.add_argument(
            "--check", action="store_true", help="Change nothing; fail if the file is out of date."
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write or compare.  Raises `CommandError` when the file is out of date."""
        del args, options
        path, text = settings.BASE_DIR / self.path, text_of(self.description())
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            self.stdout.write(f"{self.path} written.")
        elif not path.exists() or path.read_text("utf-8") != text:
            raise CommandError(f"{self.path} is out of date: run `manage.py {self.name}`.")


def text_of(description: Any) -> str:
    """Return a description as it is checked in; a text as it is."""
    if isinstance(description, str):
        return description
    return json.dumps(description, indent=2, ensure_ascii=False) + "\n"
