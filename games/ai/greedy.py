"""The greedy bot: of what a game's heuristics propose, the legal action with the highest score.

A game offers its heuristics as a module (or object) with one pure function `proposals`; it is
entered in `_OFFERED` under the game's name and version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol

from games.rules.hand_and_foot import heuristics as hand_and_foot
from games.rules.kernel import Action, Event, Legal, State, View
from games.rules.lap_dance import heuristics as lap_dance
from games.rules.registry import AnyGame
from games.rules.work_the_strip import heuristics as work_the_strip


class Heuristics(Protocol):
    """What a game knows about playing it well."""

    def proposals(
        self, options: Any, view: Any, seen: Sequence[Event], /
    ) -> Iterable[tuple[float, Action[Any, Any]]]:
        """Yield actions worth a thought, each with a score; higher is better.

        `options`, `view`: the game's own types.  A proposal need not be legal: heuristics may be
        generous, and the bot asks the rules.
        """


_OFFERED: Final[Mapping[tuple[str, int], Heuristics]] = {
    ("work_the_strip", 1): work_the_strip,
    ("lap_dance", 1): lap_dance,
    ("hand_and_foot", 1): hand_and_foot,
}


def heuristics_of(game: AnyGame) -> Heuristics | None:
    """Return what this version of the game offers, if anything."""
    return _OFFERED.get((game.name, game.version))


def best(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, random: Random
) -> Action[Any, Any] | None:
    """Return the legal proposal with the highest score; None if there is none.

    Equal scores are put in a random order by `random`.
    """
    heuristics = heuristics_of(game)
    if heuristics is None:
        return None
    ranked = [
        (-score, random.random(), action)
        for score, action in heuristics.proposals(game.options, view, seen)
    ]
    ranked.sort(key=lambda entry: entry[:2])
    judge = Judge(game, view, legal, random)
    return next((action for _, _, action in ranked if judge.allows(action)), None)


class Judge:
    """Says whether the seat of a view may do something, without the true state.

    What is not in the legal list is judged in a state guessed from the view: by the laws every
    state that looks the same from the seat refuses the same.
    """

    def __init__(self, game: AnyGame, view: View, legal: Legal, random: Random) -> None:
        self._game = game
        self._view = view
        self._legal = legal
        self._random = random
        self._guess: State | None = None

    def allows(self, action: Action[Any, Any]) -> bool:
        """Return whether the rules have no objection."""
        if action in self._legal.actions:
            return True
        if self._view.seat is None:
            return False
        if self._guess is None:
            self._guess = self._game.sample(self._view, self._random)
        return action.why_not(self._guess, self._view.seat, self._game.options) is None
