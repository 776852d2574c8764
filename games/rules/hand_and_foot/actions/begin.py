"""Before the first turn: the grab for exactly 22, and which pile is the Hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from games.rules.hand_and_foot.options import DEEPEST_CUT, FootOptions
from games.rules.hand_and_foot.rules import choose_hand, cut
from games.rules.hand_and_foot.state import FootState, Phase
from games.rules.hand_and_foot.table import wrong_phase
from games.rules.kernel import Action, Emit, Refusal, Seat


def _not_asked(state: FootState, seat: Seat, phase: Phase) -> Refusal | None:
    """Return the objection to an action that every seat does once, all at the same time."""
    if refusal := wrong_phase(state, phase):
        return refusal
    return None if seat in state.to_act else Refusal("already_done")


class Cut(Action[FootOptions, FootState], frozen=True):
    """Grab `n` cards off the deck, 1 to 40, hoping for exactly 22 (HF 6.1).

    The hand misses by up to five cards either way.  It changes nobody's cards.
    """

    n: int

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Cut]:
        """Yield every depth."""
        del options
        return () if _not_asked(state, seat, "cut") else _CUTS

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check the phase, that it is the first time, and the number."""
        del options
        if refusal := _not_asked(state, seat, "cut"):
            return refusal
        if 1 <= self.n <= DEEPEST_CUT:
            return None
        return Refusal("bad_cut", "/n", {"n": self.n, "most": DEEPEST_CUT})

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Wait for the others, or show all cuts and deal."""
        del options
        cut(state, seat, self.n, emit)


class ChooseHand(Action[FootOptions, FootState], frozen=True):
    """Say which of your two piles is your Hand; the other is your Foot (HF 6.3)."""

    pile: Literal["A", "B"]

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[ChooseHand]:
        """Yield both piles."""
        del options
        return () if _not_asked(state, seat, "choose") else _PILES

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check the phase, and that it is the first time."""
        del options
        return _not_asked(state, seat, "choose")

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Wait for the others, or begin the pile and the first turn."""
        choose_hand(state, seat, self.pile, options, emit)


_CUTS: Final = tuple(Cut(n) for n in range(1, DEEPEST_CUT + 1))
_PILES: Final = (ChooseHand("A"), ChooseHand("B"))
