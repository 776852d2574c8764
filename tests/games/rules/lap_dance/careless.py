"""Nights of people who do something legal, or nothing until the bell rings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.rules.kernel import Event, ring, step
from games.rules.lap_dance.actions import SetStack
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from tests.games.rules.lap_dance.words import AnyAction

ENOUGH_DRAFTS = 4
BELLS = 0.03


class Ply(NamedTuple):
    """What was done (None: a bell), and what it led to."""

    action: AnyAction | None
    before: LapState
    after: LapState
    events: list[Event]


def play(seats: int, seed: int, options: LapOptions | None = None) -> Iterator[Ply]:
    """Play one night, ply by ply."""
    game, random = LapDance(options or LapOptions()), Random(seed)
    state = game.setup(seats, f"{seed:064x}")
    while game.outcome(state) is None:
        seat = random.randrange(seats)
        action = _something(game, state, seat, random)
        running = [timer for timer in state.timers if not timer.paused]
        if action and not (running and random.random() < BELLS):
            after, events = step(game, state, seat, action)
        elif running and random.random() < BELLS:
            action = None
            after, events = ring(game, state, random.choice(running).id)
        else:
            continue
        yield Ply(action, state, after, events)
        state = after


def _something(game: LapDance, state: LapState, seat: int, random: Random) -> AnyAction | None:
    """Return a legal action of a random kind."""
    kinds = dict[type[AnyAction], list[AnyAction]]()
    for action in game.legal_actions(state, seat, limit=60).actions:
        kinds.setdefault(type(action), []).append(action)
    if state.seats[seat].drafts > ENOUGH_DRAFTS:
        kinds.pop(SetStack, None)
    return random.choice(kinds[random.choice([*kinds])]) if kinds else None
