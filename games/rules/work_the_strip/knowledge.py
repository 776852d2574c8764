"""Who knows where a card lies: what the table saw of cards that are in hidden hands now.

`state.known[observer]` maps a card to the seats where it may lie; the last observer is everybody.
A seat's own cards are never listed, every list holds the true place, and a card that leaves the
hands in the open drops out for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.rules.kernel import Seat
from games.rules.work_the_strip.cards import CARDS_OF, IS_SPECIAL
from games.rules.work_the_strip.state import StripState


def saw_leave(state: StripState, seat: Seat, cards: Iterable[str]) -> None:
    """All saw `cards` leave the hand of `seat`, and whether it is empty now."""
    for known in state.known:
        if known:
            for card in cards:
                known.pop(card, None)
            if not state.hands[seat]:
                _rule_out(known, seat, known)


def saw_enter(state: StripState, seat: Seat, cards: Iterable[str]) -> None:
    """All saw `cards` go into the hand of `seat`."""
    for observer, known in enumerate(state.known):
        for card in cards:
            known[card] = [seat]
            if observer == seat:
                del known[card]


def saw_none(state: StripState, seat: Seat, key: str) -> None:
    """All heard that `seat` holds nothing of this key."""
    for known in state.known:
        if known:
            _rule_out(known, seat, CARDS_OF[key])


def looked(state: StripState, seat: Seat, target: Seat) -> None:
    """Only `seat` saw the whole hand of `target`."""
    known, hand = state.known[seat], state.hands[target]
    _rule_out(known, target, [card for card in known if card not in hand])
    known.update({card: [target] for card in hand})


def slipped(state: StripState, seat: Seat, target: Seat, cards: Collection[str]) -> None:
    """`seat` gave `target` these cards face down; whoever else knew her hand is less sure now."""
    for observer, known in enumerate(state.known):
        if observer == seat:
            known.update({card: [target] for card in cards})
        elif observer == target:
            for card in cards:
                known.pop(card, None)
        else:
            for card, seats in known.items():
                if seat in seats and target not in seats and card not in IS_SPECIAL:
                    seats.append(target)
                    seats.sort()
            if not state.hands[seat]:
                _rule_out(known, seat, known)


def _rule_out(known: dict[str, list[Seat]], seat: Seat, cards: Iterable[str]) -> None:
    for card in cards:
        if seat in known.get(card, ()):
            known[card].remove(seat)
