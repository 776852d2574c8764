"""Which cards are in play at a table (LAP 5, 15), and how they are dealt."""

from __future__ import annotations

from functools import lru_cache

from games.rules.kernel import Rng, Stream
from games.rules.lap_dance.cards import (
    CUSTOMERS,
    DESIRES,
    SPECIAL_OF,
    STARTING,
    VARIANT_OF,
)
from games.rules.lap_dance.knowledge import known_at_start
from games.rules.lap_dance.options import EXTRA_CARDS, LapOptions
from games.rules.lap_dance.state import LapState, SeatState


@lru_cache(maxsize=256)
def actions_of(seats: int, options: LapOptions) -> tuple[str, ...]:
    """Return every Action card in play, in the order of the tables."""
    boxed = {card for cards in STARTING[seats:] for card in cards}
    if options.unused_colours == "shuffle":
        boxed = set()
    return tuple(
        card
        for card, variant in VARIANT_OF.items()
        if card not in boxed and variant.id not in options.disabled_cards
    )


@lru_cache(maxsize=256)
def specials_of(options: LapOptions) -> tuple[str, ...]:
    """Return every Special card in play."""
    off = options.disabled_cards
    return tuple(card for card, special in SPECIAL_OF.items() if special.id not in off)


@lru_cache(maxsize=256)
def desires_of(options: LapOptions) -> tuple[str, ...]:
    """Return every Desire in play (option `desire_order`)."""
    easy = options.desire_order == "level_1_only"
    return tuple(id_ for id_, desire in DESIRES.items() if desire.level == 1 or not easy)


def deal(seats: int, key: str, options: LapOptions) -> LapState:
    """Return the table before the first Customer is read (LAP 5)."""
    state = LapState(Rng(key), [0] * seats)
    stream = state.rng.stream("deck", 0)
    own = {card for cards in STARTING[:seats] for card in cards}
    state.deck = [card for card in actions_of(seats, options) if card not in own]
    stream.shuffle(state.deck)
    for cards in STARTING[:seats]:
        hand = [*cards, *(state.deck.pop() for _ in range(EXTRA_CARDS))]
        state.seats.append(SeatState(options.start_money, options.start_favor, hand))
    state.special_deck = list(specials_of(options))
    state.rng.stream("specials", 0).shuffle(state.special_deck)
    state.customers = _customers(state, options)
    _lay_desires(state, options)
    state.known = known_at_start(seats)
    return state


def _customers(state: LapState, options: LapOptions) -> list[str]:
    """Return the row of Customers, the left-most first."""
    if options.customers != "random":
        return list(options.customers)
    row = list(CUSTOMERS)
    state.rng.stream("customers").shuffle(row)
    return row[: options.rounds]


def _lay_desires(state: LapState, options: LapOptions) -> None:
    """Lay a Desire above each Customer, the others in a pile."""
    stream, pile = state.rng.stream("desires", 0), list(desires_of(options))
    stream.shuffle(pile)
    if options.desire_order == "ascending":
        _lay_by_level(state, pile, options.rounds)
    else:
        state.desires, state.desire_deck = pile[: options.rounds], pile[options.rounds :]


def _lay_by_level(state: LapState, pile: list[str], rounds: int) -> None:
    """Lay as many of each level as of the others, low first; the low ones are one more."""
    for level in (1, 2, 3):
        count = rounds // 3 + (level <= rounds % 3)
        state.desires += [id_ for id_ in pile if DESIRES[id_].level == level][:count]
    state.desire_deck = [id_ for id_ in pile if id_ not in state.desires]


def reshuffle(stream: Stream, deck: list[str], discard: list[str]) -> int:
    """Make the discarded cards the deck, in place, and return how many they are."""
    deck += discard
    discard.clear()
    stream.shuffle(deck)
    return len(deck)
