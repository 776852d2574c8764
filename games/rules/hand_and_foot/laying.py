"""The steps of the greedy lay-off, each laying what it can of one kind (HF 23.1, 26).

Every step keeps at least `keep` cards in hand, and lays nothing the rules forbid.
"""

from __future__ import annotations

from collections.abc import Collection

from games.rules.hand_and_foot.cards import WILD_RANK
from games.rules.hand_and_foot.sketch import FACE, LADY, SMALLEST, Line, Sketch


def lay_naturals(sketch: Sketch, keep: int = 0) -> None:
    """Lay every natural onto an own line of its rank, what completes a group first."""
    fitting = [
        (_gap_left(sketch, rank, count), -FACE[rank], rank, count)
        for rank, count in sketch.naturals()
        if sketch.of(rank)
    ]
    for _, _, rank, count in sorted(fitting):
        if (most := min(count, sketch.left - keep)) > 0:
            sketch.lay_off(nearest(sketch.of(rank)), sketch.cards[rank][:most])


def lay_sets(sketch: Sketch, keep: int = 0) -> None:
    """Lay every three or more of a rank as a new line, the most cards first."""
    for count, _, rank in sorted(
        ((count, FACE[rank], rank) for rank, count in sketch.naturals()), reverse=True
    ):
        most = min(count, sketch.left - keep)
        if most >= SMALLEST and sketch.may_open(rank):
            sketch.meld(sketch.cards[rank][:most])


def finish(sketch: Sketch, spared: Collection[Line] = (), keep: int = 0) -> None:
    """Complete lines with wilds, those first that need fewest; `spared` stay as they are."""
    while wilds := sketch.wilds[: max(0, sketch.left - keep)]:
        open_ = [
            line
            for line in sketch.lines
            if line.gap and line not in spared and line.gap <= min(len(wilds), line.room)
        ]
        if not open_:
            return
        line = min(open_, key=lambda line: (line.gap, line.is_clean, -FACE[line.rank]))
        sketch.lay_off(line, wilds[: line.gap])


def lay_pairs(sketch: Sketch, most: int, keep: int = 0) -> None:
    """Begin at most so many lines with a natural pair and a wild, the dearest first."""
    pairs = [(FACE[rank], rank) for rank, count in sketch.naturals() if count == 2]
    for _, rank in sorted(pairs, reverse=True):
        if most > 0 and sketch.wilds and sketch.left - keep >= SMALLEST and sketch.may_open(rank):
            sketch.meld([*sketch.cards[rank], sketch.wilds[0]])
            most -= 1


def shed_wilds(sketch: Sketch, spared: Collection[Line] = (), keep: int = 0) -> None:
    """Lay wilds wherever they may lie, dirty lines and wild lines first."""
    for line in sorted(sketch.lines, key=lambda line: (line.is_clean, line.is_group, line.gap)):
        most = min(line.room, len(sketch.wilds), sketch.left - keep)
        if most > 0 and line not in spared:
            sketch.lay_off(line, sketch.wilds[:most])


def lay_wild_set(sketch: Sketch, keep: int = 0) -> None:
    """Lay three or more wilds as a line of their own."""
    most = min(len(sketch.wilds), sketch.left - keep)
    if most >= SMALLEST and sketch.may_open(WILD_RANK):
        sketch.meld(sketch.wilds[:most])


def cap_ladies(sketch: Sketch, keep: int = 0) -> None:
    """Put Ladies on clean and wild groups, the wild ones first."""
    for line in sorted(sketch.lines, key=lambda line: line.rank != WILD_RANK):
        while sketch.held(LADY) and sketch.left > keep and may_cap(sketch, line):
            sketch.cap(line)


def may_cap(sketch: Sketch, line: Line) -> bool:
    """Say whether a Lady may go onto a line (HF 9.6)."""
    most = sketch.options.caps_per_group
    return line.is_group and not line.is_dirty and (not most or line.caps < most)


def nearest(lines: Collection[Line]) -> Line:
    """Return the line that is nearest to being a group; a group only if there is no other."""
    return min(lines, key=lambda line: (line.is_group, line.gap, line.wilds))


def clean_hopes(sketch: Sketch, more: int = 0) -> list[Line]:
    """Return the lines to be kept clean: the largest, as many as are missing, and `more`."""
    open_ = [line for line in sketch.lines if line.is_clean and line.gap]
    open_.sort(key=lambda line: (line.gap, -FACE[line.rank]))
    return open_[: sketch.lacks_clean + more]


def leave(sketch: Sketch) -> bool:
    """Lay all one can, groups that are missing first; say whether one may go out so (HF 14.1).

    Where the last card must be a discard (option go_out_discard), one is kept for it.
    """
    keep = int(sketch.options.go_out_discard == "required")
    lay_naturals(sketch, keep)
    lay_sets(sketch, keep)
    hopes = clean_hopes(sketch)
    _make_dirty(sketch, hopes, keep)
    lay_pairs(sketch, len(sketch.wilds), keep)
    cap_ladies(sketch, keep)
    shed_wilds(sketch, [*hopes, *_needed_clean(sketch)], keep)
    lay_wild_set(sketch, keep)
    return goes_out(sketch)


def goes_out(sketch: Sketch) -> bool:
    """Say whether what is laid is enough, and what is left is one discard at most (HF 14)."""
    required = sketch.options.go_out_discard == "required"
    enough = not sketch.lacks_dirty and not sketch.lacks_clean
    return enough and (sketch.left == 1 or (not sketch.left and not required))


def _gap_left(sketch: Sketch, rank: str, count: int) -> int:
    return max(0, nearest(sketch.of(rank)).gap - count)


def _make_dirty(sketch: Sketch, hopes: Collection[Line], keep: int) -> None:
    """Complete dirty groups; where clean ones abound and dirty ones lack, spoil a clean one."""
    finish(sketch, hopes, keep)
    for line in sketch.lines:
        if not (sketch.lacks_dirty and sketch.surplus_clean and sketch.wilds[: sketch.left - keep]):
            return
        if line.is_clean and line.is_group and line.room:
            sketch.lay_off(line, sketch.wilds[:1])


def _needed_clean(sketch: Sketch) -> list[Line]:
    """Return the clean groups that must stay clean: one less than all is too few."""
    clean = [line for line in sketch.lines if line.is_clean and line.is_group]
    clean.sort(key=lambda line: not line.caps)
    return clean[: sketch.options.clean_needed]
