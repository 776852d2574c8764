"""The course of a round (WTS 6 to 8): laying, drawing, whose turn it is, and how it ends.

Every function changes the state in place and tells the table what it saw.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import Emit, Seat
from games.rules.work_the_strip.cards import IS_SPECIAL
from games.rules.work_the_strip.events import (
    DieRolled,
    FinalTurnEnded,
    FinalTurnStarted,
    GameEnded,
    HandDealt,
    HandRevealed,
    LastCardDrawn,
    RoundScored,
    RoundStarted,
    TopCardBonusPaid,
    TopCardFlipped,
    TurnMissed,
    TurnStarted,
    WentOut,
)
from games.rules.work_the_strip.options import (
    CONTINUE_SECONDS,
    DEAL_SIZE,
    FINAL_TURN_SECONDS,
    StripOptions,
)
from games.rules.work_the_strip.scoring import (
    is_last_round,
    score_line,
    standing,
    top_card_bonus,
)
from games.rules.work_the_strip.state import RoundResult, StripState
from games.rules.work_the_strip.table import DECKS, clockwise, draw, left_of, others

# --- The round begins -----------------------------------------------------------------------------


def deal(state: StripState, dealer: Seat, options: StripOptions, emit: Emit) -> None:
    """Shuffle all cards and deal nine to everybody (WTS 6.1)."""
    seats = len(state.totals)
    state.round, state.dealer, state.current = state.round + 1, dealer, left_of(state, dealer)
    state.pile = list(DECKS[options.deck])
    state.rng.stream("deck", state.round).shuffle(state.pile)
    state.discard, state.flipped, state.asked, state.asks, state.winner = [], [], [], [], None
    state.hands, state.front = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.tableau, state.known = [{} for _ in range(seats)], [{} for _ in range(seats + 1)]
    state.skip, state.submitted = [False] * seats, [None] * seats
    emit(RoundStarted(state.round, dealer))
    for seat in clockwise(state, state.current):
        state.hands[seat] = [state.pile.pop() for _ in range(DEAL_SIZE)]
        emit(HandDealt(seat, tuple(state.hands[seat])))
    open_the_day(state, options, emit)


def open_the_day(state: StripState, options: StripOptions, emit: Emit) -> None:
    """Ask for the initial plays: of all at once, of the first one, or of nobody (WTS 6.2)."""
    if options.initial_play == "off":
        end_initial_play(state, options, emit)
        return
    state.phase = "initial_play"
    everybody = options.initial_play == "simultaneous"
    await_initial_play(state, clockwise(state, 0) if everybody else [state.current], options)


def await_initial_play(state: StripState, seats: Sequence[Seat], options: StripOptions) -> None:
    """Wait for the initial plays of these seats."""
    state.ask(*seats)
    state.start_timer("initial_play", options.initial_seconds, seats)


def end_initial_play(state: StripState, options: StripOptions, emit: Emit) -> None:
    """Begin the turns, unless a Madam has laid her whole hand already (R07)."""
    state.drop_timer("initial_play")
    state.submitted = [()] * len(state.submitted)
    first = clockwise(state, state.dealer + 1)
    if done := [seat for seat in first if not state.hands[seat]]:
        go_out(state, done[0], options, emit)
    else:
        begin_turn(state, first[0], options, emit)


# --- Turns ----------------------------------------------------------------------------------------


def begin_turn(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Begin a normal turn (WTS 6.3); who misses hers is passed, who has no card draws instead."""
    state.phase = "turn"
    while True:
        if state.skip[seat]:
            state.skip[seat] = False
            emit(TurnMissed(seat))
        else:
            state.current, state.asked = seat, []
            emit(TurnStarted(seat))
            if state.hands[seat]:
                break
            draw(state, seat, 1, emit)
            if not state.pile:
                last_card_drawn(state, seat, options, emit)
                return
        seat = left_of(state, seat)
    state.ask_nobody()
    state.ask(seat)
    state.start_timer("turn", options.turn_seconds, state.to_act)


def work_the_strip(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Draw the top card; the turn is over (WTS 4)."""
    draw(state, seat, 1, emit)
    end_turn(state, seat, options, emit)


def end_turn(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Pass the turn on after a draw; after the last card the final turns begin (WTS 7.6)."""
    if state.pile:
        begin_turn(state, left_of(state, seat), options, emit)
    else:
        last_card_drawn(state, seat, options, emit)


def go_on(
    state: StripState, seat: Seat, options: StripOptions, emit: Emit, robbed: Sequence[Seat] = ()
) -> None:
    """See what a play of `seat` led to: out, the end of a final turn, or more time to act.

    `robbed`: who lost her last card by it, clockwise; with the option `empty_hand_wins` the first
    of them wins unless the acting Madam is out herself.
    """
    empty = not state.hands[seat]
    if state.phase == "final_turn":
        if empty:
            end_final_turn(state, options, emit)
    elif empty:
        go_out(state, seat, options, emit)
    elif robbed and options.empty_hand_wins:
        go_out(state, robbed[0], options, emit)
    else:
        state.start_timer("turn", options.turn_seconds, state.to_act)


# --- The round ends -------------------------------------------------------------------------------


def go_out(state: StripState, winner: Seat, options: StripOptions, emit: Emit) -> None:
    """Win the round (WTS 8.1); with the option `last_licks` all others have a final turn first."""
    emit(WentOut(winner))
    if options.last_licks and state.phase == "turn":
        state.winner = winner
        begin_final_turns(state, others(state, winner), options, emit)
    else:
        end_round(state, winner, options, emit)


def last_card_drawn(state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
    """Begin the final turns, the Madam who drew the last card being the last (WTS 8.2)."""
    emit(LastCardDrawn(seat))
    begin_final_turns(state, clockwise(state, seat + 1), options, emit)


def begin_final_turns(
    state: StripState, queue: Sequence[Seat], options: StripOptions, emit: Emit
) -> None:
    """Give one final turn to each of `queue`."""
    state.phase, state.final_queue, state.asked = "final_turn", list(queue), []
    state.drop_timer("turn")
    next_final_turn(state, options, emit)


def end_final_turn(state: StripState, options: StripOptions, emit: Emit) -> None:
    """End the final turn of the first in the queue."""
    emit(FinalTurnEnded(state.final_queue.pop(0)))
    next_final_turn(state, options, emit)


def next_final_turn(state: StripState, options: StripOptions, emit: Emit) -> None:
    """Go on to the next who has cards; after the last the round is scored (WTS 8.2)."""
    state.ask_nobody()
    while state.final_queue and not state.hands[state.final_queue[0]]:
        state.final_queue.pop(0)
    if not state.final_queue:
        end_round(state, state.winner, options, emit)
        return
    state.current = state.final_queue[0]
    emit(FinalTurnStarted(state.current))
    state.ask(state.current)
    seconds = FINAL_TURN_SECONDS if options.turn_seconds else 0
    state.start_timer("final_turn", seconds, state.to_act)


def end_round(state: StripState, winner: Seat | None, options: StripOptions, emit: Emit) -> None:
    """Score the round (WTS 9); after the last one the game is over (WTS 10)."""
    state.ask_nobody()
    state.timers, state.asked, state.final_queue = [], [], []
    state.winner, state.known = winner, [{} for _ in state.known]
    card, pips, bonus = None, None, 0
    if winner is not None:
        state.rounds_won[winner] += 1
        if options.top_card_bonus:
            card, pips, bonus = flip_top_card(state, winner, emit)
    bonuses = [bonus if seat == winner else 0 for seat in clockwise(state, 0)]
    lines = tuple(score_line(state, seat, b, options) for seat, b in enumerate(bonuses))
    state.totals = [total + line.score for total, line in zip(state.totals, lines, strict=True)]
    state.results.append(RoundResult(state.round, state.dealer, winner, card, pips, lines))
    for seat, hand in enumerate(state.hands):
        if hand:
            emit(HandRevealed(seat, tuple(hand)))
    ranking = standing(state)
    emit(RoundScored(state.round, winner, lines, ranking.scores, ranking.places))
    close_the_day(state, options, emit)


def flip_top_card(
    state: StripState, winner: Seat, emit: Emit
) -> tuple[str | None, int | None, int]:
    """Flip for the Top Card Bonus and return card, die and dollars (WTS 9.2, R38 to R40)."""
    while state.pile:
        card = state.pile.pop()
        state.flipped.append(card)
        emit(TopCardFlipped(winner, card))
        if card not in IS_SPECIAL:
            pips = state.rng.stream("top", state.round).die()
            bonus = top_card_bonus(card, pips)
            emit(DieRolled(winner, pips, "top_card"))
            emit(TopCardBonusPaid(winner, card, pips, bonus))
            return card, pips, bonus
    emit(TopCardBonusPaid(winner, None, 0, 0))
    return None, None, 0


def close_the_day(state: StripState, options: StripOptions, emit: Emit) -> None:
    """Let everybody look at the result, or end the game."""
    if is_last_round(state, options):
        state.phase = "game_over"
        outcome = standing(state)
        emit(GameEnded(outcome.scores, outcome.places))
        return
    state.phase = "round_result"
    state.ask(*clockwise(state, 0))
    state.start_timer("continue", CONTINUE_SECONDS, state.to_act, counts=False)


def next_round(state: StripState, options: StripOptions, emit: Emit) -> None:
    """Pass the deck clockwise and deal again (WTS 10)."""
    state.ask_nobody()
    state.drop_timer("continue")
    deal(state, left_of(state, state.dealer), options, emit)
