"""Whom to ask for what: probability times value, by what the story proves (WTS 7.4, 15)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import Ask
from games.rules.work_the_strip.cards import CARDS_OF, ID_OF, KEYS_OF, MODE_OF, value_of
from games.rules.work_the_strip.heuristics.belief import Odds
from games.rules.work_the_strip.heuristics.reading import Proposal, Reading
from games.rules.work_the_strip.holdings import holding
from games.rules.work_the_strip.scoring import worth
from games.rules.work_the_strip.table import KEYS_IN_PLAY
from games.rules.work_the_strip.view import KeyRef

SURE: Final = 0.95
FIRST: Final = 2_000_000.0
"""A sure ask comes before laying: own cards of the key are laid with what it brings."""
MISTAKEN: Final = -1_000_000.0
OTHER_SIDE: Final = 0.3
"""How much of a dual card's dearer side is lost by laying the cheaper one."""
IN_HAND: Final = 0.3
"""What a card is worth that only goes to the hand (option ask_requires_holding)."""


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield an ask for every key and target worth a thought; mistakes come last of all."""
    held = holding(reading.view.hand).keys
    for key, own in held.items():
        if not _asked(reading, key) and (commit := _commit(reading, key, own)):
            for target in reading.leaders():
                yield _ask(reading, target, key, commit, own)
    if not reading.options.ask_requires_holding:
        yield from _fishing(reading, held)


def _asked(reading: Reading, key: str) -> bool:
    """Return whether the key was asked for this turn already (WTS-R12)."""
    return KeyRef(MODE_OF[key], ID_OF[key]) in reading.view.asked_this_turn


def _commit(reading: Reading, key: str, own: Sequence[str]) -> tuple[str, ...]:
    """Return the own cards to lay with the answer: not those about to be laid the other way up.

    With the option commit_choice off there is nothing to choose: all or no ask.  The cheapest card
    comes first: it is the one a mistake costs.
    """
    elsewhere = {card for other, cards in reading.sets.items() if other != key for card in cards}
    free = [card for card in own if card not in elsewhere]
    if not reading.options.commit_choice and len(free) < len(own):
        return ()
    return tuple(sorted(free, key=lambda card: (_best(card), len(KEYS_OF[card]), card)))


def _best(card: str) -> int:
    return max(value_of(card, MODE_OF[key]) for key in KEYS_OF[card])


def _ask(
    reading: Reading, target: Seat, key: str, commit: tuple[str, ...], own: Sequence[str]
) -> Proposal:
    mode, id_ = MODE_OF[key], ID_OF[key]
    if key in reading.fronts[target]:
        return Proposal(MISTAKEN - _best(commit[0]), Ask(target, mode, id_, commit))
    odds = reading.belief.odds(target, key)
    score = _score(odds.chance, _gain(reading, key, commit, odds))
    return Proposal(score, Ask(target, mode, id_, None if len(commit) == len(own) else commit))


def _gain(reading: Reading, key: str, commit: Sequence[str], odds: Odds) -> float:
    """Return the dollars of a hit: what comes, what is laid with it, what no longer costs."""
    value = value_of(CARDS_OF[key][0], MODE_OF[key])
    own = worth(commit, MODE_OF[key]) + len(commit) * reading.options.hand_penalty_card
    lost = sum(max(0, _best(card) - value) for card in commit) * OTHER_SIDE
    out = reading.going_out_pays if len(commit) == len(reading.view.hand) else 0
    return odds.cards * value + own - lost + out


def _score(chance: float, gain: float) -> float:
    """Return the rank of an ask in a row of asks that ends with the first "no".

    Such a row brings most in the order of p x gain / (1 - p): a likely ask costs the others little.
    """
    if chance >= SURE:
        return FIRST + gain
    return chance * gain / (1 - chance)


def _fishing(reading: Reading, held: Collection[str]) -> Iterator[Proposal]:
    """Yield asks for keys without a card of one's own (option ask_requires_holding off)."""
    for key in KEYS_IN_PLAY[reading.options.deck]:
        if key in held or _asked(reading, key):
            continue
        value = value_of(CARDS_OF[key][0], MODE_OF[key])
        for target in reading.leaders():
            action = Ask(target, MODE_OF[key], ID_OF[key])
            odds = reading.belief.odds(target, key)
            laid = key in reading.open_keys or odds.cards >= 2
            gain = odds.cards * value * (1 if laid else IN_HAND)
            mistaken = key in reading.fronts[target]
            yield Proposal(MISTAKEN if mistaken else _score(odds.chance, gain), action)
