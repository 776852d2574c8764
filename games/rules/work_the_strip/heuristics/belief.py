"""Where the cards are that a Madam cannot see (WTS 15, point 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules.kernel import Event, Seat
from games.rules.work_the_strip.cards import CARDS_OF, KEYS_OF
from games.rules.work_the_strip.heuristics.memory import Memory, story_of
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.table import DECKS
from games.rules.work_the_strip.view import StripView

IDLE_ASK: Final = 0.3
"""What an ask proves where one may ask for what one does not hold (option ask_requires_holding)."""


class Odds(NamedTuple):
    """How likely a seat holds at least one card of a key, and how many if she does."""

    chance: float
    cards: float


class Belief:
    """Where the cards the seat of `view` cannot see are likely to be.

    The hidden cards that nothing is known about are spread evenly over the pile and the free places
    of the hands; a proven card takes a place of its holder and one copy away from everybody else.
    """

    def __init__(self, options: StripOptions, view: StripView, seen: Sequence[Event]) -> None:
        self.memory = Memory(
            len(view.hand_counts), 1.0 if options.ask_requires_holding else IDLE_ASK
        )
        self.memory.hear(story_of(view, seen))
        self.others = tuple(s for s in range(len(view.hand_counts)) if s != view.seat)
        self.known: dict[Seat, list[tuple[str, float]]] = {seat: [] for seat in self.others}
        for card, seats in ((entry.card, entry.seats) for entry in view.known):
            for seat in seats:
                self.known[seat].append((card, 1 / len(seats)))
        self.hidden = hidden_cards(options, view)
        self._pins = {seat: self._pinned(seat) for seat in self.others}
        self._free = {seat: self._places(seat, view.hand_counts[seat]) for seat in self.others}
        self._room = view.pile_count + sum(self._free.values())

    def odds(self, seat: Seat, key: str) -> Odds:
        """Return what `seat`, not the own one, is likely to hold of `key`."""
        missing, known = 1.0, 0.0
        for card, sure in self.known[seat]:
            if key in KEYS_OF[card]:
                missing *= 1 - sure
                known += sure
        pinned = self._pins[seat].get(key, 0.0)
        unknown, expected = self._unproven(seat, key)
        missing *= (1 - pinned) * (1 - unknown)
        expected += known + pinned
        chance = 1 - missing
        return Odds(chance, max(1.0, expected / chance) if chance else 1.0)

    def unsure(self, seat: Seat) -> float:
        """Return how many of the seat's cards nothing is known about."""
        return self._free[seat]

    def _unproven(self, seat: Seat, key: str) -> tuple[float, float]:
        """Return the chance of a card of `key` among the seat's free places, and how many."""
        elsewhere = sum(self._pins[other].get(key, 0.0) for other in self.others if other != seat)
        copies = sum(card in self.hidden for card in CARDS_OF[key]) - elsewhere
        places = self._free[seat]
        if (fresh := self.memory.fresh[seat].get(key)) is not None:
            places = min(places, fresh)
        if copies <= 0 or places <= 0 or self._room <= 0:
            return 0.0, 0.0
        share = min(1.0, copies / self._room)
        return 1 - (1 - share) ** places, places * share

    def _pinned(self, seat: Seat) -> dict[str, float]:
        """Return the keys the seat is proven to hold without any known card that explains it."""
        explained = {key for card, _ in self.known[seat] for key in KEYS_OF[card]}
        holds = self.memory.holds[seat]
        return {key: sure for key, sure in holds.items() if key not in explained}

    def _places(self, seat: Seat, count: int) -> float:
        taken = sum(sure for _, sure in self.known[seat]) + sum(self._pins[seat].values())
        return max(0.0, count - taken)


def hidden_cards(options: StripOptions, view: StripView) -> frozenset[str]:
    """Return the cards of the deck of which the seat does not know where they are."""
    shown = {card for groups in view.tableaus for group in groups for card in group.cards}
    shown |= {laid.card for front in view.fronts for laid in front}
    shown |= {entry.card for entry in view.known}
    return frozenset(DECKS[options.deck]) - shown.union(view.hand, view.discard, view.flipped)


def standing(view: StripView, seat: Seat) -> int:
    """Return the dollars a seat has won so far, with all that lies in front of her now."""
    laid = sum(group.value for group in view.tableaus[seat])
    return view.totals[seat] + laid + sum(card.amount for card in view.fronts[seat])
