"""One's own action turn: roll by exact odds, then Staff as they complete orders (LAP 9, 17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.lap_dance.actions import (
    Compensate,
    FreeUnlock,
    Fulfil,
    PlaySpecial,
    Reroll,
    Roll,
    Stop,
    UseStaff,
)
from games.rules.lap_dance.cards import BENEFIT_OF, CLASSES, COMPENSATION
from games.rules.lap_dance.heuristics import specials
from games.rules.lap_dance.heuristics.reading import Proposal, Reading
from games.rules.lap_dance.heuristics.stacks import quality
from games.rules.lap_dance.heuristics.till import (
    Offer,
    Till,
    best_offer,
    odds,
    resolved,
    settled,
    unlocking,
)
from games.rules.lap_dance.odds import PLACE, UNLOCKED, Counts, counts_of, position_of

WORTHWHILE: Final = 0.01
"""Dollars by which another roll must be better than none."""
PATIENCE: Final = 0.4
"""Dollars by which rolling on must be better than stopping: the others are waiting."""
MUST: Final = 100.0
SHOULD: Final = 50.0
ELSE: Final = 0.0


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield what to do in the stage the turn is in."""
    yield from specials.at_once(reading)
    match reading.turn.stage:
        case "preroll":
            yield from _before(reading)
        case "roll":
            yield from _rolling(reading)
        case "comp":
            yield from _compensated(reading)
        case "resolve":
            yield from _resolving(reading)


def own_till(reading: Reading) -> Till:
    """Return what this turn can earn, with what lies in the Stack."""
    return reading.till(reading.own.stack or ())


def locked(reading: Reading) -> list[int]:
    """Return the indices of the Locked dice."""
    return [place for place, die in enumerate(reading.turn.dice) if die.locked]


def counts(reading: Reading) -> Counts:
    """Count the unlocked dice."""
    return counts_of(die.face for die in reading.turn.dice)


# --- Rolling --------------------------------------------------------------------------------------


def _before(reading: Reading) -> Iterator[Proposal]:
    """Yield Jerry if Favor would be lost otherwise, then the roll."""
    if reading.own.favor >= reading.options.favor_cap:
        yield Proposal(SHOULD, UseStaff("jerry"))
    yield Proposal(ELSE, Roll())


def _rolling(reading: Reading) -> Iterator[Proposal]:
    """Yield the reroll with the best odds, if it is worth the wait, and the stop."""
    turn, mode = reading.turn, reading.options.reroll_mode
    at = position_of(turn.dice, mode, turn.rerolls)
    table = odds(own_till(reading), len(turn.dice), mode)
    plan = table.best(at)
    if plan.keep is not None and plan.worth - table.stopping(at).worth > PATIENCE:
        free = [p for p, die in enumerate(turn.dice) if mode == "free" or not die.kept]
        yield Proposal(MUST, Reroll(_named(reading, free, plan.keep)))
    yield Proposal(ELSE, Stop())


def _named(reading: Reading, dice: Sequence[int], wanted: Counts) -> tuple[int, ...]:
    """Return the indices of as many of these dice by face as are wanted."""
    left, found = dict(zip(UNLOCKED, wanted, strict=True)), []
    for place in dice:
        face = reading.turn.dice[place].face
        if left.get(face, 0):
            left[face] -= 1
            found.append(place)
    return tuple(found)


def _compensated(reading: Reading) -> Iterator[Proposal]:
    """Yield Sandra's better option (LAP 3.10)."""
    till, dice, stars = own_till(reading), len(reading.turn.dice), locked(reading)
    line, place = reading.line(len(stars)), PLACE[counts(reading)]
    worth = resolved(till, dice, reading.unlocks)
    again = unlocking(worth, dice, place, line.dice)
    rolls = again > worth[place] + line.worth
    for number, option in enumerate(COMPENSATION[min(len(stars), len(COMPENSATION) - 1)], 1):
        dice_again = next((op.n for op in option if op.op == "unlock_reroll"), 0)
        score = MUST if rolls == bool(dice_again) else ELSE
        yield Proposal(score, Compensate(number, tuple(stars[:dice_again])))


# --- Serving --------------------------------------------------------------------------------------


def _resolving(reading: Reading) -> Iterator[Proposal]:
    """Yield dice to unlock, then Staff that completes orders, then the orders."""
    till = own_till(reading)
    offer = best_offer(till, counts(reading))
    yield from _unlocked(reading, till)
    yield from _helped(reading, offer)
    if not offer.help.uses:
        yield from specials.before_serving(reading, till, offer)
        yield from _favor_to_spare(reading, offer)
    yield Proposal(ELSE, _fulfil(reading, offer))
    yield Proposal(ELSE - 1, Fulfil(()))


def _unlocked(reading: Reading, till: Till) -> Iterator[Proposal]:
    """Yield who unlocks dice, if rolling them again is worth it."""
    dice, place, stars = len(reading.turn.dice), PLACE[counts(reading)], locked(reading)
    if not stars:
        return
    worth = settled(till, dice)
    for unlock in reading.unlocks:
        gain = unlocking(worth, dice, place, unlock.dice) - unlock.price - worth[place]
        again = tuple(stars[: unlock.dice])
        if gain > WORTHWHILE or not unlock.price:
            yield Proposal(MUST + gain, _unlock(reading, unlock.dice, again))


def _unlock(
    reading: Reading, dice: int, again: tuple[int, ...]
) -> FreeUnlock | UseStaff | PlaySpecial:
    if dice == 1:
        return FreeUnlock(again[0])
    if dice == 2:
        return UseStaff("alfonso", dice=again)
    return PlaySpecial(reading.variants_held("sp4")[0], dice=again)


def _helped(reading: Reading, offer: Offer) -> Iterator[Proposal]:
    """Yield the first help of those that complete the orders to serve."""
    for use in offer.help.uses[:1]:
        if use == "nadia":
            yield Proposal(SHOULD, UseStaff("nadia"))
        elif use in CLASSES:
            yield Proposal(SHOULD, UseStaff("bruno", choice=use))
        else:
            recipe = reading.variants_held("sp5")[0]
            yield Proposal(SHOULD, PlaySpecial(recipe, choice=use.split()[1]))


def _favor_to_spare(reading: Reading, offer: Offer) -> Iterator[Proposal]:
    """Yield Jerry if Favor would be lost: more is coming, or no round is (LAP 12)."""
    coming = sum(reading.desire.orders[order].favor for order in offer.bill.orders)
    if not reading.rounds_left or reading.own.favor + coming > reading.options.favor_cap:
        yield Proposal(SHOULD, UseStaff("jerry"))


def _fulfil(reading: Reading, offer: Offer) -> Fulfil:
    """Serve the orders, and take the best cards back (LAP 9.8)."""
    orders, stack = offer.bill.orders, reading.own.stack or ()
    if not orders:
        return Fulfil(())
    benefits = (BENEFIT_OF[card] for card in stack if card in BENEFIT_OF)
    back = sum(op.n for op in benefits if op.op == "return")
    back += sum(reading.desire.orders[order].returns for order in orders)
    return Fulfil(orders, tuple(sorted(stack, key=lambda card: (-quality(card), card))[:back]))
