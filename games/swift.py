"""A ply in one statement: the short way of an action that nothing stands against.

Whoever knows a match as it was last written need not lock it to judge an action.  What was judged
is written only if the row still carries the `stamp` that was judged by (every write gives it a new
one), in the same statement as the ply; else nothing is written, and the action goes the long way,
under the lock.  So it is as if the lock had been held from the look to the write.

PostgreSQL does it in one round trip, outside any transaction.  SQLite has no INSERT inside WITH and
no round trips: there the same two statements stand in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import RLock
from typing import Any

from django.db import connection, models, transaction

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


def write(match: Match, ply: Ply, *, stamp: int, deadline_at: datetime | None) -> bool:
    """Write a running match as it stands after `ply`, and the ply; say whether that was possible.

    `stamp` and `deadline_at` are those of the row that was judged by.  Not possible: the row was
    written meanwhile, its bell is due by the database's clock, or `ply.at` is far from it.
    Raises `IntegrityError` when the seat's request led to a ply already; nothing is written then.
    """
    since, until = ply.at - SLACK, min(ply.at + SLACK, deadline_at or _NEVER)
    row = [*_adapted(match, (*MOVED, "id")), stamp, Status.RUNNING]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            window = [clock.frozen_at(), since, until]
            cursor.execute(_in_one(), [*row, *window, *_adapted(ply, _of_ply())])
            return bool(cursor.rowcount)
    with one_writer(), connection.cursor() as cursor:
        if not since <= clock.now() < until:
            return False
        cursor.execute(_update(), row)
        if cursor.rowcount:
            cursor.execute(_insert(), _adapted(ply, _of_ply()))
            return True
    return False


@contextmanager
def one_writer() -> Iterator[None]:
    """Hold a transaction; SQLite's writers of one process wait for theirs in a line.

    By itself SQLite lets them sleep and look again, longer and longer.
    """
    in_line = connection.vendor == "sqlite" and not connection.in_atomic_block
    with _line if in_line else nullcontext(), transaction.atomic():
        yield


def _adapted(row: models.Model, names: Iterable[str]) -> list[Any]:
    fields = _fields(type(row))
    return [fields[name].get_db_prep_save(getattr(row, name), connection) for name in names]


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
