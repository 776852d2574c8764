"""Last Orders: what more than one action or bell leads to."""

from __future__ import annotations

from games.rules.kernel import Emit, Refusal, Seat
from tests.games.rules.mini.state import (
    CARDS,
    HAND,
    CardPeeked,
    CardSeen,
    DieKept,
    HandDealt,
    MatchClosed,
    MiniOptions,
    MiniState,
    SealsBroken,
    TurnBegun,
    worth,
)


def begin_round(state: MiniState, options: MiniOptions, emit: Emit) -> None:
    """Deal four cards each; everybody seals at once."""
    seats = range(len(state.scores))
    state.round += 1
    state.deck = list(CARDS)
    state.rng.stream("deck", state.round).shuffle(state.deck)
    state.hands = [[state.deck.pop() for _ in range(HAND)] for _ in seats]
    for seat in seats:
        emit(HandDealt(seat, tuple(state.hands[seat])))
    state.ask(*seats)
    state.start_timer("sealing", options.seconds, seats)


def break_seals(state: MiniState, options: MiniOptions, emit: Emit) -> None:
    """Show what was sealed; nobody may act while the table looks."""
    state.phase = "show"
    state.ask_nobody()
    state.drop_timer("sealing")
    for hand, sealed in zip(state.hands, state.sealed, strict=True):
        hand[:] = [card for card in hand if card not in sealed]
    emit(SealsBroken(tuple(state.sealed)))
    state.start_timer("show", options.show_seconds, state.order, counts=False)
    if not options.show_seconds:
        next_turn(state, options, emit)


def next_turn(state: MiniState, options: MiniOptions, emit: Emit) -> None:
    """Go on to the next seat in the order, or close after the last."""
    state.turn += 1
    state.die = state.rolls = 0
    state.ask_nobody()
    state.invite()
    state.drop_timer("turn")
    if state.turn == len(state.order):
        close(state, emit)
        return
    state.phase = "turn"
    state.ask(state.current)
    state.start_timer("turn", options.seconds, [state.current])
    emit(TurnBegun(state.current))


def keep_die(state: MiniState, options: MiniOptions, emit: Emit) -> None:
    """Count die and sealed cards, peek at one card of the left neighbour, end the turn."""
    seat = state.current
    left = left_of(state, seat)
    points = state.die + sum(map(worth, state.sealed[seat]))
    card = state.rng.stream("peek", seat).pick(state.hands[left])
    state.scores[seat] += points
    state.known[seat].append(card)
    emit(DieKept(seat, points))
    emit(CardPeeked(seat, left))
    emit(CardSeen(seat, card))
    next_turn(state, options, emit)


def invite_nudgers(state: MiniState) -> None:
    """Let the others know that there is a die to nudge: anew, whenever it lies otherwise."""
    seats = range(len(state.nudges))
    state.invite(*(seat for seat in seats if seat != state.current and state.nudges[seat]))


def close(state: MiniState, emit: Emit) -> None:
    """End the match as it stands; what is sealed stays in the hands."""
    if state.phase == "seal":
        state.sealed = [()] * len(state.scores)
    state.phase, state.plan, state.timers = "over", None, []
    state.ask_nobody()
    state.invite()
    emit(MatchClosed(tuple(state.scores)))


def left_of(state: MiniState, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % len(state.scores)


def partner_of(state: MiniState, seat: Seat) -> Seat:
    """Return the seat across the table."""
    return (seat + len(state.scores) // 2) % len(state.scores)


def not_asked(state: MiniState, seat: Seat, *phases: str) -> Refusal | None:
    """Refuse who is not waited for in one of these phases."""
    asked = state.phase in phases and seat in state.to_act
    return None if asked else Refusal("not_your_turn")
