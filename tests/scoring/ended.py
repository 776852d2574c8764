"""Matches that are over, written straight into the tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import Player
from games.models import Match, Participant, Ply, Status
from games.rules import registry
from games.rules.kernel import Event, places

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
BOT = "greedy"


def ended(
    game: str,
    seats: Sequence[Player | str],
    scores: Sequence[int],
    *events: Event,
    hour: int = 0,
    **fields: Any,
) -> Match:
    """Return a match that ended so many hours after noon; a bot is written by its level."""
    fields.setdefault("status", Status.FINISHED)
    at = NOON + timedelta(hours=hour)
    match = Match.objects.create(
        game=game,
        rules_version=1,
        options={},
        seats=len(seats),
        seed=b"",
        commitment="",
        outcome={"scores": list(scores), "places": list(places(scores))},
        finished_at=at,
        **fields,
    )
    for seat, who in enumerate(seats):
        one = {"bot_level": who} if isinstance(who, str) else {"player": who}
        Participant.objects.create(match=match, seat=seat, **one)
    told = registry.builtins(list(events))
    Ply.objects.create(match=match, number=1, events=told, at=at)
    return match
