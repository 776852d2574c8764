"""Seasons: calendar quarters, by the clock of UTC.  Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple, Self

PATTERN = r"[1-9][0-9]{3}-Q[1-4]"
MONTHS = 3


class Season(NamedTuple):
    """A quarter of a year; sorts by time, and so do the names."""

    year: int
    quarter: int

    @classmethod
    def of(cls, at: datetime) -> Self:
        """Return the season a moment lies in."""
        at = at.astimezone(UTC)
        return cls(at.year, (at.month + MONTHS - 1) // MONTHS)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the season of this name.  Raises `ValueError`."""
        if not re.fullmatch(PATTERN, name, re.ASCII):
            raise ValueError(name)
        return cls(int(name[:4]), int(name[-1]))

    @property
    def name(self) -> str:
        """As it stands on the wire: ``2026-Q4``."""
        return f"{self.year:04}-Q{self.quarter}"

    @property
    def begins_at(self) -> datetime:
        """The first moment."""
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)

    @property
    def ends_at(self) -> datetime:
        """The first moment after it."""
        return self.next.begins_at

    @property
    def next(self) -> Self:
        """The season after it."""
        year, quarter = divmod(self.year * 4 + self.quarter, 4)
        return type(self)(year, quarter + 1)
