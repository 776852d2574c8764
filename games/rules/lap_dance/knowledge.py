"""Who knows where an Action card is: what the table saw of cards that lie hidden now.

`state.known[observer]` maps a card to the seats where it may be, as bits; the last observer is
everybody.  A seat's own cards are never listed, every entry holds the true place, and a card that
leaves hands and Stacks in the open drops out for all.  The starting cards are known to all from
the first moment on: everybody sees the colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Seat
from games.rules.lap_dance.cards import STARTING
from games.rules.lap_dance.state import LapState


def known_at_start(seats: int) -> list[dict[str, int]]:
    """Return what each seat, and lastly everybody, knows of the others' starting cards."""
    colours = {card: seat for seat in range(seats) for card in STARTING[seat]}
    return [
        {card: 1 << seat for card, seat in colours.items() if seat != observer}
        for observer in range(seats + 1)
    ]


def saw_leave(state: LapState, cards: Iterable[str]) -> None:
    """All saw these cards come to light, and where they are now."""
    for known in state.known:
        for card in cards:
            known.pop(card, None)


def saw_enter(state: LapState, seat: Seat, cards: Iterable[str]) -> None:
    """All saw these cards go into the hand of `seat`."""
    for observer, known in enumerate(state.known):
        if observer != seat:
            for card in cards:
                known[card] = 1 << seat


def saw_empty(state: LapState, seat: Seat) -> None:
    """All see whether nothing is hidden with `seat`: what may have been there is elsewhere."""
    if state.seats[seat].hand:
        return
    for known in state.known:
        for card, seats in known.items():
            known[card] = seats & ~(1 << seat)


def slipped(state: LapState, source: Seat, taker: Seat, card: str) -> None:
    """`taker` has drawn this card from the hand of `source`; the others saw its back only."""
    for observer, known in enumerate(state.known):
        if observer == taker:
            known.pop(card, None)
        elif observer == source:
            known[card] = 1 << taker
        else:
            for other, seats in known.items():
                if seats >> source & 1:
                    known[other] = seats | 1 << taker
    saw_empty(state, source)
