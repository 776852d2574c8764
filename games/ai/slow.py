"""Slow players of Hand & Foot: yardsticks for how long rounds last, not levels to invite (HF 3.3).

Each plays as the greedy bot but for one habit or two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.ai import bots
from games.ai.bots import AnyAction
from games.rules.hand_and_foot.actions import Draw
from games.rules.hand_and_foot.events import TurnStarted
from games.rules.hand_and_foot.heuristics import Reading, discards, endings
from games.rules.hand_and_foot.view import FootView
from games.rules.kernel import Event, Legal, View
from games.rules.registry import AnyGame


class Habits(NamedTuple):
    """What makes a player slow.

    `skips`: the share of turns in which nothing is laid and no pile taken; `stubborn`: the answer
    is yes only with at most so many points in hand and foot.
    """

    skips: float = 0.0
    stubborn: float | None = None


STUBBORN: Final = 150.0
HABITS: Final[Mapping[str, Habits]] = {
    "skips_15": Habits(0.15),
    "skips_30": Habits(0.3),
    "skips_50": Habits(0.5),
    "stubborn": Habits(stubborn=STUBBORN),
    "stubborn_skips_50": Habits(0.5, STUBBORN),
}
"""The columns of HF 3.3, by the names they have in the arena."""


def slow(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, level: str, seed: bytes
) -> AnyAction:
    """Return what a player with the habits of `level` does.  `seed`: one for a match and seat.

    Raises TypeError for another game.
    """
    if not isinstance(view, FootView):
        raise TypeError(f"{level} is a player of Hand & Foot")
    habits = HABITS[level]
    if view.phase == "permission" and habits.stubborn is not None:
        return endings.answer_by_points(Reading(game.options, view, seen), habits.stubborn)
    if view.phase in ("draw", "play") and _skips(view, seen, habits, seed):
        return _pass(game, view, seen)
    return bots.choose(game, view, seen, legal, "greedy", seed + str(view.decision).encode())


def _skips(view: FootView, seen: Sequence[Event], habits: Habits, seed: bytes) -> bool:
    """Say whether nothing is done in this turn: one throw for each."""
    turn = f"/{view.round}/{sum(isinstance(event, TurnStarted) for event in seen)}"
    return Random(seed + turn.encode()).random() < habits.skips  # noqa: S311 - not for secrets


def _pass(game: AnyGame, view: FootView, seen: Sequence[Event]) -> AnyAction:
    if view.phase == "draw":
        return Draw()
    reading = Reading(game.options, view, seen)
    return max(discards.proposals(reading), key=lambda one: one.score).action
