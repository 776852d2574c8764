"""Finished matches without the play: who sat there, and how they came in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from accounts.models import Player
from games.models import Match, Participant, Status

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

Who = Player | str
"""A player, or the level of a bot."""


def finished(
    who: Sequence[Who], places: Sequence[int], *, minute: float = 0, **fields: Any
) -> Match:
    """Return a match that was over so many minutes after noon: seat by seat, who and which place.

    Of Work The Strip unless `fields` say otherwise.
    """
    outcome = {"scores": [-place for place in places], "places": list(places)}
    row = {
        "game": "work_the_strip",
        "rules_version": 1,
        "options": {},
        "seats": len(who),
        "seed": b"",
        "commitment": "",
        "status": Status.FINISHED,
        "outcome": outcome,
        "finished_at": NOON + timedelta(minutes=minute),
    }
    match = Match.objects.create(**{**row, **fields})
    Participant.objects.bulk_create(
        [
            Participant(match=match, seat=seat, bot_level=each)
            if isinstance(each, str)
            else Participant(match=match, seat=seat, player=each)
            for seat, each in enumerate(who)
        ]
    )
    return match


def broken(who: Sequence[Who], **fields: Any) -> Match:
    """Return a match that cannot be dealt with: nobody has its rules."""
    return finished(who, range(1, len(who) + 1), rules_version=99, **fields)


def mend(*matches: Match) -> None:
    """Let their rules be those that everybody has."""
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(rules_version=1)


def people(count: int) -> list[Player]:
    """Return so many new players."""
    return Player.objects.bulk_create(
        [Player(name=f"Regular {number}", password="!") for number in range(count)]
    )


def evenings(count: int, who: Sequence[Who], luck: Random, **fields: Any) -> list[Match]:
    """Return so many matches of two to five of `who`, in order; some end at the same moment.

    Now and then places are shared, and bots take part where `who` names levels.
    """
    return [
        finished(seated, places_of(len(seated), luck), minute=number // 2, **fields)
        for number in range(count)
        for seated in [luck.sample(who, luck.randint(2, min(5, len(who))))]
    ]


def places_of(seats: int, luck: Random) -> list[int]:
    """Return places by chance, shared ones among them."""
    merits = [luck.randint(0, 5) for _ in range(seats)]
    return [1 + sum(other > merit for other in merits) for merit in merits]
