"""Whether to take the pile, and how: what its cards are worth to us (HF 23.1 point 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.hand_and_foot.actions import TakePile
from games.rules.hand_and_foot.cards import CODE_OF, RANKS, WILDS
from games.rules.hand_and_foot.heuristics.reading import Proposal, Reading
from games.rules.hand_and_foot.plays import Onto, Take
from games.rules.hand_and_foot.sketch import LADY, SMALLEST, VILLAIN, Sketch
from games.rules.hand_and_foot.ways import pile_size

WILD: Final = 2.0
DEAD: Final = -0.3
STRAY_LADY: Final = -4.0
STRAY_VILLAIN: Final = -0.7
ENOUGH: Final = 0.0
"""The pile is taken from this value on; at 2.5 a round brings 300 points less (HF 23.1)."""
SCORE: Final = 1_000.0


def proposals(reading: Reading, enough: float = ENOUGH) -> Iterator[Proposal]:
    """Yield ways to take the pile, if it is worth taking."""
    if not reading.takes or _should_rather_leave(reading):
        return
    value = pile_value(reading, taken(reading))
    for place, take in enumerate(reading.takes):
        if value >= enough:
            yield Proposal(SCORE - place, TakePile(take.use, take.melds))


def taken(reading: Reading) -> Sequence[str]:
    """Return the cards that would come with the pile, as far as they are seen, the top last."""
    return reading.view.pile[-pile_size(reading.view, reading.options) :]


def pile_value(reading: Reading, pile: Sequence[str]) -> float:
    """Return what a pile is worth, in useful cards; below 0 it does harm."""
    counts = Counter(map(CODE_OF.__getitem__, pile))
    value = sum(_rank_value(reading, rank, counts[rank]) for rank in RANKS if counts[rank])
    value += WILD * sum(counts[wild] for wild in WILDS)
    ladies = counts[LADY] - (1 if reading.can_cap and not reading.board.held(LADY) else 0)
    return value + STRAY_LADY * max(0, ladies) + STRAY_VILLAIN * counts[VILLAIN]


def _rank_value(reading: Reading, rank: str, count: int) -> float:
    useful = rank in reading.own_ranks or count + reading.board.held(rank) >= SMALLEST
    return count if useful else DEAD * count


def _should_rather_leave(reading: Reading) -> bool:
    """Say whether the team could go out and more cards would only be in the way."""
    board = reading.board
    return reading.in_foot and not board.lacks_dirty and not board.lacks_clean


def after(reading: Reading, take: Take) -> Sketch:
    """Return hand and board on paper after taking the pile in this way; the plays stand empty."""
    sketch = reading.sketch()
    pile = taken(reading)
    sketch.receive(pile[-1:])
    top = pile[-1]
    if isinstance(take.use, Onto):
        line = next(line for line in sketch.lines if line.meld == take.use.meld_id)
        sketch.lay_off(line, (top, *take.use.cards))
    else:
        sketch.meld((top, *take.use.cards))
    for cards in take.melds:
        sketch.meld(cards)
    sketch.receive(pile[:-1])
    sketch.plays.clear()
    return sketch


def labelled(take: Take) -> Take:
    """Return the taking with the labels that `after` gave to what it created."""
    created = len(take.melds) + (not isinstance(take.use, Onto))
    labels = tuple(f"new{n}" for n in range(created))
    return Take(take.use, take.melds, labels)
