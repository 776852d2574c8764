"""Playing cards on the board: new melds, more cards, and Ladies."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.hand_and_foot.dry_run import DryRun
from games.rules.hand_and_foot.offers import additions, caps, new_melds
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Cards, Label
from games.rules.hand_and_foot.rules import must_keep, played
from games.rules.hand_and_foot.state import FootState
from games.rules.hand_and_foot.table import not_now
from games.rules.kernel import Action, Emit, Refusal, Seat


class Meld(Action[FootOptions, FootState], frozen=True):
    """Lay new melds (HF 9.4); the team's first ones must reach the round's minimum together.

    `labels` name them, in order; they matter in plans only.
    """

    melds: tuple[Cards, ...]
    labels: tuple[Label, ...] = ()

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Meld]:
        """Yield per rank all naturals and a pair with a wild; before the opening, openings."""
        if not_now(state, seat, "play"):
            return ()
        return map(cls, new_melds(state, seat, options))

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, cards, melds, the minimum, and the keep rule."""
        if refusal := not_now(state, seat, "play"):
            return refusal
        run = DryRun(state, seat, options)
        return run.meld(self.melds, self.labels) or must_keep(state, run)

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Lay them."""
        run = DryRun(state, seat, options)
        run.meld(self.melds, self.labels)
        played(state, run, emit)


class LayOff(Action[FootOptions, FootState], frozen=True):
    """Add cards to a meld of your team (HF 9.5)."""

    meld_id: int
    cards: Cards

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[LayOff]:
        """Yield per meld all its naturals, one of them, and one wild of each kind."""
        if not_now(state, seat, "play"):
            return ()
        return [cls(meld_id, cards) for meld_id, cards in additions(state, seat, options)]

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, cards, the meld, what fits it, and the keep rule."""
        if refusal := not_now(state, seat, "play"):
            return refusal
        run = DryRun(state, seat, options)
        return run.lay_off(self.meld_id, self.cards) or must_keep(state, run)

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Add them."""
        run = DryRun(state, seat, options)
        run.lay_off(self.meld_id, self.cards)
        played(state, run, emit)


class Cap(Action[FootOptions, FootState], frozen=True):
    """Put a Lady on a clean or wild group of your team (HF 9.6)."""

    meld_id: int
    card: str

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Cap]:
        """Yield the first Lady with every group that takes one."""
        if not_now(state, seat, "play"):
            return ()
        return [cls(meld_id, card) for meld_id, card in caps(state, seat, options)]

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, the Lady, the group, and the keep rule."""
        if refusal := not_now(state, seat, "play"):
            return refusal
        run = DryRun(state, seat, options)
        return run.cap(self.meld_id, self.card) or must_keep(state, run)

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Put her there."""
        run = DryRun(state, seat, options)
        run.cap(self.meld_id, self.card)
        played(state, run, emit)
