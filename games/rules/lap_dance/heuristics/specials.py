"""What to do with each Special card, in one's own turn and in that of others (LAP 3.6, 17)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from games.rules.kernel import Seat
from games.rules.lap_dance.actions import PassReaction, PlaySpecial
from games.rules.lap_dance.cards import NEEDS
from games.rules.lap_dance.heuristics.happenings import blocked, typed_of_others
from games.rules.lap_dance.heuristics.reading import Proposal, Reading
from games.rules.lap_dance.heuristics.stacks import quality
from games.rules.lap_dance.heuristics.till import Offer, Till, settled
from games.rules.lap_dance.odds import (
    PLACE,
    SIDES,
    UNLOCKED,
    Counts,
    counts_of,
    layers_of,
    symbols_of,
)
from games.rules.lap_dance.orders import needed, pays, supplied
from games.rules.lap_dance.serving import DOUBLED_AT_MOST, SUBSETS, supply

NOW: Final = 80.0
"""Before everything but what must be done first."""
SOON: Final = 40.0
ENCORE: Final = 3
"""How many dice a Second Encore rolls at most."""
WORTH_DOUBLING: Final = 3
WORTH_MEDDLING: Final = 1.0
"""What the others must lose, in dollars, for a Special to be spent on it."""


def at_once(reading: Reading) -> Iterator[Proposal]:
    """Yield what is worth no wait: money, and a card from somebody else's Stack."""
    for card in reading.variants_held("sp1"):
        yield Proposal(NOW, PlaySpecial(card))
    for card in reading.variants_held("sp2"):
        yield Proposal(NOW, PlaySpecial(card, target=reading.leaders()[0]))
    prizes = [(quality(c), -place, seat, c) for place, seat, c in typed_of_others(reading)]
    if prizes and reading.turn.stage == "preroll":
        _, _, seat, prize = max(prizes)
        for card in reading.variants_held("sp9"):
            yield Proposal(NOW, PlaySpecial(card, target=seat, card2=prize))


def before_serving(reading: Reading, till: Till, offer: Offer) -> Iterator[Proposal]:
    """Yield what helps once dice and Staff have done what they can."""
    yield from _encore(reading, till)
    yield from _doubled(reading, offer)
    after = reading.view.action_order[reading.view.action_index + 1 :]
    if after and (staff := blocked(reading)):
        for card in reading.variants_held("sp7"):
            yield Proposal(SOON, PlaySpecial(card, choice=staff))


def _encore(reading: Reading, till: Till) -> Iterator[Proposal]:
    """Yield the reroll of up to three dice that gains most, if it gains enough."""
    for card in reading.variants_held("sp3")[:1]:
        shown = counts_of(die.face for die in reading.turn.dice)
        worth = settled(till, len(reading.turn.dice))
        layers = layers_of(worth, len(reading.turn.dice))
        gain, again = max(
            (layers[sum(again)][PLACE[_without(shown, again)]] - worth[PLACE[shown]], again)
            for again in product(*(range(min(count, ENCORE) + 1) for count in shown))
            if sum(again) <= ENCORE
        )
        if gain > reading.rates.special and any(again):
            yield Proposal(SOON + gain, PlaySpecial(card, dice=_dice(reading, again)))


def _without(counts: Counts, fewer: Counts) -> Counts:
    return tuple(count - less for count, less in zip(counts, fewer, strict=True))


def _dice(reading: Reading, wanted: Counts) -> tuple[int, ...]:
    left, found = dict(zip(UNLOCKED, wanted, strict=True)), []
    for place, die in enumerate(reading.turn.dice):
        if left.get(die.face, 0):
            left[die.face] -= 1
            found.append(place)
    return tuple(found)


def _doubled(reading: Reading, offer: Offer) -> Iterator[Proposal]:
    """Yield a Gold-plated Bill for the dearest order that is served now."""
    if reading.turn.double_order is not None or not offer.bill.orders:
        return
    cash = {order: reading.desire.orders[order].cash for order in offer.bill.orders}
    order = max(cash, key=lambda one: cash[one])
    if min(cash[order], DOUBLED_AT_MOST) >= WORTH_DOUBLING or not reading.rounds_left:
        for card in reading.variants_held("sp8"):
            yield Proposal(SOON, PlaySpecial(card, choice=order))


# --- In the turn of others ------------------------------------------------------------------------


def meddling(reading: Reading) -> Iterator[Proposal]:
    """Yield a wet floor for the die that the active player can least spare, else nothing."""
    turn = reading.turn
    if turn.seat == reading.leaders()[0] or not reading.rounds_left:
        for card in reading.variants_held("sp6"):
            if turn.stage == "resolve":
                yield from _wet_floor(reading, card, turn.seat)
    if turn.window:
        yield Proposal(0.0, PassReaction())


def _wet_floor(reading: Reading, card: str, seat: Seat) -> Iterator[Proposal]:
    faces = [die.face for die in reading.turn.dice]
    shown = counts_of(faces)
    paid = _takings(reading, seat, shown)
    losses = []
    for place, face in enumerate(faces):
        if face in UNLOCKED:
            rest = _without(shown, counts_of([face]))
            rolled = [_takings(reading, seat, rest)]
            rolled += [
                _takings(reading, seat, tuple(map(sum, zip(rest, counts_of([f]), strict=True))))
                for f in UNLOCKED
            ]
            losses.append((paid - sum(rolled) / SIDES, -place))
    loss, place = max(losses, default=(0.0, 0))
    if loss >= WORTH_MEDDLING:
        yield Proposal(loss, PlaySpecial(card, target=seat, dice=(-place,)))


def _takings(reading: Reading, seat: Seat, shown: Counts) -> float:
    """Return the dollars a seat can take with these dice, by what everybody sees."""
    one = reading.view.seats[seat]
    has = supplied([symbols_of(shown), supply((), one.stack or (), one.symbols)])
    needs = NEEDS[reading.desire.id]
    return max(
        float(sum(map(reading.order_cash, orders)))
        for orders in SUBSETS
        if pays(needed(needs[order] for order in orders), has, split=reading.options.split_doubles)
    )
