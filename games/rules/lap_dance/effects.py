"""What cards and Staff do: one implementation for each of the 21 effects (LAP 3.9).

Benefits and compensation are made of the same effects.  An Event that finds nothing to do happens
all the same (LAP-R27); Specials and Staff are refused then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from games.rules.kernel import Emit, Seat
from games.rules.lap_dance.cards import CLASSES, FACES, Op, OpName, SymbolClass
from games.rules.lap_dance.events import (
    DiceAdded,
    DiceRolled,
    EventCancelled,
    HandCardDiscarded,
    HandCardTaken,
    MoneyStolen,
    OrderDoubled,
    OrderRaised,
    PrioritySwapped,
    StackCardDiscarded,
    StackCardTaken,
    StaffBlocked,
    SymbolsGained,
    TakenCardSeen,
)
from games.rules.lap_dance.knowledge import saw_empty, saw_leave, slipped
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Die, LapState
from games.rules.lap_dance.table import (
    draw,
    draw_specials,
    free_staff,
    gain_favor,
    gain_money,
    leave_stack,
    locked,
    lose_favor,
    note,
    others,
    pending,
    take_back,
    typed,
    unlocked,
)

ORDERS: Final = (0, 1, 2)


class Act(NamedTuple):
    """An effect as it is set to work: by whom, from what, on whom, and what was chosen.

    `cards`: of a Stack; `dice`: by index, of the turn that is played.
    """

    seat: Seat
    source: str
    target: Seat | None = None
    choice: int | str | None = None
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


Found = bool
"""Whether the effect found something to do."""


# --- Money and Favor ------------------------------------------------------------------------------


def cash(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """CASH: dollars."""
    del options
    gain_money(state, act.seat, op.n, act.source, emit)
    return True


def steal_cash(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """STEAL_CASH: dollars of the target, as far as there are any."""
    del options
    target = act.target or 0
    if dollars := min(op.n, state.seats[target].money):
        note(state, target, -dollars)
        note(state, act.seat, dollars)
        emit(MoneyStolen(act.seat, act.target or 0, dollars))
    return dollars > 0


def favor(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """FAVOR: up to the cap."""
    return gain_favor(state, act.seat, op.n, options, emit)


def take_favor(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """LOSE_FAVOR: of the target."""
    del options
    return lose_favor(state, act.target or 0, op.n, emit)


def order_cash(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """ORDER_CASH: an order pays more to everybody this round."""
    del options
    order = int(act.choice or 0)
    state.order_cash[order] += op.n
    emit(OrderRaised(act.seat, order, op.n))
    return True


def double_order(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DOUBLE_ORDER: an order pays twice if it is served this turn."""
    del op, options
    order = int(act.choice or 0)
    if state.turn:
        state.turn.double_order = order
    emit(OrderDoubled(act.seat, order))
    return True


# --- Cards ----------------------------------------------------------------------------------------


def draw_cards(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DRAW: Action cards; `all`: everybody, clockwise from who acts."""
    del options
    seats = (act.seat, *others(state, act.seat)) if op.who == "all" else (act.seat,)
    drawn = [draw(state, seat, op.n, emit) for seat in seats]
    return any(drawn)


def return_cards(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """RETURN: the named cards, from the own Stack to the hand."""
    del op, options
    if act.cards:
        take_back(state, act.seat, act.cards, emit)
    return bool(act.cards)


def discard_hand(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DISCARD_HAND: random cards of the target's hand, face up."""
    del options
    target = act.target or 0
    hand, count = state.seats[target].hand, 0
    stream = state.rng.stream("hand", state.round, target)
    while hand and count < op.n:
        count, card = count + 1, hand.pop(stream.below(len(hand)))
        state.discard.append(card)
        saw_leave(state, (card,))
        emit(HandCardDiscarded(target, card))
    saw_empty(state, target)
    return count > 0


def take_hand(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """TAKE_HAND: random cards of the target's hand, face down; the two of them see which."""
    del options
    target = act.target or 0
    hand, count = state.seats[target].hand, 0
    stream = state.rng.stream("hand", state.round, target)
    while hand and count < op.n:
        count, card = count + 1, hand.pop(stream.below(len(hand)))
        state.seats[act.seat].hand.append(card)
        slipped(state, target, act.seat, card)
        emit(HandCardTaken(act.seat, target))
        emit(TakenCardSeen(act.seat, target, card))
    return count > 0


def discard_stack(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DISCARD_STACK: the named card of the target's Stack."""
    del op, options
    for card in act.cards:
        leave_stack(state, act.target or 0, card)
        state.discard.append(card)
        emit(StackCardDiscarded(act.seat, act.target or 0, card))
    return bool(act.cards)


def take_stack(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """TAKE_STACK: the named card changes Stacks, whatever the limit."""
    del op, options
    for card in act.cards:
        leave_stack(state, act.target or 0, card)
        state.seats[act.seat].stack.append(card)
        emit(StackCardTaken(act.seat, act.target or 0, card))
    return bool(act.cards)


def cancel_event(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """CANCEL_EVENT: an Event that has not happened leaves the target's Stack."""
    del op, options
    for card in act.cards:
        leave_stack(state, act.target or 0, card)
        state.discard.append(card)
        emit(EventCancelled(act.seat, act.target or 0, card))
    return bool(act.cards)


def draw_special(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DRAW_SPECIAL: Special cards."""
    del options
    return draw_specials(state, act.seat, op.n, emit)


# --- Order and Staff ------------------------------------------------------------------------------


def swap_priority(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """SWAP_PRIORITY: with the target, from the next lap on (LAP-R28)."""
    del op, options
    one, other = state.seats[act.seat], state.seats[act.target or 0]
    one.priority, other.priority = other.priority, one.priority
    emit(PrioritySwapped(act.seat, act.target or 0))
    return True


def block_staff(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """BLOCK_STAFF: a free slot is taken until the round is over."""
    del op, options
    if act.choice is None:
        return False
    staff = str(act.choice)
    state.staff_used[staff] = state.staff_used.get(staff, 0) + 1
    emit(StaffBlocked(act.seat, staff))
    return True


# --- Dice and symbols -----------------------------------------------------------------------------


def more_dice(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """DICE: more or fewer of them at the first roll of the turn to come."""
    del options
    seat = act.target if op.who == "target" and act.target is not None else act.seat
    state.seats[seat].dice_mod += op.n
    emit(DiceAdded(seat, op.n))
    return True


def symbol(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """SYMBOL: symbols of one class, for this round."""
    del options
    chosen: SymbolClass = next((c for c in op.classes if c == act.choice), op.classes[0])
    state.seats[act.seat].symbols[CLASSES.index(chosen)] += op.n
    emit(SymbolsGained(act.seat, chosen, op.n))
    return True


def unlock_reroll(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """UNLOCK_REROLL: Locked dice are rolled; a star locks again, all else is final."""
    del op, options
    roll_dice(state, act.dice, emit, kept=True)
    return bool(act.dice)


def reroll_dice(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """REROLL: unlocked dice of one's own, kept ones too; stars lock."""
    del op, options
    roll_dice(state, act.dice, emit)
    return bool(act.dice)


def force_reroll(state: LapState, act: Act, op: Op, options: LapOptions, emit: Emit) -> Found:
    """FORCE_REROLL: an unlocked die of the active player, which stays as kept as it was."""
    del op, options
    roll_dice(state, act.dice, emit)
    return bool(act.dice)


def roll_dice(
    state: LapState, dice: Sequence[int], emit: Emit, *, kept: bool | None = None
) -> None:
    """Roll these dice of the active player, by index; `kept` None: as kept as they were."""
    if (turn := state.turn) is None or not dice:
        return
    stream = state.rng.stream("die", state.round, turn.seat)
    for place in dice:
        face = FACES[stream.below(6)]
        keep = turn.dice[place].kept if kept is None else kept
        turn.dice[place] = DICE[face, keep and face != "ST"]
    emit(DiceRolled(turn.seat, tuple(dice), tuple([turn.dice[place].face for place in dice])))


DICE: Final = {(face, kept): Die(face, kept) for face in FACES for kept in (False, True)}
"""Every die there may be."""


# --- What an effect lets the player choose --------------------------------------------------------

Chooser = Callable[[LapState, Seat, Seat, Op, LapOptions], tuple[int | str, ...]]
"""Of a state, who acts, on whom, which effect: what may be named."""


def _nothing(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del state, seat, target, op, options
    return ()


def _orders(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, target, options
    doubled = state.turn is not None and state.turn.double_order is not None
    return () if op.op == "double_order" and doubled else ORDERS


def _classes(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del state, seat, target, options
    return op.classes


def _staff(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, target, op
    return free_staff(state, options)


def _own_stack(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del target, op, options
    return tuple(state.seats[seat].stack)


def _typed(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, op, options
    return typed(state, target)


def _pending(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, op, options
    return tuple(pending(state, target))


def _locked(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, target, op, options
    return locked(state)


def _unlocked(
    state: LapState, seat: Seat, target: Seat, op: Op, options: LapOptions
) -> tuple[int | str, ...]:
    del seat, target, op, options
    return unlocked(state)


class EffectRule(NamedTuple):
    """How an effect works, and what is to be named with it.

    `names`: a choice, a card of a Stack, or dice, `among` those there are; `optional`: or nothing.
    """

    do: Callable[[LapState, Act, Op, LapOptions, Emit], Found]
    names: Literal["", "choice", "card", "dice"] = ""
    among: Chooser = _nothing
    optional: bool = False


EFFECTS: Final[dict[OpName, EffectRule]] = {
    "cash": EffectRule(cash),
    "steal_cash": EffectRule(steal_cash),
    "favor": EffectRule(favor),
    "lose_favor": EffectRule(take_favor),
    "draw": EffectRule(draw_cards),
    "return": EffectRule(return_cards, "card", _own_stack, optional=True),
    "discard_hand": EffectRule(discard_hand),
    "take_hand": EffectRule(take_hand),
    "discard_stack": EffectRule(discard_stack, "card", _typed),
    "take_stack": EffectRule(take_stack, "card", _typed),
    "dice": EffectRule(more_dice),
    "symbol": EffectRule(symbol, "choice", _classes),
    "swap_priority": EffectRule(swap_priority),
    "order_cash": EffectRule(order_cash, "choice", _orders),
    "block_staff": EffectRule(block_staff, "choice", _staff),
    "cancel_event": EffectRule(cancel_event, "card", _pending),
    "draw_special": EffectRule(draw_special),
    "unlock_reroll": EffectRule(unlock_reroll, "dice", _locked),
    "reroll": EffectRule(reroll_dice, "dice", _unlocked),
    "force_reroll": EffectRule(force_reroll, "dice", _unlocked),
    "double_order": EffectRule(double_order, "choice", _orders),
}


def work(state: LapState, act: Act, ops: Sequence[Op], options: LapOptions, emit: Emit) -> Found:
    """Let effects work in printed order, and say whether one of them found something to do."""
    found = [EFFECTS[op.op].do(state, act, op, options, emit) for op in ops]
    return any(found)
