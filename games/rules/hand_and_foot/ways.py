"""In which ways the pile may be taken, or why it may not, by a view (HF 9.3, 26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF
from games.rules.hand_and_foot.first_melds import Opening, best_opening
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import New, Onto, Take
from games.rules.hand_and_foot.sketch import Line, Sketch
from games.rules.hand_and_foot.state import BoardMeld
from games.rules.hand_and_foot.view import FootView

KEPT: Final = 2
"""So many cards a seat in the foot must hold before its discard (HF 14.2)."""


def line_of(meld: BoardMeld) -> Line:
    """Return a meld of the board by its numbers."""
    return Line(meld.id, meld.rank, meld.naturals, meld.wilds, len(meld.caps))


def own_sketch(view: FootView, options: FootOptions) -> Sketch:
    """Return the own hand and board on paper.  Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator holds nothing")
    melds = view.teams[view.players[view.seat].team].melds
    return Sketch(view.you_hold, map(line_of, melds), options)


WhyNot = Literal["pile_blocked", "pile_frozen", "no_match", "initial_meld_low", "must_keep_card"]
"""Why the pile may not be taken, in the codes of refusals; "no_match": nothing fits its top."""


class Ways(NamedTuple):
    """All ways to take the pile that keep enough cards to end the turn; if none, why."""

    takes: tuple[Take, ...]
    why_not: WhyNot | None


def pile_size(view: FootView, options: FootOptions) -> int:
    """Return how many cards come with the pile (option take_count)."""
    if options.take_count == "all":
        return view.pile_count
    return min(options.take_count, view.pile_count)


def ways_of(view: FootView, options: FootOptions) -> Ways:
    """Return the ways of the seat of `view`, as if it were to decide now."""
    sketch = own_sketch(view, options)
    if view.blocked:
        return Ways((), "pile_blocked")
    if not sketch.lines:
        return _opening_ways(view, options)
    takes = pile_takes(view, options)
    spare = [take for take in takes if _leaves_enough(view, options, take)]
    if spare:
        return Ways(tuple(spare), None)
    if takes:
        return Ways((), "must_keep_card")
    return Ways((), "pile_frozen" if view.frozen else "no_match")


def may_leave(view: FootView, options: FootOptions) -> bool:
    """Say whether the seat could go out in this turn, if only it had the cards (HF 14)."""
    if view.seat is None or not view.players[view.seat].in_foot or view.denied:
        return False
    own = view.players[view.seat].team
    return not options.all_in_foot or all(one.in_foot for one in view.players if one.team == own)


def pile_takes(view: FootView, options: FootOptions) -> tuple[Take, ...]:
    """Return the ways to take the pile for a team that has opened, whatever is kept (HF 14.2)."""
    sketch = own_sketch(view, options)
    if view.blocked or not view.pile or not sketch.lines:
        return ()
    return tuple(_opened_ways(view, sketch))


def opening_with_top(view: FootView, options: FootOptions) -> Opening | None:
    """Return the best initial meld that begins with the pile's top, if there is any."""
    if view.blocked or not view.pile:
        return None
    return best_opening(
        view.you_hold,
        view.minimum,
        view.pile[-1],
        frozen=view.frozen,
        wild_meld=options.wild_initial_meld,
    )


def _opening_ways(view: FootView, options: FootOptions) -> Ways:
    opening = opening_with_top(view, options)
    if opening is None:
        return Ways((), "pile_frozen" if view.frozen else "no_match")
    if opening.points < view.minimum:
        return Ways((), "initial_meld_low")
    take = Take(New(opening.use), opening.melds)
    if not _leaves_enough(view, options, take):
        return Ways((), "must_keep_card")
    return Ways((take,), None)


def _opened_ways(view: FootView, sketch: Sketch) -> Iterator[Take]:
    """Yield ways for a team that has opened, those first that lay most."""
    top = CODE_OF[view.pile[-1]]
    naturals, own = tuple(sketch.cards.get(top, ())), sketch.of(top)
    pair_wanted = view.frozen or not sketch.options.pick_onto_meld
    for line in sorted(own, key=lambda line: (line.is_group, line.gap)):
        if len(naturals) > 1 or not pair_wanted:
            yield Take(Onto(line.meld, naturals))
        if naturals and not pair_wanted:
            yield Take(Onto(line.meld))
    if sketch.may_open(top):
        if len(naturals) > 1:
            yield Take(New(naturals))
        if naturals and sketch.wilds and not view.frozen:
            yield Take(New((naturals[0], sketch.wilds[0])))


def _leaves_enough(view: FootView, options: FootOptions, take: Take) -> bool:
    """Say whether the keep rule of the foot is kept (HF 14.2)."""
    if view.seat is None or not view.players[view.seat].in_foot:
        return True
    used = len(take.use.cards) + sum(map(len, take.melds))
    return len(view.you_hold) - used + pile_size(view, options) - 1 >= KEPT
