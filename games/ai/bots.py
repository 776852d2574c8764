"""Bots: remote players that get a seat's view and what it saw, and answer with a legal action.

`choose` is pure: the same view, story, legal list, level and seed give the same action, on every
machine and with any PYTHONHASHSEED.  Its randomness is its own and says nothing about the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from games.ai import greedy
from games.rules.kernel import Action, Event, Legal, View
from games.rules.registry import AnyGame

AnyAction: TypeAlias = Action[Any, Any]
Policy: TypeAlias = Callable[[AnyGame, View, Sequence[Event], Legal, Random], AnyAction]
"""How one level decides: the game, the seat's view, what it saw, what is legal, its own dice."""
Whim: TypeAlias = Callable[[AnyGame, View, Sequence[Event], Legal, Random], AnyAction | None]
"""How one level decides out of turn, where it need not do anything."""


def choose(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, level: str, seed: bytes
) -> AnyAction:
    """Return a legal action for the seat of `view`, as a bot of this level plays.

    `seen`: the events the seat was told since the round began, oldest first; `legal`: the seat's
    legal actions as the game lists them.  Raises ValueError for an unknown level, a spectator's
    view, or a seat that has nothing to do.
    """
    if level not in _POLICIES:
        raise ValueError(f"no bot plays at level {level!r}")
    legal = _for_bots(legal)
    if view.seat is None or not legal.actions:
        raise ValueError(f"seat {view.seat} has nothing to do")
    return _POLICIES[level](game, view, seen, legal, Random(seed))  # noqa: S311 - not for secrets


def take_up(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, level: str, seed: bytes
) -> AnyAction | None:
    """Return what a bot does of which it is told that it may; None: it lets it pass.

    For a seat that is invited to act out of turn (`State.invited`), asked once by the number of
    its question.  The same arguments as `choose`, and the same errors but for the last: a seat
    that can do nothing lets it pass.
    """
    if level not in _OUT_OF_TURN:
        raise ValueError(f"no bot plays at level {level!r}")
    if view.seat is None:
        raise ValueError("a spectator is never invited")
    legal = _for_bots(legal)
    if not legal.actions:
        return None
    return _OUT_OF_TURN[level](game, view, seen, legal, Random(seed))  # noqa: S311 - as above


def now_and_then(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, random: Random
) -> AnyAction | None:
    """Return a random legal action one time in three: whoever always jumps in holds nothing."""
    return kind_first(game, view, seen, legal, random) if random.random() < 1 / 3 else None


def kind_first(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, random: Random
) -> AnyAction:
    """Return a random legal action: first its kind, then one of that kind."""
    del game, view, seen
    kinds = list(dict.fromkeys(type(action) for action in legal.actions))
    kind = random.choice(kinds)
    return random.choice([action for action in legal.actions if type(action) is kind])


def _for_bots(legal: Legal) -> Legal:
    """Return the list without what is between people."""
    return legal._replace(actions=tuple([one for one in legal.actions if one.for_bots()]))


def best(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, random: Random
) -> AnyAction:
    """Return the legal action that looks best; random play in a game without heuristics."""
    found = greedy.best(game, view, seen, legal, random)
    return found if found is not None else kind_first(game, view, seen, legal, random)


_POLICIES: Final[Mapping[str, Policy]] = {"random": kind_first, "greedy": best}
_OUT_OF_TURN: Final[Mapping[str, Whim]] = {"random": now_and_then, "greedy": greedy.best}
LEVELS: Final[tuple[str, ...]] = tuple(_POLICIES)
"""The levels a lobby offers, weakest first."""
