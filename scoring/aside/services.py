"""Setting a match aside, and taking it back.

A match that is set aside is marked as dealt with, so nothing waits for it: not the matches after
it, not its season.  Whoever does either holds the lock of the game, as whoever rates does.
"""

from __future__ import annotations

import traceback
from uuid import UUID

from django.db import transaction
from django.db.models import F

from games import clock
from games.models import Match
from games.services import upkeep
from scoring.aside.models import SetAside
from scoring.ratings.services import hold


@transaction.atomic
def put(*, match: Match, fault: Exception) -> bool:
    """Set a match aside that raised this; say whether this call did.

    Not if somebody else has dealt with it meanwhile, or has set it aside.
    """
    hold(match.game)
    if not upkeep.mark_rated(match_id=match.pk):
        return False
    now = clock.now()
    SetAside.objects.update_or_create(
        pk=match.pk,
        defaults={
            "game": match.game,
            "why": _why(fault),
            "set_aside_at": now,
            "tries": 1,
            "tried_at": now,
        },
    )
    return True


def take_back(*, match_id: UUID) -> str | None:
    """Let a match be set aside no longer, and hold its game until the transaction ends.

    Returns the game; None: it was not set aside, or somebody else was quicker.
    """
    game = SetAside.objects.filter(pk=match_id).values_list("game", flat=True).first()
    if game is None:
        return None
    hold(game)
    taken, _ = SetAside.objects.filter(pk=match_id).delete()
    return game if taken else None


def tried(*, match_id: UUID, fault: Exception) -> None:
    """Note that another try has raised this."""
    SetAside.objects.filter(pk=match_id).update(
        why=_why(fault), tries=F("tries") + 1, tried_at=clock.now()
    )


def _why(fault: Exception) -> str:
    """Return kind and place; what a fault says may quote whatever it tripped over."""
    said = type(fault).__name__
    for frame, line in traceback.walk_tb(fault.__traceback__):
        said = f"{type(fault).__name__} in {frame.f_globals.get('__name__')}, line {line}"
    return said[:200]
