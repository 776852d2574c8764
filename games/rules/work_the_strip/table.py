"""The table of Work The Strip: who sits where, what lies open, and cards on the move (WTS 4, 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from games.rules.kernel import Emit, Refusal, Seat
from games.rules.work_the_strip.cards import CARDS, CARDS_OF, ID_OF, IS_SPECIAL, MODE_OF, NAMES
from games.rules.work_the_strip.events import CardsDrawn, DrawnCardsSeen, SetLaid
from games.rules.work_the_strip.holdings import Holding, holding
from games.rules.work_the_strip.knowledge import saw_leave
from games.rules.work_the_strip.scoring import worth
from games.rules.work_the_strip.state import Phase, StripState

DECKS: Final = {
    "full": tuple(CARDS),
    "compact": tuple(c.id for c in CARDS.values() if not c.name or NAMES[c.name].copies > 2),
    "no_specials": tuple(card for card in CARDS if card not in IS_SPECIAL),
}
"""The cards in play by the option `deck` (WTS 13)."""
KEYS_IN_PLAY: Final = {
    deck: tuple(key for key, printed in CARDS_OF.items() if not {*cards}.isdisjoint(printed))
    for deck, cards in DECKS.items()
}


_CLOCKWISE: Final = {
    seats: [tuple((first + place) % seats for place in range(seats)) for first in range(seats)]
    for seats in range(2, 7)
}
_WRONG_PHASE: Final = {
    phase: Refusal("wrong_phase", "", {"phase": phase}) for phase in get_args(Phase)
}
_NOT_YOUR_TURN: Final = [Refusal("not_your_turn", "", {"current": seat}) for seat in range(6)]


# --- Looking around -------------------------------------------------------------------------------


def clockwise(state: StripState, first: Seat) -> tuple[Seat, ...]:
    """Return every seat once, clockwise from `first`."""
    seats = len(state.totals)
    return _CLOCKWISE[seats][first % seats]


def others(state: StripState, seat: Seat) -> tuple[Seat, ...]:
    """Return all other seats, clockwise from the left of `seat`."""
    return clockwise(state, seat)[1:]


def left_of(state: StripState, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % len(state.totals)


def hand_of(state: StripState, seat: Seat) -> Holding:
    """Return what the hand of `seat` holds."""
    return holding(state.hands[seat])


def open_keys(state: StripState) -> set[str]:
    """Return the keys that lie in front of anybody (WTS 4); a key's last card takes it along."""
    return set().union(*state.tableau)


def is_forced(state: StripState, seat: Seat) -> bool:
    """Say whether only specials are left in a normal turn: they must be played (WTS 4, S25)."""
    return state.phase == "turn" and not hand_of(state, seat).performers


def wrong_phase(state: StripState, *phases: Phase) -> Refusal | None:
    """Return the first objection of every action: it belongs to other parts of the round."""
    return None if state.phase in phases else _WRONG_PHASE[state.phase]


def not_now(state: StripState, seat: Seat, *phases: Phase) -> Refusal | None:
    """Return the first two objections of every action of a turn: the phase, then the turn."""
    if seat == state.current and state.phase in phases:
        return None
    return wrong_phase(state, *phases) or _NOT_YOUR_TURN[state.current]


def must_play_specials(state: StripState, seat: Seat) -> Refusal | None:
    """Return the third objection: only specials are left (S25, R27)."""
    return Refusal("must_play_specials") if is_forced(state, seat) else None


# --- Cards on the move ----------------------------------------------------------------------------


def leave_hand(state: StripState, seat: Seat, cards: Sequence[str]) -> None:
    """Take cards out of a hand in the open."""
    for card in cards:
        state.hands[seat].remove(card)
    saw_leave(state, seat, cards)


def lay(state: StripState, seat: Seat, key: str, cards: Sequence[str], emit: Emit) -> None:
    """Lay cards, already out of all hands, in front of `seat`; they never turn again (S23)."""
    state.tableau[seat].setdefault(key, []).extend(cards)
    mode = MODE_OF[key]
    emit(SetLaid(seat, mode, ID_OF[key], tuple(cards), worth(cards, mode)))


def draw(state: StripState, seat: Seat, count: int, emit: Emit) -> list[str]:
    """Draw from the top of the pile into a hand, and return the cards (WTS 7.6)."""
    cards = [state.pile.pop() for _ in range(count)]
    state.hands[seat] += cards
    emit(CardsDrawn(seat, count, len(state.pile)))
    emit(DrawnCardsSeen(seat, tuple(cards)))
    return cards
