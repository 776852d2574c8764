"""The careless Madam of the rulebook's own simulation (WTS 16), and rounds played by her kind.

She lays each legal set and plays each special with a probability of 70 %, once considered per turn,
and asks uniformly at random, mistakes included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from games.rules.kernel import Action, Event, Seat, advance
from games.rules.work_the_strip.actions import (
    Ask,
    Continue,
    EndFinalTurn,
    InitialPlay,
    PlaySet,
    PlaySpecial,
    WorkTheStrip,
)
from games.rules.work_the_strip.events import Asked, CardsHandedOver, RoundScored, TurnStarted
from games.rules.work_the_strip.game import WorkTheStrip as Game
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import PlayedSet, StripState

CARE = 0.7


@dataclass
class Careless:
    """One mind for all seats; it reads the state, which only a test may do."""

    random: Random
    considered: set[object] = field(default_factory=set)
    turn: tuple[object, ...] = ()

    def choose(self, state: StripState, seat: Seat, options: StripOptions) -> Action[Any, Any]:
        """Return what `seat` does now."""
        if state.phase == "round_result":
            return Continue()
        if state.phase == "initial_play":
            return self._opening(state, seat, options)
        if (turn := (state.round, state.phase, state.current)) != self.turn:
            self.turn, self.considered = turn, set()
        for offer in self._offers(state, seat, options):
            return offer
        return self._last_resort(state, seat, options)

    def _opening(self, state: StripState, seat: Seat, options: StripOptions) -> InitialPlay:
        laid, used = list[PlayedSet](), set[str]()
        singly = [play.sets[0] for play in InitialPlay.legal(state, seat, options) if play.sets]
        for one in dict.fromkeys(singly):
            if used.isdisjoint(one.cards) and self.random.random() < CARE:
                laid.append(one)
                used.update(one.cards)
        return InitialPlay(tuple(laid))

    def _offers(
        self, state: StripState, seat: Seat, options: StripOptions
    ) -> Iterator[Action[Any, Any]]:
        """Yield every set and special she takes: a coin for each, once in a turn."""
        for laid in PlaySet.legal(state, seat, options):
            if self._fancies((laid.mode, laid.key)) and not laid.why_not(state, seat, options):
                yield laid
        plays = list(PlaySpecial.legal(state, seat, options))
        for card in dict.fromkeys(play.card for play in plays):
            if self._fancies(card):
                yield self.random.choice([play for play in plays if play.card == card])

    def _fancies(self, thing: object) -> bool:
        if thing in self.considered:
            return False
        self.considered.add(thing)
        return self.random.random() < CARE

    def _last_resort(
        self, state: StripState, seat: Seat, options: StripOptions
    ) -> Action[Any, Any]:
        if state.phase == "final_turn":
            return EndFinalTurn()
        if asks := list(Ask.legal(state, seat, options)):
            return self.random.choice(asks)
        if WorkTheStrip().why_not(state, seat, options) is None:
            return WorkTheStrip()
        plays = [*PlaySet.legal(state, seat, options), *PlaySpecial.legal(state, seat, options)]
        return self.random.choice(plays)


@dataclass(frozen=True)
class PlayedRound:
    """What a round of careless Madams came to."""

    scored: RoundScored
    turns: int
    asks: int
    hits: int


def play(seats: int, seed: int, options: StripOptions) -> Iterator[list[Event]]:
    """Play one game and yield the events of every ply; no round's end misses a card."""
    game = Game(options)
    state = game.setup(seats, f"{seed:064x}")
    deck, mind = game.card_ids(state), Careless(Random(seed))
    while game.outcome(state) is None:
        events = list[Event]()
        seat = mind.random.choice(state.to_act)
        advance(game, state, seat, mind.choose(state, seat, options), events.append)
        if state.phase in ("round_result", "game_over"):
            assert game.card_ids(state) == deck
        yield events


def rounds(seats: int, games: int, options: StripOptions) -> list[PlayedRound]:
    """Play games and return all their rounds."""
    found = list[PlayedRound]()
    for seed in range(games):
        counts = Counter[type[Event]]()
        for event in chain.from_iterable(play(seats, seed, options)):
            counts[type(event)] += 1
            if isinstance(event, RoundScored):
                seen = (counts[kind] for kind in (TurnStarted, Asked, CardsHandedOver))
                found.append(PlayedRound(event, *seen))
                counts.clear()
    return found
