"""A score sheet: every point of a round with its reason, so that a player can check it by hand.

It knows nothing of the game: any game whose sides collect and lose points can be written so.
"""

from __future__ import annotations

from games.rules.kernel import Data, Seat


class Line(Data, frozen=True):
    """One row: `what` it is (a word of the rules), how `many`, and what that is worth.

    `value` is signed, in points, for all of them together; `part`: the sum it belongs to; `rule`:
    where the rules say so; `of`: what it is about (a rank), `seat`: whom, `meld_id`: which meld,
    where that says more.
    """

    part: str
    what: str
    many: int
    value: int
    rule: str
    of: str | None = None
    seat: Seat | None = None
    meld_id: int | None = None


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
