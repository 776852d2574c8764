"""How a refusal at a table is told: in the words of its game, with what the client needs next."""

from __future__ import annotations

from uuid import UUID

from msgspec.structs import replace

from accounts.models import Player
from api.errors import problem_of
from api.serializers.positions import position_wire
from api.serializers.problems import Problem
from games import selectors
from games.errors import StaleDecision, TableError
from games.rules import registry
from games.rules.kernel import IllegalAction


def problem_at(error: Exception, *, match_id: UUID | None, player: Player | None) -> Problem:
    """Return what this player is told about `error`; a stale decision brings the position along."""
    problem = problem_of(error, match_id=match_id, game=_game_of(error, match_id))
    if isinstance(error, StaleDecision) and match_id is not None:
        problem = _with_position(problem, match_id, player)
    return problem


def _game_of(error: Exception, match_id: UUID | None) -> type[registry.AnyGame] | None:
    """Return whose table of refusals explains an illegal action."""
    if not isinstance(error, IllegalAction) or match_id is None:
        return None
    match = selectors.match(match_id=match_id, viewer=None)
    return registry.kind(match.game, match.rules_version)


def _with_position(problem: Problem, match_id: UUID, player: Player | None) -> Problem:
    """Add the current position, so that the client can answer the question it is asked now."""
    try:
        position = selectors.position(match_id=match_id, player=player)
    except TableError:  # the match ended meanwhile
        return problem
    return replace(problem, position=position_wire(position))
