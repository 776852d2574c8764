"""The score sheets of a match, for whoever asks."""

from __future__ import annotations

from uuid import UUID

from accounts.models import Player
from games import selectors
from games.models import Match, Status
from games.rules import registry
from games.rules.kernel import Seat
from scoring.sheets.catalogue import scores_of
from scoring.sheets.sheet import Scores


def scores(*, match_id: UUID, viewer: Player | None) -> tuple[Match, Scores]:
    """Return a match and its sheets, as far as this viewer may know them now.

    Raises `NoSuchMatch`.
    """
    match = selectors.match(match_id=match_id, viewer=viewer)
    return match, scores_at(match, selectors.seat_of(match, viewer))


def scores_at(match: Match, own: Seat | None) -> Scores:
    """Return the sheets as the seat `own` (None: a spectator) may know them.

    A game without sheets shows its result alone, once there is one.
    """
    options = registry.game(match.game, match.options, match.rules_version).options
    over = match.status == Status.FINISHED and match.outcome is not None
    events = selectors.public_events(match=match)
    found = scores_of(match.game, events, options, match.seats, own=own, over=over)
    if found is not None:
        return found
    result = tuple((match.outcome or {}).get("scores", ()))
    return Scores((), result or (None,) * match.seats)
