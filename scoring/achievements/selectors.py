"""Who has earned what, as it may be shown."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts.models import Player
from games.models import Visibility
from scoring.achievements.achievement import Achievement, achievements_of
from scoring.achievements.models import Award


class Held(NamedTuple):
    """An achievement a player has; `match_id` None: that match is none of the viewer's business."""

    game: str
    achievement: Achievement
    at: datetime
    match_id: UUID | None


def held_by(*, player: Player, viewer: Player | None) -> list[Held]:
    """Return a player's achievements, the newest first; those no longer given are left out."""
    columns = ("game", "achievement", "at", "match_id", "match__visibility")
    rows = Award.objects.filter(player=player).order_by("-at", "game", "achievement")
    own, found = viewer == player, list[Held]()
    for game, achievement, at, match_id, visibility in rows.values_list(*columns):
        known = {one.id: one for one in achievements_of(game)}
        if achievement in known:
            shown = match_id if own or visibility == Visibility.PUBLIC else None
            found.append(Held(game, known[achievement], at, shown))
    return found
