"""The course of a round (HF 6, 8, 13 to 15): cutting, dealing, turns, the foot, and the end.

Every function changes the state in place and tells the table what it saw.
"""

from __future__ import annotations

from typing import Literal

from games.rules.hand_and_foot.cards import DECKS, IS_RANK, IS_WILD
from games.rules.hand_and_foot.dry_run import DryRun
from games.rules.hand_and_foot.events import (
    BottomsSeen,
    CutDone,
    CutSent,
    Discarded,
    DrawnCardsSeen,
    Drew,
    FootEntered,
    FootSeen,
    GameOver,
    GoOutAnswered,
    GoOutAsked,
    HandChosen,
    HandRevealed,
    HandSeen,
    RoundScored,
    RoundStarted,
    StockOut,
    StockReshuffled,
    TurnStarted,
    Upcard,
    WentOut,
)
from games.rules.hand_and_foot.options import (
    BLIND,
    CHOOSE_SECONDS,
    CONTINUE_SECONDS,
    CUT_SECONDS,
    EXACT,
    PERMISSION_SECONDS,
    PILE_SECONDS,
    PILE_SIZE,
    FootOptions,
)
from games.rules.hand_and_foot.plays import Plan
from games.rules.hand_and_foot.scoring import result_of, standing
from games.rules.hand_and_foot.state import (
    Answer,
    Answered,
    CutResult,
    End,
    FootState,
    Pending,
)
from games.rules.hand_and_foot.table import (
    clockwise,
    is_last_turn,
    left_of,
    members,
    minimum,
    partners,
)
from games.rules.kernel import Emit, Refusal, Seat, changed

# --- The round begins -----------------------------------------------------------------------------


def begin_round(state: FootState, starter: Seat, options: FootOptions, emit: Emit) -> None:
    """Shuffle, and let everybody cut (HF 6.1)."""
    seats = len(state.questions)
    state.round, state.starter, state.turn = state.round + 1, starter, starter
    state.stock = list(DECKS[options.deck])
    state.rng.stream("deck", state.round).shuffle(state.stock)
    state.pile, state.returned = [], []
    state.sent, state.cuts = [None] * seats, [None] * seats
    state.chosen, state.in_foot = [False] * seats, [False] * seats
    state.active, state.foot = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.shown = [[] for _ in range(seats)]
    state.boards = [[] for _ in members(seats, state.round)]
    state.source, state.denied, state.pending = None, False, None
    emit(RoundStarted(state.round, starter, minimum(options, state.round)))
    if options.exact22 == "cut":
        state.phase = "cut"
        state.ask(*range(seats))
        state.start_timer("cut", CUT_SECONDS, state.to_act)
        return
    if options.exact22 == "auto":
        state.sent = [EXACT] * seats
        reveal_cuts(state, emit)
    deal(state, emit)


def reveal_cuts(state: FootState, emit: Emit) -> None:
    """Show what everybody really took: up to five cards more or less than meant (HF 6.1)."""
    for seat, n in enumerate(state.sent):
        miss = state.rng.stream("cut", state.round, seat).below(2 * BLIND + 1) - BLIND
        taken = max(1, (n or 0) + miss)
        state.cuts[seat] = CutResult(n or 0, taken, taken == EXACT)
        emit(CutDone(seat, n or 0, taken, taken == EXACT))


def deal(state: FootState, emit: Emit) -> None:
    """Deal two piles of eleven to everybody, from the starting seat on (HF 6.2)."""
    for seat in clockwise(state, state.starter):
        state.active[seat] = [state.stock.pop() for _ in range(PILE_SIZE)]
        state.foot[seat] = [state.stock.pop() for _ in range(PILE_SIZE)]
        emit(BottomsSeen(seat, state.active[seat][-1], state.foot[seat][-1]))
    state.phase = "choose"
    state.ask(*range(len(state.questions)))
    state.start_timer("choose", CHOOSE_SECONDS, state.to_act)


def cut(state: FootState, seat: Seat, n: int, emit: Emit) -> None:
    """Note how deep a seat cuts; after the last one all is shown and dealt (HF 6.1)."""
    state.sent[seat] = n
    state.answered(seat)
    emit(CutSent(seat))
    if not state.to_act:
        state.drop_timer("cut")
        reveal_cuts(state, emit)
        deal(state, emit)


def choose_hand(state: FootState, seat: Seat, pile: str, options: FootOptions, emit: Emit) -> None:
    """Make one pile the Hand; after the last choice the pile is begun (HF 6.3)."""
    if pile == "B":
        state.active[seat], state.foot[seat] = state.foot[seat], state.active[seat]
    state.chosen[seat] = True
    state.answered(seat)
    emit(HandChosen(seat))
    emit(HandSeen(seat, tuple(state.active[seat])))
    if not state.to_act:
        state.drop_timer("choose")
        turn_upcard(state, options, emit)
        begin_turn(state, state.starter, options, emit)


def turn_upcard(state: FootState, options: FootOptions, emit: Emit) -> None:
    """Begin the pile with a card that can be melded (HF 6.4, A-03)."""
    stream = state.rng.stream("upcard", state.round)
    while (card := state.stock.pop()) not in IS_RANK:
        if options.upcard == "stack":
            state.pile.append(card)
        else:
            state.returned.append(card)
            state.stock.insert(stream.below(len(state.stock) + 1), card)
    emit(Upcard(tuple(state.returned or state.pile), card))
    state.pile.append(card)


# --- Turns ----------------------------------------------------------------------------------------


def begin_turn(state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
    """Give a seat its turn (HF 8)."""
    state.phase, state.turn, state.source, state.denied = "draw", seat, None, False
    emit(TurnStarted(seat))
    state.ask_nobody()
    state.ask(seat)
    state.start_timer("draw", options.turn_seconds // 2, state.to_act)


def draw(state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
    """Draw two cards, or what there is; the last card ends the round sooner or later (HF 9.2)."""
    if options.stock_out == "reshuffle" and len(state.stock) < options.draw_count:
        reshuffle(state, emit)
    count = min(options.draw_count, len(state.stock))
    cards = [state.stock.pop() for _ in range(count)]
    state.active[seat] += cards
    emit(Drew(seat, count, len(state.stock)))
    emit(DrawnCardsSeen(seat, tuple(cards)))
    if options.stock_out == "immediate" and not state.stock:
        emit(StockOut())
        end_round(state, "stock", None, options, emit)
    else:
        begin_play(state, seat, "stock", options)


def begin_play(
    state: FootState, seat: Seat, source: Literal["stock", "pile"], options: FootOptions
) -> None:
    """Start the clock of the plays: one for all of them (HF 19)."""
    state.phase, state.source = "play", source
    state.drop_timer("draw")
    state.start_timer("play", options.turn_seconds, (seat,))
    if source == "pile" and options.turn_seconds:
        state.extend_timer("play", PILE_SECONDS)


def must_keep(state: FootState, run: DryRun) -> Refusal | None:
    """Return that plays would leave a seat in the foot too little for its discard (HF 14.2)."""
    if state.in_foot[run.seat] and len(run.held) < 2:
        return Refusal("must_keep_card")
    return None


def played(state: FootState, run: DryRun, emit: Emit) -> None:
    """Make plays of the seat on turn true; an empty Hand gives way to the Foot (HF 13.2)."""
    run.commit(state, emit)
    if not state.active[run.seat] and not state.in_foot[run.seat]:
        enter_foot(state, run.seat, 3, emit)


def enter_foot(state: FootState, seat: Seat, way: Literal[1, 2, 3], emit: Emit) -> None:
    """Pick up the Foot (HF 13.1)."""
    foot, state.foot[seat] = state.foot[seat], []
    state.active[seat] += foot
    state.in_foot[seat] = True
    emit(FootEntered(seat, way))
    emit(FootSeen(seat, tuple(foot)))


def throw_away(state: FootState, seat: Seat, card: str, emit: Emit) -> None:
    """Move a card to the pile (HF 9.7)."""
    state.active[seat].remove(card)
    if card in state.shown[seat]:
        state.shown[seat].remove(card)
    state.pile.append(card)
    emit(Discarded(seat, card, card in IS_WILD))


def discard(
    state: FootState, seat: Seat, card: str, options: FootOptions, emit: Emit, *, enter: bool
) -> None:
    """End a turn: perhaps into the foot, then to the next seat or to the end (HF 9.7)."""
    last = is_last_turn(state, options)
    throw_away(state, seat, card, emit)
    left = len(state.active[seat])
    enter = enter if options.way_two == "optional" else options.way_two == "auto"
    if not state.in_foot[seat] and left < 2 and (enter or not left):
        enter_foot(state, seat, 2 if left else 1, emit)
    state.drop_timer("play")
    if last:
        emit(StockOut())
        end_round(state, "stock", None, options, emit)
        return
    if not state.stock:
        reshuffle(state, emit)
    begin_turn(state, left_of(state, seat), options, emit)


def reshuffle(state: FootState, emit: Emit) -> None:
    """Make the pile under its top card the lower part of the stock (option stock_out)."""
    if len(state.pile) > 1:
        fresh = state.pile[:-1]
        state.rng.stream("reshuffle", state.round).shuffle(fresh)
        state.pile, state.stock = state.pile[-1:], fresh + state.stock
        emit(StockReshuffled(len(state.stock)))


# --- Going out ------------------------------------------------------------------------------------


def asked_partners(state: FootState, seat: Seat, options: FootOptions) -> tuple[Seat, ...]:
    """Return whose permission is needed (HF 14.3; option permission)."""
    if options.permission == "off":
        return ()
    found = partners(state, seat)
    return found[:1] if options.permission == "next" else found


def ask_permission(
    state: FootState, seat: Seat, plan: Plan, options: FootOptions, emit: Emit
) -> None:
    """Put "May I go out?" to the partners; who has none goes out (HF 14.3)."""
    asked = asked_partners(state, seat, options)
    if not asked:
        go_out(state, seat, plan, options, emit)
        return
    emit(GoOutAsked(seat))
    back_to: Literal["draw", "play"] = "draw" if state.phase == "draw" else "play"
    state.pending = Pending(seat, plan, back_to, asked)
    state.phase = "permission"
    if options.turn_seconds:
        state.pause_timer(back_to)
    state.ask_nobody()
    state.ask(*asked)
    state.start_timer("permission", PERMISSION_SECONDS, asked)


def answer(state: FootState, seat: Seat, word: Answer, options: FootOptions, emit: Emit) -> None:
    """Hear a partner's answer; it binds as soon as it decides (HF 9.9)."""
    pending = state.pending
    if pending is None:
        return
    emit(GoOutAnswered(seat, word))
    state.answered(seat)
    waiting = tuple(other for other in pending.waiting if other != seat)
    answers = (*pending.answers, Answered(seat, word))
    state.pending = changed(pending, waiting=waiting, answers=answers)
    decisive: Answer = "yes" if options.permission == "any" else "no"
    if word != decisive and waiting:
        return
    state.drop_timer("permission")
    state.ask_nobody()
    state.pending = None
    if word == "yes":
        go_out(state, pending.seat, pending.plan, options, emit)
    else:
        deny(state, pending, options)


def deny(state: FootState, pending: Pending, options: FootOptions) -> None:
    """Go back to where it was asked; no going out in this turn (HF 14.3)."""
    state.phase, state.denied = pending.back_to, True
    if options.turn_seconds:
        state.resume_timer(pending.back_to)
    state.ask(pending.seat)


def go_out(state: FootState, seat: Seat, plan: Plan, options: FootOptions, emit: Emit) -> None:
    """Carry the plan out and end the round (HF 14)."""
    run = DryRun(state, seat, options)
    run.plan(plan)
    run.commit(state, emit)
    if plan.discard is not None:
        throw_away(state, seat, plan.discard, emit)
    emit(WentOut(seat))
    end_round(state, "out", seat, options, emit)


# --- The round ends -------------------------------------------------------------------------------


def end_round(
    state: FootState, end: End, out: Seat | None, options: FootOptions, emit: Emit
) -> None:
    """Score the round (HF 15, 16); after the last one the game is over (HF 17)."""
    state.ask_nobody()
    state.timers = []
    result = result_of(state, end, out, options)
    state.results.append(result)
    state.totals = [total + got for total, got in zip(state.totals, result.scores, strict=True)]
    for seat, hand in enumerate(state.active):
        if hand or state.foot[seat]:
            emit(HandRevealed(seat, tuple(hand), tuple(state.foot[seat])))
    ranking = standing(state)
    emit(RoundScored(result, ranking.scores, ranking.places))
    if state.round >= options.rounds:
        state.phase = "game_over"
        emit(GameOver(ranking.scores, ranking.places))
        return
    state.phase = "over"
    state.ask(*range(len(state.questions)))
    state.start_timer("continue", CONTINUE_SECONDS, state.to_act, counts=False)


def next_round(state: FootState, options: FootOptions, emit: Emit) -> None:
    """Begin the next round, one seat further on (HF 4)."""
    state.ask_nobody()
    state.drop_timer("continue")
    begin_round(state, left_of(state, state.starter), options, emit)
