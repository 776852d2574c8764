"""``manage.py audit``: play matches that are over again now, instead of waiting for beat."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from tqdm import tqdm

from scoring.audit import services
from scoring.audit.models import Audit


class Command(BaseCommand):
    """Audits what waits, or everything, with a bar."""

    help = (
        "Play matches that are over again, each on the version of the rules it was played by, and"
        " compare every event, the state's hash and the seal made at the end.  Exit status 1 if"
        " any differs.  May run beside beat, and several times at once: each match is audited once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--all", action="store_true", help="audit anew what was audited before")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Audit, and list every difference."""
        waiting = services.expect_all(anew=options["all"])
        with tqdm(total=waiting, unit=" matches", file=self.stderr, disable=None) as bar:
            differ: list[Audit] = []

            def progress(row: Audit) -> None:
                bar.update()
                if row.verdict != "same":
                    differ.append(row)

            done = services.run(seconds=None, progress=progress)
        counts = ", ".join(f"{many} {verdict}" for verdict, many in services.counts().items())
        self.stdout.write(f"{done} audited now.  In all: {counts}.")
        for row in services.differences():
            rules = f"{row.game} {row.rules_version}"
            self.stdout.write(f"{row.match_id}  {rules}  after {row.plies} plies: {row.why}")
        if differ:
            raise CommandError(f"{len(differ)} of {done} differ.")
