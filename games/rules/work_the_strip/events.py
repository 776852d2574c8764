"""What the table notices, and who is told (WTS 5.1).  The texts stand in ``texts.json``."""

from __future__ import annotations

from typing import Final, Literal

from games.rules.kernel import Event, Seat, TimedOut
from games.rules.work_the_strip.cards import Mode
from games.rules.work_the_strip.state import SeatScore

# --- The round ------------------------------------------------------------------------------------


class RoundStarted(Event, frozen=True):
    """The cards were shuffled and dealt (WTS 6.1)."""

    round: int
    dealer: Seat


class HandDealt(Event, frozen=True):
    """The cards one Madam was dealt; told to her alone."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only the Madam herself sees her cards."""
        return seat == self.seat


class InitialPlaySubmitted(Event, frozen=True):
    """A Madam has decided on her initial play; which, nobody knows yet (WTS 6.2)."""

    seat: Seat


class RoundContinued(Event, frozen=True):
    """A Madam has seen enough of the round's result."""

    seat: Seat


class HandRevealed(Event, frozen=True):
    """What was left in a hand when the round was scored (WTS 5.1)."""

    seat: Seat
    cards: tuple[str, ...]


class RoundScored(Event, frozen=True):
    """The round's lines, the new totals in dollars, and the ranking so far (WTS 9, 10)."""

    round: int
    winner: Seat | None
    lines: tuple[SeatScore, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The week is over: final totals and places (WTS 10)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


# --- The turn -------------------------------------------------------------------------------------


class TurnStarted(Event, frozen=True):
    """A Madam's normal turn begins (WTS 6.3)."""

    seat: Seat


class TurnMissed(Event, frozen=True):
    """A Madam is passed over: she was closed for repairs."""

    seat: Seat


class SetLaid(Event, frozen=True):
    """Cards of one key were laid in front of a Madam (WTS 6.2, 7.2, 7.4); `value` in dollars."""

    seat: Seat
    mode: Mode
    key: str
    cards: tuple[str, ...]
    value: int


class Asked(Event, frozen=True):
    """The question of WTS 7.4."""

    seat: Seat
    target: Seat
    mode: Mode
    key: str


class CardsHandedOver(Event, frozen=True):
    """`seat` had what `target` wanted and gave all of it, openly (WTS 7.4, Open Casting)."""

    seat: Seat
    target: Seat
    mode: Mode
    key: str
    cards: tuple[str, ...]


class CardsTaken(Event, frozen=True):
    """Cards handed over that could not be laid went to a hand, seen by all (WTS 13)."""

    seat: Seat
    cards: tuple[str, ...]


class ToldToWorkTheStrip(Event, frozen=True):
    """`target` does not have it: "Work The Strip!" (WTS 7.4)."""

    seat: Seat
    target: Seat
    mode: Mode
    key: str


class MistakeMade(Event, frozen=True):
    """It lay in front of `target` all along: `cards` of `seat` are laid there (WTS 7.4, S19)."""

    seat: Seat
    target: Seat
    mode: Mode
    key: str
    cards: tuple[str, ...]


class CardsDrawn(Event, frozen=True):
    """A Madam drew; `left` cards remain in the pile (WTS 7.6)."""

    seat: Seat
    count: int
    left: int


class DrawnCardsSeen(Event, frozen=True):
    """What she drew; told to her alone."""

    seat: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only the Madam herself sees her cards."""
        return seat == self.seat


class LuckyCardShown(Event, frozen=True):
    """She drew what she asked for and shows it: her turn goes on (option lucky_draw)."""

    seat: Seat
    card: str


class HandEmptied(Event, frozen=True):
    """A Madam lost her last card to another (WTS-R29)."""

    seat: Seat


# --- Special cards --------------------------------------------------------------------------------


class SpecialPlayed(Event, frozen=True):
    """A special card left a hand (WTS 7.3)."""

    seat: Seat
    card: str
    special: str
    target: Seat | None


class SpecialFizzled(Event, frozen=True):
    """It found nothing to do (WTS 3.6, R28)."""

    seat: Seat
    card: str


class BonusLaid(Event, frozen=True):
    """A bonus lies in front of a Madam, in dollars."""

    seat: Seat
    card: str
    amount: int


class PenaltyLaid(Event, frozen=True):
    """`seat` laid a penalty in front of `target`; `amount` is negative dollars."""

    seat: Seat
    target: Seat
    card: str
    amount: int


class DieRolled(Event, frozen=True):
    """The die, for a Hot Dice bonus or the Top Card."""

    seat: Seat
    pips: int
    purpose: Literal["hot_dice", "top_card"]


class SkipOrdered(Event, frozen=True):
    """`target` will miss her next turn."""

    seat: Seat
    target: Seat


class CardsGiven(Event, frozen=True):
    """`seat` slipped `target` some cards, face down (Friendly Referral)."""

    seat: Seat
    target: Seat
    count: int


class GivenCardsSeen(Event, frozen=True):
    """Which cards were given; told to the two of them."""

    seat: Seat
    target: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Giver and receiver see the cards."""
        return seat is not None and seat in (self.seat, self.target)


class CardPoached(Event, frozen=True):
    """A laid card moved from `target` to `seat`, the same way up (Talent Scout)."""

    seat: Seat
    target: Seat
    card: str
    mode: Mode
    key: str


class HandPeeked(Event, frozen=True):
    """`seat` looked at `target`'s hand (Helpful Concierge)."""

    seat: Seat
    target: Seat


class PeekedHandSeen(Event, frozen=True):
    """What she saw; told to her alone."""

    seat: Seat
    target: Seat
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> bool:
        """Only the one who looked sees the cards."""
        return seat == self.seat


class PenaltyCleared(Event, frozen=True):
    """The lawyer made a penalty go away; `amount` is what it was, negative dollars."""

    seat: Seat
    card: str
    amount: int


class CastingCalled(Event, frozen=True):
    """An Open Casting for everything with this key."""

    seat: Seat
    mode: Mode
    key: str


# --- The end of a round ---------------------------------------------------------------------------


class WentOut(Event, frozen=True):
    """A Madam won the round (WTS 8.1)."""

    seat: Seat


class LastCardDrawn(Event, frozen=True):
    """The pile is empty: final turns (WTS 8.2)."""

    seat: Seat


class FinalTurnStarted(Event, frozen=True):
    """A Madam's final turn begins."""

    seat: Seat


class FinalTurnEnded(Event, frozen=True):
    """A Madam's final turn is over."""

    seat: Seat


class TopCardFlipped(Event, frozen=True):
    """A card was flipped for the Top Card Bonus (WTS 9.2)."""

    seat: Seat
    card: str


class TopCardBonusPaid(Event, frozen=True):
    """The round's winner gets this many dollars; no card: the pile held only specials."""

    seat: Seat
    card: str | None
    pips: int
    amount: int


EVENTS: Final[tuple[type[Event], ...]] = (
    TimedOut,
    *(kind for kind in Event.__subclasses__() if kind.__module__ == __name__),
)
"""Every event of the game, in the order of this file."""
