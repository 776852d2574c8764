"""``manage.py recount``: statistics and achievements, made anew from the matches' logs."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, transaction
from tqdm import tqdm

from games.models import Match, Status
from games.rules import registry
from scoring.achievements.services import award_players
from scoring.statistics.models import MatchFacts
from scoring.statistics.services import count_all

PAGE: Final = 100


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
        """Count page by page; a match that cannot be counted is named, and stops no other."""
        finished = Match.objects.filter(game=game, status=Status.FINISHED)
        rows = finished.order_by("finished_at", "pk").iterator(chunk_size=PAGE)
        done = 0
        with tqdm(desc=f"{game}: matches", total=finished.count(), leave=False) as bar:
            while page := list(islice(rows, PAGE)):
                done += len(page) if self._counted(page) else sum(map(self._alone, page))
                bar.update(len(page))
        return done

    def _alone(self, match: Match) -> bool:
        if fault := self._fault([match]):
            self.stderr.write(f"{match.pk} cannot be counted: {type(fault).__name__}")
        return fault is None

    def _counted(self, page: list[Match]) -> bool:
        return self._fault(page) is None

    def _fault(self, page: list[Match]) -> Exception | None:
        try:
            with transaction.atomic():
                count_all(game=page[0].game, matches=page)
        except Error:
            raise
        except Exception as fault:  # noqa: BLE001 - told, by its match
            return fault
        return None

    def _award(self, game: str) -> None:
        rows = MatchFacts.objects.filter(game=game, player__isnull=False).order_by()
        people = list(rows.values_list("player_id", flat=True).distinct())
        for player_id in tqdm(people, f"{game}: players", leave=False):
            award_players(game, [player_id])
