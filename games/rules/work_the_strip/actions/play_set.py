"""Laying sets, and single cards that build off what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.work_the_strip.cards import ID_OF, KEYS_OF, MODE_OF, Mode, key_of
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import go_on
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.table import (
    hand_of,
    lay,
    leave_hand,
    must_play_specials,
    not_now,
    open_keys,
)


class PlaySet(Action[StripOptions, StripState], frozen=True):
    """Lay cards of one key in front of you (WTS 7.2).

    Two or more from your hand, or a single one if the key is open: if in this mode it lies in front
    of anybody, yourself included (R19, R21).  Cards never change their mode again.
    """

    mode: Mode
    key: str
    cards: tuple[str, ...]

    enumerated = False

    @classmethod
    def legal(cls, state: StripState, seat: Seat, options: StripOptions) -> Iterable[PlaySet]:
        """Yield for every key that may be laid all its cards, then each alone if it is open."""
        del options
        if not_now(state, seat, "turn", "final_turn"):
            return ()
        found, opened = list[PlaySet](), open_keys(state)
        for key, cards in hand_of(state, seat).keys.items():
            is_open = key in opened
            if is_open or len(cards) > 1:
                mode, id_ = MODE_OF[key], ID_OF[key]
                found.append(cls(mode, id_, cards))
                if is_open and len(cards) > 1:
                    found += [cls(mode, id_, (card,)) for card in cards]
        return found

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Check phase, turn, S25; then the cards: yours and of the key, enough, each once."""
        del options
        if refusal := not_now(state, seat, "turn", "final_turn") or must_play_specials(state, seat):
            return refusal
        key, hand = key_of(self.mode, self.key), state.hands[seat]
        for place, card in enumerate(self.cards):
            if card not in hand or key not in KEYS_OF[card]:
                return Refusal("bad_card", f"/cards/{place}", {"card": card})
        if not self.cards or (len(self.cards) == 1 and key not in open_keys(state)):
            return Refusal("need_two", "/cards")
        return duplicate(self.cards)

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Lay the cards; who has none left goes out (WTS 8.1)."""
        leave_hand(state, seat, self.cards)
        lay(state, seat, key_of(self.mode, self.key), self.cards, emit)
        go_on(state, seat, options, emit)


def duplicate(cards: tuple[str, ...], pointer: str = "/cards") -> Refusal | None:
    """Return the objection to a card named twice; the last of every row (WTS 7.1)."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            return Refusal("duplicate_card", f"{pointer}/{place}", {"card": card})
    return None


def must_play_sets(state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
    """Return the objection of the option `must_play_matches`: a set may still be laid (WTS 13)."""
    if options.must_play_matches and PlaySet.legal(state, seat, options):
        return Refusal("must_play_sets")
    return None
