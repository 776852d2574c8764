"""What a finished match came to."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Match
from games.rules.kernel import Seat


class Standing(NamedTuple):
    """One seat's result; places are counted from 1, equal places are a tie."""

    seat: Seat
    name: str
    score: int
    place: int


def standings(match: Match) -> list[Standing]:
    """Return the results, best place first; none while the match has no outcome."""
    if match.outcome is None:
        return []
    names = {
        participant.seat: participant.player.name
        for participant in match.participants.select_related("player")
        if participant.player is not None
    }
    scores, places = match.outcome["scores"], match.outcome["places"]
    found = [
        Standing(seat, names.get(seat, f"Bot {seat + 1}"), score, place)
        for seat, (score, place) in enumerate(zip(scores, places, strict=True))
    ]
    return sorted(found, key=lambda standing: (standing.place, standing.seat))
