"""What the table notices, and who is told (HF 18).  The texts stand in ``texts.json``."""

from __future__ import annotations

from typing import Final, Literal

from games.rules.hand_and_foot.state import Answer, MeldKind, RoundResult
from games.rules.kernel import Event, Seat, TimedOut


class OwnEvent(Event, frozen=True):
    """Something only the seat itself is told."""

    seat: Seat

    def seen_by(self, seat: Seat | None) -> bool:
        """Say yes to the seat itself alone."""
        return seat == self.seat


# --- The round begins -----------------------------------------------------------------------------


class RoundStarted(Event, frozen=True):
    """The cards were shuffled; `starter` will begin, `minimum` points open a board (HF 4)."""

    round: int
    starter: Seat
    minimum: int


class CutSent(Event, frozen=True):
    """A seat has cut; how deep, nobody knows yet (HF 6.1)."""

    seat: Seat


class CutDone(Event, frozen=True):
    """All have cut, and this is what one seat really took (HF 6.1)."""

    seat: Seat
    n: int
    taken: int
    exact: bool


class BottomsSeen(OwnEvent, frozen=True):
    """The bottom cards of a seat's two piles (HF 6.3); told to it alone."""

    a: str
    b: str


class HandChosen(Event, frozen=True):
    """A seat has chosen which pile is its Hand; which, nobody else is told (HF 6.3)."""

    seat: Seat


class HandSeen(OwnEvent, frozen=True):
    """The cards of the chosen Hand; told to the seat alone."""

    cards: tuple[str, ...]


class Upcard(Event, frozen=True):
    """The pile is begun with `card`; `returned` were turned before it (HF 6.4)."""

    returned: tuple[str, ...]
    card: str


# --- The turn -------------------------------------------------------------------------------------


class TurnStarted(Event, frozen=True):
    """A seat's turn begins (HF 8)."""

    seat: Seat


class Drew(Event, frozen=True):
    """A seat drew from the stock; `left` cards remain (HF 9.2)."""

    seat: Seat
    count: int
    left: int


class DrawnCardsSeen(OwnEvent, frozen=True):
    """What it drew; told to the seat alone."""

    cards: tuple[str, ...]


class PileTaken(Event, frozen=True):
    """A seat took the pile, `count` cards; the top one lies on meld `meld_id` (HF 9.3).

    `cards`: what everybody saw it take, the top card last; only that with `pile_visible: top`.
    """

    seat: Seat
    meld_id: int
    cards: tuple[str, ...]
    count: int


class TakenCardsSeen(OwnEvent, frozen=True):
    """All the cards it took, told to the seat alone, where the pile is hidden."""

    cards: tuple[str, ...]


class Melded(Event, frozen=True):
    """A new meld lies on the board (HF 9.4); `value`: its face value in points."""

    seat: Seat
    meld_id: int
    rank: str
    cards: tuple[str, ...]
    value: int


class LaidOff(Event, frozen=True):
    """Cards were added to a meld (HF 9.5)."""

    seat: Seat
    meld_id: int
    rank: str
    cards: tuple[str, ...]


class GroupMade(Event, frozen=True):
    """A meld has become a group (HF 10)."""

    seat: Seat
    meld_id: int
    rank: str
    kind: MeldKind


class GroupDirtied(Event, frozen=True):
    """A wild has made a clean group dirty (HF 10.4)."""

    seat: Seat
    meld_id: int
    rank: str


class Capped(Event, frozen=True):
    """A Lady lies on a clean or wild group (HF 9.6)."""

    seat: Seat
    meld_id: int
    rank: str
    card: str


class Discarded(Event, frozen=True):
    """A seat's turn is over; a wild freezes the pile (HF 9.7, 12)."""

    seat: Seat
    card: str
    freezes: bool


class FootEntered(Event, frozen=True):
    """A seat picked up its Foot, in one of the three ways of HF 13.1."""

    seat: Seat
    way: Literal[1, 2, 3]


class FootSeen(OwnEvent, frozen=True):
    """The cards of the Foot; told to the seat alone."""

    cards: tuple[str, ...]


class StockReshuffled(Event, frozen=True):
    """The pile under its top card became the stock of `count` cards (option stock_out)."""

    count: int


# --- Going out ------------------------------------------------------------------------------------


class GoOutAsked(Event, frozen=True):
    """A seat asks its partners: "May I go out?" (HF 14.3)."""

    seat: Seat


class GoOutAnswered(Event, frozen=True):
    """A partner's answer (HF 14.3)."""

    seat: Seat
    answer: Answer


class WentOut(Event, frozen=True):
    """A seat played its last card: the round is over (HF 14)."""

    seat: Seat


class StockOut(Event, frozen=True):
    """The stock is used up: the round is over (HF 15)."""


# --- The end of a round ---------------------------------------------------------------------------


class HandRevealed(Event, frozen=True):
    """What a seat was left with when the round was scored (HF 18)."""

    seat: Seat
    cards: tuple[str, ...]
    foot: tuple[str, ...]


class RoundScored(Event, frozen=True):
    """The round's score sheets, the new totals in points, and the places so far (HF 16)."""

    result: RoundResult
    totals: tuple[int, ...]
    places: tuple[int, ...]


class RoundContinued(Event, frozen=True):
    """A seat has seen enough of the round's result."""

    seat: Seat


class GameOver(Event, frozen=True):
    """Final totals in points, and places (HF 17)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


EVENTS: Final[tuple[type[Event], ...]] = (
    TimedOut,
    *(
        kind
        for base in (Event, OwnEvent)
        for kind in base.__subclasses__()
        if kind.__module__ == __name__ and kind is not OwnEvent
    ),
)
"""Every event of the game: what all may hear, then what one seat alone is told."""
