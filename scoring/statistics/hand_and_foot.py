"""What is counted of Hand & Foot: groups, Ladies, and leave to go out.

A Lady is *caught* when it is still in a seat's hand or Foot as the round is scored, and costs 500
(HF 16, A-06); who cheated it out of that laid it on a group (HF 9.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.hand_and_foot.events import (
    Capped,
    CutDone,
    GoOutAnswered,
    GoOutAsked,
    GroupDirtied,
    GroupMade,
    HandRevealed,
    PileTaken,
    RoundScored,
    TurnStarted,
    WentOut,
)
from games.rules.kernel import Event, Seat
from scoring.statistics.figures import Bars, Count, Counts, Statistics, Tally, number, share

COUNTS: Final = (
    Count("clean_groups", "Clean groups made"),
    Count("dirty_groups", "Dirty groups made"),
    Count("wild_groups", "Groups of wilds made"),
    Count("first_clean_groups", "Times first with a clean group"),
    Count("dirtied", "Clean groups made dirty"),
    Count("ladies_capped", "Ladies laid on a group"),
    Count("ladies_caught", "Ladies caught in hand or Foot"),
    Count("permission_asked", "Times asked: may I go out?"),
    Count("permission_granted", "Times the answer was yes"),
    Count("permission_denied", "Times the answer was no"),
    Count("said_yes", "Times said yes to a partner"),
    Count("said_no", "Times said no to a partner"),
    Count("went_out", "Times out"),
    Count("exact_cuts", "Cuts of exactly 22"),
    Count("piles", "Piles taken"),
    Count("pile_cards", "Cards taken with piles"),
    Count("biggest_pile", "Biggest pile taken", most=True),
    Count("feet_untouched", "Feet never picked up"),
    Count("rounds", "Rounds"),
    Count("best_round", "Best round", most=True, unit="points"),
)


class _Reader:
    """Reads the events in order; who asked has leave if it goes out before the next turn begins."""

    def __init__(self, seats: int) -> None:
        self.tally = Tally(seats)
        self._asker: Seat | None = None
        self._clean = False

    def read(self, event: Event) -> None:
        count = self.tally.add
        match event:
            case GroupMade(seat=seat, kind=kind):
                count(seat, f"{kind}_groups")
                if kind == "clean" and not self._clean:
                    self._clean = True
                    count(seat, "first_clean_groups")
            case GroupDirtied(seat=seat):
                count(seat, "dirtied")
            case Capped(seat=seat):
                count(seat, "ladies_capped")
            case CutDone(seat=seat, exact=True):
                count(seat, "exact_cuts")
            case PileTaken(seat=seat, count=many):
                count(seat, "piles")
                count(seat, "pile_cards", many)
                self.tally.most(seat, "biggest_pile", many)
            case HandRevealed(seat=seat, foot=foot) if foot:
                count(seat, "feet_untouched")
            case _:
                self._permission(event)

    def _permission(self, event: Event) -> None:
        count = self.tally.add
        match event:
            case GoOutAsked(seat=seat):
                self._asker = seat
                count(seat, "permission_asked")
            case GoOutAnswered(seat=seat, answer=answer):
                count(seat, f"said_{answer}")
            case WentOut(seat=seat):
                count(seat, "went_out")
                if seat == self._asker:
                    self._asker = None
                    count(seat, "permission_granted")
            case TurnStarted():
                self._denied()
            case RoundScored():
                self._denied()
                self._scored(event)

    def _denied(self) -> None:
        if self._asker is not None:
            self.tally.add(self._asker, "permission_denied")
            self._asker = None

    def _scored(self, scored: RoundScored) -> None:
        self._clean = False
        for seat, score in enumerate(scored.result.scores):
            self.tally.add(seat, "rounds")
            self.tally.most(seat, "best_round", score)
        for sheet in scored.result.sheets:
            for line in sheet.lines:
                if line.what == "ladies" and line.seat is not None:
                    self.tally.add(line.seat, "ladies_caught", line.many)


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
        share("granted_rate", "Leave granted", "permission_granted", "permission_asked"),
        share("went_out_rate", "Rounds gone out", "went_out", "rounds"),
        share("ladies_per_round", "Ladies caught a round", "ladies_caught", "rounds", "number"),
    ),
    Bars(
        "Groups, Ladies and leave",
        (
            ("Clean groups", number("clean_groups")),
            ("Dirty groups", number("dirty_groups")),
            ("Wild groups", number("wild_groups")),
            ("Ladies laid", number("ladies_capped")),
            ("Ladies caught", number("ladies_caught")),
            ("Leave granted", number("permission_granted")),
            ("Leave denied", number("permission_denied")),
        ),
    ),
)
