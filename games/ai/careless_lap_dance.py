"""The careless assistant of LAP 18.2: any Stack, any dice, no Staff; then the best orders."""

from __future__ import annotations

from random import Random
from typing import Final

from games.ai.bots import AnyAction
from games.rules.kernel import Legal
from games.rules.lap_dance.actions import (
    ActivateEvent,
    Compensate,
    Fulfil,
    PassEvent,
    PassReaction,
    Ready,
    Reroll,
    Roll,
    SetStack,
    Stop,
)
from games.rules.lap_dance.hints import LapHints
from games.rules.lap_dance.view import LapView

STOPS: Final = 0.25
"""How likely she stops at each roll."""


def careless(view: LapView, hints: LapHints, legal: Legal, random: Random) -> AnyAction:
    """Return what she does."""
    turn = view.turn
    if view.phase == "preparation":
        return _stack(view, hints, random)
    if view.phase != "action" or turn is None or turn.seat != view.seat:
        return _any_of(legal, random)
    if turn.stage == "preroll":
        return Roll()
    if turn.stage == "roll":
        return _dice(hints, random)
    if turn.stage == "comp":
        return random.choice([one for one in legal.actions if isinstance(one, Compensate)])
    best = max(
        (one for one in hints.orders if one.feasible), key=lambda one: (one.money, one.orders)
    )
    return Fulfil(best.orders, (view.seats[turn.seat].stack or ())[: best.returns])


def _stack(view: LapView, hints: LapHints, random: Random) -> AnyAction:
    """Place some of what fits, once: none up to as many as may lie there."""
    fit = [hint.card for hint in hints.cards if hint.placeable]
    cards = random.sample(fit, random.randint(0, min(hints.limit, len(fit))))
    return SetStack(tuple(cards)) if cards and not view.drafts else Ready()


def _any_of(legal: Legal, random: Random) -> AnyAction:
    """Activate any Event at anybody; let pass what may be let pass, and use no Staff."""
    events = [one for one in legal.actions if isinstance(one, ActivateEvent)]
    passes = [one for one in legal.actions if isinstance(one, PassEvent | PassReaction)]
    return random.choice(events or passes or list(legal.actions))


def _dice(hints: LapHints, random: Random) -> AnyAction:
    free = hints.dice.free if hints.dice else ()
    if random.random() < STOPS or len(free) < 2:
        return Stop()
    return Reroll(tuple(sorted(random.sample(free, random.randint(1, len(free) - 1)))))
