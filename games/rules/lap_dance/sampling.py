"""What a view leaves open, and full states that it cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.rules.kernel import Rng, Seat
from games.rules.lap_dance.cards import CUSTOMERS, DESIRES
from games.rules.lap_dance.decks import actions_of, desires_of, specials_of
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.outline import outline_of
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import placeable_by
from games.rules.lap_dance.view import LapView, SeatView

EARNINGS: Final = 12
"""Dollars a round at most, as others' money is guessed: good play earns about eight."""


class Place(NamedTuple):
    """Where hidden Action cards lie: the hand or the face-down Stack of a seat, or the deck."""

    kind: str
    seat: Seat = -1


DECK: Final = Place("deck")


def sample_of(view: LapView, options: LapOptions, random: Random) -> LapState:
    """Return a full state with this view: what is hidden is dealt out anew.

    Cards known to be with certain seats stay there, and face-down Stacks hold what may be placed.
    What others know, and how often they changed their Stacks, is not guessed.
    """
    state = outline_of(view)
    state.rng = Rng(random.randbytes(32).hex())
    cards = _deal_out(view, options, random)
    specials = _specials(view, options, random)
    for seat, one in enumerate(state.seats):
        one.hand, one.stack = cards[Place("hand", seat)], cards[Place("stack", seat)]
        one.specials = specials[seat]
        if view.seats[seat].money is None:
            one.money = _money(view, view.seats[seat], random)
    state.deck, state.special_deck = cards[DECK], specials[-1]
    state.desires, state.desire_deck = _desires(view, options, random)
    return state


def _money(view: LapView, shown: SeatView, random: Random) -> int:
    """Return dollars that somebody may have: what she took in lately, and what was there before."""
    return max(0, shown.takings) + random.randint(0, EARNINGS * view.round)


# --- Action cards ---------------------------------------------------------------------------------


def _room(view: LapView) -> dict[Place, int]:
    """Return how many hidden cards lie in each place."""
    room: dict[Place, int] = {}
    for seat, shown in enumerate(view.seats):
        room[Place("hand", seat)] = 0 if seat == view.seat else shown.hand_count
        room[Place("stack", seat)] = shown.stack_count if shown.stack is None else 0
    room[DECK] = view.deck_count
    return room


def _unseen(view: LapView, options: LapOptions) -> list[str]:
    """Return the Action cards neither in the own hand nor face up."""
    stacks = (card for shown in view.seats for card in shown.stack or ())
    seen = {*view.hand, *view.discard, *stacks}
    return [card for card in actions_of(len(view.seats), options) if card not in seen]


def _fit_for_stacks(view: LapView) -> frozenset[str]:
    """Return the cards that may lie in a face-down Stack: none before a Desire is revealed."""
    desire = view.desires[view.round - 1]
    if desire is None:
        return frozenset()
    return placeable_by(desire, CUSTOMERS[view.customers[view.round - 1]].modifier.op)


class _Homes:
    """Where each hidden card may lie, by what the viewer knows."""

    def __init__(self, view: LapView) -> None:
        self._fit = _fit_for_stacks(view)
        self._known = {one.card: one.seats for one in view.known}

    def allows(self, card: str, place: Place) -> bool:
        """Say whether a card may lie in a place."""
        if card in self._known and place.seat not in self._known[card]:
            return False
        return place.kind != "stack" or card in self._fit


class _Lodgings(_Homes):
    """Hidden cards on their way into places; `at`: who is settled where."""

    def __init__(self, view: LapView, random: Random) -> None:
        super().__init__(view)
        self._random = random
        self._room = _room(view)
        self.at: dict[str, Place] = {}

    def lodgers(self, place: Place) -> list[str]:
        """Return the cards that are settled in a place."""
        return [card for card, where in self.at.items() if where == place]

    def settle(self, card: str, tried: set[Place]) -> bool:
        """Find a place for a card; who finds no room moves another on (augmenting paths)."""
        places = [place for place in self._room if self.allows(card, place)]
        for place in self._random.sample(places, len(places)):
            if place in tried:
                continue
            tried.add(place)
            full = (lodgers := self.lodgers(place)) and len(lodgers) >= self._room[place]
            if not self._room[place] or (
                full and not any(self.settle(other, tried) for other in lodgers)
            ):
                continue
            self.at[card] = place
            return True
        return False

    def fill(self, place: Place, cards: Sequence[str], tried: set[str]) -> bool:
        """Find a card for a place: a free one, or one of a hand, or of a Stack that is refilled."""
        wanted = [card for card in cards if card not in tried and self.allows(card, place)]
        for card in self._random.sample(wanted, len(wanted)):
            tried.add(card)
            home = self.at.get(card)
            if home == place:
                continue
            if home and home.kind == "stack" and not self.fill(home, cards, tried):
                continue
            self.at[card] = place
            return True
        return False


def _deal_out(view: LapView, options: LapOptions, random: Random) -> dict[Place, list[str]]:
    """Return what lies where: seen, known, fit for a Stack, and the rest at random."""
    room, unseen = _room(view), _unseen(view, options)
    lodgings = _Lodgings(view, random)
    for one in random.sample(view.known, len(view.known)):
        lodgings.settle(one.card, set())
    for place, count in room.items():
        while place.kind == "stack" and len(lodgings.lodgers(place)) < count:
            if not lodgings.fill(place, unseen, set()):
                raise ValueError(f"no world looks like this: nothing fits {place}")
    cards = {place: lodgings.lodgers(place) for place in room}
    rest = [card for card in unseen if card not in lodgings.at]
    random.shuffle(rest)
    for place, count in room.items():
        while len(cards[place]) < count:
            cards[place].append(rest.pop())
        random.shuffle(cards[place])
    for seat, shown in enumerate(view.seats):
        if seat == view.seat:
            cards[Place("hand", seat)] = list(view.hand)
        if shown.stack is not None:
            cards[Place("stack", seat)] = list(shown.stack)
    return cards


# --- Specials and Desires -------------------------------------------------------------------------


def _specials(view: LapView, options: LapOptions, random: Random) -> list[list[str]]:
    """Return the Specials of each seat, and last the deck."""
    seen = {*view.specials, *view.special_discard}
    unseen = [card for card in specials_of(options) if card not in seen]
    random.shuffle(unseen)
    hands = [
        list(view.specials)
        if seat == view.seat
        else [unseen.pop() for _ in range(one.special_count)]
        for seat, one in enumerate(view.seats)
    ]
    return [*hands, unseen]


def _levels(options: LapOptions) -> list[int | None]:
    """Return which level each Desire of the row was laid by (option `desire_order`)."""
    if options.desire_order != "ascending":
        return [None] * options.rounds
    counts = [options.rounds // 3 + (level <= options.rounds % 3) for level in (1, 2, 3)]
    return [level for level, count in enumerate(counts, 1) for _ in range(count)]


def _desires(view: LapView, options: LapOptions, random: Random) -> tuple[list[str], list[str]]:
    """Return the row of Desires and their pile; who lies face down is drawn, by level if known."""
    seen = {*view.desire_discard, view.desires[view.round - 1]}
    unseen = [desire for desire in desires_of(options) if desire not in seen]
    random.shuffle(unseen)
    row: list[str] = []
    for desire, level in zip(view.desires, _levels(options), strict=True):
        if desire is None:
            fit = [other for other in unseen if level in (None, DESIRES[other].level)]
            row.append((fit or unseen)[0])
            unseen.remove(row[-1])
        else:
            row.append(desire)
    return row, unseen


# --- What is open ---------------------------------------------------------------------------------


def hidden_from(view: LapView, state: LapState, options: LapOptions) -> Mapping[str, object]:
    """Return, by name, the facts of `state` that its `view` leaves open.

    A place of hidden cards is open if one of its cards may change places with cards elsewhere; the
    order of a deck always is.
    """
    facts: dict[str, object] = {
        f"money {seat}": state.seats[seat].money
        for seat, shown in enumerate(view.seats)
        if shown.money is None
    }
    facts |= _open_cards(view, state)
    facts |= _open_specials(view, state)
    facts |= _open_desires(view, state, options)
    return facts


def _open_cards(view: LapView, state: LapState) -> dict[str, object]:
    homes = _Homes(view)
    places = [place for place, count in _room(view).items() if count]
    cards = {place: _cards_at(state, place) for place in places}
    moves = {
        place: {other for other in places for c in cards[place] if homes.allows(c, other)} - {place}
        for place in places
    }
    facts: dict[str, object] = {
        f"{place.kind} {place.seat}": sorted(cards[place])
        for place in places
        if place != DECK and _leads_back(place, moves)
    }
    if len(state.deck) > 1 or _leads_back(DECK, moves):
        facts["deck"] = list(state.deck)
    return facts


def _cards_at(state: LapState, place: Place) -> list[str]:
    if place == DECK:
        return state.deck
    one = state.seats[place.seat]
    return one.hand if place.kind == "hand" else one.stack


def _leads_back(start: Place, moves: Mapping[Place, Collection[Place]]) -> bool:
    """Say whether a chain of moves from a place comes back to it."""
    reached, todo = set[Place](), [*moves.get(start, ())]
    while todo:
        if (place := todo.pop()) == start:
            return True
        if place not in reached:
            reached.add(place)
            todo += moves.get(place, ())
    return False


def _open_specials(view: LapView, state: LapState) -> dict[str, object]:
    hidden = {
        f"specials {seat}": sorted(one.specials)
        for seat, one in enumerate(state.seats)
        if seat != view.seat and one.specials
    }
    facts: dict[str, object] = dict(hidden) if state.special_deck or len(hidden) > 1 else {}
    if state.special_deck and (hidden or len(state.special_deck) > 1):
        facts["special deck"] = list(state.special_deck)
    return facts


def _open_desires(view: LapView, state: LapState, options: LapOptions) -> dict[str, object]:
    levels = _levels(options)
    down = [place for place, desire in enumerate(view.desires) if desire is None]
    row = [state.desires[place] for place in down]
    hidden = [*row, *state.desire_deck]

    def rivals(level: int | None) -> int:
        return sum(level in (None, DESIRES[desire].level) for desire in hidden)

    facts: dict[str, object] = {}
    if any(rivals(levels[place]) > 1 for place in down):
        facts["desires"] = row
    pile = state.desire_deck
    fits = {levels[place] for place in down}
    if len(pile) > 1 or (pile and fits & {None, DESIRES[pile[0]].level}):
        facts["desire deck"] = list(pile)
    return facts
