"""The sheets of Work The Strip (WTS 9), written from what the table saw.

The rules tell five sums a Madam and round.  The lines behind them are what was laid, poached,
handed over, and left; where a log is too old to tell them all, the sum is one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.rules.kernel import Event, Seat
from games.rules.work_the_strip.cards import IS_SPECIAL, SPECIAL_OF, Mode, value_of
from games.rules.work_the_strip.events import (
    BonusLaid,
    CardPoached,
    HandRevealed,
    MistakeMade,
    PenaltyCleared,
    PenaltyLaid,
    RoundScored,
    SetLaid,
    TopCardBonusPaid,
)
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import SeatScore
from scoring.sheets.sheet import Line, ScoreRound, Sheets, sheet_of


class _Day:
    """What lies in front of the Madams, and what they are left with."""

    def __init__(self, seats: int) -> None:
        self.laid: list[dict[tuple[Mode, str], list[str]]] = [{} for _ in range(seats)]
        self.front: list[list[tuple[str, int]]] = [[] for _ in range(seats)]
        self.hands: list[tuple[str, ...]] = [() for _ in range(seats)]
        self.top: TopCardBonusPaid | None = None

    def saw(self, event: Event) -> None:
        """Lay, move or take away what the event is about."""
        match event:
            case SetLaid(seat=seat, mode=mode, key=key, cards=cards):
                self._lay(seat, mode, key, cards)
            case MistakeMade(target=target, mode=mode, key=key, cards=cards):
                self._lay(target, mode, key, cards)
            case CardPoached(seat=seat, target=target, card=card, mode=mode, key=key):
                if card in (there := self.laid[target].get((mode, key), [])):
                    there.remove(card)
                self._lay(seat, mode, key, (card,))
            case HandRevealed(seat=seat, cards=cards):
                self.hands[seat] = cards
            case TopCardBonusPaid():
                self.top = event
            case _:
                self._put_in_front(event)

    def _put_in_front(self, event: Event) -> None:
        match event:
            case BonusLaid(seat=seat, card=card, amount=amount):
                self.front[seat].append((card, amount))
            case PenaltyLaid(target=target, card=card, amount=amount):
                self.front[target].append((card, amount))
            case PenaltyCleared(seat=seat, card=card, amount=amount):
                if (card, amount) in self.front[seat]:
                    self.front[seat].remove((card, amount))

    def _lay(self, seat: Seat, mode: Mode, key: str, cards: Sequence[str]) -> None:
        self.laid[seat].setdefault((mode, key), []).extend(cards)

    def lines(self, seat: Seat, told: SeatScore, options: StripOptions) -> Iterator[Line]:
        """Yield a Madam's lines, which add up to what the rules told."""
        yield from _agreed("names", told.names, self._sets(seat, "name"))
        yield from _agreed("runs", told.runs, self._sets(seat, "run"))
        yield from _agreed("front", told.front, self._front(seat))
        yield from _agreed("top_card", told.bonus, self._top(seat))
        yield from _agreed("hand", told.hand, self._left(seat, options))

    def _sets(self, seat: Seat, mode: Mode) -> Iterator[Line]:
        for (laid_as, key), cards in self.laid[seat].items():
            if laid_as == mode and cards:
                value = sum(value_of(card, mode) for card in cards)
                yield Line(f"{mode}s", mode, len(cards), value, "WTS 9.1", of=key)

    def _front(self, seat: Seat) -> Iterator[Line]:
        for card, amount in self.front[seat]:
            what = "bonus" if amount > 0 else "penalty"
            yield Line("front", what, 1, amount, "WTS 9.1", of=SPECIAL_OF[card].id)

    def _top(self, seat: Seat) -> Iterator[Line]:
        if self.top and self.top.seat == seat and self.top.card:
            paid = self.top
            yield Line("top_card", "pips", paid.pips, paid.amount, "WTS 9.2", of=paid.card)

    def _left(self, seat: Seat, options: StripOptions) -> Iterator[Line]:
        costs = {"cards": options.hand_penalty_card, "specials": options.hand_penalty_special}
        left = Counter(
            "specials" if card in IS_SPECIAL else "cards" for card in sorted(self.hands[seat])
        )
        for what, cost in costs.items():
            if many := left[what]:
                yield Line("hand", what, many, -many * cost, "WTS 9.1")


def _agreed(part: str, told: int, lines: Iterable[Line]) -> Iterable[Line]:
    """Return these lines if they come to what was told, else that as one line."""
    found = list(lines)
    if sum(line.value for line in found) == told:
        return found
    return [Line(part, part, 1, told, "WTS 9.1")]


def rounds(events: Iterable[Event], options: StripOptions, seats: int) -> Iterator[ScoreRound]:
    """Yield each round that was scored."""
    day = _Day(seats)
    for event in events:
        if isinstance(event, RoundScored):
            told = enumerate(event.lines)
            yield ScoreRound(
                event.round,
                tuple(sheet_of(s, (s,), day.lines(s, line, options)) for s, line in told),
            )
            day = _Day(seats)
        else:
            day.saw(event)


SHEETS: Final = Sheets(rounds)
