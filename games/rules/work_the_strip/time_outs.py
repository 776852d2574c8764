"""What happens when a Madam lets her time run out (WTS 11): the same actions, chosen for her."""

from __future__ import annotations

from games.rules.kernel import Emit, Seat, TimedOut, Timer
from games.rules.work_the_strip.actions import (
    Ask,
    EndFinalTurn,
    InitialPlay,
    PlaySet,
    PlaySpecial,
    WorkTheStrip,
)
from games.rules.work_the_strip.cards import MODE_OF, SPECIAL_OF, value_of
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import next_round
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.table import is_forced, others


def run_out(state: StripState, timer: Timer, options: StripOptions, emit: Emit) -> None:
    """Do what the rules say when `timer` has run out."""
    late = list(state.to_act)
    for seat in late if timer.counts else ():
        emit(TimedOut(seat))
    match timer.name:
        case "initial_play":
            for seat in late:
                InitialPlay(()).apply(state, seat, options, emit)
        case "turn":
            act_for(state, late[0], options, emit)
        case "final_turn":
            EndFinalTurn().apply(state, late[0], options, emit)
        case _:  # "continue"
            next_round(state, options, emit)


def act_for(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Play a turn's next step: forced specials, else an ask, else Work The Strip."""
    question = state.questions[seat]
    if options.must_play_matches:
        lay_everything(state, seat, options, emit)
    if is_forced(state, seat):
        play_specials(state, seat, options, emit)
    elif state.phase == "turn":
        (pick_ask(state, seat, options) or WorkTheStrip()).apply(state, seat, options, emit)
    if seat in state.to_act and state.questions[seat] == question:
        state.ask(seat)


def lay_everything(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Lay set after set, always the first there is."""
    while sets := list(PlaySet.legal(state, seat, options)):
        sets[0].apply(state, seat, options, emit)


def play_specials(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Play all specials in hand order, which ends the round (S25)."""
    for card in list(state.hands[seat]):
        aimed_special(state, seat, card).apply(state, seat, options, emit)


def aimed_special(state: StripState, seat: Seat, card: str) -> PlaySpecial:
    """Return how a forced special is played for her: no hand is left to choose gifts from."""
    special = SPECIAL_OF[card]
    target = leader(state, seat) if special.choice else None
    cards: tuple[str, ...] = ()
    if special.effect == "poach" and target is not None:
        cards = dearest_laid(state, target)
    elif special.effect == "clear_penalty":
        penalties = sorted((lying.amount, lying.card) for lying in state.front[seat])
        cards = tuple(lying for amount, lying in penalties[:1] if amount < 0)
    return PlaySpecial(card, target, cards)


def leader(state: StripState, seat: Seat) -> Seat:
    """Return the other Madam with the highest total; of several the next one clockwise."""
    return max(others(state, seat), key=state.totals.__getitem__)


def dearest_laid(state: StripState, target: Seat) -> tuple[str, ...]:
    """Return the most valuable card in front of the target, ties by card id; none if none lies."""
    laid = [
        (-value_of(card, MODE_OF[key]), card)
        for key, cards in state.tableau[target].items()
        for card in cards
    ]
    return tuple(card for _, card in sorted(laid)[:1])


def pick_ask(state: StripState, seat: Seat, options: StripOptions) -> Ask | None:
    """Return a random legal ask, if there is any: a mistaken one only where all are."""
    asks = list(Ask.legal(state, seat, options))
    safe = [ask for ask in asks if not ask.is_mistaken(state)]
    if not asks:
        return None
    stream = state.rng.stream("timeout", state.round, seat)
    picked: Ask = stream.pick(safe or asks)
    return picked
