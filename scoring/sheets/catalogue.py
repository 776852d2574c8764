"""The score sheets of every game, and what of them a viewer may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from games.rules.kernel import Event, Seat
from scoring.sheets import hand_and_foot, lap_dance, work_the_strip
from scoring.sheets.sheet import ScoreRound, Scores, Sheets, totals_of

SHEETS: Final[dict[str, Sheets]] = {
    "work_the_strip": work_the_strip.SHEETS,
    "lap_dance": lap_dance.SHEETS,
    "hand_and_foot": hand_and_foot.SHEETS,
}


def scores_of(
    game: str, events: Iterable[Event], options: Any, seats: int, *, own: Seat | None, over: bool
) -> Scores | None:
    """Return the finished rounds as the seat `own` (None: no seat) may see them now.

    `over`: the match has ended with a result.  None: this game keeps no sheets.
    """
    keeper = SHEETS.get(game)
    if keeper is None:
        return None
    rounds = tuple(keeper.rounds(events, options, seats))
    totals: tuple[int | None, ...] = totals_of(rounds, seats)
    if keeper.closed(options) and not over:
        rounds = tuple(_own(round_, own) for round_ in rounds)
        totals = tuple(total if seat == own else None for seat, total in enumerate(totals))
    return Scores(rounds, totals)


def _own(round_: ScoreRound, own: Seat | None) -> ScoreRound:
    return ScoreRound(round_.round, tuple(sheet for sheet in round_.sheets if own in sheet.seats))
