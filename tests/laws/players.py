"""Players without an idea: they choose a kind of action first, then one of its actions.

Otherwise the kind with the most actions would drown the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from games.rules.kernel import (
    Action,
    Emit,
    Game,
    Seat,
    State,
    Step,
    Timer,
    advance,
    ring,
    run_out,
    step,
)

T = TypeVar("T")
AnyAction: TypeAlias = Action[Any, Any]
Ply: TypeAlias = tuple[Seat, AnyAction] | int
"""A seat's action, or the bell of the timer with this id."""


def do(game: Game[Any, Any, Any], state: State, ply: Ply) -> Step[Any]:
    """Return what `ply` leads to; `state` stays.  Raises `IllegalAction`."""
    return ring(game, state, ply) if isinstance(ply, int) else step(game, state, *ply)


def do_in_place(game: Game[Any, Any, Any], state: State, ply: Ply, emit: Emit) -> None:
    """Apply a legal `ply` to `state` itself."""
    if isinstance(ply, int):
        run_out(game, state, next(timer for timer in state.timers if timer.id == ply), emit)
    else:
        advance(game, state, *ply, emit)


def running(state: State) -> list[Timer]:
    """Return the timers that may ring."""
    return [timer for timer in state.timers if not timer.paused]


def goes_on(game: Game[Any, Any, Any], state: State) -> bool:
    """Say whether there is a ply to come; a match that hangs is a matter for the laws."""
    return game.outcome(state) is None and bool(state.to_act or running(state))


def one_of(items: Sequence[T], random: Random) -> T:
    """Return any of them; in the time of a benchmark, for which `Random.choice` is slow."""
    return items[int(random.random() * len(items))]


def one_of_a_kind(actions: Sequence[AnyAction], random: Random) -> AnyAction:
    """Return any action of any kind."""
    kind = one_of(list(dict.fromkeys(map(type, actions))), random)
    return one_of([action for action in actions if type(action) is kind], random)


def turn_ply(game: Game[Any, Any, Any], state: State, random: Random) -> Ply:
    """Return what one seat that is asked does; the next bell where nobody is asked."""
    if not state.to_act:
        return min(running(state), key=lambda timer: timer.seconds + timer.extra).id
    seat = one_of(state.to_act, random)
    return seat, one_of_a_kind(game.legal_actions(state, seat).actions, random)


def any_ply(game: Game[Any, Any, Any], state: State, random: Random) -> Ply:
    """Return a ply of any seat that has one, now and then a bell."""
    luck = random.random()
    if luck < 0.04 and (timers := running(state)):
        return random.choice(timers).id
    if luck > 0.8:
        seat = random.randrange(len(state.questions))
        if actions := game.legal_actions(state, seat).actions:
            return seat, one_of_a_kind(actions, random)
    return turn_ply(game, state, random)
