"""What the table notices, and who is told (LAP 4.1).  The texts stand in ``texts.json``.

Every gain and loss of money is told to all; what it adds up to is told when the game is over.
"""

from __future__ import annotations

from typing import Final

from games.rules.kernel import Event, Seat, TimedOut
from games.rules.lap_dance.cards import Face, SymbolClass

# --- The round ------------------------------------------------------------------------------------


class RoundStarted(Event, frozen=True):
    """The next Customer's rule is read (LAP 6, 7)."""

    round: int
    customer: str


class DesireRevealed(Event, frozen=True):
    """The Desire is turned over, and the Preparation of so many seconds begins (LAP 7)."""

    round: int
    desire: str
    seconds: int


class DesireDiscarded(Event, frozen=True):
    """Nobody placed a card: the Customer wants something else (LAP 7)."""

    round: int
    desire: str


class RoundEnded(Event, frozen=True):
    """The Refill Phase: Stacks, Customer and Desire are discarded, Staff is free (LAP 10)."""

    round: int


class GameEnded(Event, frozen=True):
    """Everybody's money in dollars, Favor and place (LAP 12)."""

    scores: tuple[int, ...]
    favor: tuple[int, ...]
    places: tuple[int, ...]


# --- Preparation ----------------------------------------------------------------------------------


class StackPlaced(Event, frozen=True):
    """A seat has changed its Stack: `count` cards lie there now, which of them nobody sees."""

    seat: Seat
    count: int


class StackShown(Event, frozen=True):
    """Which cards lie in a Stack that is built face up (Customer modifier `open_stacks`)."""

    seat: Seat
    cards: tuple[str, ...]


class PriorityTaken(Event, frozen=True):
    """A seat is ready, and takes the lowest Priority card (LAP 7)."""

    seat: Seat
    priority: int


class PriorityDealt(Event, frozen=True):
    """A seat was not ready when the time ran out, and is dealt a Priority card (LAP 7)."""

    seat: Seat
    priority: int


class StackTrimmed(Event, frozen=True):
    """Cards above the limit were discarded at random (LAP 7)."""

    seat: Seat
    cards: tuple[str, ...]


class StackRevealed(Event, frozen=True):
    """A Stack is turned face up (LAP 7)."""

    seat: Seat
    cards: tuple[str, ...]


# --- Events and Staff -----------------------------------------------------------------------------


class EventPhaseStarted(Event, frozen=True):
    """There are Events to happen; `lap`: the seats in the order of their Priority (LAP 8)."""

    lap: tuple[Seat, ...]


class EventActivated(Event, frozen=True):
    """An Event happens (LAP 8)."""

    seat: Seat
    card: str
    target: Seat | None


class EventFizzled(Event, frozen=True):
    """It found nothing to do (LAP-R27)."""

    seat: Seat
    card: str


class EventPassed(Event, frozen=True):
    """A seat without Events of its own lets Vladimir rest (LAP 8)."""

    seat: Seat


class EventCancelled(Event, frozen=True):
    """Vladimir threw an Event of `target` out (LAP 8)."""

    seat: Seat
    target: Seat
    card: str


class StaffUsed(Event, frozen=True):
    """A member of Staff is at work, for `cost` Favor (LAP 9.5)."""

    seat: Seat
    staff: str
    cost: int


class StaffBlocked(Event, frozen=True):
    """A slot of a Staff member is taken until the round is over (LAP 3.9)."""

    seat: Seat
    staff: str


# --- What effects do (LAP 3.9) --------------------------------------------------------------------


class MoneyGained(Event, frozen=True):
    """A seat gained dollars; `source`: the id of a card, Staff or Customer, or ``"sandra"``."""

    seat: Seat
    amount: int
    source: str


class MoneyLost(Event, frozen=True):
    """A seat lost dollars."""

    seat: Seat
    amount: int
    source: str


class MoneyStolen(Event, frozen=True):
    """Dollars went from `target` to `seat`."""

    seat: Seat
    target: Seat
    amount: int


class FavorGained(Event, frozen=True):
    """A seat gained Favor, as far as there was room for it."""

    seat: Seat
    amount: int


class FavorLost(Event, frozen=True):
    """A seat lost Favor."""

    seat: Seat
    amount: int


class CardsDrawn(Event, frozen=True):
    """A seat drew Action cards; `left` remain in the deck."""

    seat: Seat
    count: int
    left: int


class DrawnCardsSeen(Event, frozen=True):
    """What it drew; told to it alone."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only who drew sees the cards."""
        return seat == self.seat


class DeckReshuffled(Event, frozen=True):
    """The discarded cards are the deck again; of Action cards, Specials or Desires."""

    deck: str
    count: int


class SpecialsDrawn(Event, frozen=True):
    """A seat drew Special cards; `left` remain in their deck."""

    seat: Seat
    count: int
    left: int


class DrawnSpecialsSeen(Event, frozen=True):
    """What it drew; told to it alone."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only who drew sees the cards."""
        return seat == self.seat


class CardsReturned(Event, frozen=True):
    """Cards went from a Stack back to the hand, seen by all."""

    seat: Seat
    cards: tuple[str, ...]


class HandCardDiscarded(Event, frozen=True):
    """A random card of a hand was discarded, face up."""

    seat: Seat
    card: str


class HandCardTaken(Event, frozen=True):
    """A random card went from the hand of `target` to that of `seat`, face down."""

    seat: Seat
    target: Seat


class TakenCardSeen(Event, frozen=True):
    """Which card was taken; told to the two of them."""

    seat: Seat
    target: Seat
    card: str

    def seen_by(self, seat: Seat | None) -> bool:
        """Who lost it and who has it see the card."""
        return seat is not None and seat in (self.seat, self.target)


class StackCardDiscarded(Event, frozen=True):
    """`seat` had a card of the Stack of `target` discarded."""

    seat: Seat
    target: Seat
    card: str


class StackCardTaken(Event, frozen=True):
    """A card moved from the Stack of `target` to that of `seat`."""

    seat: Seat
    target: Seat
    card: str


class DiceAdded(Event, frozen=True):
    """A seat's next roll has `change` dice more; negative: less."""

    seat: Seat
    change: int


class SymbolsGained(Event, frozen=True):
    """A seat has more symbols of a class this round."""

    seat: Seat
    symbol: SymbolClass
    amount: int


class PrioritySwapped(Event, frozen=True):
    """Two seats exchanged their Priority cards."""

    seat: Seat
    target: Seat


class OrderRaised(Event, frozen=True):
    """An order pays more to everybody this round; in dollars."""

    seat: Seat
    order: int
    amount: int


class OrderDoubled(Event, frozen=True):
    """An order will pay this seat twice if it is served this turn."""

    seat: Seat
    order: int


# --- The action turn ------------------------------------------------------------------------------


class TurnStarted(Event, frozen=True):
    """A seat's action turn begins (LAP 9)."""

    seat: Seat


class DiceRolled(Event, frozen=True):
    """`seat` rolled these dice (by index) of the turn that is played, which now show `faces`."""

    seat: Seat
    dice: tuple[int, ...]
    faces: tuple[Face, ...]


class RollingEnded(Event, frozen=True):
    """A seat stopped, or could not roll on, with so many stars (LAP 9.4)."""

    seat: Seat
    stars: int


class Compensated(Event, frozen=True):
    """Sandra pays for the stars by this option (LAP 3.10)."""

    seat: Seat
    stars: int
    option: int


class ReactionOpened(Event, frozen=True):
    """Before `seat` serves, these others may play Specials (LAP 9.4)."""

    seat: Seat
    holders: tuple[Seat, ...]


class ReactionPassed(Event, frozen=True):
    """A seat lets it happen."""

    seat: Seat


class ReactionClosed(Event, frozen=True):
    """`seat` may serve now."""

    seat: Seat


class SpecialPlayed(Event, frozen=True):
    """A Special card was played (LAP 9.6)."""

    seat: Seat
    card: str
    target: Seat | None


class OrdersFulfilled(Event, frozen=True):
    """A seat serves these orders, perhaps none, and its turn is over (LAP 9.7)."""

    seat: Seat
    orders: tuple[int, ...]


# --- Fun rules ------------------------------------------------------------------------------------


class CalledOut(Event, frozen=True):
    """`seat` says that `target` has broken the Customer's fun rule (LAP 11)."""

    seat: Seat
    target: Seat


class CallOutAdmitted(Event, frozen=True):
    """The accused admits it."""

    seat: Seat


class CallOutContested(Event, frozen=True):
    """The accused denies it, or says nothing; these are to vote."""

    seat: Seat
    voters: tuple[Seat, ...]


class VoteCast(Event, frozen=True):
    """A vote on the accusation."""

    seat: Seat
    yes: bool


class CallOutDropped(Event, frozen=True):
    """The accusation came to nothing."""

    seat: Seat


class Penalised(Event, frozen=True):
    """The penalty of a broken fun rule: one Favor, or one dollar, or nothing is left to take."""

    seat: Seat
    favor: int
    cash: int


EVENTS: Final[tuple[type[Event], ...]] = (
    TimedOut,
    *(kind for kind in Event.__subclasses__() if kind.__module__ == __name__),
)
"""Every event of the game, in the order of this file."""
