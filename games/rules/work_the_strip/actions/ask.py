"""Asking, and what is left when there is nothing to ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.work_the_strip.actions.play_set import duplicate, must_play_sets
from games.rules.work_the_strip.cards import (
    CARDS_OF,
    ID_OF,
    KEYS_OF,
    MODE_OF,
    Mode,
    key_of,
)
from games.rules.work_the_strip.events import (
    Asked,
    CardsHandedOver,
    CardsTaken,
    HandEmptied,
    LuckyCardShown,
    MistakeMade,
    ToldToWorkTheStrip,
)
from games.rules.work_the_strip.knowledge import saw_enter, saw_none
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import end_turn, go_on, work_the_strip
from games.rules.work_the_strip.state import Answer, AskRecord, StripState
from games.rules.work_the_strip.table import (
    KEYS_IN_PLAY,
    draw,
    hand_of,
    lay,
    leave_hand,
    must_play_specials,
    not_now,
    open_keys,
    others,
)


class Ask(Action[StripOptions, StripState], frozen=True):
    """Ask another Madam for a name or a run of which you hold a card yourself (WTS 7.4).

    If it lies in front of her, you are mistaken: `commit[0]` goes to her and your turn is over.  If
    she has it in hand, she gives you all of it and you lay it with the cards of `commit`; your turn
    goes on.  If not, you Work The Strip: you draw and your turn is over.
    `commit`: which of your own cards of this key join; by default all of them.
    """

    target: Seat
    mode: Mode
    key: str
    commit: tuple[str, ...] | None = None

    enumerated = False

    @classmethod
    def legal(cls, state: StripState, seat: Seat, options: StripOptions) -> Iterable[Ask]:
        """Yield every key not asked yet with every other Madam, and the default `commit`."""
        if not_now(state, seat, "turn") or must_play_sets(state, seat, options):
            return ()
        rows = _ASKS[len(state.hands)][seat]
        found = [ask for key in askable(state, seat, options) for ask in rows[key]]
        if options.friendly_ask:
            return [ask for ask in found if not ask.is_mistaken(state)]
        return found

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Check phase, turn, S25, `must_play_matches`; then target, key and `commit`."""
        return (
            not_now(state, seat, "turn")
            or must_play_specials(state, seat)
            or must_play_sets(state, seat, options)
            or self._bad_target(state, seat)
            or self._bad_key(state, seat, options)
            or self._bad_commit(hand_of(state, seat).keys.get(self._key, ()), options)
            or self._mistaken(state, options)
        )

    @property
    def _key(self) -> str:
        return key_of(self.mode, self.key)

    def is_mistaken(self, state: StripState) -> bool:
        """Say whether it lies in front of the target already, in this mode (S19, R14)."""
        return self._key in state.tableau[self.target]

    def _bad_target(self, state: StripState, seat: Seat) -> Refusal | None:
        if self.target == seat or not 0 <= self.target < len(state.hands):
            return Refusal("bad_target", "/target", {"target": self.target})
        return None

    def _bad_key(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        if options.ask_requires_holding:
            if self._key not in hand_of(state, seat).keys:
                return Refusal("not_holding", "/key", {"key": self.key})
        elif self._key not in KEYS_IN_PLAY[options.deck]:
            return Refusal("bad_key", "/key", {"key": self.key})
        if self._key in state.asked:
            return Refusal("already_asked", "/key", {"key": self.key})
        return None

    def _bad_commit(self, own: tuple[str, ...], options: StripOptions) -> Refusal | None:
        if self.commit is None:
            return None
        if not self.commit or (not options.commit_choice and not set(own) <= set(self.commit)):
            return Refusal("bad_commit", "/commit")
        for place, card in enumerate(self.commit):
            if card not in own:
                return Refusal("bad_commit", f"/commit/{place}")
        return duplicate(self.commit, "/commit")

    def _mistaken(self, state: StripState, options: StripOptions) -> Refusal | None:
        if options.friendly_ask and self.is_mistaken(state):
            return Refusal("mistaken_ask", "/target", {"target": self.target, "key": self.key})
        return None

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Resolve in the order of WTS 7.4: a mistake (R15), a hit, or "Work The Strip!"."""
        key = self._key
        state.asked.append(key)
        emit(Asked(seat, self.target, self.mode, self.key))
        own = hand_of(state, seat).keys.get(key, ())
        chosen = self.commit if self.commit and options.commit_choice else own
        if self.is_mistaken(state):
            given = own if options.mistake_gives == "all" else chosen[:1]
            self._make_mistake(state, seat, given, options, emit)
        elif got := hand_of(state, self.target).keys.get(key, ()):
            self._hit(state, seat, got, chosen, options, emit)
        else:
            self._miss(state, seat, options, emit)

    def _make_mistake(
        self,
        state: StripState,
        seat: Seat,
        given: tuple[str, ...],
        options: StripOptions,
        emit: Emit,
    ) -> None:
        """Hand over what lies there already, and Work The Strip (S19, R16, R17)."""
        leave_hand(state, seat, given)
        state.tableau[self.target][self._key] += given
        emit(MistakeMade(seat, self.target, self.mode, self.key, given))
        self._record(state, seat, "mistake", len(given), options)
        work_the_strip(state, seat, options, emit)

    def _hit(
        self,
        state: StripState,
        seat: Seat,
        got: tuple[str, ...],
        chosen: tuple[str, ...],
        options: StripOptions,
        emit: Emit,
    ) -> None:
        """Take all she has and lay the newly created set (S14, S15, R09 to R11)."""
        key = self._key
        leave_hand(state, self.target, got)
        saw_none(state, self.target, key)
        emit(CardsHandedOver(self.target, seat, self.mode, self.key, got))
        robbed = () if state.hands[self.target] else (self.target,)
        if robbed:
            emit(HandEmptied(self.target))
        if chosen or len(got) > 1 or key in open_keys(state):
            leave_hand(state, seat, chosen)
            lay(state, seat, key, got + chosen, emit)
        else:
            state.hands[seat] += got
            saw_enter(state, seat, got)
            emit(CardsTaken(seat, got))
        self._record(state, seat, "yes", len(got), options)
        go_on(state, seat, options, emit, robbed)

    def _miss(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Draw; the turn is over (S17), unless the option `lucky_draw` lets it go on."""
        saw_none(state, self.target, self._key)
        emit(ToldToWorkTheStrip(seat, self.target, self.mode, self.key))
        self._record(state, seat, "no", 0, options)
        (card,) = draw(state, seat, 1, emit)
        if options.lucky_draw and state.pile and self._key in KEYS_OF[card]:
            saw_enter(state, seat, (card,))
            emit(LuckyCardShown(seat, card))
            go_on(state, seat, options, emit)
        else:
            end_turn(state, seat, options, emit)

    def _record(
        self, state: StripState, seat: Seat, answer: Answer, cards: int, options: StripOptions
    ) -> None:
        """Remember what the table heard; without `show_ask_history` only the last ask."""
        if not options.show_ask_history:
            state.asks.clear()
        state.asks.append(AskRecord(seat, self.target, self.mode, self.key, answer, cards))


class WorkTheStrip(Action[StripOptions, StripState], frozen=True):
    """Draw a card and end your turn, when there is nothing left that you may ask for (WTS 7.5)."""

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Check phase, turn, S25, `must_play_matches`; and that no ask is legal (R30)."""
        return (
            not_now(state, seat, "turn")
            or must_play_specials(state, seat)
            or must_play_sets(state, seat, options)
            or (Refusal("must_ask") if can_ask(state, seat, options) else None)
        )

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Draw; the turn is over."""
        work_the_strip(state, seat, options, emit)


_PLAIN: Final = {
    key: [Ask(target, MODE_OF[key], ID_OF[key]) for target in range(6)] for key in CARDS_OF
}
_ASKS: Final = {
    seats: [
        {
            key: tuple(asks[(seat + place) % seats] for place in range(1, seats))
            for key, asks in _PLAIN.items()
        }
        for seat in range(seats)
    ]
    for seats in range(2, 7)
}
"""By number of seats and seat, every ask with the default `commit`: made once, being immutable."""


def askable(state: StripState, seat: Seat, options: StripOptions) -> Collection[str]:
    """Return the keys that a seat may ask for in its turn (R08, R12), in order; none if forced."""
    held = hand_of(state, seat)
    if options.ask_requires_holding or not held.performers:
        keys: Collection[str] = held.keys
    else:
        keys = KEYS_IN_PLAY[options.deck]
    return [key for key in keys if key not in state.asked] if state.asked else keys


def can_ask(state: StripState, seat: Seat, options: StripOptions) -> bool:
    """Say whether any ask is legal: with `friendly_ask`, a mistaken one is not."""
    keys = askable(state, seat, options)
    if not options.friendly_ask:
        return bool(keys)
    return any(key not in state.tableau[target] for key in keys for target in others(state, seat))
