"""What to throw away: what is worth least to us and helps the next opponent least (HF 23.1)."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Final

from games.rules.hand_and_foot.actions import Discard
from games.rules.hand_and_foot.cards import RANKS, WILDS
from games.rules.hand_and_foot.heuristics.reading import Proposal, Reading
from games.rules.hand_and_foot.sketch import FACE, LADY, VILLAIN
from games.rules.kernel import Seat

PRIZE: Final = 9.0
"""What a card of a pile is worth to whoever takes it, in points."""
BARE_PRIZE: Final = 6.0
"""What it is worth to take any pile, however small."""
KEEP: Final = {"JK": 95.0, "JS": 70.0, VILLAIN: 6.0}
LADY_WITHOUT_HOPE: Final = -90.0
LADY_WITH_HOPE: Final = 60.0
BY_COUNT: Final = (0.0, 4.0, 20.0, 40.0)
"""What one of so many naturals of a rank is worth to keep."""
FITS: Final = 14.0
"""What it is worth to keep a natural that an own line takes."""
BEHIND_A_MATE: Final = 0.4
"""How much of a danger is left if a team-mate plays before the next opponent."""
UNOPENED: Final = 0.35
"""How often an opponent who could meld the top can open with it."""


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield the discard of one card of each code, the best with the highest score."""
    for code, cards in reading.board.cards.items():
        yield Proposal(-keeping(reading, code) - danger(reading, code), Discard(cards[0]))


def keeping(reading: Reading, code: str) -> float:
    """Return what it is worth to keep a card, in points."""
    if code == LADY:
        return LADY_WITH_HOPE if reading.hopes_to_cap else LADY_WITHOUT_HOPE
    if code not in RANKS:
        return KEEP[code]
    count = min(reading.board.held(code), len(BY_COUNT) - 1)
    fits = FITS if code in reading.own_ranks else 0.0
    return BY_COUNT[count] + fits - 0.3 * FACE[code]


def danger(reading: Reading, code: str) -> float:
    """Return what the next opponent gains by this discard on average, in points."""
    if code not in RANKS:
        return 0.0
    prize = BARE_PRIZE + PRIZE * reading.view.pile_count
    seat, near = reading.next_foe
    return prize * chance_to_take(reading, seat, code) * (1.0 if near else BEHIND_A_MATE)


def chance_to_take(reading: Reading, seat: Seat, code: str) -> float:
    """Return how likely a seat can take the pile with this rank on top, from 0 to 1."""
    pair = _at_least_two(reading, seat, code)
    if reading.view.frozen:
        return pair
    if reading.has_opened(seat):
        if reading.options.pick_onto_meld and code in reading.ranks_of(seat):
            return 1.0
        return max(pair, _one_and_a_wild(reading, seat, code))
    return UNOPENED * max(pair, _one_and_a_wild(reading, seat, code))


def _at_least_two(reading: Reading, seat: Seat, code: str) -> float:
    sure, mean = reading.known(seat, code), reading.expected(seat, code)
    if sure >= 2:
        return 1.0
    return 1 - exp(-mean) * (1 if sure else 1 + mean)


def _one_and_a_wild(reading: Reading, seat: Seat, code: str) -> float:
    natural = 1.0 if reading.known(seat, code) else 1 - exp(-reading.expected(seat, code))
    wilds = sum(reading.known(seat, wild) for wild in WILDS)
    mean = sum(reading.expected(seat, wild) for wild in WILDS)
    return natural * (1.0 if wilds else 1 - exp(-mean))
