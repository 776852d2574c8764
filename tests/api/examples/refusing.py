"""Refusals of the games' rules, met by offering whatever a careless client may send."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final
from uuid import UUID

from api.errors import problem_of
from games.rules.kernel import IllegalAction, Refusal
from games.rules.registry import builtins
from tests.laws.matches import Match, whole_match
from tests.laws.nonsense import actions_for
from tests.laws.tables import TABLES

SOME_MATCH: Final = UUID("0190163d-8694-739b-aea5-966c26f8ad91")
OFFERS: Final = 8
"""How much nonsense, and how many actions that were legal elsewhere, each state is offered."""
WHERE: Final = {
    "work_the_strip": (6, 16, 8, 15),
    "lap_dance": (14, 5, 11, 7, 6),
    "hand_and_foot": (6, 8, 3, 4, 13, 10),
}
"""The tables of the laws at which the most is refused, in the least time."""
EVERY: Final = {"hand_and_foot": 24, "work_the_strip": 8}
"""Of a game's plies only every so many-th is looked at; else every fourth."""


def refusals_of(game: str) -> dict[str, Any]:
    """Return, by code, the problem document of the first refusal of it at a game's tables."""
    met: dict[str, Any] = {}
    for table in (TABLES[game][place] for place in WHERE[game]):
        match = whole_match(table, 0)
        for refusal in _refused(match):
            if refusal.code not in met:
                problem = problem_of(
                    IllegalAction(refusal), match_id=SOME_MATCH, game=type(table.game)
                )
                met[refusal.code] = builtins(problem)
    return dict(sorted(met.items()))


def _refused(match: Match) -> Iterator[Refusal]:
    """Yield what is said to nonsense, and to what comes too early, too late or again."""
    random, game = Random(0), match.game
    played = [step.ply[1] for step in match.steps if not isinstance(step.ply, int)]
    for state in match.states[:: EVERY.get(game.name, 4)]:
        offers = [*actions_for(game, state, random, OFFERS)]
        offers += random.sample(played, min(OFFERS, len(played)))
        for action in offers:
            for seat in range(match.table.seats):
                if refusal := action.why_not(state, seat, game.options):
                    yield refusal
