"""What time it is.  The only place below the API that reads a clock.

Asked *after* the row lock is held, so that whoever waited for the lock does not judge by the time
at which it began to wait.  PostgreSQL's clock is one for all processes; SQLite has one machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db import connection


class Frozen:
    """A clock that stands still until it is told to go on: for tests."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def advance(self, seconds: float) -> datetime:
        """Go on by `seconds` and return the new time."""
        self.at += timedelta(seconds=seconds)
        return self.at


_frozen: Frozen | None = None  # of the whole process: the threads of a test share it


def now() -> datetime:
    """Return the time (UTC)."""
    if _frozen is not None:
        return _frozen.at
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            at: datetime = cursor.fetchone()[0]
            return at
    return datetime.now(UTC)


def about() -> datetime:
    """Return the time (UTC) by this process's own clock: a guess, where the database's counts."""
    return datetime.now(UTC) if _frozen is None else _frozen.at


def frozen_at() -> datetime | None:
    """Return the time at which the clock stands still; None: it goes."""
    return None if _frozen is None else _frozen.at


@contextmanager
def frozen(at: datetime) -> Iterator[Frozen]:
    """Stop the clock of this process at `at` for as long as the block lasts."""
    global _frozen  # noqa: PLW0603 - a port with one test double, not state
    before, _frozen = _frozen, Frozen(at)
    try:
        yield _frozen
    finally:
        _frozen = before


def to_ms(at: datetime) -> int:
    """Return milliseconds since the epoch: how the match row keeps its clocks."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def from_ms(ms: int) -> datetime:
    """Return the time (UTC) of `ms` milliseconds since the epoch."""
    return _EPOCH + timedelta(milliseconds=ms)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
