"""A line of a score sheet: points with their reason, so that a player can check them by hand.

It knows nothing of the games: any game whose sides collect and lose points can be written so.
"""

from __future__ import annotations

from games.rules.kernel import Data, Seat


class Line(Data, frozen=True):
    """One row: `what` it is (a word of the rules), how `many`, and what that is worth.

    `value` is signed, in points or dollars, for all of them together; `part`: the sum it belongs
    to; `rule`: where the rules say so; `of`: what it is about (a rank, a card), `seat`: whom,
    `meld_id`: which meld, where that says more.
    """

    part: str
    what: str
    many: int
    value: int
    rule: str
    of: str | None = None
    seat: Seat | None = None
    meld_id: int | None = None
