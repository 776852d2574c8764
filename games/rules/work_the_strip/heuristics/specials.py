"""What to do with each special card: whom it hits, what it names, and whether to wait (WTS 3.6).

A special left in hand costs ten times a performer, so each is played as soon as it does something;
one that finds no worthy object waits only while nobody is about to end the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import PlaySpecial
from games.rules.work_the_strip.cards import ID_OF, KEYS_OF, MODE_OF, SPECIAL_OF, Effect, value_of
from games.rules.work_the_strip.heuristics.reading import Proposal, Reading

NOW: Final = 500_000.0
LATER: Final = -100_000.0
WORTH_POACHING: Final = 600
WORTH_CASTING: Final = 400
GIFT: Final = 2
"""At most so many cards go with a Friendly Referral."""


class Use(NamedTuple):
    """One way to play a special; `ready`: it does now what it is for."""

    action: PlaySpecial
    ready: bool = True


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield the best use of every special in hand."""
    must = reading.urgent or not reading.performers
    for rank, use in enumerate(reversed(uses(reading))):
        yield Proposal((NOW if use.ready or must else LATER) + rank, use.action)


def uses(reading: Reading) -> list[Use]:
    """Return the best use of each special in hand, in the order in which they are best played."""
    found = [(SPECIAL_OF[card].effect, card) for card in sorted(reading.specials)]
    return [use(reading, card) for effect, use in _USES.items() for e, card in found if e == effect]


def _for_myself(reading: Reading, card: str) -> Use:
    del reading
    return Use(PlaySpecial(card))


def _penalty(reading: Reading, card: str) -> Use:
    """Lay it in front of the leader; one without a choice falls on its player (WTS-R26)."""
    return Use(PlaySpecial(card, reading.leaders()[0] if SPECIAL_OF[card].choice else None))


def _clear(reading: Reading, card: str) -> Use:
    penalties = [laid for laid in reading.view.fronts[reading.me] if laid.amount < 0]
    if not penalties:
        return Use(PlaySpecial(card), ready=False)
    worst = min(penalties, key=lambda laid: (laid.amount, laid.card))
    return Use(PlaySpecial(card, cards=(worst.card,)))


def _peek(reading: Reading, card: str) -> Use:
    """Look where most is unknown."""
    view, belief = reading.view, reading.belief
    target = max(
        reading.leaders(), key=lambda seat: min(belief.unsure(seat), view.hand_counts[seat])
    )
    return Use(PlaySpecial(card, target))


def _poach(reading: Reading, card: str) -> Use:
    """Take the dearest card on the table, from the leader if there is a choice."""
    prizes = [
        (value_of(laid, group.mode), -place, laid, seat)
        for place, seat in enumerate(reading.leaders())
        for group in reading.view.tableaus[seat]
        for laid in group.cards
    ]
    if not prizes:
        return Use(PlaySpecial(card, reading.leaders()[0]), ready=False)
    value, _, prize, seat = max(prizes)
    return Use(PlaySpecial(card, seat, (prize,)), value >= WORTH_POACHING)


def _cast(reading: Reading, card: str) -> Use:
    """Call for the key of which most dollars are expected in the other hands."""
    hopes = {key: _hope(reading, key) for own in reading.performers for key in KEYS_OF[own]}
    if not hopes:
        return Use(PlaySpecial(card), ready=False)
    best = max(sorted(hopes), key=lambda key: hopes[key])
    call = PlaySpecial(card, mode=MODE_OF[best], key=ID_OF[best])
    return Use(call, hopes[best] >= WORTH_CASTING)


def _hope(reading: Reading, key: str) -> float:
    odds = [reading.belief.odds(seat, key) for seat in reading.belief.others]
    expected = sum(one.chance * one.cards for one in odds)
    own = next(card for card in reading.performers if key in KEYS_OF[card])
    return expected * value_of(own, MODE_OF[key])


def _hinder(reading: Reading, card: str) -> Use:
    """Turn on whoever is nearest to going out; more cards or a missed turn keep her in."""
    return Use(PlaySpecial(card, _nearest_out(reading)))


def _skip(reading: Reading, card: str) -> Use:
    return Use(PlaySpecial(card, _nearest_out(reading, spared=reading.view.skips)))


def _nearest_out(reading: Reading, spared: tuple[bool, ...] = ()) -> Seat:
    counts = reading.view.hand_counts
    targets = [seat for seat in reading.leaders() if not (spared and spared[seat])]
    return min(targets or reading.leaders(), key=lambda seat: counts[seat] or len(SPECIAL_OF))


def _give(reading: Reading, card: str) -> Use:
    """Slip away what promises least to whom it serves least."""
    own = sorted(reading.performers, key=lambda gift: (reading.prospect(gift), gift))
    gifts = tuple(own[:GIFT])
    target = min(reading.leaders(), key=lambda seat: _serves(reading, seat, gifts))
    return Use(PlaySpecial(card, target, gifts))


def _serves(reading: Reading, seat: Seat, gifts: tuple[str, ...]) -> float:
    """Return the dollars the gifts may bring their receiver."""
    if reading.view.phase == "final_turn" and seat not in reading.view.final_queue:
        return 0.0
    alone = sum(max(_helps(reading, seat, gift, key) for key in KEYS_OF[gift]) for gift in gifts)
    pairs = (set(KEYS_OF[a]) & set(KEYS_OF[b]) for a, b in combinations(gifts, 2))
    return alone + sum(value_of(gifts[0], MODE_OF[key]) for keys in pairs for key in keys)


def _helps(reading: Reading, seat: Seat, gift: str, key: str) -> float:
    chance = 1.0 if key in reading.open_keys else reading.belief.odds(seat, key).chance
    return chance * value_of(gift, MODE_OF[key])


_USES: Final[dict[Effect, Callable[[Reading, str], Use]]] = {
    "penalty": _penalty,
    "clear_penalty": _clear,
    "bonus": _for_myself,
    "bonus_die": _for_myself,
    "peek": _peek,
    "poach": _poach,
    "ask_all": _cast,
    "draw": _hinder,
    "skip": _skip,
    "give": _give,
}
"""The effects in the order in which they are best played."""
