"""Numbers of several runs, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from games.rules.kernel import Data


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the nearest-rank percentile in milliseconds of `values` (seconds); 0 of none."""
    if not values:
        return 0.0
    return 1000 * sorted(values)[min(len(values) - 1, int(len(values) * percent / 100))]


class Spread(Data, frozen=True):
    """What several runs came to."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return median and range."""
        return cls(median(values), min(values), max(values))

    def text(self, digits: int = 0) -> str:
        """Return ``median (least to most)``."""
        return f"{self.median:,.{digits}f} ({self.least:,.{digits}f} to {self.most:,.{digits}f})"
