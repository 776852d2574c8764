"""``manage.py ratings``: all ratings anew from the history, with a bar; and what was set aside."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.rules import registry
from scoring import services
from scoring.aside.selectors import set_aside
from scoring.leaderboards import rebuilding
from scoring.ratings import recomputation, selectors
from scoring.ratings.recomputation import Watch


class Command(BaseCommand):
    """Work out ratings from their history, put right what differs, try again what was set aside.

    Safe at any time, also while matches are played; a second run finds nothing to do.
    """

    help = (
        "Work out all ratings from the history of results and put right what differs, on the open "
        "leaderboards too; before it, try again what was set aside because it could not be rated. "
        "`retry` does the latter alone, `set-aside` lists it. "
        "Safe while matches are played; a second run finds nothing to do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do, and a game if it is to be only one."""
        does = {"recompute": self._recompute, "retry": self._retry, "set-aside": self._list}
        parser.add_argument("what", choices=does, help="what to do with the ratings")
        parser.set_defaults(does=does)
        parser.add_argument("--game", help="one game by its wire name; all of them by default")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Go through the games."""
        games = {*registry.names(), *selectors.games_with_results()}
        wanted = options["game"]
        if wanted is not None and wanted not in games:
            raise CommandError(f"There is no game {wanted!r}; there is {', '.join(sorted(games))}.")
        for game in [wanted] if wanted else sorted(games):
            options["does"][options["what"]](game)

    def _retry(self, game: str) -> None:
        counting = services.try_all_again(game=game)
        self.stdout.write(f"{game}: {counting} that were set aside count now")
        self._list(game)

    def _list(self, game: str) -> None:
        for row in set_aside(game=game):
            since = f"{row.set_aside_at:%Y-%m-%d %H:%M}"
            tries = "1 try" if row.tries == 1 else f"{row.tries} tries"
            self.stdout.write(f"{game}: {row.pk} set aside {since} after {tries}: {row.why}")

    def _recompute(self, game: str) -> None:
        if set_aside(game=game):
            self._retry(game)
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
