"""The Event Phase: at whom, what for, and when Vladimir is worth his Favor (LAP 8, 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import sub
from typing import Final

from games.rules.kernel import Seat
from games.rules.lap_dance.actions import ActivateEvent, PassEvent, UseStaff
from games.rules.lap_dance.cards import CLASSES, EVENT_CARDS, NEEDS, RESULT_OF, VARIANT_OF, Op
from games.rules.lap_dance.heuristics.reading import Proposal, Reading
from games.rules.lap_dance.heuristics.stacks import event_worth, quality
from games.rules.lap_dance.orders import Need, needed

SPARE_FAVOR: Final = 3
"""With so much Favor more would soon be lost: Vladimir is as good as free."""
NUISANCE: Final = 1.0
"""An Event worth so many dollars to its owner is worth throwing out."""
CROWDED: Final = ("bruno", "nadia", "alfonso", "jerry", "odile", "vladimir")
"""Staff as they are most in demand."""


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield Vladimir if there is Favor to spare, then every own Event at its best."""
    own = pending(reading, reading.me)
    if reading.own.favor >= SPARE_FAVOR or not reading.rounds_left:
        yield from _thrown_out(reading)
    for card in own:
        ops = VARIANT_OF[card].ops
        yield Proposal(sum(event_worth(reading, op) for op in ops), _activated(reading, card))
        yield from _anyhow(reading, card)
    yield Proposal(0.0, PassEvent())


def pending(reading: Reading, seat: Seat) -> list[str]:
    """Return the Events of a seat that have not happened yet."""
    done = reading.view.activated
    stack = reading.view.seats[seat].stack or ()
    return [card for card in stack if card in EVENT_CARDS and card not in done]


def _thrown_out(reading: Reading) -> Iterator[Proposal]:
    """Yield Vladimir for the worst Events of the others; the leader's first."""
    for place, seat in enumerate(reading.leaders()):
        for card in pending(reading, seat):
            variant = VARIANT_OF[card]
            worth = variant.dice + sum(event_worth(reading, op) for op in variant.ops)
            if worth > NUISANCE:
                yield Proposal(100 + worth - place, UseStaff("vladimir", target=seat, card=card))


def _activated(reading: Reading, card: str) -> ActivateEvent:
    action = ActivateEvent(card)
    for op in VARIANT_OF[card].ops:
        if choose := _CHOICES.get(op.op):
            action = choose(reading, card, op)
    return action


def _anyhow(reading: Reading, card: str) -> Iterator[Proposal]:
    """Yield poorer ways to activate an Event, for an Event must happen (LAP-R25)."""
    for seat in reading.others:
        yield Proposal(-1.0, ActivateEvent(card, target=seat))
    yield Proposal(-2.0, ActivateEvent(card))


def _at_leader(reading: Reading, card: str, op: Op) -> ActivateEvent:
    del op
    return ActivateEvent(card, target=reading.leaders()[0])


def _at_fullest(reading: Reading, card: str, op: Op) -> ActivateEvent:
    """Take or spoil a card where there are cards."""
    del op
    counts = [one.hand_count for one in reading.view.seats]
    return ActivateEvent(card, target=max(reading.leaders(), key=lambda seat: counts[seat] > 0))


def _at_favored(reading: Reading, card: str, op: Op) -> ActivateEvent:
    del op
    return ActivateEvent(
        card, target=max(reading.leaders(), key=lambda seat: reading.view.seats[seat].favor)
    )


def _at_stack(reading: Reading, card: str, op: Op) -> ActivateEvent:
    """Spill the best card of the others' Stacks, the leader's of equals."""
    del op
    prizes = [(quality(c), -place, seat, c) for place, seat, c in typed_of_others(reading)]
    if not prizes:
        return ActivateEvent(card, target=reading.leaders()[0])
    _, _, seat, prize = max(prizes)
    return ActivateEvent(card, target=seat, card2=prize)


def typed_of_others(reading: Reading) -> Iterator[tuple[int, Seat, str]]:
    """Yield the typed cards of the others' Stacks with the rank and seat of the owner."""
    for place, seat in enumerate(reading.leaders()):
        for card in reading.view.seats[seat].stack or ():
            if card not in EVENT_CARDS:
                yield place, seat, card


def _swap(reading: Reading, card: str, op: Op) -> ActivateEvent:
    """Change with whoever plays first, or with the next one if that is oneself."""
    del op
    late = -1 if reading.modifier.op == "priority_reverse" else 1
    rank = {seat: late * (reading.view.seats[seat].priority or 0) for seat in reading.others}
    return ActivateEvent(card, target=min(reading.others, key=lambda seat: rank[seat]))


def _order(reading: Reading, card: str, op: Op) -> ActivateEvent:
    """Raise the order that needs least of the dice."""
    del op
    bills = [bill for bill in reading.till(reading.own.stack or ()).bills if len(bill.orders) == 1]
    return ActivateEvent(card, choice=min(bills, key=lambda bill: sum(bill.need)).orders[0])


def _symbol(reading: Reading, card: str, op: Op) -> ActivateEvent:
    """Take the class of which all orders together lack most."""
    results = needed(RESULT_OF[c] for c in reading.own.stack or () if c in RESULT_OF)
    lack = Need(*map(sub, needed(NEEDS[reading.desire.id]), results))
    wishes = {symbol: lack[place] for place, symbol in enumerate(CLASSES) if symbol in op.classes}
    return ActivateEvent(card, choice=max(wishes, key=lambda symbol: wishes[symbol]))


def _block(reading: Reading, card: str, op: Op) -> ActivateEvent:
    del op
    return ActivateEvent(card, choice=blocked(reading))


def blocked(reading: Reading) -> str | None:
    """Return whose slot to block: one in demand of whom enough is left for oneself."""
    free = {name: one.slots - one.used for name, one in reading.staff.items()}
    plenty = [name for name in CROWDED if free.get(name, 0) > 1]
    some = [name for name in reversed(CROWDED) if free.get(name, 0) > 0]
    return next(iter([*plenty, *some]), None)


_CHOICES: Final[dict[str, Callable[[Reading, str, Op], ActivateEvent]]] = {
    "steal_cash": _at_leader,
    "lose_favor": _at_favored,
    "discard_hand": _at_fullest,
    "take_hand": _at_fullest,
    "discard_stack": _at_stack,
    "dice": lambda r, card, op: (
        _at_leader(r, card, op) if op.who == "target" else ActivateEvent(card)
    ),
    "swap_priority": _swap,
    "order_cash": _order,
    "symbol": _symbol,
    "block_staff": _block,
}
"""How each effect is aimed; effects on oneself or on all need no aim."""
