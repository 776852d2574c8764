"""The base of commands that write one file of the docs, or compare it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class WritingCommand(BaseCommand):
    """Writes the file at `path` (in the project's folder) with the text of `written`."""

    path: ClassVar[Path]
    requires_system_checks = ()

    def written(self) -> str:
        """Return the file's text as it has to be."""
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``--check``."""
        parser.add_argument(
            "--check", action="store_true", help="Change nothing; fail if the file is out of date."
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write or compare.  Raises `CommandError` when the file is out of date."""
        del args, options
        path, text = settings.BASE_DIR / self.path, self.written()
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            self.stdout.write(f"{self.path} written.")
        elif not path.exists() or path.read_text("utf-8") != text:
            command = type(self).__module__.rpartition(".")[2]
            raise CommandError(f"{self.path} is out of date: run `manage.py {command}`.")
