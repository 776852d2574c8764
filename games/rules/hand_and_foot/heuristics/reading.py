"""The table as a seat reads it before it decides: its view, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, DECKS
from games.rules.hand_and_foot.events import GoOutAnswered
from games.rules.hand_and_foot.laying import may_cap
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Take
from games.rules.hand_and_foot.sketch import Sketch
from games.rules.hand_and_foot.view import FootView
from games.rules.hand_and_foot.ways import own_sketch, ways_of
from games.rules.kernel import Action, Event, Seat


class Proposal(NamedTuple):
    """An action and how good it looks; only the order of the scores means anything."""

    score: float
    action: Action[Any, Any]


class Foe(NamedTuple):
    """The opponent who plays next; not `near`: a team-mate plays before."""

    seat: Seat
    near: bool


class Reading:
    """What every weighing of an action needs.  Raises ValueError for a spectator's view."""

    def __init__(self, options: FootOptions, view: FootView, seen: Sequence[Event]) -> None:
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        self.options = options
        self.view = view
        self.me: Seat = view.seat
        self.team = view.players[self.me].team
        self.in_foot = view.players[self.me].in_foot
        self._seen = seen

    @cached_property
    def board(self) -> Sketch:
        """The own hand and board; not to be written on."""
        return self.sketch()

    def sketch(self) -> Sketch:
        """Return a sheet of paper with the own hand and board on it."""
        return own_sketch(self.view, self.options)

    @cached_property
    def mates(self) -> list[Seat]:
        """The other seats of the own team."""
        return [one.seat for one in self.view.players if self._is_mate(one.seat)]

    @cached_property
    def foes(self) -> list[Seat]:
        """The seats of all other teams."""
        return [one.seat for one in self.view.players if one.team != self.team]

    @cached_property
    def next_foe(self) -> Foe:
        """The opponent who will first find what is discarded now."""
        seats = len(self.view.players)
        away = next(n for n in range(1, seats) if (self.me + n) % seats in self.foes)
        return Foe((self.me + away) % seats, near=away == 1)

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        """The ways in which the pile may be taken now."""
        return ways_of(self.view, self.options).takes

    @property
    def opened(self) -> bool:
        """Whether the own team has opened."""
        return self.view.teams[self.team].opened

    @cached_property
    def refusals(self) -> int:
        """How often somebody was refused in this round."""
        answers = (event for event in self._seen if isinstance(event, GoOutAnswered))
        return sum(event.answer == "no" for event in answers)

    @cached_property
    def own_ranks(self) -> frozenset[str]:
        """The ranks of the own board."""
        return frozenset(line.rank for line in self.board.lines)

    @cached_property
    def hopes_to_cap(self) -> bool:
        """Whether a Lady will soon find a place: a group, or all but a group, without a cap."""
        lines = [line for line in self.board.lines if not line.is_dirty and not line.caps]
        return any(line.gap <= 1 for line in lines)

    @cached_property
    def can_cap(self) -> bool:
        """Whether a Lady finds a place now."""
        return any(may_cap(self.board, line) for line in self.board.lines)

    # --- The others -------------------------------------------------------------------------------

    def has_opened(self, seat: Seat) -> bool:
        """Say whether the team of a seat has opened."""
        return self.view.teams[self.view.players[seat].team].opened

    def ranks_of(self, seat: Seat) -> frozenset[str]:
        """Return the ranks on the board of a seat."""
        team = self.view.teams[self.view.players[seat].team]
        return frozenset(meld.rank for meld in team.melds)

    def known(self, seat: Seat, code: str) -> int:
        """Return how many cards of a code a seat is known to hold."""
        return self._known[seat][code]

    def expected(self, seat: Seat, code: str) -> float:
        """Return how many more of them it holds on average."""
        player = self.view.players[seat]
        hidden = player.count - len(player.shown)
        return hidden * self.unseen[code] / max(1, self._out_of_sight)

    @cached_property
    def unseen(self) -> Counter[str]:
        """How many cards of each code are neither held nor seen by the own seat."""
        view = self.view
        seen = {*view.you_hold, *view.pile}
        for player in view.players:
            seen.update(player.shown)
        for team in view.teams:
            for meld in team.melds:
                seen.update(meld.cards, meld.caps)
        return Counter(CODE_OF[card] for card in DECKS[self.options.deck] if card not in seen)

    @cached_property
    def _out_of_sight(self) -> int:
        return self.unseen.total()

    @cached_property
    def _known(self) -> list[Counter[str]]:
        return [Counter(CODE_OF[card] for card in one.shown) for one in self.view.players]

    def _is_mate(self, seat: Seat) -> bool:
        return seat != self.me and self.view.players[seat].team == self.team
