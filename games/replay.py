"""A match played again from its key and its plies, by the rules it was played by.

Errors: what the rules refuse or cannot read (`IllegalAction`, `msgspec.ValidationError`, ...) is
raised as it is: a log that was not played by these rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from games.rules import kernel, registry
from games.rules.kernel import Event, IllegalAction, Refusal, State

_sorted = msgspec.json.Encoder(order="sorted")


class Move(NamedTuple):
    """What a ply was: the action of a seat, or (seat and action None) the bell of a timer."""

    number: int
    seat: int | None
    action: Mapping[str, Any] | None
    timer_id: int | None


class Again(NamedTuple):
    """The table after a ply, and what was noticed.  The state changes in place with the next."""

    number: int
    state: Any
    events: list[Event]


class OutOfOrder(ValueError):
    """A log's plies are not numbered 1, 2, 3, ..."""


def again(rules: registry.AnyGame, seats: int, key: str, moves: Iterable[Move]) -> Iterator[Again]:
    """Yield the table as it was dealt (ply 0), and then after each ply.

    `key`: hex of 32 bytes, see `kernel.shuffle_key`.  Raises `OutOfOrder`, and what the
    rules raise.
    """
    state: State = rules.setup(seats, key)
    yield Again(0, state, [])
    for move in moves:
        if move.number != state.ply + 1:
            raise OutOfOrder(f"ply {move.number} after ply {state.ply}")
        yield Again(move.number, state, _play(rules, state, move))


def _play(rules: registry.AnyGame, state: State, move: Move) -> list[Event]:
    """Play one ply in place, judged as it was when it was played."""
    events: list[Event] = []
    if move.timer_id is not None:
        timer = next((t for t in state.timers if t.id == move.timer_id and not t.paused), None)
        if timer is None:
            raise IllegalAction(Refusal("timer_not_running"))
        kernel.run_out(rules, state, timer, events.append)
        return events
    if move.seat is None or move.seat not in range(len(state.questions)):
        raise OutOfOrder(f"ply {move.number} is nobody's")
    action = registry.decode_action(type(rules), move.action)
    if refusal := action.why_not(state, move.seat, rules.options):
        raise IllegalAction(refusal)
    kernel.advance(rules, state, move.seat, action, events.append)
    return events


def same_data(one: object, other: object) -> bool:
    """Say whether two things are the same JSON, typed or plain, whatever the order of the keys."""
    return _sorted.encode(one) == _sorted.encode(other)
