"""One match between bots, as it is played on the server: each gets its view and what it saw."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from games.ai import bots
from games.ai.bots import AnyAction
from games.ai.careless import careless
from games.ai.slow import HABITS, slow
from games.rules.kernel import (
    Event,
    IllegalAction,
    Legal,
    Outcome,
    Seat,
    State,
    View,
    advance,
    run_out,
)
from games.rules.registry import AnyGame

Watch: TypeAlias = Callable[[Event], None]
Decide: TypeAlias = Callable[[AnyGame, State, Seat, "Seating", Sequence[Event]], AnyAction]

CARELESS = "careless"
PLAYERS = (*bots.LEVELS, CARELESS, *HABITS)
"""Who may sit in the arena."""
ROUND_STARTED = "round_started"
"""The event with which a round begins, in every game that has rounds."""


class Seating(NamedTuple):
    """Who sits where, and the labels of all randomness: the deal's, and the bots' own."""

    levels: tuple[str, ...]
    deal: str
    luck: str


def key_of_deal(deal: str) -> str:
    """Return the shuffle key (hex) of a deal: the same cards for whoever plays them."""
    return hashlib.sha256(f"deal/{deal}".encode()).hexdigest()


def decide(
    game: AnyGame, state: State, seat: Seat, seating: Seating, seen: Sequence[Event]
) -> AnyAction:
    """Return what the bot in this seat does; it is given its view, and nothing of the state."""
    view, legal = game.view(state, seat), game.legal_actions(state, seat)
    return think(game, view, seen, legal, seating)


def think(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, seating: Seating
) -> AnyAction:
    """Return what a bot does with what it may know.  Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    level, luck = seating.levels[view.seat], f"{seating.luck}/{view.seat}"
    if level == CARELESS:
        return careless(game, view, seen, legal, luck.encode())
    if level in HABITS:
        return slow(game, view, seen, legal, level, luck.encode())
    return bots.choose(game, view, seen, legal, level, f"{luck}/{view.decision}".encode())


def play(
    game: AnyGame, seating: Seating, watch: Watch = lambda _: None, decide: Decide = decide
) -> Outcome:
    """Return how one match ends; `watch` is told every event.

    Raises `IllegalAction` if a bot offers what the rules forbid: a fault of the bot.
    """
    state = game.setup(len(seating.levels), key_of_deal(seating.deal))
    seen: list[list[Event]] = [[] for _ in seating.levels]
    heard = [0] * len(seating.levels)
    while (outcome := game.outcome(state)) is None:
        events: list[Event] = []
        if (ply := _out_of_turn(game, state, seating, seen, heard)) or state.to_act:
            seat = ply[0] if ply else _next(state, seating)
            action = ply[1] if ply else decide(game, state, seat, seating, seen[seat])
            if refusal := action.why_not(state, seat, game.options):
                raise IllegalAction(refusal)
            advance(game, state, seat, action, events.append)
        else:
            run_out(game, state, next(t for t in state.timers if not t.paused), events.append)
        for event in events:
            watch(event)
        for place, story in enumerate(seen):
            remember(story, events, place)
    return outcome


def _next(state: State, seating: Seating) -> Seat:
    """Return who of those waited for acts first: where it matters, nobody is always the fastest."""
    if len(state.to_act) == 1:
        return state.to_act[0]
    luck = Random(f"{seating.luck}/{state.ply}")  # noqa: S311 - not for secrets
    return luck.choice(state.to_act)


def _out_of_turn(
    game: AnyGame,
    state: State,
    seating: Seating,
    seen: Sequence[Sequence[Event]],
    heard: list[int],
) -> tuple[Seat, AnyAction] | None:
    """Return the first seat that takes up its invitation, and how; None: they all let it pass.

    `heard`: the number of the last invitation of each seat, for each is heard once, as it is on the
    server.  The careless let them all pass.
    """
    for seat in state.invited:
        level, number = seating.levels[seat], state.questions[seat]
        if heard[seat] == number or level == CARELESS:
            continue
        heard[seat] = number
        view, legal = game.view(state, seat), game.legal_actions(state, seat)
        luck = f"{seating.luck}/{seat}/{number}".encode()
        if action := bots.take_up(game, view, seen[seat], legal, level, luck):
            return seat, action
    return None


def remember(story: list[Event], events: Sequence[Event], seat: Seat) -> None:
    """Add to a seat's story what it is told; a new round begins a new story."""
    for event in events:
        if type(event).__struct_config__.tag == ROUND_STARTED:
            story.clear()
        if event.seen_by(seat):
            story.append(event)
