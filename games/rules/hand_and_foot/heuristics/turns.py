"""What to lay in an ordinary turn: much of the hand, few of the wilds (HF 23.1 points 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.hand_and_foot.actions import Cap, LayOff, Meld
from games.rules.hand_and_foot.cards import WILD_RANK
from games.rules.hand_and_foot.first_melds import best_opening
from games.rules.hand_and_foot.heuristics.reading import Proposal, Reading
from games.rules.hand_and_foot.laying import (
    cap_ladies,
    clean_hopes,
    finish,
    lay_naturals,
    lay_pairs,
    lay_sets,
    lay_wild_set,
    shed_wilds,
)
from games.rules.hand_and_foot.plays import AddCards, LayMelds, Play
from games.rules.hand_and_foot.sketch import SMALLEST, Sketch
from games.rules.hand_and_foot.ways import KEPT

DIRTY_LINES: Final = 3
"""So many lines are begun with a pair and a wild: those needed to go out, and one in reserve."""
MANY_WILDS: Final = 5
"""From so many wilds in hand a group of wilds is tried for."""
CLOSE: Final = 4
"""An opponent in the foot with so few cards may go out in his next turn."""
INTO_THE_FOOT: Final = 2
"""With so few cards left before the discard the Foot is reached (HF 13.1, ways 1 and 2)."""
SCORE: Final = 10_000.0


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield the next play of the turn; none if all is laid that should be."""
    if not reading.opened:
        yield from _openings(reading)
        return
    for place, play in enumerate(best_layout(reading).plays):
        if (action := _as_action(play)) is not None:
            yield Proposal(SCORE - place, action)


def best_layout(reading: Reading) -> Sketch:
    """Return hand and board as they are when all is laid that should be laid now."""
    thrifty = _layout(reading, lavish=is_urgent(reading))
    if reading.in_foot or thrifty.left <= INTO_THE_FOOT:
        return thrifty
    lavish = _layout(reading, lavish=True)
    return lavish if lavish.left <= INTO_THE_FOOT else thrifty


def is_urgent(reading: Reading) -> bool:
    """Say whether the round may end before the next own turn."""
    if reading.view.stock <= reading.options.draw_count * len(reading.view.players):
        return True
    return any(
        reading.view.players[seat].in_foot and reading.view.players[seat].count <= CLOSE
        for seat in reading.foes
    )


def _layout(reading: Reading, *, lavish: bool) -> Sketch:
    """Lay on paper; lavishly, wilds go wherever they may, but for what must stay clean."""
    sketch, keep = reading.sketch(), KEPT if reading.in_foot else 0
    cap_ladies(sketch, keep)
    _second_lines(sketch, keep)
    lay_naturals(sketch, keep)
    lay_sets(sketch, keep)
    cap_ladies(sketch, keep)
    hopes = clean_hopes(sketch, 0 if lavish else 1)
    if _goes_for_wilds(sketch):
        _lay_wilds(sketch, keep)
        return sketch
    finish(sketch, hopes, keep)
    dirty = sum(line.is_dirty for line in sketch.lines)
    lay_pairs(sketch, len(sketch.wilds) if lavish else DIRTY_LINES - dirty, keep)
    if lavish:
        clean = [line for line in sketch.lines if line.is_clean and line.is_group]
        shed_wilds(sketch, [*hopes, *clean], keep)
    return sketch


def _second_lines(sketch: Sketch, keep: int) -> None:
    """Begin another line of a rank whose lines are groups already."""
    for rank, count in list(sketch.naturals()):
        own = sketch.of(rank)
        done = bool(own) and all(line.is_group for line in own)
        if done and not keep and count >= SMALLEST and sketch.may_open(rank):
            sketch.meld(sketch.cards[rank])


def _goes_for_wilds(sketch: Sketch) -> bool:
    """Say whether wilds are better kept together: seven of them are 2,000 points."""
    laid = max((line.wilds for line in sketch.of(WILD_RANK) if line.gap), default=0)
    return laid + len(sketch.wilds) >= MANY_WILDS


def _lay_wilds(sketch: Sketch, keep: int) -> None:
    open_ = [line for line in sketch.of(WILD_RANK) if line.gap]
    if not open_:
        lay_wild_set(sketch, keep)
    elif (most := min(len(sketch.wilds), sketch.left - keep)) > 0:
        sketch.lay_off(open_[0], sketch.wilds[:most])


def _openings(reading: Reading) -> Iterator[Proposal]:
    view, options = reading.view, reading.options
    opening = best_opening(view.you_hold, view.minimum, wild_meld=options.wild_initial_meld)
    if opening is not None and opening.points >= view.minimum:
        yield Proposal(SCORE, Meld(opening.melds))


def _as_action(play: Play) -> Meld | LayOff | Cap | None:
    """Return a play as an action; None if it rests on a meld that is only planned."""
    if isinstance(play, LayMelds):
        return Meld(play.melds)
    if isinstance(play.meld_id, str):
        return None
    if isinstance(play, AddCards):
        return LayOff(play.meld_id, play.cards)
    return Cap(play.meld_id, play.card)
