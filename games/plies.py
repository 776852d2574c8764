"""One ply onto a locked table: an action or a bell, and what follows from it.

Requests, bells and bots all come through here.  Late is judged before legal: whoever holds the
lock first rings what is due (`ring_all_due`), and then lets the seat act (`act`).

Errors: `IllegalAction` (the rules refuse), `EngineFault` (the rules failed: the match is frozen,
its clocks stopped, and somebody is told without a secret in the message).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from traceback import extract_tb
from typing import Any, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

from games import clock, clocks, dispatch, store, swift
from games.errors import EngineFault, TableError
from games.models import Ply, Status
from games.rules import kernel
from games.rules.kernel import Action, Event, IllegalAction, Seat, State, TimedOut
from games.store import Cause, Snapshot
from games.swift import Draft
from games.table import Facts, Table

T = TypeVar("T")
AnyAction: TypeAlias = Action[Any, Any]

logger = logging.getLogger(__name__)

MOST_BELLS = 64
"""Rung in one go at one table; more than the hourglasses any game has."""

EARLY = timedelta(seconds=1)
"""A bell task may wake so much before its time, by clocks that do not agree."""


@contextmanager
def held(match_id: UUID) -> Iterator[Table]:
    """Hold the table's lock for one transaction.

    A refusal keeps what was written before it: the bells that were due ring whatever the action
    they preceded was worth.  Any other exception takes everything back.
    """
    refusal: TableError | IllegalAction | None = None
    with swift.one_writer():
        try:
            yield store.lock(match_id)
        except (TableError, IllegalAction) as error:
            refusal = error
    if refusal is not None:
        raise refusal


def act(table: Table, seat: Seat, action: AnyAction, request: Cause | None = None) -> Ply:
    """Let a seat act.  Raises `IllegalAction`, `EngineFault` and why the match is not running."""
    return _act(table, seat, lambda _: action, request or Cause())


def act_by_default(table: Table, seat: Seat) -> Ply:
    """Let a bot's seat do the first thing the rules allow.  Raises as `act` does."""

    def first(state: State) -> AnyAction:
        actions = table.rules.legal_actions(state, seat).actions
        return next((action for action in actions if action.for_bots()), actions[0])

    return _act(table, seat, first, Cause())


class Drafted(NamedTuple):
    """An action at a glimpsed table, judged but not written; `before`: what was the case."""

    table: Table
    before: Facts
    draft: Draft


def draft(table: Table, seat: Seat, action: AnyAction, request: Cause) -> Drafted:
    """Judge an action without the lock.  Raises as `act` does, and `NotHeld` for a fault."""
    before = table.facts()
    snapshot, cause = _acted(table, seat, lambda _: action, request)
    return Drafted(table, before, store.draft(table, snapshot, cause))


def settle(drafted: Drafted) -> None:
    """Tell whoever has to hear of an action that was written by `store.write_drafts`."""
    dispatch.tell(drafted.table, drafted.draft.ply)
    dispatch.after_ply(drafted.before, drafted.table.facts())


def _act(table: Table, seat: Seat, choose: Callable[[State], AnyAction], request: Cause) -> Ply:
    return _append(table, *_acted(table, seat, choose, request))


def _acted(
    table: Table, seat: Seat, choose: Callable[[State], AnyAction], request: Cause
) -> tuple[Snapshot, Cause]:
    """Return what an action leads to, and why."""
    state = table.running()

    def judge() -> tuple[AnyAction, Snapshot]:
        action = choose(state)
        step = kernel.step(table.rules, state, seat, action)
        return action, Snapshot.of(table.rules, *step)

    action, snapshot = _judged(table, judge)
    return snapshot, request._replace(seat=seat, action=action)


def ring_due(*, match_id: UUID) -> int:
    """Ring what has run out, and return how many bells that were.  Raises `NoSuchMatch`.

    Called by whoever looks at the table, by the bell's own task and by the sweep: the losers of a
    race find nothing due.  Only the task is expected to find nothing due without a race, when it
    woke early; then it is sent again.
    """
    with held(match_id) as table:
        before = table.facts()
        rung = ring_all_due(table)
        if not rung and before.bell_at and table.now >= before.bell_at - EARLY:
            store.rearm(table)
            dispatch.after_ply(replace(before, bell_at=None), table.facts())
    return rung


def ring_all_due(table: Table) -> int:
    """Ring every timer that has run out by now, each as its own ply; return how many."""
    for rung in range(MOST_BELLS):
        due = clocks.due(table.match.clocks, clock.to_ms(table.now))
        if table.match.status != Status.RUNNING or not due:
            return rung
        try:
            _ring(table, due[0])
        except EngineFault:
            return rung
    return MOST_BELLS


def _ring(table: Table, timer_id: int) -> None:
    state, timers = table.running(), {timer.id: timer for timer in table.running().timers}

    def ring() -> tuple[list[Event], Snapshot]:
        step = kernel.ring(table.rules, state, timer_id)
        return step.events, Snapshot.of(table.rules, *step)

    try:
        events, snapshot = _judged(table, ring)
    except IllegalAction as refusal:
        # The row has a clock for an hourglass the rules do not know.
        raise _frozen(table, refusal) from None
    before = table.facts()
    if timers[timer_id].counts:
        _count_misses(table, events)
    _append(table, snapshot, Cause(timer_id=timer_id), before)


def _count_misses(table: Table, events: Sequence[Event]) -> None:
    """Count, for each person whose own time ran out, one more in a row."""
    late = {event.seat for event in events if isinstance(event, TimedOut)}
    for participant in table.participants:
        if participant.seat in late and participant.player_id is not None:
            store.set_missed(table, participant, participant.missed + 1)


def _append(table: Table, snapshot: Snapshot, cause: Cause, before: Facts | None = None) -> Ply:
    before = before or table.facts()
    ply = store.append(table, snapshot, cause)
    dispatch.tell(table, ply)
    dispatch.after_ply(before, table.facts())
    return ply


def _judged(table: Table, ask: Callable[[], T]) -> T:
    """Return what the rules answer.  Anything but a refusal freezes the match."""
    try:
        return ask()
    except IllegalAction:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it was, this match cannot go on
        fault = error
    # Raised out here, so that the fault, which may quote a card, does not travel along.
    raise _frozen(table, fault)


def _frozen(table: Table, fault: Exception) -> EngineFault:
    """Freeze the match and return what to raise.

    The log gets where it happened and of what kind it was: a message may quote a card.
    """
    before, match = table.facts(), table.match
    store.close(table, Status.FROZEN)
    dispatch.after_ply(before, table.facts())
    where = extract_tb(fault.__traceback__)[-1]
    logger.error(
        "match %(match)s (%(game)s) froze at ply %(ply)d: %(fault)s at %(where)s",
        {
            "match": match.pk,
            "game": match.game,
            "ply": match.ply,
            "fault": type(fault).__name__,
            "where": f"{where.filename}:{where.lineno}",
        },
    )
    return EngineFault()
