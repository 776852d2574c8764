"""The one way to a match's row: lock it, and write a ply with everything that belongs to it.

`lock` is the only place that takes a row lock, so that one match has one writer: whoever holds it
reads the state, judges, and writes, all in one transaction.  SQLite has no row locks; there the
transaction itself (``BEGIN IMMEDIATE``) keeps every other writer out.

`glimpse` is the short way (see `games.swift`): the table as this process last wrote it, without a
lock and without asking the database.  It serves for one `draft` and nothing else.

Errors: `NoSuchMatch`; `NotHeld` (only the lock allows this: take the long way); `LostRace` (the row
changed under the lock: a fault of ours, never answered with a half-written ply).
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from accounts.prepared import Prepared
from games import clock, clocks, pacing, swift
from games.errors import NoSuchMatch
from games.models import Departure, Match, Participant, Ply, Status
from games.rules import registry
from games.rules.kernel import Action, Event, Seat, State, shuffle_key
from games.swift import Draft
from games.table import Asked, Table

LONGEST_BELL = timedelta(seconds=120)
"""No bell is sent further ahead: longer clocks are rung by the sweep, or by a bell sent again."""

_AFTER_EVERY_PLY = (
    *("state", "ply", "status", "outcome", "finished_at"),
    *("clocks", "deadline_at", "bell_at", "bots_due", "bots_due_at"),
)


_OF_BOTS = ("bots_due", "bots_due_at")


class LostRace(RuntimeError):
    """Somebody wrote to the match although its lock was held."""


class NotHeld(Exception):
    """A table that is not locked cannot be changed like this, or not any more."""


class Cause(NamedTuple):
    """Why there is a ply: a seat's action, or a timer that ran out."""

    seat: Seat | None = None
    action: Action[Any, Any] | None = None
    timer_id: int | None = None
    request_id: str | None = None
    request_hash: str = ""


class Snapshot(NamedTuple):
    """A state, and everything that is computed from it by the rules before it can be written."""

    state: State
    data: bytes
    outcome: dict[str, Any] | None
    events: list[dict[str, Any]]
    heard: tuple[Event, ...]
    """The events themselves."""

    @classmethod
    def of(cls, rules: registry.AnyGame, state: State, events: Sequence[Event] = ()) -> Snapshot:
        """Return what to write.  Raises whatever faulty rules raise, before anything is written."""
        outcome = rules.outcome(state)
        return cls(
            state=state,
            data=registry.encode_state(state),
            outcome=None if outcome is None else registry.builtins(outcome),
            events=registry.builtins(list(events)),
            heard=tuple(events),
        )


# --- Reading --------------------------------------------------------------------------------------

_matches = Prepared(lambda: Match.with_secrets.defer("seed", "nonces"), by="id")
_participants = Prepared(Participant.objects.all, by="match")


def lock(match_id: UUID) -> Table:
    """Return the table, nobody else able to change it until the transaction ends.

    Raises `NoSuchMatch`.  The time is read after the lock is held.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a lock outside a transaction locks nothing")
    rows = Match.with_secrets.defer("seed", "nonces").select_for_update(no_key=True)
    return _table(rows.filter(pk=match_id).first(), held=True)


def look(match_id: UUID) -> Table:
    """Return the table as it is now, without a lock: for reading and thinking only.

    Raises `NoSuchMatch`.
    """
    return _table(_matches.first(match_id))


def hold_player(player: Player) -> None:
    """Keep this player's other requests out until the transaction ends."""
    Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()


def known(table: Table, seat: Seat, request_id: str) -> Ply | None:
    """Return the ply this request of this seat led to, if it was applied already."""
    return Ply.objects.filter(match_id=table.match.pk, seat=seat, request_id=request_id).first()


def key_of(match: Match) -> str:
    """Return the key of the match's random streams: made where it is needed, never kept."""
    return shuffle_key(bytes(match.seed), str(match.pk), match.nonces)


PLIES_READ = 50


def events_this_round(match: Match) -> list[Event]:
    """Return the events since the last "round_started", or all: every seat's secrets included."""
    found: list[object] = []
    for events in _events_backwards(match):
        starts = [place for place, event in enumerate(events) if _starts_round(event)]
        found = events[starts[-1] if starts else 0 :] + found
        if starts:
            break
    return registry.events_from(registry.kind(match.game, match.rules_version), found)


def _events_backwards(match: Match) -> Iterator[list[object]]:
    """Yield the events of each ply, the last first, by pages: a cursor costs PostgreSQL more."""
    rows = Ply.objects.filter(match_id=match.pk).order_by("-number")
    plies = rows.values_list("number", "events")
    page = list(plies[:PLIES_READ])
    while page:
        yield from (events for _, events in page)
        page = list(plies.filter(number__lt=page[-1][0])[:PLIES_READ])


def _starts_round(event: object) -> bool:
    return isinstance(event, dict) and event.get("type") == "round_started"


def _table(match: Match | None, *, held: bool = False) -> Table:
    if match is None:
        raise NoSuchMatch
    return Table(
        match=match,
        participants=_participants.all(match.pk),
        state=_state(match),
        now=clock.now(),
        held=held,
    )


def _state(match: Match) -> State | None:
    if match.state is None:
        return None
    return registry.decode_state(registry.kind(match.game, match.rules_version), bytes(match.state))


# --- The short way --------------------------------------------------------------------------------

MOST_KEPT = 2000
_kept: OrderedDict[UUID, tuple[Match, list[Participant]]] = OrderedDict()
_keeping = Lock()


def glimpse(match_id: UUID) -> Table | None:
    """Return the table as this process last wrote it, for one `draft`; None if it does not know.

    It is taken away: two at a time would change the same rows.
    """
    if transaction.get_connection().in_atomic_block:
        return None
    with _keeping:
        kept = _kept.pop(match_id, None)
    if kept is None:
        return None
    match, participants = kept
    return Table(match, participants, _state(match), clock.about())


def keep(table: Table) -> None:
    """Keep what was written for the next `glimpse`.  Called after the commit."""
    if transaction.get_connection().in_atomic_block or table.match.status != Status.RUNNING:
        return
    with _keeping:
        _kept[table.match.pk] = table.match, table.participants
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)


# --- Writing: each under the lock -----------------------------------------------------------------


def begin(table: Table, snapshot: Snapshot) -> None:
    """Write the state before the first ply, with the options and nonces that led to it."""
    match = table.match
    match.status, match.started_at = Status.RUNNING, table.now
    _take(table, snapshot)
    _write(table, match.ply, "started_at", "nonces", "options", *_AFTER_EVERY_PLY)


def append(table: Table, snapshot: Snapshot, cause: Cause) -> Ply:
    """Write one ply: the row, the snapshot, the clocks, the status, all or nothing."""
    before = table.match.ply
    _take(table, snapshot)
    _write(table, before, *_AFTER_EVERY_PLY)
    ply = _ply(table, snapshot, cause)
    ply.save(force_insert=True)
    return ply


def draft(table: Table, snapshot: Snapshot, cause: Cause) -> Draft:
    """Return what `append` would write, for `write_drafts`: of a table that is only glimpsed."""
    match = table.match
    stamp, deadline_at = match.stamp, match.deadline_at
    _take(table, snapshot)
    match.stamp = _new_stamp()
    return Draft(match, _ply(table, snapshot, cause), stamp, deadline_at)


write_drafts = swift.write


def _ply(table: Table, snapshot: Snapshot, cause: Cause) -> Ply:
    """Return the ply that led to a table that stands after it."""
    ply = Ply(
        match_id=table.match.pk,
        number=table.match.ply,
        seat=cause.seat,
        action=None if cause.action is None else registry.builtins(cause.action),
        timer_id=cause.timer_id,
        events=snapshot.events,
        request_id=cause.request_id,
        request_hash=cause.request_hash,
        at=table.now,
    )
    ply.heard = snapshot.heard
    return ply


def close(table: Table, status: Status) -> None:
    """Stop the match and its clocks for good: abandoned, or frozen after a fault."""
    match = table.match
    match.status = status
    _set_clocks(table, clocks.stopped(match.clocks, clock.to_ms(table.now)))
    _expect_bots(table, {})
    _write(table, match.ply, "status", "clocks", "deadline_at", *_OF_BOTS)


def shift(table: Table, gone_at: datetime) -> None:
    """Give back to the running clocks, and to bots, what an outage since `gone_at` took from them.

    Whatever bell was outstanding may be lost with the broker: a new one is due.
    """
    match, now_ms, gone_ms = table.match, clock.to_ms(table.now), clock.to_ms(gone_at)
    match.bell_at = None
    _set_clocks(table, clocks.shifted(match.clocks, gone_ms, now_ms))
    _expect_bots(table, pacing.shifted(table, gone_ms))
    _write(table, match.ply, "clocks", "deadline_at", "bell_at", *_OF_BOTS)


def rearm(table: Table) -> None:
    """Say that a bell is due, none being outstanding."""
    table.match.bell_at = None
    _set_clocks(table, table.match.clocks)
    _write(table, table.match.ply, "deadline_at", "bell_at")


def ask_bots_again(table: Table, *bots: Asked) -> None:
    """Note that these bots are sent for now, without a pause for thought."""
    _expect_bots(table, pacing.at_once(table, *bots))
    _write(table, table.match.ply, *_OF_BOTS)


def set_missed(table: Table, participant: Participant, missed: int) -> None:
    """Write how often in a row this seat let its own time run out."""
    participant.missed = missed
    participant.save(update_fields=["missed"])
    _expect_bots(table, pacing.dues(table))
    _write(table, table.match.ply, *_OF_BOTS)


def hand_to_bot(table: Table, participant: Participant, level: str) -> None:
    """Let a bot have the seat of a player who leaves for good, and note who that was."""
    Departure.objects.get_or_create(
        match=table.match, player=participant.player, defaults={"seat": participant.seat}
    )
    _seat_goes_to(table, participant, None, level)


def take_from_bot(table: Table, participant: Participant, player: Player) -> None:
    """Let a player have the seat of a bot, and note whose it was when the cards were dealt.

    The requests of whoever had it before are forgotten: the newcomer names theirs as they like.
    """
    left = Departure.objects.filter(match_id=table.match.pk, seat=participant.seat)
    if not participant.dealt_to and not left.exists():
        participant.dealt_to = participant.bot_level
    if [departure.player_id for departure in left] != [player.pk]:
        plies = Ply.objects.filter(match_id=table.match.pk, seat=participant.seat)
        plies.exclude(request_id=None).update(request_id=None)
    _seat_goes_to(table, participant, player, "")


def departed_from(table: Table, player: Player) -> Seat | None:
    """Return the seat this player once gave up here; None: no such seat."""
    rows = Departure.objects.filter(match_id=table.match.pk, player=player)
    return rows.values_list("seat", flat=True).first()


def _seat_goes_to(
    table: Table, participant: Participant, player: Player | None, level: str
) -> None:
    participant.player, participant.bot_level, participant.missed = player, level, 0
    participant.save(update_fields=["player", "bot_level", "dealt_to", "missed"])
    _expect_bots(table, pacing.dues(table))
    _write(table, table.match.ply, *_OF_BOTS)


def set_host(table: Table, participant: Participant) -> None:
    """Make this player the host."""
    table.match.host_id = participant.player_id
    _write(table, table.match.ply, "host_id")


def mark_rated(match_id: UUID) -> bool:
    """Note that a finished match's result was dealt with; say whether it had not been before."""
    rows = Match.objects.filter(pk=match_id, status=Status.FINISHED, rated_at=None)
    return bool(rows.update(rated_at=clock.now()))


def mark_sealed(match_id: UUID) -> bool:
    """Note that an abandoned match was sealed; say whether it had not been before."""
    rows = Match.objects.filter(pk=match_id, status=Status.ABANDONED, rated_at=None)
    return bool(rows.update(rated_at=clock.now()))


def mark_all_rated(match_ids: Collection[UUID]) -> None:
    """Note that the results of these finished matches were dealt with."""
    rows = Match.objects.filter(pk__in=match_ids, status=Status.FINISHED, rated_at=None)
    rows.update(rated_at=clock.now())


def _take(table: Table, snapshot: Snapshot) -> None:
    """Make the snapshot the table's, with the clocks and questions that follow from it."""
    match, state = table.match, snapshot.state
    timers = [] if table.state is None else table.state.timers
    table.state, match.state, match.ply = state, snapshot.data, state.ply
    if snapshot.outcome is not None:
        match.status, match.finished_at = Status.FINISHED, table.now
        match.outcome = snapshot.outcome
    now_ms = clock.to_ms(table.now)
    _set_clocks(table, clocks.carried(match.clocks, timers, state.timers, now_ms))
    _expect_bots(table, pacing.dues(table))


def _expect_bots(table: Table, dues: pacing.Dues) -> None:
    """Keep when the bots should act, and when the first of those that are waited for should."""
    table.match.bots_due = dues
    waited = [pacing.due_ms(table, asked) for asked in table.bots_waited_for()]
    table.match.bots_due_at = clock.from_ms(min(waited)) if waited else None


def _set_clocks(table: Table, running: clocks.Clocks) -> None:
    """Keep the clocks, when the next bell rings, and when the one bell that is sent wakes.

    One bell is outstanding at a time: it is sent anew only when none is, or when it would wake too
    late; one that wakes too early sends itself again.  Else every restarted turn clock would leave
    a dead message in the queue.
    """
    match, next_ms = table.match, clocks.earliest(running)
    match.clocks = running
    match.deadline_at = None if next_ms is None else clock.from_ms(next_ms)
    if match.deadline_at and not (match.bell_at and table.now < match.bell_at <= match.deadline_at):
        match.bell_at = min(match.deadline_at, table.now + LONGEST_BELL)


def _write(table: Table, ply: int, *fields: str) -> None:
    """Write these columns, if the row still stands at `ply`.  Raises `LostRace`, `NotHeld`."""
    match = table.match
    if not table.held:
        raise NotHeld
    match.stamp = _new_stamp()
    fields = (*fields, "stamp")
    values = {field: getattr(match, field) for field in fields}
    if not Match.with_secrets.filter(pk=match.pk, ply=ply).update(**values):
        raise LostRace(f"match {match.pk} left ply {ply}")


def _new_stamp() -> int:
    """Return a number that no other write of this row has used."""
    return secrets.randbits(62)
