"""Write the examples of the API anew: ``python -m tests.api.examples.write``."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import django


def main() -> None:
    """Write every file, take away what nobody answers any longer, and say what has changed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.db import transaction  # noqa: PLC0415 - Django has to be set up first
    from django.test.runner import DiscoverRunner  # noqa: PLC0415

    from api.recorded import FOLDER, PROBLEMS_FILE, REFUSALS_FILE, forget  # noqa: PLC0415
    from games.rules import registry  # noqa: PLC0415
    from tests.api.examples import record  # noqa: PLC0415
    from tests.api.examples.reaching import WAYS  # noqa: PLC0415
    from tests.api.examples.recorder import as_json  # noqa: PLC0415

    logging.disable()  # refusals are what is wanted here
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    try:
        problems = {}
        for code in WAYS:
            with transaction.atomic():
                problems[code] = record.problem(code)
                transaction.set_rollback(True)
        _write(FOLDER / PROBLEMS_FILE, as_json(dict(sorted(problems.items()))))
        refusals = {game: record.refusals(game) for game in registry.names()}
        _write(FOLDER / REFUSALS_FILE, as_json(refusals))
        forget()  # the catalogue, which the playthrough reads, tells these
        with transaction.atomic():
            played = record.operations()
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(databases)
    for path, text in sorted(played.items()):
        _write(FOLDER / path, text)
    for path in sorted({*FOLDER.glob("operations/*.json")} - {FOLDER / path for path in played}):
        path.unlink()
        sys.stdout.write(f"{path.name}: removed\n")


def _write(path: Path, text: str) -> None:
    same = path.exists() and path.read_text("utf-8") == text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    sys.stdout.write(f"{path.name}: {'as it was' if same else 'written'}\n")


if __name__ == "__main__":
    main()
