"""A ply in one statement: the short way of an action that nothing stands against.

Whatever waits to be written at the same moment is written together: one round trip, one commit.

Whoever knows a match as it was last written need not lock it to judge an action.  What was judged
is written only if the row still carries the `stamp` that was judged by (every write gives it a new
one), in the same statement as the ply; else nothing is written, and the action goes the long way,
under the lock.  So it is as if the lock had been held from the look to the write.

PostgreSQL does it in one round trip, outside any transaction.  SQLite has no INSERT inside WITH and
no round trips: there the same two statements stand in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import RLock
from typing import Any, Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games import clock
from games.models import Match, Ply, Status

SLACK = timedelta(milliseconds=250)
"""The process's clock may differ so much from the database's, which is the one that counts."""

MOVED = (
    *("state", "ply", "status", "outcome", "finished_at"),
    *("clocks", "deadline_at", "bell_at", "bots_due", "bots_due_at", "stamp"),
)
"""The columns of a match that a ply changes."""

_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
_line = RLock()


class Draft(NamedTuple):
    """A running match as it stands after `ply`; the row that was judged by had this stamp."""

    match: Match
    ply: Ply
    stamp: int
    deadline_at: datetime | None


def write(drafts: Sequence[Draft]) -> list[bool]:
    """Write drafts of different matches in one transaction; say for each whether it was possible.

    Not possible: the row was written meanwhile, its bell is due by the database's clock, or
    `ply.at` is far from it.  Raises `IntegrityError` when one seat's request led to a ply already;
    nothing at all is written then.
    """
    using = connections[DEFAULT_DB_ALIAS]
    write_all = _at_once if using.vendor == "postgresql" else _one_by_one
    return write_all(drafts, using)


def _at_once(drafts: Sequence[Draft], using: BaseDatabaseWrapper) -> list[bool]:
    """Write them in one round trip: what is sent together is one transaction.

    In the order of their ids, so that two processes never wait for each other.
    """
    order = sorted(range(len(drafts)), key=lambda place: drafts[place].match.pk)
    rows = [_in_one_values(drafts[place], using) for place in order]
    with using.cursor() as wrapped, using.wrap_database_errors:
        cursor: Any = wrapped.cursor
        if len(rows) == 1:
            cursor.execute(_in_one(), rows[0])
            return [bool(cursor.rowcount)]
        cursor.executemany(_in_one(), rows, returning=True)
        done = [bool(each.rowcount) for each in cursor.results()]
    return [written for _, written in sorted(zip(order, done, strict=True))]


def _one_by_one(drafts: Sequence[Draft], using: BaseDatabaseWrapper) -> list[bool]:
    with one_writer(), using.cursor() as cursor:
        now = clock.now()
        return [_written(draft, now, using, cursor) for draft in drafts]


def _written(draft: Draft, now: datetime, using: BaseDatabaseWrapper, cursor: Any) -> bool:
    since, until = _window(draft)
    if not since <= now < until:
        return False
    cursor.execute(_update(), _update_values(draft, using))
    if not cursor.rowcount:
        return False
    cursor.execute(_insert(), _adapted(draft.ply, _of_ply(), using))
    return True


def _window(draft: Draft) -> tuple[datetime, datetime]:
    """Return between which times, by the database's clock, the draft may be written."""
    at = draft.ply.at
    return at - SLACK, min(at + SLACK, draft.deadline_at or _NEVER)


def _update_values(draft: Draft, using: BaseDatabaseWrapper) -> list[Any]:
    return [*_adapted(draft.match, (*MOVED, "id"), using), draft.stamp, Status.RUNNING.value]


def _in_one_values(draft: Draft, using: BaseDatabaseWrapper) -> list[Any]:
    window = clock.frozen_at(), *_window(draft)
    return [*_update_values(draft, using), *window, *_adapted(draft.ply, _of_ply(), using)]


@contextmanager
def one_writer() -> Iterator[None]:
    """Hold a transaction; SQLite's writers of one process wait for theirs in a line.

    By itself SQLite lets them sleep and look again, longer and longer.
    """
    in_line = connection.vendor == "sqlite" and not connection.in_atomic_block
    with _line if in_line else nullcontext(), transaction.atomic():
        yield


def _adapted(row: models.Model, names: tuple[str, ...], using: BaseDatabaseWrapper) -> list[Any]:
    """Return the values of these columns as the database takes them.

    What is a plain value already is not asked for how to become one: half of them are.
    """
    return [
        value
        if type(value := getattr(row, name)) in _PLAIN and may_be_plain
        else adapt(value, using)
        for name, may_be_plain, adapt in _adapters(type(row), names)
    ]


_PLAIN: Final = frozenset({int, str, type(None)})


@cache
def _adapters(
    kind: type[models.Model], names: tuple[str, ...]
) -> tuple[tuple[str, bool, Any], ...]:
    fields = _fields(kind)
    return tuple(
        (name, not isinstance(fields[name], models.JSONField), fields[name].get_db_prep_save)
        for name in names
    )


@cache
def _fields(kind: type[models.Model]) -> dict[str, Any]:
    return {field.attname: field for field in kind._meta.concrete_fields}  # noqa: SLF001 - public


@cache
def _of_ply() -> tuple[str, ...]:
    return tuple(name for name in _fields(Ply) if name != "id")


@cache
def _update() -> str:
    columns = ", ".join(f'"{name}" = %s' for name in MOVED)
    where = '"id" = %s AND "stamp" = %s AND "status" = %s'
    return f"UPDATE {Match._meta.db_table} SET {columns} WHERE {where}"  # noqa: S608, SLF001


@cache
def _insert() -> str:
    columns = ", ".join(f'"{name}"' for name in _of_ply())
    values = ", ".join(["%s"] * len(_of_ply()))
    return f"INSERT INTO {Ply._meta.db_table} ({columns}) VALUES ({values})"  # noqa: S608, SLF001


@cache
def _in_one() -> str:
    into, _, values = _insert().partition(" VALUES ")
    now = "COALESCE(%s::timestamptz, clock_timestamp())"
    # The time is asked for once: a volatile function under BETWEEN would be asked twice.
    moved = f"{_update()} AND (SELECT {now}) <@ tstzrange(%s, %s) RETURNING 1"
    return f"WITH moved AS ({moved}) {into} SELECT {_typed(values)} FROM moved"  # noqa: S608


def _typed(values: str) -> str:
    """Return ``(%s, %s)`` as ``%s::uuid, %s::integer``: a SELECT knows no column's type."""
    types = [_fields(Ply)[name].rel_db_type(connection) for name in _of_ply()]
    marks = values.strip("()").split(", ")
    return ", ".join(f"{mark}::{kind}" for mark, kind in zip(marks, types, strict=True))
