"""What a view leaves open, and full states that it cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from games.rules.kernel import Rng, Seat
from games.rules.work_the_strip.actions.initial_play import disjoint, sets_of
from games.rules.work_the_strip.cards import key_of
from games.rules.work_the_strip.holdings import holding
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import Phase, PlayedSet, StripState
from games.rules.work_the_strip.table import DECKS
from games.rules.work_the_strip.view import StripView

PILE = -1
"""The pile, among the places where a hidden card may lie: all others are seats."""


def sample_of(view: StripView, options: StripOptions, random: Random) -> StripState:
    """Return a full state with this view: what is hidden is dealt out anew.

    Cards known to be in certain hands stay there.  What others know is not guessed: nothing.
    """
    hands, pile = _deal_out(view, options, random)
    seats = range(len(hands))
    pending = is_pending(view.phase, options)
    submitted = [_guess(view, seat, hands[seat] if pending else [], random) for seat in seats]
    known = {one.card: list(one.seats) for one in view.known}
    observer = len(hands) if view.seat is None else view.seat
    return StripState(
        rng=Rng(random.randbytes(32).hex()),
        questions=[view.decision if seat == view.seat else 0 for seat in seats],
        to_act=list(view.to_act),
        timers=list(view.timers),
        turned=max((timer.id for timer in view.timers), default=0),
        ply=view.ply,
        phase=view.phase,
        round=view.round,
        dealer=view.dealer,
        current=view.current,
        pile=pile,
        discard=list(view.discard),
        flipped=list(view.flipped),
        hands=hands,
        tableau=[{key_of(g.mode, g.key): list(g.cards) for g in gs} for gs in view.tableaus],
        front=[list(front) for front in view.fronts],
        skip=list(view.skips),
        asked=[key_of(ref.mode, ref.key) for ref in view.asked_this_turn],
        submitted=submitted,
        final_queue=list(view.final_queue),
        winner=view.winner,
        asks=list(view.asks),
        results=list(view.results),
        totals=list(view.totals),
        rounds_won=list(view.rounds_won),
        known=[known if place == observer else {} for place in range(len(hands) + 1)],
    )


def _deal_out(
    view: StripView, options: StripOptions, random: Random
) -> tuple[list[list[str]], list[str]]:
    """Return all hands and the pile: seen, known, and the rest at random."""
    hands = [list(hand) for hand in view.revealed or ((),) * len(view.hand_counts)]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    open_seats = [count - len(hand) for count, hand in zip(view.hand_counts, hands, strict=True)]
    for card, seat in _place(view, open_seats, random).items():
        hands[seat].append(card)
    seen = _face_up(view).union(*hands)
    pile = [card for card in DECKS[options.deck] if card not in seen]
    random.shuffle(pile)
    for seat, count in enumerate(view.hand_counts):
        while len(hands[seat]) < count:
            hands[seat].append(pile.pop())
        if seat != view.seat and view.revealed is None:
            random.shuffle(hands[seat])
    return hands, pile


def _place(view: StripView, room: Iterable[int], random: Random) -> dict[str, Seat]:
    """Return a random seat for each known card that leaves nobody with more than she has.

    Cards choose in random order; who finds no room moves another on (augmenting paths).
    """
    left, at = dict(enumerate(room)), dict[str, Seat]()
    choices = {one.card: one.seats for one in view.known}

    def settle(card: str, tried: set[Seat]) -> bool:
        for seat in random.sample(choices[card], len(choices[card])):
            if seat in tried:
                continue
            tried.add(seat)
            lodgers = [other for other, place in at.items() if place == seat]
            if len(lodgers) < left[seat] or any(settle(other, tried) for other in lodgers):
                at[card] = seat
                return True
        return False

    for card in random.sample(list(choices), len(choices)):
        settle(card, set())
    return at


def _face_up(view: StripView) -> frozenset[str]:
    laid = (card for groups in view.tableaus for group in groups for card in group.cards)
    fronts = (lying.card for front in view.fronts for lying in front)
    return frozenset((*view.discard, *view.flipped, *laid, *fronts))


def _guess(
    view: StripView, seat: Seat, hand: list[str], random: Random
) -> tuple[PlayedSet, ...] | None:
    """Return an initial play that the seat may have handed in from this hand."""
    if seat == view.seat:
        return view.submission
    if not view.submitted[seat]:
        return None
    sets = sets_of(holding(hand))
    return tuple(disjoint(random.sample(sets, random.randint(0, len(sets)))))


# --- What is open ---------------------------------------------------------------------------------


def is_pending(phase: Phase, options: StripOptions) -> bool:
    """Say whether initial plays lie face down now: `clockwise`, each is laid at once."""
    return phase == "initial_play" and options.initial_play == "simultaneous"


def hidden_from(view: StripView, state: StripState, options: StripOptions) -> Mapping[str, object]:
    """Return, by name, the facts of `state` that its `view` leaves open.

    A hand is open if one of its cards may change places with cards elsewhere; the pile's order
    always is.
    """
    facts: dict[str, object] = {}
    moves = _moves(view, state)
    for seat, hand in enumerate(state.hands):
        if _leads_back(seat, moves):
            facts[f"hand {seat}"] = sorted(hand)
    if len(state.pile) > 1 or _leads_back(PILE, moves):
        facts["pile"] = list(state.pile)
    if is_pending(state.phase, options):
        for seat, sets in enumerate(state.submitted):
            if sets is not None and f"hand {seat}" in facts:
                facts[f"submission {seat}"] = sets
    return facts


def _moves(view: StripView, state: StripState) -> dict[int, set[int]]:
    """Return, for each place of hidden cards, where else one of its cards may lie."""
    if view.revealed is not None:
        return {}
    places = {s: hand for s, hand in enumerate(state.hands) if hand and s != view.seat}
    if state.pile:
        places[PILE] = state.pile
    known = {one.card: set(one.seats) for one in view.known}
    return {
        place: set().union(*(known.get(card, set(places)) for card in cards)) - {place}
        for place, cards in places.items()
    }


def _leads_back(start: int, moves: Mapping[int, set[int]]) -> bool:
    """Say whether a chain of moves from a place comes back to it."""
    reached, todo = set[int](), [*moves.get(start, ())]
    while todo:
        if (place := todo.pop()) == start:
            return True
        if place not in reached:
            reached.add(place)
            todo += moves.get(place, ())
    return False
