"""The table as a Madam reads it before she decides: her view, her belief and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.rules.kernel import Action, Event, Seat
from games.rules.work_the_strip.cards import KEYS_OF, MODE_OF, key_of, value_of
from games.rules.work_the_strip.heuristics.belief import Belief, standing
from games.rules.work_the_strip.heuristics.sets import Sets, best_sets
from games.rules.work_the_strip.holdings import holding
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.view import StripView

SHORT_HAND: Final = 3
"""An opponent with so few cards may go out on her next turn."""
LAST_LAPS: Final = 2
"""The pile lasts for so many laps of the table at most: the round may end without a winner."""
TOP_CARD: Final = 1_700
"""What the Top Card Bonus is worth on average, in dollars (WTS 16)."""


class Proposal(NamedTuple):
    """An action and how good it looks; only the order of the scores means anything."""

    score: float
    action: Action[Any, Any]


class Reading(NamedTuple):
    """What every weighing of an action needs.

    `fronts[seat]`: the keys that lie in front of a seat; `sets`: the best sets to lay now;
    `urgent`: the round may end before the next own turn.
    """

    options: StripOptions
    view: StripView
    me: Seat
    belief: Belief
    fronts: tuple[frozenset[str], ...]
    sets: Sets
    urgent: bool

    @property
    def open_keys(self) -> frozenset[str]:
        """The keys that lie in front of anybody."""
        return frozenset().union(*self.fronts)

    @property
    def specials(self) -> list[str]:
        """The own special cards."""
        return list(holding(self.view.hand).specials)

    @property
    def performers(self) -> list[str]:
        """The own name and run cards."""
        return list(holding(self.view.hand).performers)

    @property
    def going_out_pays(self) -> int:
        """What it is worth to be the one who ends the round, in dollars."""
        if self.view.phase != "turn":
            return 0
        return TOP_CARD if self.options.top_card_bonus else TOP_CARD // 4

    def leaders(self) -> list[Seat]:
        """Return the other seats, the one with most dollars first, ties clockwise from here."""
        return sorted(self.belief.others, key=lambda seat: (-self.lead(seat), self.distance(seat)))

    def lead(self, seat: Seat) -> int:
        """Return the dollars a seat has, on the table and in total."""
        return standing(self.view, seat)

    def distance(self, seat: Seat) -> int:
        """Return how many turns after the own one a seat's turn comes."""
        return (seat - self.me) % len(self.view.hand_counts)

    def prospect(self, card: str) -> float:
        """Return what a performer card in hand promises, in dollars: the best ask it allows."""
        return max(
            self.belief.odds(seat, key).chance * 2 * value_of(card, MODE_OF[key])
            for key in KEYS_OF[card]
            for seat in self.belief.others
        )


def read(options: StripOptions, view: StripView, seen: Sequence[Event]) -> Reading:
    """Return the table as the seat of `view` reads it; ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    fronts = tuple(frozenset(key_of(g.mode, g.key) for g in groups) for groups in view.tableaus)
    belief = Belief(options, view, seen)
    building = frozenset().union(*fronts) if view.phase != "initial_play" else frozenset[str]()
    sets = best_sets(view.hand, building, options.hand_penalty_card)
    return Reading(options, view, view.seat, belief, fronts, sets, _urgent(view, belief.others))


def _urgent(view: StripView, others: Sequence[Seat]) -> bool:
    if view.phase == "final_turn" or view.pile_count <= LAST_LAPS * len(view.hand_counts):
        return True
    return min(view.hand_counts[seat] for seat in others) <= SHORT_HAND
