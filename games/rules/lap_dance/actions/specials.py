"""Special cards, in one's own turn or out of it, and the window before the active player serves."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance.cards import SPECIAL_OF, Special
from games.rules.lap_dance.choices import namings, objection
from games.rules.lap_dance.effects import Act, work
from games.rules.lap_dance.events import ReactionPassed, SpecialPlayed
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.rules import after_play, close_window, invite
from games.rules.lap_dance.state import LapState, Turn
from games.rules.lap_dance.table import bad_stage, wrong_phase


class PlaySpecial(Action[LapOptions, LapState], frozen=True):
    """Play a Special card, when its timing is met (LAP 3.6, 9.6).

    `target`: another seat, if the card says so.  `choice`: a class (Secret Recipe), a member of
    Staff with a free slot (Staff Meeting), or an order 0 to 2 (Gold-plated Bill).  `dice`: by
    index, up to three of your unlocked (Second Encore) or Locked ones (Master Key), or one unlocked
    die of the active player (Wet Floor Sign).  `card2`: a typed card of the target's Stack
    (Borrowed Act).
    """

    card: str
    target: Seat | None = None
    choice: int | str | None = None
    dice: tuple[int, ...] = ()
    card2: str | None = None

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[PlaySpecial]:
        """Yield every Special that is timely, with every target and choice, and sets of dice."""
        turn = state.turn
        if turn is None or not (specials := state.seats[seat].specials):
            return ()
        return [
            cls(card, way.target, way.choice, way.dice, way.card)
            for card in specials
            if _is_timely(turn, seat, SPECIAL_OF[card])
            for way in namings(state, seat, SPECIAL_OF[card].ops, options, must=True)
        ]

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check the phase, the card, its timing, and what is named."""
        if (turn := state.turn) is None:
            return wrong_phase(state, "action")
        if self.card not in state.seats[seat].specials:
            return Refusal("bad_card", "/card")
        special = SPECIAL_OF[self.card]
        if not _is_timely(turn, seat, special):
            return bad_stage(state)
        return objection(state, self._act(seat), special.ops, options, must=True, card="card2")

    def _act(self, seat: Seat) -> Act:
        cards = () if self.card2 is None else (self.card2,)
        return Act(seat, self.card, self.target, self.choice, self.dice, cards)

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Discard the card and let it work, at once: nobody answers a Special (LAP-R43)."""
        state.seats[seat].specials.remove(self.card)
        state.special_discard.append(self.card)
        special, target = SPECIAL_OF[self.card], self.target
        if special.timing == "other_rolled" and state.turn:
            target = state.turn.seat
        emit(SpecialPlayed(seat, self.card, target))
        work(state, self._act(seat), special.ops, options, emit)
        if state.turn:
            after_play(state, state.turn, options, emit)


def _is_timely(turn: Turn, seat: Seat, special: Special) -> bool:
    """Say whether a Special may be played now by this seat (LAP 3.6)."""
    own = seat == turn.seat
    match special.timing:
        case "own_turn":
            return own
        case "own_preroll":
            return own and turn.stage == "preroll"
        case "own_resolve":
            return own and turn.stage == "resolve"
        case "other_rolled":
            return not own and turn.stage in ("roll", "resolve")
        case "any_time":
            return True


class PassReaction(Action[LapOptions, LapState], frozen=True):
    """Let the active player serve: you play no Special before (LAP 9.4)."""

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[PassReaction]:
        """Yield it to whom the window waits for."""
        return () if cls().why_not(state, seat, options) else (cls(),)

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Only in the window, by a holder of a Special, once."""
        del options
        if (turn := state.turn) is None:
            return wrong_phase(state, "action")
        return None if turn.window and seat in state.to_act else bad_stage(state)

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Wait for the others, or close the window."""
        emit(ReactionPassed(seat))
        state.answered(seat)
        if state.turn:
            state.turn.passed.append(seat)
            if not state.to_act:
                close_window(state, state.turn, options, emit)
            elif state.accusation:
                invite(state, options)
