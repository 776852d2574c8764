"""The course of a match (LAP 6 to 12): what begins when, and how it ends.

Every function changes the state in place and tells the table what it saw.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import Emit, Outcome, Seat, places
from games.rules.lap_dance.cards import COMPENSATION, DICE_OF, Op
from games.rules.lap_dance.decks import reshuffle
from games.rules.lap_dance.effects import DICE, Act, roll_dice, work
from games.rules.lap_dance.events import (
    Compensated,
    DeckReshuffled,
    DesireDiscarded,
    DesireRevealed,
    EventPhaseStarted,
    GameEnded,
    PriorityDealt,
    ReactionClosed,
    ReactionOpened,
    RollingEnded,
    RoundEnded,
    RoundStarted,
    StackRevealed,
    StackTrimmed,
    TurnStarted,
)
from games.rules.lap_dance.knowledge import saw_empty, saw_leave
from games.rules.lap_dance.options import (
    BASE_DICE,
    EVENT_STEP_SECONDS,
    MOST_DICE,
    MOST_REPEATS,
    MOST_REROLLS,
    UNTIMED_SECONDS,
    LapOptions,
)
from games.rules.lap_dance.serving import serve_best
from games.rules.lap_dance.state import LapState, Turn
from games.rules.lap_dance.table import (
    amount,
    draw,
    free_dice,
    gain_money,
    holders,
    locked,
    modifier,
    pending,
    renew,
    stack_limit,
    staff_objection,
)

# --- Preparation ----------------------------------------------------------------------------------


def start_round(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Read the next Customer's rule (LAP 7)."""
    state.phase = "reading"
    emit(RoundStarted(state.round, state.customers[state.round - 1]))
    _new_period(state)
    state.ask_nobody()
    invite(state, options)
    everybody = range(len(state.seats))
    state.start_timer("reading", options.read_seconds, everybody, counts=False)
    if not options.read_seconds:
        open_preparation(state, options, emit)


def open_preparation(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Deal what the Customer deals, and turn the Desire over (LAP 7)."""
    if cards := amount(state, "draw_all"):
        for seat in range(len(state.seats)):
            draw(state, seat, cards, emit)
    _reveal_desire(state, options, emit)


def _reveal_desire(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Turn the Desire and the hourglass over; everybody plans at once."""
    state.phase = "preparation"
    for one in state.seats:
        one.priority, one.drafts = None, 0
    rule = modifier(state)
    seconds = (rule.n or 0 if rule.op == "timer" else options.timer_seconds) or UNTIMED_SECONDS
    emit(DesireRevealed(state.round, state.desires[state.round - 1], seconds))
    state.ask(*range(len(state.seats)))
    state.start_timer("preparation", seconds, state.to_act)


def end_preparation(state: LapState, options: LapOptions, emit: Emit) -> None:
    """End the phase: Priority for the late, Stacks to their limit, and all face up (LAP 7)."""
    state.drop_timer("preparation")
    state.ask_nobody()
    _deal_priority(state, options, emit)
    _trim_stacks(state, emit)
    if state.repeats < MOST_REPEATS and not any(one.stack for one in state.seats):
        state.repeats += 1
        _replace_desire(state, emit)
        _reveal_desire(state, options, emit)
        return
    for seat, one in enumerate(state.seats):
        saw_leave(state, one.stack)
        saw_empty(state, seat)
        emit(StackRevealed(seat, tuple(one.stack)))
    start_events(state, options, emit)


def _deal_priority(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Give who is late the Priority cards that are left, by lot or by seat (S18)."""
    taken = {one.priority for one in state.seats}
    late = [seat for seat, one in enumerate(state.seats) if one.priority is None]
    left = [number for number in range(1, len(state.seats) + 1) if number not in taken]
    if options.late_priority == "random":
        state.rng.stream("priority", state.round).shuffle(left)
    for seat, number in zip(late, left, strict=True):
        state.seats[seat].priority = number
        emit(PriorityDealt(seat, number))


def _trim_stacks(state: LapState, emit: Emit) -> None:
    limit = stack_limit(state)
    for seat, one in enumerate(state.seats):
        stream, lost = state.rng.stream("stack", state.round, seat), list[str]()
        while len(one.stack) > limit:
            lost.append(one.stack.pop(stream.below(len(one.stack))))
        if lost:
            state.discard += lost
            saw_leave(state, lost)
            emit(StackTrimmed(seat, tuple(lost)))


def _replace_desire(state: LapState, emit: Emit) -> None:
    """Discard the Desire and take the next one of the pile for the same Customer (S19)."""
    here = state.round - 1
    emit(DesireDiscarded(state.round, state.desires[here]))
    state.desire_discard.append(state.desires[here])
    if not state.desire_deck:
        emit(DeckReshuffled("desire", len(state.desire_discard)))
        stream = state.rng.stream("desires", state.round)
        reshuffle(stream, state.desire_deck, state.desire_discard)
    state.desires[here] = state.desire_deck.pop()


# --- Events ---------------------------------------------------------------------------------------


def by_priority(state: LapState) -> list[Seat]:
    """Return all seats in Priority order."""
    return sorted(range(len(state.seats)), key=lambda seat: state.seats[seat].priority or 0)


def start_events(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Begin the Event Phase, if there are Events (LAP 8)."""
    state.phase = "event"
    _new_period(state)
    state.event_order, state.event_index = by_priority(state), -1
    if any(pending(state, seat) for seat in state.event_order):
        emit(EventPhaseStarted(tuple(state.event_order)))
    next_step(state, options, emit)


def next_step(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Go on to the next seat that has an Event, or could use Vladimir; to no seat twice a lap."""
    state.ask_nobody()
    state.drop_timer("event_step")
    while any(pending(state, seat) for seat in state.event_order):
        state.event_index += 1
        if state.event_index == len(state.event_order):
            state.event_order, state.event_index = by_priority(state), 0
        seat = state.event_order[state.event_index]
        if pending(state, seat) or can_use_vladimir(state, seat, options):
            state.ask(seat)
            state.start_timer("event_step", EVENT_STEP_SECONDS, (seat,))
            invite(state, options)
            return
    start_actions(state, options, emit)


def can_use_vladimir(state: LapState, seat: Seat, options: LapOptions) -> bool:
    """Say whether there is Favor, a slot, and an Event of somebody else (LAP 8)."""
    elsewhere = any(pending(state, s) for s in range(len(state.seats)) if s != seat)
    return elsewhere and staff_objection(state, seat, "vladimir", options) is None


# --- Action turns ---------------------------------------------------------------------------------


def start_actions(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Begin the Action Phase, in Priority order or its reverse (LAP 9.1)."""
    state.phase = "action"
    state.event_order, state.event_index = [], 0
    state.action_order, state.action_index = by_priority(state), 0
    if modifier(state).op == "priority_reverse":
        state.action_order.reverse()
    begin_turn(state, options, emit)


def begin_turn(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Begin the turn of the next seat."""
    seat = state.action_order[state.action_index]
    state.turn = Turn(seat)
    _new_period(state)
    emit(TurnStarted(seat))
    state.ask_nobody()
    state.ask(seat)
    state.start_timer("turn", options.turn_seconds, (seat,))
    invite(state, options)


def dice_count(state: LapState, seat: Seat) -> int:
    """Return how many dice a seat would roll now (LAP 9.2)."""
    one = state.seats[seat]
    symbols = sum([DICE_OF[card] for card in one.stack])
    return min(max(amount(state, "base_dice", BASE_DICE) + symbols + one.dice_mod, 1), MOST_DICE)


def roll(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """Roll all dice; stars lock (LAP 9.3)."""
    turn.stage = "roll"
    turn.dice = [DICE["ST", False]] * dice_count(state, turn.seat)
    roll_dice(state, range(len(turn.dice)), emit)
    roll_on_or_stop(state, turn, options, emit)
    if turn.stage == "roll":
        invite(state, options)


def reroll(
    state: LapState, turn: Turn, keep: Sequence[int], options: LapOptions, emit: Emit
) -> None:
    """Roll all but the dice that stay; with `set_aside` these stay for good (LAP 9.3)."""
    again = [die for die in free_dice(state, options) if die not in keep]
    if options.reroll_mode == "set_aside":
        for die in keep:
            turn.dice[die] = DICE[turn.dice[die].face, True]
    turn.rerolls += 1
    roll_dice(state, again, emit)
    roll_on_or_stop(state, turn, options, emit)


def roll_on_or_stop(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """Stop where nothing can be rolled again (LAP 9.3); else the choice is another."""
    if len(free_dice(state, options)) <= 1 or turn.rerolls >= MOST_REROLLS:
        stop(state, turn, options, emit)
    else:
        renew(state)


def stop(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """End the rolling, and ask how Sandra is to make up for the stars (LAP 9.4)."""
    turn.stars = len(locked(state))
    emit(RollingEnded(turn.seat, turn.stars))
    customer = state.customers[state.round - 1]
    gain_money(state, turn.seat, turn.stars * amount(state, "star_cash"), customer, emit)
    if not turn.stars or modifier(state).op == "no_compensation":
        resolve(state, turn, options, emit)
    elif turn.stars == 1:
        compensate(state, turn, 1, (), options, emit)
    else:
        turn.stage = "comp"
        renew(state)
        invite(state, options)


def sandra(turn: Turn) -> tuple[tuple[Op, ...], ...]:
    """Return Sandra's options for the stars of this turn (LAP 3.10)."""
    return COMPENSATION[min(turn.stars, len(COMPENSATION) - 1)]


def compensate(
    state: LapState,
    turn: Turn,
    option: int,
    dice: tuple[int, ...],
    options: LapOptions,
    emit: Emit,
) -> None:
    """Let Sandra do this for the stars, once; `option` counts from 1 (LAP 9.4)."""
    emit(Compensated(turn.seat, turn.stars, option))
    act = Act(turn.seat, "sandra", dice=dice)
    work(state, act, sandra(turn)[option - 1], options, emit)
    resolve(state, turn, options, emit)


def resolve(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """Begin the last stage of a turn; before it serves, the others may react (LAP 9.4)."""
    turn.stage = "resolve"
    able = holders(state, turn.seat)
    if not able or not options.reaction_seconds:
        renew(state)
        invite(state, options)
        return
    turn.window = True
    if options.turn_seconds and not turn.late:
        state.pause_timer("turn")
    state.ask_nobody()
    state.ask(*able)
    state.start_timer("reaction", options.reaction_seconds, able, counts=False)
    invite(state, options)
    emit(ReactionOpened(turn.seat, tuple(able)))


def close_window(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """End the reaction window: now the active player may serve."""
    turn.window = False
    state.drop_timer("reaction")
    emit(ReactionClosed(turn.seat))
    state.ask_nobody()
    if turn.late:
        serve_best(state, turn.seat, options, emit)
        end_turn(state, options, emit)
        return
    if options.turn_seconds:
        state.resume_timer("turn")
    state.ask(turn.seat)
    invite(state, options)


def after_play(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """See what a Special or a Staff member led to: the window, the rolling, the choice."""
    state.invited = [seat for seat in state.invited if seat in invitees(state, options)]
    if turn.window:
        state.to_act = [s for s in state.to_act if state.seats[s].specials]
        if not state.to_act:
            close_window(state, turn, options, emit)
            return
        renew(state)
        if state.accusation:
            invite(state, options)
    elif turn.stage == "roll":
        roll_on_or_stop(state, turn, options, emit)
    else:
        renew(state)


def play_out(state: LapState, turn: Turn, options: LapOptions, emit: Emit) -> None:
    """Finish a turn whose time is up (LAP 14); the others' window is still theirs."""
    turn.late = True
    if turn.stage == "preroll":
        roll(state, turn, options, emit)
    if turn.stage == "roll":
        stop(state, turn, options, emit)
    if turn.stage == "comp":
        compensate(state, turn, 1, (), options, emit)
    if not turn.window:
        serve_best(state, turn.seat, options, emit)
        end_turn(state, options, emit)


def end_turn(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Pass on to the next seat; after the last one the round is over."""
    state.drop_timer("turn")
    state.turn = None
    state.action_index += 1
    if state.action_index < len(state.action_order):
        begin_turn(state, options, emit)
    elif state.round < options.rounds:
        refill(state, options, emit)
    else:
        end_game(state, emit)


# --- The round and the match end ------------------------------------------------------------------


def refill(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Clear the table and deal (LAP 10)."""
    emit(RoundEnded(state.round))
    for one in state.seats:
        state.discard += one.stack
        one.stack, one.fulfilled, one.symbols = [], [], [0, 0, 0]
        one.priority, one.dice_mod = None, 0
    state.desire_discard.append(state.desires[state.round - 1])
    state.activated, state.staff_used, state.order_cash = [], {}, [0, 0, 0]
    state.action_order, state.action_index, state.repeats = [], 0, 0
    for seat in range(len(state.seats)):
        draw(state, seat, options.refill_cards, emit)
    state.round += 1
    start_round(state, options, emit)


def standing(state: LapState) -> Outcome:
    """Return dollars and places: money, then Favor, then shared (LAP 12)."""
    merits = [(one.money, one.favor) for one in state.seats]
    return Outcome(tuple(one.money for one in state.seats), places(merits))


def end_game(state: LapState, emit: Emit) -> None:
    """End the match: now all may see the money."""
    state.phase = "game_over"
    state.ask_nobody()
    state.invite()
    state.timers, state.accusation = [], None
    outcome = standing(state)
    favor = tuple(one.favor for one in state.seats)
    emit(GameEnded(outcome.scores, favor, outcome.places))


# --- Whom else it concerns ------------------------------------------------------------------------


def _new_period(state: LapState) -> None:
    """A new phase or turn: everybody may accuse and be punished once more (LAP 11)."""
    state.called_out, state.penalised = [], []


def invitees(state: LapState, options: LapOptions) -> list[Seat]:
    """Return who may act though nobody waits for it.

    Holders of a Special in another's turn, but for the last stage, which has its window; the
    accused; and who has not voted.
    """
    seats: list[Seat] = []
    if (turn := state.turn) and not (turn.stage == "resolve" and options.reaction_seconds):
        seats += holders(state, turn.seat)
    if open_ := state.accusation:
        voted = [vote.seat for vote in open_.votes]
        asked = open_.voters if open_.contested else (open_.accused,)
        seats += [seat for seat in asked if seat not in voted and seat not in seats]
    return seats


def invite(state: LapState, options: LapOptions) -> None:
    """Tell those whom it concerns, and nobody else."""
    seats = invitees(state, options)
    if seats or state.invited:
        state.invite(*seats)
