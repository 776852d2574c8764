"""``manage.py replay``: look back at a match, export it, or check a file somebody sent."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management import BaseCommand, CommandError

from games import records
from games.errors import NoSuchMatch
from scoring.replays import binding, files, playback, story
from scoring.replays.files import ALL, SPECTATOR, Eyes, Replay


class Command(BaseCommand):
    """The story of a match of the database, or of a file without any."""

    help = (
        "Tell the story of a match, by its id or from an exported file.  A file is first checked"
        " and played again by the rules it names; no database is asked.  A running match is told as"
        " spectators see it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "match", nargs="?", metavar="MATCH|FILE", help="a match's id, or a file"
        )
        parser.add_argument("--seat", type=int, help="through whose eyes; by default all is open")
        parser.add_argument("--spectator", action="store_true", help="through nobody's eyes")
        parser.add_argument("--ply", type=int, help="up to which ply; by default the last")
        parser.add_argument("--schema", action="store_true", help="print the files' JSON Schema")
        parser.add_argument("--export", metavar="FILE", help="write a file instead of the story")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Tell or export.  An ill file ends with exit status 1 and what is wrong with it."""
        if options["schema"]:
            self.stdout.write(json.dumps(files.schema(), indent=2))
            return
        if options["match"] is None:
            raise CommandError("Which match, or which file?")
        try:
            found = self._found(options)
        except (playback.UnknownRules, files.NoReplay) as unknown:
            raise CommandError(f"This cannot be replayed here: {unknown}") from unknown
        except ValueError as wrong:
            raise CommandError(str(wrong)) from wrong
        if options["export"]:
            Path(options["export"]).write_bytes(files.written(found))
            self.stdout.write(f"{options['export']}: {len(found.plies)} plies.")
        else:
            for line in story.lines(found):
                self.stdout.write(line)

    def _found(self, options: dict[str, Any]) -> Replay:
        try:
            match_id = UUID(options["match"])
        except ValueError:
            return self._from_file(Path(options["match"]), options)
        return _from_database(match_id, options)

    def _from_file(self, path: Path, options: dict[str, Any]) -> Replay:
        try:
            file = files.read(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        if file.whole:
            if flaws := playback.check(file):
                raise CommandError(f"{path} was not played like this: {'; '.join(flaws)}")
            self.stderr.write(f"{path}: {file.ply} plies, played again, the same.")
        if options["ply"] is not None:
            file = playback.cut(file, options["ply"])
        seat = None if options["spectator"] else options["seat"]
        if options["spectator"] or seat is not None:
            if not file.whole:
                raise CommandError("Only a file that is all open can be seen by others' eyes.")
            file = playback.through(file, seat)
        return file


def _from_database(match_id: UUID, options: dict[str, Any]) -> Replay:
    """Return the match.  An operator too sees a running one as spectators do."""
    try:
        record = records.of(match_id)
    except NoSuchMatch:
        raise CommandError(f"There is no match {match_id}.") from None
    if record.match.state is None:
        raise CommandError("The match has not begun.")
    ply, seat, last = options["ply"], options["seat"], record.match.ply
    if ply is not None and not 0 <= ply <= last:
        raise CommandError(f"The match has the plies 0 to {last}.")
    if seat is not None and not 0 <= seat < record.match.seats:
        raise CommandError(f"The match has the seats 0 to {record.match.seats - 1}.")
    if seat is not None and not record.over:
        raise CommandError("The match is not over: no seat's eyes are open to others yet.")
    open_eyes: Eyes = ALL if record.over and not options["spectator"] else SPECTATOR
    return binding.bound(record, open_eyes if seat is None else seat, ply=ply)
