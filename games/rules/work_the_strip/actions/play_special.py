"""Playing special cards; what they do stands in ``effects.py``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.work_the_strip.actions.play_set import duplicate
from games.rules.work_the_strip.cards import ID_OF, MODE_OF, SPECIAL_OF, Mode, key_of
from games.rules.work_the_strip.effects import EFFECTS, Play
from games.rules.work_the_strip.events import SpecialFizzled, SpecialPlayed
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.rules import go_on
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.table import hand_of, leave_hand, not_now, others


class PlaySpecial(Action[StripOptions, StripState], frozen=True):
    """Play a special card (WTS 7.3).

    `target`: another Madam, if the card says "Madam of your choice"; else nobody, or yourself.
    `cards`: one or two performer cards to give (Friendly Referral), the laid card to take (Talent
    Scout), or the penalty to clear (Smooth Lawyer).  `mode` and `key`: what to call for, of which
    you hold a card (Open Casting).  Name nothing else; with nothing to choose from, the card
    fizzles.
    """

    card: str
    target: Seat | None = None
    cards: tuple[str, ...] = ()
    mode: Mode | None = None
    key: str | None = None

    enumerated = False

    @classmethod
    def legal(cls, state: StripState, seat: Seat, options: StripOptions) -> Iterable[PlaySpecial]:
        """Yield every special with every target and choice; gifts singly, or all when just two."""
        del options
        specials = hand_of(state, seat).specials
        if not specials or not_now(state, seat, "turn", "final_turn"):
            return ()
        return [play for card in specials for play in cls._plays(state, seat, card)]

    @classmethod
    def _plays(cls, state: StripState, seat: Seat, card: str) -> Iterator[PlaySpecial]:
        special = SPECIAL_OF[card]
        rule = EFFECTS[special.effect]
        for target in others(state, seat) if special.choice else (None,):
            aim = seat if target is None else target
            cards, keys = rule.cards(state, seat, aim), rule.keys(state, seat, aim)
            yield from (cls(card, target, (one,)) for one in cards)
            if len(cards) == special.param == 2:
                yield cls(card, target, cards)
            yield from (cls(card, target, (), MODE_OF[key], ID_OF[key]) for key in keys)
            if not cards and not keys:
                yield cls(card, target)

    def why_not(self, state: StripState, seat: Seat, options: StripOptions) -> Refusal | None:
        """Check phase and turn; then card, target, and the choice the effect wants."""
        del options
        return (
            not_now(state, seat, "turn", "final_turn")
            or self._bad_card(state, seat)
            or self._bad_target(state, seat)
            or self._bad_choice(state, seat)
            or duplicate(self.cards)
        )

    def _bad_card(self, state: StripState, seat: Seat) -> Refusal | None:
        if self.card not in hand_of(state, seat).specials:
            return Refusal("bad_card", "/card", {"card": self.card})
        return None

    def _bad_target(self, state: StripState, seat: Seat) -> Refusal | None:
        """S12: on another Madam exactly if the card says so (R25, R26)."""
        choice = SPECIAL_OF[self.card].choice
        unaimed = choice and self.target in (None, seat)
        if unaimed or (self.target is not None and not 0 <= self.target < len(state.hands)):
            return Refusal("bad_target", "/target")
        if not choice and self.target not in (None, seat):
            return Refusal("self_only", "/target", {"card": self.card})
        return None

    def _bad_choice(self, state: StripState, seat: Seat) -> Refusal | None:
        special = SPECIAL_OF[self.card]
        rule, aim = EFFECTS[special.effect], self._aim(seat)
        cards, keys = rule.cards(state, seat, aim), rule.keys(state, seat, aim)
        most = special.param if cards else 0
        if not min(1, most) <= len(self.cards) <= most:
            return Refusal("bad_choice", "/cards", {"most": most})
        for place, card in enumerate(self.cards):
            if card not in cards:
                return Refusal("bad_choice", f"/cards/{place}", {"most": most})
        return None if self._named in (keys or (None,)) else Refusal("bad_choice", "/key")

    def _aim(self, seat: Seat) -> Seat:
        return seat if self.target is None else self.target

    @property
    def _named(self) -> str | None:
        """The key as it is named; half a key is none that anybody holds."""
        if self.mode is None and self.key is None:
            return None
        return key_of(self.mode or "name", self.key or "")

    def apply(self, state: StripState, seat: Seat, options: StripOptions, emit: Emit) -> None:
        """Play the card, let it work, and see whether anybody is out."""
        special = SPECIAL_OF[self.card]
        rule = EFFECTS[special.effect]
        before = [madam for madam in others(state, seat) if state.hands[madam]]
        leave_hand(state, seat, (self.card,))
        emit(SpecialPlayed(seat, self.card, special.id, self.target if special.choice else None))
        if not rule.stays:
            state.discard.append(self.card)
        play = Play(seat, self._aim(seat), self.card, special, self.cards, self._named)
        if not rule.do(state, play, emit):
            emit(SpecialFizzled(seat, self.card))
        robbed = [madam for madam in before if not state.hands[madam]]
        go_on(state, seat, options, emit, robbed)
