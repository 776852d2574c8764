"""Positions as a bot meets them: a seat's view, what it saw and what it may do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.ai import bots, tables
from games.ai.bots import AnyAction
from games.rules.kernel import Event, Legal, Seat, View, advance, run_out
from games.rules.registry import AnyGame
from tests.laws.players import turn_ply
from tests.laws.tables import Table


class Position(NamedTuple):
    """All that is so at one moment; a bot is given `view`, `seen` and `legal`."""

    game: AnyGame
    state: Any
    seat: Seat
    view: View
    seen: tuple[Event, ...]
    legal: Legal

    def choose(self, level: str, seed: bytes = b"seed") -> AnyAction:
        return bots.choose(self.game, self.view, self.seen, self.legal, level, seed)

    def take_up(self, level: str, seed: bytes = b"seed") -> AnyAction | None:
        return bots.take_up(self.game, self.view, self.seen, self.legal, level, seed)


def positions(table: Table, seed: int) -> Iterator[Position]:
    """Play match after match at random and yield every position of every seat that is asked."""
    random = Random(seed)
    while True:
        yield from _match(table, random)


def _match(table: Table, random: Random) -> Iterator[Position]:
    game = table.game
    state = game.setup(table.seats, random.randbytes(32).hex())
    seen: list[list[Event]] = [[] for _ in range(table.seats)]
    while game.outcome(state) is None:
        for seat in state.to_act:
            legal = game.legal_actions(state, seat)
            yield Position(game, state, seat, game.view(state, seat), tuple(seen[seat]), legal)
        events: list[Event] = []
        ply = turn_ply(game, state, random)
        if isinstance(ply, int):
            run_out(game, state, next(t for t in state.timers if t.id == ply), events.append)
        else:
            advance(game, state, *ply, events.append)
        for seat, story in enumerate(seen):
            tables.remember(story, events, seat)
