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


class OnTheBoard(Action[FootOptions, FootState], frozen=True):
    """What is played from the hand to the own team's board, and judged as it is done."""

    enumerated = False

    def tried(self, run: DryRun) -> Refusal | None:
        """Do it on a copy; return why it cannot be done."""
        raise NotImplementedError

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, what is played, and the keep rule (HF 14.2)."""
        if refusal := not_now(state, seat, "play"):
            return refusal
        run = DryRun(state, seat, options)
        return self.tried(run) or must_keep(state, run)

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Do it."""
        run = DryRun(state, seat, options)
        self.tried(run)
        played(state, run, emit)


class Meld(OnTheBoard, frozen=True):
    """Lay new melds (HF 9.4); the team's first ones must reach the round's minimum together.

    `labels` name them, in order; they matter in plans only.
    """

    melds: tuple[Cards, ...]
    labels: tuple[Label, ...] = ()

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Meld]:
        """Yield per rank all naturals and a pair with a wild; before the opening, openings."""
        if not_now(state, seat, "play"):
            return ()
        return map(cls, new_melds(state, seat, options))

    def tried(self, run: DryRun) -> Refusal | None:
        """Check cards, melds, and the minimum."""
        return run.meld(self.melds, self.labels)


class LayOff(OnTheBoard, frozen=True):
    """Add cards to a meld of your team (HF 9.5)."""

    meld_id: int
    cards: Cards

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[LayOff]:
        """Yield per meld all its naturals, one of them, and one wild of each kind."""
        if not_now(state, seat, "play"):
            return ()
        return [cls(meld_id, cards) for meld_id, cards in additions(state, seat, options)]

    def tried(self, run: DryRun) -> Refusal | None:
        """Check cards, the meld, and what fits it."""
        return run.lay_off(self.meld_id, self.cards)


class Cap(OnTheBoard, frozen=True):
    """Put a Lady on a clean or wild group of your team (HF 9.6)."""

    meld_id: int
    card: str

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Cap]:
        """Yield the first Lady with every group that takes one."""
        if not_now(state, seat, "play"):
            return ()
        return [cls(meld_id, card) for meld_id, card in caps(state, seat, options)]

    def tried(self, run: DryRun) -> Refusal | None:
        """Check the Lady and the group."""
        return run.cap(self.meld_id, self.card)
