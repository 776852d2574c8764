"""How a turn begins, by drawing or with the pile, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.hand_and_foot.cards import CARDS
from games.rules.hand_and_foot.dry_run import DryRun
from games.rules.hand_and_foot.offers import takes
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Cards, Label, Take, Use
from games.rules.hand_and_foot.rules import begin_play, discard, draw, must_keep, played
from games.rules.hand_and_foot.state import FootState
from games.rules.hand_and_foot.table import not_now
from games.rules.kernel import Action, Emit, Refusal, Seat


class Draw(Action[FootOptions, FootState], frozen=True):
    """Draw two cards from the stock, or what is left of it (HF 9.2)."""

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase and turn."""
        del options
        return not_now(state, seat, "draw")

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Draw, and let the plays begin."""
        draw(state, seat, options, emit)


class TakePile(Action[FootOptions, FootState], frozen=True):
    """Take the whole pile, playing its top card at once (HF 9.3).

    `use`: what becomes of the top card; `melds`: further new melds, with which a team that has not
    opened reaches its minimum.  `labels` name the new melds; they matter in plans only.
    """

    use: Use
    melds: tuple[Cards, ...] = ()
    labels: tuple[Label, ...] = ()

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[TakePile]:
        """Yield each way to use the top card once; before the opening a lean and a rich one."""
        if not_now(state, seat, "draw"):
            return ()
        return [cls(take.use, take.melds) for take in takes(state, seat, options)]

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, and all of HF 9.3 in its order; then the keep rule."""
        if refusal := not_now(state, seat, "draw"):
            return refusal
        run = DryRun(state, seat, options)
        return run.take(self._take) or must_keep(state, run)

    @property
    def _take(self) -> Take:
        return Take(self.use, self.melds, self.labels)

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Take it, and go on playing."""
        run = DryRun(state, seat, options)
        run.take(self._take)
        begin_play(state, seat, "pile", options)
        played(state, run, emit)


class Discard(Action[FootOptions, FootState], frozen=True):
    """Discard an active card, which ends your turn (HF 9.7).

    `enter_foot`: pick up the Foot if one card of the Hand is left (HF 13.1, way 2).
    """

    card: str
    enter_foot: bool = True

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Discard]:
        """Yield every active card; with two left also without picking up the Foot."""
        held = state.active[seat]
        if not_now(state, seat, "play") or (state.in_foot[seat] and len(held) < 2):
            return ()
        found = [_DISCARDS[card] for card in held]
        if len(held) == 2 and not state.in_foot[seat] and options.way_two == "optional":
            found += [cls(card, enter_foot=False) for card in held]
        return found

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, the card, and the keep rule."""
        del options
        if refusal := not_now(state, seat, "play"):
            return refusal
        held = state.active[seat]
        if self.card not in held:
            return Refusal("card_not_held", "/card", {"card": self.card})
        if state.in_foot[seat] and len(held) < 2:
            return Refusal("must_keep_card")
        return None

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Discard; the next seat's turn begins, or the round is over."""
        discard(state, seat, self.card, options, emit, enter=self.enter_foot)


_DISCARDS: Final = {card: Discard(card) for card in CARDS}
