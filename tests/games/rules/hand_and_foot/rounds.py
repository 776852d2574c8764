"""Matches between bots, written down round by round: what lengths and ends are measured by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.ai import tables
from games.rules.hand_and_foot import events as told
from games.rules.kernel import Action, Event, Seat, State
from games.rules.registry import AnyGame


@dataclass
class Round:
    """What one round came to; turns are a seat's own, counted from 1.

    `opened`: the turn in which each board was opened; `feet`: in which each Foot was picked up;
    `piles`: how many cards each pile had that was taken; `stock`: what was left of it.
    """

    end: str = ""
    turns: Counter[Seat] = field(default_factory=Counter)
    opened: dict[int, int] = field(default_factory=dict)
    feet: list[int] = field(default_factory=list)
    piles: list[int] = field(default_factory=list)
    asked: int = 0
    refused: int = 0
    wild_groups: int = 0
    stock: int = 0
    nets: list[int] = field(default_factory=list)


class Diary:
    """Told every event of a match, it writes down its rounds."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rounds: list[Round] = []
        self._now = Round()

    def watch(self, event: Event) -> None:
        """Write down what an event means."""
        now = self._now
        match event:
            case told.TurnStarted():
                now.turns[event.seat] += 1
            case told.Melded():
                self._board(event.seat)
            case told.PileTaken():
                self._board(event.seat)
                now.piles.append(event.count)
            case told.FootEntered():
                now.feet.append(now.turns[event.seat])
            case told.Drew():
                now.stock = event.left
            case told.GroupMade(kind="wild"):
                now.wild_groups += 1
            case told.GoOutAsked():
                now.asked += 1
            case told.GoOutAnswered(answer="no"):
                now.refused += 1
            case told.RoundScored():
                self._close(event)
            case _:
                pass

    def _board(self, seat: Seat) -> None:
        """Note in which turn a board was opened; sides are told apart once the round is scored."""
        self._now.opened.setdefault(seat, self._now.turns[seat])

    def _close(self, event: told.RoundScored) -> None:
        now, self._now = self._now, Round()
        now.end = event.result.end
        now.nets = [sheet.net for sheet in event.result.sheets]
        first = now.opened
        now.opened = {
            sheet.team: min(first[seat] for seat in sheet.seats if seat in first)
            for sheet in event.result.sheets
            if any(seat in first for seat in sheet.seats)
        }
        self.rounds.append(now)


class CardLost(AssertionError):
    """A card came or went."""


def play(game: AnyGame, levels: Sequence[str], label: str) -> list[Round]:
    """Play a match and return its rounds.

    Raises `CardLost`, and what the bots raise if a seat that is asked can do nothing.
    """
    diary, deck = Diary(len(levels)), list[str]()

    def decide(
        game: AnyGame, state: State, seat: Seat, seating: tables.Seating, seen: Sequence[Event]
    ) -> Action[Any, Any]:
        cards = game.card_ids(state)
        deck[:] = deck or cards
        if cards != deck:
            raise CardLost(f"ply {state.ply} of {label}")
        return tables.decide(game, state, seat, seating, seen)

    tables.play(game, tables.Seating(tuple(levels), label, label), diary.watch, decide)
    return diary.rounds


def rounds(game: AnyGame, levels: Sequence[str], matches: int, seed: int = 1) -> Iterator[Round]:
    """Yield the rounds of some matches, always the same ones."""
    for number in range(matches):
        yield from play(game, levels, f"rounds/{seed}/{number}")
