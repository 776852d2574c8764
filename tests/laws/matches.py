"""Matches played at random, wholly or in part, with all that was said: what the laws look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.rules import kernel
from games.rules.kernel import Event, IllegalAction, Seat, State
from games.rules.registry import AnyGame, builtins
from tests.laws.players import Ply, any_ply, do, do_in_place, goes_on
from tests.laws.tables import Table


class Played(NamedTuple):
    """One ply: what was, what was done, what came of it, what was told."""

    before: Any
    ply: Ply
    after: Any
    events: list[Event]


class Match(NamedTuple):
    """A stretch of a match at a table; `luck` decides what a law looks at more closely."""

    table: Table
    states: list[Any]
    steps: list[Played]
    luck: int

    @property
    def game(self) -> AnyGame:
        """The rules it is played by."""
        return self.table.game

    @property
    def random(self) -> Random:
        """The same luck whenever it is asked for."""
        return Random(self.luck)

    def __repr__(self) -> str:
        first = self.states[0]
        log = ", ".join(told(step.ply) for step in self.steps)
        return f"{self.table} (key {first.rng.key}, from ply {first.ply}: {log})"


class Here(NamedTuple):
    """Where a law was broken; its text is the report, which costs more than most laws.

    So it is written where a law is broken, and nowhere else.
    """

    match: Match
    state: State
    seat: Seat | None = None
    of: object = ""
    """What it is about: an action, a timer."""

    def __str__(self) -> str:
        looker = "the spectator" if self.seat is None else f"seat {self.seat}"
        last = next((s.ply for s in self.match.steps if s.after is self.state), None)
        came = f" after {told(last)}" if last is not None else ""
        about = f": {self.of}" if self.of != "" else ""
        return f"{self.match.table}, ply {self.state.ply}{came}, {looker}{about}"


def told(ply: Ply) -> str:
    """Return a ply as one reads it in a log."""
    if isinstance(ply, int):
        return f"bell {ply}"
    seat, action = ply
    fields = {name: value for name, value in builtins(action).items() if name != "type"}
    name = type(action).__struct_config__.tag
    return f"seat {seat} {name}" + "".join(f" {key}={fields[key]}" for key in fields)


def record(table: Table, state: State, choose: Callable[[State], Ply], most: int) -> Match:
    """Play on from `state` for at most `most` plies, and keep everything.

    A listed action that is then refused ends it: that is a matter for the laws.
    """
    match = Match(table, [state], [], state.ply)
    while len(match.steps) < most and goes_on(table.game, state):
        ply = choose(state)
        try:
            match.steps.append(Played(state, ply, *do(table.game, state, ply)))
        except IllegalAction:
            break
        match.states.append(state := match.steps[-1].after)
    return match


def whole_match(table: Table, seed: int) -> Match:
    """Return one match from the deal to the end."""
    random = Random(seed)
    state = table.game.setup(table.seats, random.randbytes(32).hex())
    return record(table, state, lambda now: any_ply(table.game, now, random), 100_000)


@lru_cache(maxsize=256)
def _usual_length(table: Table) -> int:
    """Return how many plies a match at this table has, by one example."""
    random = Random(0)
    state: State = table.game.setup(table.seats, random.randbytes(32).hex())
    while goes_on(table.game, state):
        do_in_place(table.game, state, any_ply(table.game, state, random), lambda _: None)
    return state.ply


@lru_cache(maxsize=1024)
def _played_quickly(table: Table, seed: int, most: int) -> State:
    """Return the state after that many plies; kept, for each law is tried with the same matches."""
    random = Random(seed)
    state: State = table.game.setup(table.seats, random.randbytes(32).hex())
    for _ in range(most):
        if not goes_on(table.game, state):
            break
        do_in_place(table.game, state, any_ply(table.game, state, random), lambda _: None)
    return state


@st.composite
def matches(draw: st.DrawFn, tables: Sequence[Table], most: int = 10) -> Match:
    """Play some plies quickly, then record a few, each chosen by a number."""
    table = draw(st.sampled_from(tables))
    seed = draw(st.integers(0, 2**32))
    state = kernel.clone(_played_quickly(table, seed, draw(st.integers(0, _usual_length(table)))))
    numbers = draw(st.lists(st.integers(0, 2**16), min_size=1, max_size=most))
    luck = draw(st.integers(0, 2**32))
    rest = iter(numbers)
    match = record(
        table, state, lambda now: any_ply(table.game, now, Random(next(rest))), len(numbers)
    )
    return match._replace(luck=luck)
