"""What the story of a round proves about hidden hands (WTS 15, point 3).

An ask proves that the asker holds a card of the key, a "no" that the target holds none, a "yes"
that the target has given all she had; a card drawn or slipped to a seat makes a "no" old news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from games.rules.kernel import Event, Seat
from games.rules.work_the_strip import events as told
from games.rules.work_the_strip.cards import CARDS_OF, KEYS_OF, key_of
from games.rules.work_the_strip.state import AskRecord
from games.rules.work_the_strip.view import StripView

AFTER_GIFT: Final = 0.75
"""What remains of "she holds one" when its holder has slipped somebody unknown cards."""


class Memory:
    """What is proven about each seat's hand.

    `proof`: how sure an ask makes it that the asker holds a card of the key.
    `holds[seat][key]`: how sure it is (0 to 1) that she still holds one;
    `fresh[seat][key]`: how many unknown cards came to her since she was proven to have none;
    `in_transit`: cards that were handed over and are not laid or taken yet.
    """

    def __init__(self, seats: int, proof: float = 1.0) -> None:
        self.proof = proof
        self.holds: list[dict[str, float]] = [{} for _ in range(seats)]
        self.fresh: list[dict[str, int]] = [{} for _ in range(seats)]
        self.in_transit: frozenset[str] = frozenset()

    def hear(self, story: Iterable[Event]) -> None:
        """Learn from events, oldest first."""
        for event in story:
            if lesson := _LESSONS.get(type(event)):
                lesson(self, event)

    def has(self, seat: Seat, key: str, sure: float = 1.0) -> None:
        """Remember that a seat holds a card of the key."""
        self.holds[seat][key] = max(sure, self.holds[seat].get(key, 0.0))
        if sure == 1:
            self.fresh[seat].pop(key, None)

    def has_none(self, seat: Seat, key: str) -> None:
        """Remember that a seat holds no card of the key."""
        self.holds[seat].pop(key, None)
        self.fresh[seat][key] = 0

    def lost(self, seat: Seat, cards: Iterable[str]) -> None:
        """Remember that these cards of a seat may have been the ones it was proven to hold."""
        for card in cards:
            for key in KEYS_OF[card]:
                self.holds[seat].pop(key, None)

    def got(self, seat: Seat, cards: Iterable[str]) -> None:
        """Remember that these very cards came to a seat."""
        for card in cards:
            for key in KEYS_OF[card]:
                self.fresh[seat].pop(key, None)

    def received(self, seat: Seat, count: int) -> None:
        """Remember that unknown cards came to a seat."""
        fresh = self.fresh[seat]
        for key in fresh:
            fresh[key] += count


# --- What each event teaches ----------------------------------------------------------------------


def _asked(memory: Memory, event: told.Asked) -> None:
    memory.has(event.seat, key_of(event.mode, event.key), memory.proof)


def _denied(memory: Memory, event: told.ToldToWorkTheStrip) -> None:
    memory.has_none(event.target, key_of(event.mode, event.key))


def _handed_over(memory: Memory, event: told.CardsHandedOver) -> None:
    memory.lost(event.seat, event.cards)
    memory.has_none(event.seat, key_of(event.mode, event.key))
    memory.in_transit |= set(event.cards)


def _taken(memory: Memory, event: told.CardsTaken) -> None:
    memory.in_transit -= set(event.cards)
    memory.got(event.seat, event.cards)


def _laid(memory: Memory, event: told.SetLaid) -> None:
    """Whoever lays a set keeps none of it back, as a rule (R10 lets her)."""
    memory.lost(event.seat, [card for card in event.cards if card not in memory.in_transit])
    memory.in_transit -= set(event.cards)
    memory.has_none(event.seat, key_of(event.mode, event.key))


def _mistaken(memory: Memory, event: told.MistakeMade) -> None:
    memory.lost(event.seat, event.cards)


def _drew(memory: Memory, event: told.CardsDrawn) -> None:
    memory.received(event.seat, event.count)


def _lucky(memory: Memory, event: told.LuckyCardShown) -> None:
    memory.got(event.seat, [event.card])


def _gave(memory: Memory, event: told.CardsGiven) -> None:
    holds = memory.holds[event.seat]
    memory.holds[event.seat] = {key: sure * AFTER_GIFT for key, sure in holds.items()}
    memory.received(event.target, event.count)


def _gift_seen(memory: Memory, event: told.GivenCardsSeen) -> None:
    memory.got(event.target, event.cards)


def _peeked(memory: Memory, event: told.PeekedHandSeen) -> None:
    """The view's `known` lists what is there; here stands what is not."""
    memory.holds[event.target] = {}
    memory.fresh[event.target] = dict.fromkeys(CARDS_OF, 0)
    memory.got(event.target, event.cards)


def _cast(memory: Memory, event: told.CastingCalled) -> None:
    """Everybody gives what she has of it; whoever calls holds one."""
    key = key_of(event.mode, event.key)
    for seat in range(len(memory.holds)):
        if seat == event.seat:
            memory.has(seat, key)
        else:
            memory.has_none(seat, key)


_LESSONS: Final[dict[type[Event], Callable[[Memory, Any], None]]] = {
    told.Asked: _asked,
    told.ToldToWorkTheStrip: _denied,
    told.CardsHandedOver: _handed_over,
    told.CardsTaken: _taken,
    told.SetLaid: _laid,
    told.MistakeMade: _mistaken,
    told.CardsDrawn: _drew,
    told.LuckyCardShown: _lucky,
    told.CardsGiven: _gave,
    told.GivenCardsSeen: _gift_seen,
    told.PeekedHandSeen: _peeked,
    told.CastingCalled: _cast,
}


# --- The story ------------------------------------------------------------------------------------


def story_of(view: StripView, seen: Sequence[Event]) -> Sequence[Event]:
    """Return what the seat saw since the cards were dealt.

    Asks it did not see (a late joiner's) are told first, as far as the view's list has them.
    """
    kinds = [*map(type, seen)]  # looked through at every decision, so in the fastest way there is
    if told.RoundStarted in kinds:
        seen = seen[len(kinds) - 1 - kinds[::-1].index(told.RoundStarted) :]
        kinds = kinds[len(kinds) - len(seen) :]
    heard = kinds.count(told.Asked)
    if heard >= len(view.asks):
        return seen
    missed = view.asks[: len(view.asks) - heard]
    return [*(event for ask in missed for event in _retold(ask)), *seen]


def _retold(ask: AskRecord) -> tuple[Event, ...]:
    """Return an ask as events; which cards moved, the list does not say."""
    words = (ask.seat, ask.target, ask.mode, ask.key)
    asked = told.Asked(*words)
    if ask.answer == "yes":
        handed = told.CardsHandedOver(ask.target, ask.seat, ask.mode, ask.key, ())
        return asked, handed, told.SetLaid(ask.seat, ask.mode, ask.key, (), 0)
    drawn = told.CardsDrawn(ask.seat, 1, 0)
    if ask.answer == "mistake":
        return asked, told.MistakeMade(*words, ()), drawn
    return asked, told.ToldToWorkTheStrip(*words), drawn
