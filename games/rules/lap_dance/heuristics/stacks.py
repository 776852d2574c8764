"""Which cards to place: what the turn is worth with them, less what they are worth later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp
from typing import Final, NamedTuple

from games.rules.lap_dance.actions import Ready, SetStack
from games.rules.lap_dance.cards import (
    BENEFIT_OF,
    DICE_OF,
    NEEDS,
    RESULT_OF,
    VARIANT_OF,
    Op,
)
from games.rules.lap_dance.heuristics.reading import Proposal, Reading
from games.rules.lap_dance.options import MOST_DICE, STACK_LIMIT
from games.rules.lap_dance.orders import Need, needed
from games.rules.lap_dance.table import placeable_by

HOPEFULS: Final = 9
"""So many cards of a hand are tried in every combination."""
ENOUGH_DRAFTS: Final = 4
AT_THREE: Final = 0.9
SLOPE: Final = 0.6
DEAREST: Final = 1.0
"""What a plain card costs, in dollars: with three a round left, less for each one more, at most."""
RESULT: Final = 1.2
BENEFIT: Final = 0.2
HARM: Final = 0.4
"""What a symbol, a benefit, and to hurt one of the others a little are worth, in dollars."""
HELPED: Final = 1.5
"""How many symbols Staff and rerolls are good for in a turn."""
STEEP, BENT = 1.65, 1.5
"""How the share of its dollars that a turn earns grows with symbols, fitted to the exact odds."""


class Weighed(NamedTuple):
    """What a card does for the Stack it lies in; `aside`: dollars beside dice and symbols."""

    card: str
    dice: int
    result: Need
    aside: float


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield the best Stack, or "ready" when it lies there."""
    plan = best_stack(reading)
    if set(plan) != set(reading.own.stack or ()) and reading.view.drafts < ENOUGH_DRAFTS:
        yield Proposal(1.0, SetStack(plan))
    yield Proposal(0.0, Ready())
    yield Proposal(-1.0, SetStack(plan))


def best_stack(reading: Reading) -> tuple[str, ...]:
    """Return the cards to place, of the hand and of what lies there already."""
    cards = sorted({*reading.view.hand, *(reading.own.stack or ())})
    fit = placeable_by(reading.desire.id, reading.modifier.op)
    price = card_price(reading, len(cards))
    weighed = [weigh(reading, card, price) for card in cards if card in fit]
    scale = Scale.of(reading)
    hopefuls = sorted(weighed, key=lambda one: -scale.worth((one,)))[:HOPEFULS]
    limit = reading.rule("stack_limit") or STACK_LIMIT
    stacks = [s for size in range(limit + 1) for s in combinations(hopefuls, size)]
    return tuple(one.card for one in max(stacks, key=scale.worth))


def card_price(reading: Reading, cards: int) -> float:
    """Return what a plain card is worth in later rounds, in dollars: less where there are many."""
    rounds = reading.rounds_left
    if not rounds:
        return 0.0
    a_round = (cards + rounds * reading.options.refill_cards) / (rounds + 1)
    return min(DEAREST, max(0.0, AT_THREE + SLOPE * (3 - a_round)))


def quality(card: str) -> float:
    """Return what a card is good for in any round; 1 is a plain die."""
    results = sum(RESULT_OF.get(card, Need()))
    return max(0.6, DICE_OF[card] + 0.8 * results) + BENEFIT * (card in BENEFIT_OF)


def weigh(reading: Reading, card: str, price: float) -> Weighed:
    """Return what a card does in a Stack: benefits and Events, less what it costs to spend it."""
    variant = VARIANT_OF[card]
    more = sum(op.n for op in variant.ops if op.op == "dice" and op.who == "self")
    gains = [event_worth(reading, op) for op in variant.ops]
    gains += [reading.worth([variant.benefit])] if variant.benefit else []
    result = RESULT_OF.get(card, Need())
    return Weighed(card, DICE_OF[card] + more, result, sum(gains) - price * quality(card))


class Scale(NamedTuple):
    """What Stacks are weighed by: the dice of an empty one, and what all orders need and pay."""

    dice: int
    wanted: Need
    dollars: float

    @classmethod
    def of(cls, reading: Reading) -> Scale:
        """Return the scale of this round's Desire."""
        orders = range(len(reading.desire.orders))
        dollars = sum(map(reading.order_worth, orders)) + reading.rule("all_orders_bonus")
        return cls(reading.dice(()), needed(NEEDS[reading.desire.id]), dollars)

    def worth(self, cards: Sequence[Weighed]) -> float:
        """Return about what a Stack is worth, in dollars."""
        dice = min(MOST_DICE, self.dice + sum(one.dice for one in cards))
        results = needed(one.result for one in cards)
        useful = sum(map(min, results, self.wanted))
        symbols = (dice + useful + HELPED) / sum(self.wanted)
        share = 1 - exp(-((STEEP * symbols) ** BENT))
        return self.dollars * share + sum(one.aside for one in cards)


def event_worth(reading: Reading, op: Op) -> float:
    """Return what an effect of an Event is worth, in dollars; dice are counted elsewhere."""
    card = reading.rates.card
    aimed = {
        "steal_cash": op.n + HARM,
        "take_hand": card + HARM,
        "symbol": RESULT,
        "dice": 0.0 if op.n > 0 else 2 * HARM,
        "order_cash": op.n / 2,
        "block_staff": HARM / 2,
    }
    if op.who == "all":
        return card * op.n / 2
    if op.who == "target":
        return aimed.get(op.op, HARM)
    return aimed.get(op.op, reading.worth([op]))
