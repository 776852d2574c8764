"""``manage.py recount``: statistics and achievements, made anew from the matches' logs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from tqdm import tqdm

from games.models import Match, Status
from games.rules import registry
from scoring.achievements.services import award_players
from scoring.statistics.models import MatchFacts
from scoring.statistics.services import count


class Command(BaseCommand):
    """Count every finished match again; it may run beside everything else, and twice."""

    help = (
        "Makes the statistics and achievements of all people anew from the logs of all finished "
        "matches. Safe at any time: what is right already stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the games to count; by default all."""
        parser.add_argument("--game", action="append", choices=registry.names(), default=[])

    def handle(self, *args: Any, **options: Any) -> None:
        """Count the matches in the order of their ends, then make the awards."""
        del args
        games = options["game"] or registry.names()
        done = 0
        for game in games:
            done += self._count(game)
            self._award(game)
        self.stdout.write(f"{done} matches counted.")

    def _count(self, game: str) -> int:
        finished = Match.objects.filter(game=game, status=Status.FINISHED)
        matches = finished.order_by("finished_at", "pk").prefetch_related("participants")
        rows = matches.iterator(chunk_size=100)
        for match in tqdm(rows, f"{game}: matches", finished.count(), leave=False):
            with transaction.atomic():
                count(match=match)
        return finished.count()

    def _award(self, game: str) -> None:
        rows = MatchFacts.objects.filter(game=game, player__isnull=False).order_by()
        people = list(rows.values_list("player_id", flat=True).distinct())
        for player_id in tqdm(people, f"{game}: players", leave=False):
            award_players(game, [player_id])
