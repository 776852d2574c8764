"""A side's score sheet for a round of Hand & Foot (HF 16)."""

from __future__ import annotations

from games.rules.kernel import Data, Seat
from games.rules.sheet import Line


class Sheet(Data, frozen=True):
    """One side's round: its seats, all lines, and their sums; `net` is the sum of all lines.

    ``net = base + count - unplayed``, in points (HF 16).
    """

    team: int
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    base: int
    count: int
    unplayed: int
    net: int
