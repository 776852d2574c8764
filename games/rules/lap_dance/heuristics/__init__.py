"""How Lap Dance is played well: every sensible action with a score (LAP 17).

Pure functions of the options, one seat's view and what that seat saw.  Rolls, Sandra and Staff are
weighed by the exact worth of dice for orders; Stacks by a formula fitted to it, against the rounds
to come; Events and Specials by simple rules.  It does not farm stars: a till that counts Sandra's
gifts too rolls twice as often and earns 4 dollars a game more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel import Event
from games.rules.lap_dance.actions import AnswerCallOut, Vote
from games.rules.lap_dance.heuristics import happenings, serving, specials, stacks
from games.rules.lap_dance.heuristics.reading import Proposal, Reading
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.view import LapView

__all__ = ["Proposal", "proposals"]


def proposals(options: LapOptions, view: LapView, seen: Sequence[Event]) -> Iterator[Proposal]:
    """Yield actions worth a thought for the seat of `view`; some may be illegal."""
    reading = Reading(options, view, seen)
    if view.accusation:
        yield Proposal(9.0, AnswerCallOut(accept=False))
        yield Proposal(9.0, Vote(yes=False))
    if view.phase == "preparation":
        yield from stacks.proposals(reading)
    elif view.phase == "event":
        yield from happenings.proposals(reading)
    elif view.turn and view.turn.seat == reading.me:
        yield from serving.proposals(reading)
    elif view.turn:
        yield from specials.meddling(reading)
