"""The sets laid before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.work_the_strip.cards import ID_OF, KEYS_OF, MODE_OF, key_of
from games.rules.work_the_strip.events import InitialPlaySubmitted
from games.rules.work_the_strip.holdings import Holding
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import await_initial_play, end_initial_play
from games.rules.work_the_strip.scoring import worth
from games.rules.work_the_strip.state import PlayedSet, StripState
from games.rules.work_the_strip.table import (
    clockwise,
    hand_of,
    lay,
    leave_hand,
    left_of,
    wrong_phase,
)


class InitialPlay(Action[StripOptions, StripState], frozen=True):
    """Hand in your initial play: any number of sets, perhaps none (WTS 6.2).

    A set is two or more cards of your hand that share a name or a run, all laid as that.  No
    specials, no single cards, nothing that builds off another Madam.  Nobody sees your sets before
    all have handed in theirs.
    """

    sets: tuple[PlayedSet, ...]

    enumerated = False

    @classmethod
    def legal(cls, state: StripState, seat: Seat, options: StripOptions) -> Iterable[InitialPlay]:
        """Yield nothing laid, each single set, and all that fits together, dearest sets first."""
        del options
        if wrong_phase(state, "initial_play") or seat not in state.to_act:
            return ()
        singly = sets_of(hand_of(state, seat))
        together = disjoint(singly)
        plans = [(), *((one,) for one in singly)]
        return map(cls, [*plans, tuple(together)] if len(together) > 1 else plans)

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Check the phase, the turn (option `clockwise`), that it is the first time, the sets."""
        del options
        if refusal := wrong_phase(state, "initial_play"):
            return refusal
        if state.submitted[seat] is not None:
            return Refusal("already_submitted")
        if seat not in state.to_act:
            return Refusal("not_your_turn", "", {"current": state.current})
        return self._too_few() or self._bad_card(state.hands[seat]) or self._duplicate()

    def _too_few(self) -> Refusal | None:
        for place, one in enumerate(self.sets):
            if len(one.cards) < 2:
                return Refusal("need_two", f"/sets/{place}/cards")
        return None

    def _bad_card(self, hand: list[str]) -> Refusal | None:
        for place, one in enumerate(self.sets):
            key = key_of(one.mode, one.key)
            for at, card in enumerate(one.cards):
                if card not in hand or key not in KEYS_OF[card]:
                    return Refusal("bad_card", f"/sets/{place}/cards/{at}", {"card": card})
        return None

    def _duplicate(self) -> Refusal | None:
        named = Counter(card for one in self.sets for card in one.cards)
        for place, one in enumerate(self.sets):
            for at, card in enumerate(one.cards):
                if named[card] > 1:
                    return Refusal("duplicate_card", f"/sets/{place}/cards/{at}", {"card": card})
        return None

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Keep the sets hidden until all have decided; with `clockwise`, lay them at once.

        Who lays her last card then ends the round on the spot (S24): nobody after her is asked.
        """
        emit(InitialPlaySubmitted(seat))
        state.submitted[seat] = self.sets
        state.answered(seat)
        if options.initial_play == "clockwise":
            _reveal(state, seat, emit)
            if state.hands[seat] and None in state.submitted:
                state.current = left_of(state, seat)
                await_initial_play(state, [state.current], options)
        if state.to_act:
            return
        for madam in clockwise(state, state.dealer + 1):
            _reveal(state, madam, emit)
        end_initial_play(state, options, emit)


def _reveal(state: StripState, seat: Seat, emit: Emit) -> None:
    for one in state.submitted[seat] or ():
        leave_hand(state, seat, one.cards)
        lay(state, seat, key_of(one.mode, one.key), one.cards, emit)
    state.submitted[seat] = ()


def sets_of(held: Holding) -> list[PlayedSet]:
    """Return the largest set of every key of which a hand holds two or more."""
    return [
        PlayedSet(MODE_OF[key], ID_OF[key], cards)
        for key, cards in held.keys.items()
        if len(cards) > 1
    ]


def disjoint(sets: list[PlayedSet]) -> list[PlayedSet]:
    """Return what remains of these sets when each card is laid once, the dearest sets first."""
    used: set[str] = set()
    chosen = []
    for one in sorted(sets, key=lambda one: -worth(one.cards, one.mode)):
        cards = tuple(card for card in one.cards if card not in used)
        if len(cards) > 1:
            used.update(cards)
            chosen.append(PlayedSet(one.mode, one.key, cards))
    return chosen
