"""How Work The Strip is played well: every sensible action with a score (WTS 15).

Pure functions of the options, one seat's view and what that seat saw.  Simple on purpose: sure
asks, then all sets, then all specials that do something, then the ask with the best odds x value.
Holding a dual card back for its dearer side, sparing asks that tell the table what one holds, and
playing idle specials at once were tried in 400 duplicate matches each and won no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel import Event
from games.rules.work_the_strip.actions import (
    Continue,
    EndFinalTurn,
    InitialPlay,
    PlaySet,
    WorkTheStrip,
)
from games.rules.work_the_strip.cards import ID_OF, MODE_OF
from games.rules.work_the_strip.heuristics import asks, specials
from games.rules.work_the_strip.heuristics.reading import Proposal, Reading, read
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.scoring import worth
from games.rules.work_the_strip.state import PlayedSet
from games.rules.work_the_strip.view import StripView

__all__ = ["Proposal", "proposals"]

LAY = 1_000_000.0
NOTHING_ELSE = -5_000_000.0


def proposals(options: StripOptions, view: StripView, seen: Sequence[Event]) -> Iterator[Proposal]:
    """Yield actions worth a thought for the seat of `view`; some may be illegal."""
    if view.phase == "round_result":
        yield Proposal(0, Continue())
        return
    reading = read(options, view, seen)
    if view.phase == "initial_play":
        yield Proposal(0, _initial(reading))
    elif view.phase == "final_turn":
        yield from _play(reading)
        yield Proposal(NOTHING_ELSE, EndFinalTurn())
    else:
        yield from _play(reading)
        yield from asks.proposals(reading)
        yield Proposal(NOTHING_ELSE, WorkTheStrip())


def _initial(reading: Reading) -> InitialPlay:
    return InitialPlay(
        tuple(PlayedSet(MODE_OF[key], ID_OF[key], cards) for key, cards in reading.sets.items())
    )


def _play(reading: Reading) -> Iterator[Proposal]:
    for key, cards in reading.sets.items():
        yield Proposal(LAY + worth(cards, MODE_OF[key]), PlaySet(MODE_OF[key], ID_OF[key], cards))
    yield from specials.proposals(reading)
