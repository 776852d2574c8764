"""``manage.py notice TEXT [--at TIME]``: say something to everybody at a socket."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.models import MOST_LETTERS
from api.notices import announce
from games import clock


class Command(BaseCommand):
    """Tells every socket of every process."""

    help = (
        "Tell everybody at a socket, as a `notice` of the kind maintenance. With --at it is told "
        "to those who come, too, until then; else for a minute."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what is said, and the time it is about."""
        parser.add_argument("text", help=f"what to say, at most {MOST_LETTERS} letters")
        parser.add_argument("--at", help="ISO 8601, UTC unless it says otherwise")

    def handle(self, *args: Any, text: str, at: str | None, **options: Any) -> None:
        """Have it said.  Raises `CommandError` for what cannot be."""
        del args, options
        if not text.strip() or len(text) > MOST_LETTERS:
            raise CommandError(f"A notice has 1 to {MOST_LETTERS} letters.")
        announce(text=text, at=None if at is None else _time(at))
        self.stdout.write("It is being told.")


def _time(said: str) -> datetime:
    try:
        at = datetime.fromisoformat(said)
    except ValueError as error:
        raise CommandError(f"{said} is no time: say 2030-01-31T23:00Z.") from error
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    if at <= clock.now():
        raise CommandError(f"{said} is over.")
    return at
