"""A tiny game for the machinery: fast, exact, and with everything that is hard for it.

Everybody picks a number at once; then the seats have turns, in which one may pass, peek at one's
own secret card, or call a halt (the turn's hourglass lies still until a window has closed).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.rules.kernel import (
    Action,
    Emit,
    Event,
    Game,
    Hints,
    Options,
    Outcome,
    Refusal,
    Rng,
    Seat,
    State,
    TimedOut,
    Timer,
    View,
    changed,
    places,
)

CARDS = tuple(f"canary-{number}" for number in range(8))


class TinyOptions(Options, frozen=True, tag="tiny", tag_field="type"):
    rounds: int = 2
    first: Literal["host"] | int = "host"
    seconds: int = 30
    broken_bell: bool = False

    def hosted_by(self, seat: Seat) -> TinyOptions:
        return changed(self, first=seat) if self.first == "host" else self


class TinyState(State):
    cards: list[str] = []
    picks: list[int | None] = []
    phase: str = "pick"
    round: int = 0
    turn: int = 0
    """Turns taken in this round."""


class NumberPicked(Event, frozen=True):
    seat: Seat


class RoundStarted(Event, frozen=True):
    round: int


class Passed(Event, frozen=True):
    seat: Seat


class Peeked(Event, frozen=True):
    seat: Seat


class CardSeen(Event, frozen=True):
    seat: Seat
    card: str

    def seen_by(self, seat: Seat | None) -> bool:
        return seat == self.seat


class HaltCalled(Event, frozen=True):
    seat: Seat


def turn_of(state: TinyState, options: TinyOptions) -> Seat:
    first = options.first if isinstance(options.first, int) else 0
    return (first + state.turn) % len(state.cards)


def start_round(state: TinyState, options: TinyOptions, emit: Emit) -> None:
    state.phase, state.turn, state.round = "turns", 0, state.round + 1
    emit(RoundStarted(state.round))
    start_turn(state, options)


def start_turn(state: TinyState, options: TinyOptions) -> None:
    state.ask_nobody()
    state.ask(turn_of(state, options))
    state.start_timer("turn", options.seconds, state.to_act)


def end_turn(state: TinyState, options: TinyOptions, emit: Emit) -> None:
    state.turn += 1
    if state.turn < len(state.cards):
        start_turn(state, options)
    elif state.round < options.rounds:
        start_round(state, options, emit)
    else:
        state.phase, state.timers = "over", []
        state.ask_nobody()


class Pick(Action[TinyOptions, TinyState], frozen=True):
    """Pick a number from 0 to 2."""

    number: int

    @classmethod
    def legal(cls, state: TinyState, seat: Seat, options: TinyOptions) -> Iterable[Pick]:
        if state.phase == "pick" and seat in state.to_act:
            yield from (cls(number) for number in range(3))

    def why_not(self, state: TinyState, seat: Seat, options: TinyOptions) -> Refusal | None:
        if state.phase != "pick" or seat not in state.to_act:
            return Refusal("not_now")
        return None if 0 <= self.number < 3 else Refusal("no_such_number", "/number")

    def apply(self, state: TinyState, seat: Seat, options: TinyOptions, emit: Emit) -> None:
        state.picks[seat] = self.number
        state.answered(seat)
        emit(NumberPicked(seat))
        if not state.to_act:
            state.drop_timer("pick")
            start_round(state, options, emit)


class InTurn(Action[TinyOptions, TinyState], frozen=True):
    def why_not(self, state: TinyState, seat: Seat, options: TinyOptions) -> Refusal | None:
        mine = state.phase == "turns" and seat in state.to_act
        return None if mine else Refusal("not_now")


class Pass(InTurn, frozen=True):
    """End your turn."""

    def apply(self, state: TinyState, seat: Seat, options: TinyOptions, emit: Emit) -> None:
        emit(Passed(seat))
        end_turn(state, options, emit)


class Peek(InTurn, frozen=True):
    """Look at your card; your turn goes on."""

    def apply(self, state: TinyState, seat: Seat, options: TinyOptions, emit: Emit) -> None:
        emit(Peeked(seat))
        emit(CardSeen(seat, state.cards[seat]))


class Halt(InTurn, frozen=True):
    """Lay the turn's hourglass on its side for five seconds, and add three."""

    @classmethod
    def legal(cls, state: TinyState, seat: Seat, options: TinyOptions) -> Iterable[Halt]:
        return ()

    def apply(self, state: TinyState, seat: Seat, options: TinyOptions, emit: Emit) -> None:
        emit(HaltCalled(seat))
        state.pause_timer("turn")
        state.extend_timer("turn", 3)
        state.start_timer("window", 5, range(len(state.cards)), counts=False)


class Break(Action[TinyOptions, TinyState], frozen=True):
    """Make the rules fail, with a secret in the message."""

    @classmethod
    def legal(cls, state: TinyState, seat: Seat, options: TinyOptions) -> Iterable[Break]:
        return ()

    def why_not(self, state: TinyState, seat: Seat, options: TinyOptions) -> Refusal | None:
        return None

    def apply(self, state: TinyState, seat: Seat, options: TinyOptions, emit: Emit) -> None:
        raise KeyError(state.cards[seat])


class TinyView(View, frozen=True):
    card: str | None
    picked: tuple[Seat, ...]
    phase: str
    round: int


class TinyHints(Hints, frozen=True):
    numbers: tuple[int, ...] = (0, 1, 2)


class Tiny(Game[TinyOptions, TinyState, TinyView], frozen=True):
    options: TinyOptions = TinyOptions()

    name = "tiny"
    title = "Tiny"
    tagline = "Pick, peek, pass."
    content_rating = "everyone"
    version = 1
    options_type = TinyOptions
    state_type = TinyState
    view_type = TinyView
    hints_type = TinyHints
    actions = (Pick, Pass, Peek, Halt, Break)
    events = (NumberPicked, RoundStarted, Passed, Peeked, CardSeen, HaltCalled, TimedOut)
    refusals = {
        "not_now": ("Tiny 1", "Not now."),
        "no_such_number": ("Tiny 2", "Numbers go from 0 to 2."),
    }
    timer_notes = {
        "pick": "Who has not picked, picks 0.",
        "turn": "The turn is passed.",
        "window": "The turn's hourglass runs on.",
    }

    @property
    def seats(self) -> range:
        return range(2, 5)

    @property
    def max_plies(self) -> int:
        return 10_000

    def setup(self, seats: int, key: str) -> TinyState:
        state = TinyState(Rng(key), [0] * seats, picks=[None] * seats)
        deck = list(CARDS)
        state.rng.stream("deck").shuffle(deck)
        state.cards = deck[:seats]
        state.ask(*range(seats))
        state.start_timer("pick", self.options.seconds, state.to_act)
        return state

    def time_up(self, state: TinyState, timer: Timer, emit: Emit) -> None:
        if self.options.broken_bell:
            raise KeyError(state.cards[0])
        if timer.name == "window":
            state.resume_timer("turn")
            return
        for seat in list(state.to_act):
            emit(TimedOut(seat))
        if timer.name == "pick":
            state.picks = [pick or 0 for pick in state.picks]
            start_round(state, self.options, emit)
        else:
            end_turn(state, self.options, emit)

    def outcome(self, state: TinyState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = tuple(CARDS.index(card) for card in state.cards)
        return Outcome(scores, places(scores))

    def view(self, state: TinyState, seat: Seat | None) -> TinyView:
        return TinyView(
            seat=seat,
            decision=0 if seat is None else state.questions[seat],
            ply=state.ply,
            to_act=tuple(state.to_act),
            timers=tuple(state.timers),
            card=None if seat is None else state.cards[seat],
            picked=tuple(place for place, pick in enumerate(state.picks) if pick is not None),
            phase=state.phase,
            round=state.round,
        )

    def hints(self, view: TinyView) -> TinyHints:
        return TinyHints()


class TinyWithoutEnd(Tiny, frozen=True):
    """Tiny, but counting the points fails."""

    name = "tiny_without_end"

    def outcome(self, state: TinyState) -> Outcome | None:
        if state.phase == "over":
            raise KeyError(state.cards[0])
        return None
