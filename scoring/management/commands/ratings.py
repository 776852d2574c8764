"""``manage.py ratings recompute``: all ratings anew from the history, with a bar to watch."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.rules import registry
from scoring.leaderboards import rebuilding
from scoring.ratings import recomputation, selectors
from scoring.ratings.recomputation import Watch


class Command(BaseCommand):
    """Work out ratings from their history, and put right what differs.

    Safe at any time, also while matches are played; a second run finds nothing to do.
    """

    help = (
        "Work out all ratings from the history of results and put right what differs, on the open "
        "leaderboards too. "
        "Safe while matches are played; a second run finds nothing to do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``recompute``, and a game if it is to be only one."""
        parser.add_argument("what", choices=["recompute"], help="what to do with the ratings")
        parser.add_argument("--game", help="one game by its wire name; all of them by default")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Go through the games."""
        games = {*registry.names(), *selectors.games_with_results()}
        wanted = options["game"]
        if wanted is not None and wanted not in games:
            raise CommandError(f"There is no game {wanted!r}; there is {', '.join(sorted(games))}.")
        for game in [wanted] if wanted else sorted(games):
            self._recompute(game)

    def _recompute(self, game: str) -> None:
        total = selectors.results_of(game)
        with tqdm(total=total, desc=game, unit=" results", disable=None) as bar:
            report = recomputation.recompute(game=game, watch=Watch(passed=bar.update))
        found = "nothing to put right"
        if not report.same:
            found = (
                f"put right: {report.ratings} ratings, {report.changes} entries of histories, "
                f"{report.recorded} results that were not written down"
            )
            rebuilding.rebuild(game=game)  # boards are made of histories
        self.stdout.write(f"{game}: {report.results} results, {found}")
        if not report.same:
            call_command("leaderboards", "rebuild", "--game", game, stdout=self.stdout)
