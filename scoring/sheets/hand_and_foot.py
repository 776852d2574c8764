"""The sheets of Hand & Foot, as the rules wrote them (HF 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.rules.hand_and_foot.events import RoundScored
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Event
from scoring.sheets.sheet import ScoreRound, ScoreSheet, Sheets


def rounds(events: Iterable[Event], options: FootOptions, seats: int) -> Iterator[ScoreRound]:
    """Yield each round that was scored."""
    del options, seats
    for event in events:
        if isinstance(event, RoundScored):
            told = event.result.sheets
            yield ScoreRound(
                event.result.round,
                tuple(ScoreSheet(one.team, one.seats, one.lines, one.net) for one in told),
            )


SHEETS: Final = Sheets(rounds)
