"""``manage.py leaderboards rebuild``: all open boards anew from history, with a bar to watch."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.rules import registry
from scoring.leaderboards import rebuilding
from scoring.ratings import selectors


class Command(BaseCommand):
    """Work out the leaderboards from the history of ratings, and put right what differs.

    Safe at any time, also while matches are played; a second run finds nothing to do.
    """

    help = (
        "Work out the open leaderboards from the history of ratings and put right what differs. "
        "Closed seasons stay as they are. Safe while matches are played; a second run finds "
        "nothing to do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``rebuild``, and a game if it is to be only one."""
        parser.add_argument("what", choices=["rebuild"], help="what to do with the leaderboards")
        parser.add_argument("--game", help="one game by its wire name; all of them by default")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Go through the games."""
        games = {*registry.names(), *selectors.games_with_results()}
        wanted = options["game"]
        if wanted is not None and wanted not in games:
            raise CommandError(f"There is no game {wanted!r}; there is {', '.join(sorted(games))}.")
        for game in [wanted] if wanted else sorted(games):
            self._rebuild(game)

    def _rebuild(self, game: str) -> None:
        total = selectors.rated_people_in(game)
        with tqdm(total=total, desc=game, unit=" players", disable=None) as bar:
            report = rebuilding.rebuild(game=game, passed=bar.update)
        found = "nothing to put right"
        if not report.same:
            found = f"put right: {report.entries} entries, {report.buckets} counts"
        self.stdout.write(f"{game}: {report.boards} boards, {report.ratings} players, {found}")
