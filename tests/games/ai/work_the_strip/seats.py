"""A table at which a seat remembers what it saw, and a greedy bot to sit in it."""

from __future__ import annotations

from typing import Any

from games.ai import bots
from games.ai.bots import AnyAction
from games.rules.kernel import Action, Event, Seat
from games.rules.work_the_strip.heuristics.belief import Belief
from tests.games.rules.work_the_strip.builder import Table
from tests.games.rules.work_the_strip.words import key


class Watched:
    """A table, and everything that was told since it was laid."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[Event] = []

    def act(self, seat: Seat, *actions: Action[Any, Any]) -> Watched:
        """Let `seat` act, and remember what the table was told."""
        for action in actions:
            self.table.act(seat, action)
            self.told += self.table.events
        return self

    def seen(self, seat: Seat) -> list[Event]:
        return [event for event in self.told if event.seen_by(seat)]

    def belief(self, seat: Seat) -> Belief:
        return Belief(self.table.game.options, self.table.view(seat), self.seen(seat))

    def chance(self, seat: Seat, target: Seat, named: str) -> float:
        """Return how likely `seat` thinks it that `target` holds a card of the key."""
        return self.belief(seat).odds(target, ":".join(key(named))).chance

    def choice(self, seat: Seat) -> AnyAction:
        """Return what a greedy bot does in this seat."""
        at, legal = self.table, self.table.game.legal_actions(self.table.state, seat)
        return bots.choose(at.game, at.view(seat), self.seen(seat), legal, "greedy", b"seed")


def choice(table: Table, seat: Seat) -> AnyAction:
    """Return what a greedy bot does that has seen nothing but the table."""
    return Watched(table).choice(seat)
