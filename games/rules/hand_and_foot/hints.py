"""What helps a client to compose a turn, computed from the view alone (HF 26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from games.rules.hand_and_foot.cards import WILD_RANK
from games.rules.hand_and_foot.first_melds import Opening, best_opening
from games.rules.hand_and_foot.laying import leave, may_cap
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Cards, Take
from games.rules.hand_and_foot.sketch import Sketch
from games.rules.hand_and_foot.view import FootView
from games.rules.hand_and_foot.ways import (
    WhyNot,
    line_of,
    may_leave,
    opening_with_top,
    own_sketch,
    ways_of,
)
from games.rules.kernel import Data, Hints

Sort = Literal["clean", "dirty", "wild"]


class OpeningHint(Data, frozen=True):
    """The best initial meld found: new melds, their points, and whether that is enough (HF 11).

    `use`: with the pile's top card, what it is melded with; `melds` are then the others.
    """

    melds: tuple[Cards, ...]
    use: Cards
    points: int
    enough: bool


class MeldHint(Data, frozen=True):
    """One meld of any board: so many of seven cards, and what it is or will be as a group.

    `lacks`: cards to seven; `wild_room`: wilds it takes still, where the rules set a limit;
    `cappable`: a Lady may be put on it.
    """

    meld_id: int
    team: int
    rank: str
    size: int
    lacks: int
    sort: Sort
    wild_room: int | None
    cappable: bool


class GoOutHint(Data, frozen=True):
    """How far the seat is from going out, all it holds laid on paper (HF 14.1).

    `left`: active cards without a place, one of which may be the discard; `lacks_dirty` and
    `lacks_clean`: groups still missing then; `possible`: nothing is in the way but a partner's no.
    """

    in_foot: bool
    left: int
    lacks_dirty: int
    lacks_clean: int
    possible: bool


class FootHints(Hints, frozen=True):
    """What helps a client to compose a turn; a spectator has only `melds`.

    `takes`: ways to take the pile, as they stand in `take_pile`, best first; `why_no_take`: why
    there is none.  `opening` and `opening_with_pile` are for a team that has not opened.
    """

    takes: tuple[Take, ...]
    why_no_take: WhyNot | None
    opening: OpeningHint | None
    opening_with_pile: OpeningHint | None
    melds: tuple[MeldHint, ...]
    go_out: GoOutHint | None


def hints_of(view: FootView, options: FootOptions) -> FootHints:
    """Return the hints of a seat; of a spectator what anybody sees on the boards."""
    melds = tuple(_meld_hints(view, options))
    if view.seat is None or view.phase not in ("draw", "play", "permission"):
        return FootHints((), None, None, None, melds, None)
    ways = ways_of(view, options)
    opening = with_pile = None
    if not view.teams[view.players[view.seat].team].opened:
        wilds = options.wild_initial_meld
        opening = _opening_hint(best_opening(view.you_hold, view.minimum, wild_meld=wilds), view)
        with_pile = _opening_hint(opening_with_top(view, options), view)
    return FootHints(ways.takes, ways.why_not, opening, with_pile, melds, _go_out(view, options))


def _opening_hint(found: Opening | None, view: FootView) -> OpeningHint | None:
    if found is None:
        return None
    return OpeningHint(found.melds, found.use, found.points, found.points >= view.minimum)


def _meld_hints(view: FootView, options: FootOptions) -> Iterator[MeldHint]:
    for team, board in enumerate(view.teams):
        sketch = Sketch((), map(line_of, board.melds), options)
        for meld, line in zip(board.melds, sketch.lines, strict=True):
            sort: Sort = "dirty" if line.is_dirty else "clean"
            if line.rank == WILD_RANK:
                sort = "wild"
            yield MeldHint(
                meld.id,
                team,
                line.rank,
                line.size,
                line.gap,
                sort,
                None if sort == "wild" else line.room,
                may_cap(sketch, line),
            )


def _go_out(view: FootView, options: FootOptions) -> GoOutHint | None:
    """Lay all on paper; before drawing that is the hand as it is (HF 26, canGoOut)."""
    if view.seat is None:
        return None
    sketch, in_foot = own_sketch(view, options), view.players[view.seat].in_foot
    possible = leave(sketch) and may_leave(view, options)
    return GoOutHint(in_foot, sketch.left, sketch.lacks_dirty, sketch.lacks_clean, possible)
