"""What special cards do: one implementation for each of the ten effects (WTS 3.6).

An effect that finds nothing to do fizzles: the card still leaves the hand (R28).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from games.rules.kernel import Emit, Seat
from games.rules.work_the_strip.cards import ID_OF, MODE_OF, Effect, Special
from games.rules.work_the_strip.events import (
    BonusLaid,
    CardPoached,
    CardsGiven,
    CardsHandedOver,
    CastingCalled,
    DieRolled,
    GivenCardsSeen,
    HandEmptied,
    HandPeeked,
    PeekedHandSeen,
    PenaltyCleared,
    PenaltyLaid,
    SkipOrdered,
)
from games.rules.work_the_strip.knowledge import looked, saw_none, slipped
from games.rules.work_the_strip.state import Fronted, StripState
from games.rules.work_the_strip.table import draw, hand_of, lay, leave_hand, others


class Play(NamedTuple):
    """A special card as it is played: by whom, on whom, and what was chosen."""

    seat: Seat
    target: Seat
    card: str
    special: Special
    cards: tuple[str, ...]
    key: str | None


Found = bool
"""Whether the effect found something to do."""


# --- Cards that stay in front of somebody: they count when the round is scored --------------------


def bonus(state: StripState, play: Play, emit: Emit) -> Found:
    """BONUS: the card lies in front of the player."""
    return _front_bonus(state, play, play.special.param, emit)


def bonus_die(state: StripState, play: Play, emit: Emit) -> Found:
    """BONUS_DIE: the die is rolled now and fixes the amount."""
    pips = state.rng.stream("die", state.round, play.seat).die()
    emit(DieRolled(play.seat, pips, "hot_dice"))
    return _front_bonus(state, play, play.special.param * pips, emit)


def _front_bonus(state: StripState, play: Play, amount: int, emit: Emit) -> Found:
    state.front[play.seat].append(Fronted(play.card, amount))
    emit(BonusLaid(play.seat, play.card, amount))
    return True


def penalty(state: StripState, play: Play, emit: Emit) -> Found:
    """PENALTY: the card lies in front of the target (R26: perhaps the player herself)."""
    amount = -play.special.param
    state.front[play.target].append(Fronted(play.card, amount))
    emit(PenaltyLaid(play.seat, play.target, play.card, amount))
    return True


# --- Cards that are used up -----------------------------------------------------------------------


def skip(state: StripState, play: Play, emit: Emit) -> Found:
    """SKIP: the target misses her next normal turn; no effect in final turns (R37)."""
    if state.phase != "turn":
        return False
    state.skip[play.target] = True
    emit(SkipOrdered(play.seat, play.target))
    return True


def give(state: StripState, play: Play, emit: Emit) -> Found:
    """GIVE: performer cards go face down from hand to hand."""
    if not play.cards:
        return False
    for card in play.cards:
        state.hands[play.seat].remove(card)
    state.hands[play.target] += play.cards
    slipped(state, play.seat, play.target, play.cards)
    emit(CardsGiven(play.seat, play.target, len(play.cards)))
    emit(GivenCardsSeen(play.seat, play.target, play.cards))
    return True


def poach(state: StripState, play: Play, emit: Emit) -> Found:
    """POACH: a laid card changes sides, the same way up (R23)."""
    if not play.cards:
        return False
    card, tableau = play.cards[0], state.tableau[play.target]
    key = next(key for key, cards in tableau.items() if card in cards)
    tableau[key].remove(card)
    if not tableau[key]:
        del tableau[key]
    state.tableau[play.seat].setdefault(key, []).append(card)
    emit(CardPoached(play.seat, play.target, card, MODE_OF[key], ID_OF[key]))
    return True


def draw_cards(state: StripState, play: Play, emit: Emit) -> Found:
    """DRAW: the target draws, but never the last card of the pile (R33)."""
    count = min(play.special.param, len(state.pile) - 1)
    if count < 1:
        return False
    draw(state, play.target, count, emit)
    return True


def peek(state: StripState, play: Play, emit: Emit) -> Found:
    """PEEK: the player sees the target's hand as it is now."""
    looked(state, play.seat, play.target)
    emit(HandPeeked(play.seat, play.target))
    emit(PeekedHandSeen(play.seat, play.target, tuple(state.hands[play.target])))
    return True


def clear_penalty(state: StripState, play: Play, emit: Emit) -> Found:
    """CLEAR_PENALTY: a penalty in front of the player is discarded."""
    if not play.cards:
        return False
    front = state.front[play.seat]
    place = next(place for place, lying in enumerate(front) if lying.card == play.cards[0])
    cleared = front.pop(place)
    state.discard.append(cleared.card)
    emit(PenaltyCleared(play.seat, cleared.card, cleared.amount))
    return True


def ask_all(state: StripState, play: Play, emit: Emit) -> Found:
    """ASK_ALL: all others hand over their cards of a key, and the player lays them with hers.

    Not an ask: it uses up no key, ends no turn, and nothing is a mistake.
    """
    key, got = play.key, list[str]()
    if key is None:
        return False
    mode, id_ = MODE_OF[key], ID_OF[key]
    emit(CastingCalled(play.seat, mode, id_))
    for giver in others(state, play.seat):
        if cards := hand_of(state, giver).keys.get(key, ()):
            leave_hand(state, giver, cards)
            emit(CardsHandedOver(giver, play.seat, mode, id_, cards))
            if not state.hands[giver]:
                emit(HandEmptied(giver))
            got += cards
        saw_none(state, giver, key)
    if got:
        own = hand_of(state, play.seat).keys[key]
        leave_hand(state, play.seat, own)
        lay(state, play.seat, key, [*got, *own], emit)
    return bool(got)


# --- What an effect lets the player choose --------------------------------------------------------


def _nothing(state: StripState, seat: Seat, target: Seat) -> tuple[str, ...]:
    del state, seat, target
    return ()


def _own_performers(state: StripState, seat: Seat, target: Seat) -> tuple[str, ...]:
    del target
    return hand_of(state, seat).performers


def _laid_by_target(state: StripState, seat: Seat, target: Seat) -> tuple[str, ...]:
    del seat
    return tuple(sorted(card for cards in state.tableau[target].values() for card in cards))


def _own_penalties(state: StripState, seat: Seat, target: Seat) -> tuple[str, ...]:
    del target
    return tuple(lying.card for lying in state.front[seat] if lying.amount < 0)


def _own_keys(state: StripState, seat: Seat, target: Seat) -> Collection[str]:
    del target
    return hand_of(state, seat).keys


class EffectRule(NamedTuple):
    """How an effect works.

    `stays`: the card stays in front of somebody, else it is discarded.  `cards` and `keys`: what
    the player chooses from, if there is any; she names one key, and 1 up to `param` cards.
    """

    do: Callable[[StripState, Play, Emit], Found]
    stays: bool = False
    cards: Callable[[StripState, Seat, Seat], tuple[str, ...]] = _nothing
    keys: Callable[[StripState, Seat, Seat], Collection[str]] = _nothing


EFFECTS: Final[dict[Effect, EffectRule]] = {
    "bonus": EffectRule(bonus, stays=True),
    "bonus_die": EffectRule(bonus_die, stays=True),
    "penalty": EffectRule(penalty, stays=True),
    "skip": EffectRule(skip),
    "give": EffectRule(give, cards=_own_performers),
    "poach": EffectRule(poach, cards=_laid_by_target),
    "draw": EffectRule(draw_cards),
    "peek": EffectRule(peek),
    "clear_penalty": EffectRule(clear_penalty, cards=_own_penalties),
    "ask_all": EffectRule(ask_all, keys=_own_keys),
}
