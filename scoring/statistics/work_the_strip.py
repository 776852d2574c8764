"""What is counted of Work The Strip: asks and hits above all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.kernel import Event, Seat
from games.rules.work_the_strip.events import (
    Asked,
    CardsHandedOver,
    MistakeMade,
    RoundScored,
    SetLaid,
    SpecialPlayed,
    ToldToWorkTheStrip,
    TopCardBonusPaid,
    TurnStarted,
    WentOut,
)
from scoring.statistics.figures import Bars, Count, Counts, Statistics, Tally, number, share

COUNTS: Final = (
    Count("asks", "Questions asked"),
    Count("hits", "Questions that were hits"),
    Count("misses", 'Times told to "Work The Strip!"'),
    Count("mistakes", "Cards walked over to where they lay already"),
    Count("hits_in_turn", "Most hits in one turn", most=True),
    Count("cards_won", "Cards won by asking"),
    Count("cards_lost", "Cards lost to others' questions"),
    Count("biggest_set", "Most cards laid in one go", most=True),
    Count("specials", "Special cards played"),
    Count("rounds", "Days worked"),
    Count("rounds_won", "Days won"),
    Count("out_at_start", "Times out in the initial play"),
    Count("best_round", "Best day", most=True, unit="dollars"),
    Count("top_cards", "Top Card Bonuses, all together", unit="dollars"),
    Count("best_top_card", "Best Top Card Bonus", most=True, unit="dollars"),
)


class _Reader:
    """Reads the events in order; a hand-over is a hit only right after a question."""

    def __init__(self, seats: int) -> None:
        self.tally = Tally(seats)
        self._asker: Seat | None = None
        self._streak = 0
        self._turns = False

    def read(self, event: Event) -> None:
        self._ask(event)
        count = self.tally.add
        match event:
            case TurnStarted():
                self._streak, self._turns = 0, True
            case SetLaid(seat=seat, cards=cards):
                self.tally.most(seat, "biggest_set", len(cards))
            case SpecialPlayed(seat=seat):
                count(seat, "specials")
            case WentOut(seat=seat) if not self._turns:
                count(seat, "out_at_start")
            case TopCardBonusPaid(seat=seat, amount=amount):
                count(seat, "top_cards", amount)
                self.tally.most(seat, "best_top_card", amount)
            case RoundScored():
                self._scored(event)

    def _ask(self, event: Event) -> None:
        asker, self._asker = self._asker, None
        match event:
            case Asked(seat=seat):
                self._asker = seat
                self.tally.add(seat, "asks")
            case CardsHandedOver(seat=giver, target=seat, cards=cards) if seat == asker:
                self._hit(seat, giver, len(cards))
            case ToldToWorkTheStrip(seat=seat):
                self.tally.add(seat, "misses")
            case MistakeMade(seat=seat):
                self.tally.add(seat, "mistakes")

    def _hit(self, seat: Seat, giver: Seat, cards: int) -> None:
        self._streak += 1
        self.tally.add(seat, "hits")
        self.tally.most(seat, "hits_in_turn", self._streak)
        self.tally.add(seat, "cards_won", cards)
        self.tally.add(giver, "cards_lost", cards)

    def _scored(self, scored: RoundScored) -> None:
        self._turns = False
        for seat, line in enumerate(scored.lines):
            self.tally.add(seat, "rounds")
            self.tally.most(seat, "best_round", line.score)
        if scored.winner is not None:
            self.tally.add(scored.winner, "rounds_won")


def counted(events: Iterable[Event], seats: int) -> list[Counts]:
    """Return the counts of every seat."""
    reader = _Reader(seats)
    for event in events:
        reader.read(event)
    return reader.tally.seats


STATISTICS: Final = Statistics(
    counted,
    COUNTS,
    (
        share("hit_rate", "Questions that were hits", "hits", "asks"),
        share("mistake_rate", "Questions that were mistakes", "mistakes", "asks"),
        share("days_won_rate", "Days won", "rounds_won", "rounds"),
    ),
    Bars(
        "How questions ended",
        (
            ("Hits", number("hits")),
            ("Work The Strip!", number("misses")),
            ("Mistakes", number("mistakes")),
        ),
    ),
)
