"""A player's statistics, read off the rows of their matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Avg, Count, Max, Q, QuerySet

from accounts.models import Player
from games.models import Visibility
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.figures import figures, together
from scoring.statistics.models import MatchFacts
from scoring.statistics.record import AtTables, PlayerStatistics, Result

RECENT: Final = 50
"""How many of the newest results are shown one by one."""


def statistics(*, player: Player, game: str, viewer: Player | None) -> PlayerStatistics:
    """Return what this player has done in this game.  Unlisted matches count, but are not named."""
    rows = MatchFacts.objects.filter(player=player, game=game)
    tables = _tables(rows)
    kinds = statistics_of(game)
    counts = together(kinds.counts, rows.values_list("counts", flat=True).iterator())
    scores = rows.aggregate(average=Avg("score"), best=Max("score"))
    matches = sum(table.matches for table in tables)
    return PlayerStatistics(
        game=game,
        matches=matches,
        won=sum(table.won for table in tables),
        win_share=sum(table.wins for table in tables) / matches if matches else None,
        average_score=scores["average"],
        best_score=scores["best"],
        tables=tables,
        figures=tuple(figures(kinds, counts)),
        counts=counts,
        recent=tuple(_recent(rows, viewer == player)),
    )


def games_of(*, player: Player) -> list[str]:
    """Return the games this player has ended a match of, by name."""
    rows = MatchFacts.objects.filter(player=player).order_by("game")
    return list(rows.values_list("game", flat=True).distinct())


def _tables(rows: QuerySet[MatchFacts]) -> tuple[AtTables, ...]:
    groups = (
        rows.order_by("seats", "winners")
        .values("seats", "winners")
        .annotate(matches=Count("pk"), won=Count("pk", filter=Q(place=1)))
    )
    found: dict[int, AtTables] = {}
    for group in groups:
        seats = group["seats"]
        old = found.get(seats, AtTables(seats, 0, 0, 0.0, 1 / seats))
        found[seats] = old._replace(
            matches=old.matches + group["matches"],
            won=old.won + group["won"],
            wins=old.wins + group["won"] / group["winners"],
        )
    return tuple(found.values())


def _recent(rows: QuerySet[MatchFacts], own: bool) -> Sequence[Result]:
    columns = ("match_id", "finished_at", "seats", "score", "place", "match__visibility")
    newest: Any = rows.order_by("-finished_at", "-match_id").values_list(*columns)
    return [
        Result(match_id if own or visibility == Visibility.PUBLIC else None, at, *rest)
        for match_id, at, *rest, visibility in newest[:RECENT]
    ]
