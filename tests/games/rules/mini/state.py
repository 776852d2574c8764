"""Last Orders: what lies on the table, and what the table notices.

A game for tests: small, but with everything that is hard about the real ones.  Everybody seals up
to two cards at once, against an hourglass; who is done first, plays first.  In its turn a seat
rolls the die for its sealed cards and peeks at a card of its left neighbour; the others may nudge
the die, once each.  Or it asks its partner "Shall we leave?" with a secret plan for its hand, which
is carried out on a yes and dropped on a no.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.rules.kernel import Data, Event, Meta, Options, Seat, State, snake_case

CARDS = tuple(f"c{number:02}" for number in range(32))
HAND = 4
EXTRA_SECONDS = 10
"""What a turn gains by a "No, one more round": it must not die of the asking."""

Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=3600)]


def worth(card: str) -> int:
    """Return the points of a card: its last digit."""
    return int(card[-1])


class MiniOptions(Options, frozen=True):
    """`most` cards are sealed, `redeals` rounds may be slept through; 0 seconds: no hourglass."""

    teams: Annotated[int, Meta(ge=1, le=3)] = 2
    most: Annotated[int, Meta(ge=0, le=3)] = 2
    redeals: Annotated[int, Meta(ge=0, le=3)] = 1
    rerolls: Annotated[int, Meta(ge=0, le=3)] = 1
    seconds: Seconds = 60
    show_seconds: Seconds = 5
    closing_seconds: Seconds = 1800


class Lay(Data, frozen=True, tag=snake_case):
    """A planned card that will count."""

    card: str


class Discard(Data, frozen=True, tag=snake_case):
    """A planned card that will not."""

    card: str


Play: TypeAlias = Lay | Discard


class MiniState(State):
    """`sealed` cards stay in the hand until all are shown; `plan` waits for the partner.

    `known[seat]` are the cards it has seen in its left neighbour's hand.
    """

    deck: list[str] = []
    hands: list[list[str]] = []
    sealed: list[tuple[str, ...]] = []
    known: list[list[str]] = []
    nudges: list[int] = []
    scores: list[int] = []
    table: list[str] = []
    order: list[Seat] = []
    phase: str = "seal"
    round: int = 0
    turn: int = -1
    die: int = 0
    rolls: int = 0
    plan: tuple[Play, ...] | None = None

    @property
    def current(self) -> Seat:
        """The seat whose turn it is."""
        return self.order[self.turn]


class HandDealt(Event, frozen=True):
    """Told to its seat alone."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only the owner."""
        return seat == self.seat


class Sealed(Event, frozen=True):
    """The seat is done; what it sealed nobody knows yet."""

    seat: Seat


class SealsBroken(Event, frozen=True):
    """All sealed cards are shown, by seat."""

    cards: tuple[tuple[str, ...], ...]


class TurnBegun(Event, frozen=True):
    """It is this seat's turn."""

    seat: Seat


class DieRolled(Event, frozen=True):
    """The die lies in the open."""

    seat: Seat
    pips: int


class DieNudged(Event, frozen=True):
    """Another seat turned the die up by one."""

    seat: Seat
    pips: int


class DieKept(Event, frozen=True):
    """The turn is over, and the points are counted."""

    seat: Seat
    points: int


class CardPeeked(Event, frozen=True):
    """The public half: somebody saw a card."""

    seat: Seat
    owner: Seat


class CardSeen(Event, frozen=True):
    """The private half: which one."""

    seat: Seat
    card: str

    def seen_by(self, seat: Seat | None) -> bool:
        """Only who peeked."""
        return seat == self.seat


class OutAsked(Event, frozen=True):
    """Shall we leave?  The plan is not told."""

    seat: Seat
    partner: Seat


class OutAnswered(Event, frozen=True):
    """The partner's word."""

    seat: Seat
    yes: bool


class HandLaid(Event, frozen=True):
    """The plan, carried out for everybody to see."""

    seat: Seat
    plan: tuple[Play, ...]


class MatchClosed(Event, frozen=True):
    """The lights go on."""

    scores: tuple[int, ...]
