"""How Hand & Foot is played well: every sensible action with a score (HF 23.1).

Pure functions of the options, one seat's view and what that seat saw.  A turn is planned afresh
before each of its plays, so nothing has to be remembered between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.hand_and_foot.actions import ChooseHand, Continue, Cut, Draw
from games.rules.hand_and_foot.cards import CODE_OF, WILDS
from games.rules.hand_and_foot.heuristics import discards, endings, taking, turns
from games.rules.hand_and_foot.heuristics.reading import Proposal, Reading
from games.rules.hand_and_foot.options import EXACT, FootOptions
from games.rules.hand_and_foot.sketch import LADY
from games.rules.hand_and_foot.view import FootView
from games.rules.kernel import Event

__all__ = ["Proposal", "Reading", "proposals"]

WANTED: Final = (LADY, *WILDS)
"""A pile whose bottom card is one of these is chosen as the Hand: it is of use, or must go."""


def proposals(options: FootOptions, view: FootView, seen: Sequence[Event]) -> Iterator[Proposal]:
    """Yield actions worth a thought for the seat of `view`; some may be illegal."""
    reading = Reading(options, view, seen)
    match view.phase:
        case "cut":
            yield Proposal(0, Cut(EXACT))
        case "choose":
            yield Proposal(0, ChooseHand("B" if _prefers_b(view) else "A"))
        case "draw":
            yield from endings.proposals(reading)
            yield from taking.proposals(reading)
            yield Proposal(0, Draw())
        case "play":
            yield from _plays(reading)
        case "permission":
            yield Proposal(0, endings.answer(reading))
        case _:
            yield Proposal(0, Continue())


def _plays(reading: Reading) -> Iterator[Proposal]:
    """Yield the way out, else what to lay, else what to discard; one of them is enough."""
    for part in (endings, turns, discards):
        if found := list(part.proposals(reading)):
            yield from found
            return


def _prefers_b(view: FootView) -> bool:
    bottoms = view.bottoms
    return bottoms is not None and CODE_OF[bottoms.b] in WANTED and CODE_OF[bottoms.a] not in WANTED
