"""The rulebook's words, read into ids and actions.

``"9*7 JS LD-4"`` are seven nines, a Jester and the fourth Lady.  A bare code means any copy: at a
table laid by a test the lowest that is free, in a sentence (``meld("5 5 5", "LO LO JS")``) the
first that the speaker holds and has not meant yet.  So a sentence becomes an action only where it
is spoken.  Everything here is a test's own reading of the page: nothing asks the rules what is
legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.rules.hand_and_foot.actions import (
    Cap,
    ChooseHand,
    Continue,
    Cut,
    Discard,
    Draw,
    GoOut,
    LayOff,
    Meld,
    Permission,
    TakePile,
)
from games.rules.hand_and_foot.plays import (
    AddCards,
    LayMelds,
    MeldRef,
    New,
    Onto,
    Play,
    PutCap,
    Take,
    Use,
)
from games.rules.kernel import Action

A, B, C, D, E, F = range(6)
"""The seats, clockwise."""

COPIES: Mapping[str, int] = {
    **{str(rank): 16 for rank in range(1, 13)},
    "LO": 20,
    "JS": 20,
    "JK": 10,
    "LD": 10,
    "VL": 10,
}
"""The publisher's box (HF 3.1), 262 cards."""
EXTENDED: Mapping[str, int] = {
    **{str(rank): 19 for rank in range(1, 13)},
    "LO": 24,
    "JS": 24,
    "JK": 12,
    "LD": 12,
    "VL": 12,
}
"""The six-deck equivalent (HF 3.1), 312 cards."""
FACE: Mapping[str, int] = {
    **{str(rank): 5 for rank in range(1, 7)},
    **{str(rank): 10 for rank in range(7, 13)},
    "LO": 20,
    "JS": 25,
    "JK": 50,
    "LD": 0,
    "VL": 0,
}
"""What a card counts on the board (HF 3.1)."""
AT_REST = {
    0: ("", "meld", "meld", "meld", "meld", "clean", "clean"),
    1: ("meld", "meld", "meld", "meld", "dirty", "dirty", "dirty"),
    2: ("meld", "meld", "meld", "dirty", "dirty", "dirty", "dirty"),
    3: ("", "meld", "dirty", "dirty", "dirty", "dirty", "dirty"),
}
"""What may lie there (HF 10.3), by wilds (down) and naturals (across, 2 to 8)."""
RANKS = (*map(str, range(1, 13)), "LO")
WILDS = ("JK", "JS")

_TOKEN = re.compile(r"(?P<card>(?:LO|LD|VL|JK|JS|\d{1,2})(?:-\d+)?)(?:\*(?P<times>\d+))?")

Spoken = Callable[["Meaning"], Action[Any, Any]]
"""A sentence that becomes an action where it is spoken."""


def tokens(text: str) -> list[str]:
    """Return codes and ids in the order written: ``"9*2 JS LD-4"`` -> ``9, 9, JS, LD-4``."""
    found = list[str]()
    for word in text.split():
        match = _TOKEN.fullmatch(word)
        assert match, f"{word!r} is no card"
        found += [match["card"]] * int(match["times"] or 1)
    return found


def code(card: str) -> str:
    """Return what is printed on a card: ``LD-4`` -> ``LD``."""
    return card.partition("-")[0]


def codes(text_or_cards: str | Iterable[str]) -> tuple[str, ...]:
    """Return the codes of cards, sorted: for comparing hands, whose order tells nothing."""
    cards = tokens(text_or_cards) if isinstance(text_or_cards, str) else text_or_cards
    return tuple(sorted(map(code, cards)))


def face(text_or_cards: str | Iterable[str]) -> int:
    """Return the face value of cards (HF 3.1)."""
    return sum(FACE[card] for card in codes(text_or_cards))


class Meaning:
    """The cards a sentence may mean, each of them once; an id means itself, held or not."""

    def __init__(self, held: Iterable[str], pile: Iterable[str] = ()) -> None:
        self._free, self._pile = list(held), list(pile)

    def cards(self, text: str) -> tuple[str, ...]:
        """Return the ids that these words mean."""
        return tuple(map(self._mean, tokens(text)))

    def lists(self, texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        return tuple(map(self.cards, texts))

    def pile_taken(self) -> None:
        """From here on the cards under the top are held as well."""
        self._free += self._pile[:-1]

    def _mean(self, word: str) -> str:
        if "-" in word:
            found = word
        else:
            found = next((card for card in self._free if code(card) == word), "")
            assert found, f"no {word} is left among {self._free}"
        if found in self._free:
            self._free.remove(found)
        return found


# --- What a seat does -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Laying:
    """A sentence about the board: an action by itself, or an entry of a plan."""

    play: Callable[[Meaning], Play]

    def __call__(self, meaning: Meaning) -> Action[Any, Any]:
        match self.play(meaning):
            case LayMelds(melds, labels):
                return Meld(melds, labels)
            case AddCards(int(meld_id), cards):
                return LayOff(meld_id, cards)
            case PutCap(int(meld_id), card):
                return Cap(meld_id, card)
        raise AssertionError("a label means something in a plan only")


@dataclass(frozen=True)
class Taking:
    """A sentence about the pile: an action by itself, or the beginning of a plan."""

    use: Callable[[Meaning], Use]
    melds: Sequence[str]
    labels: Sequence[str]

    def take(self, meaning: Meaning) -> Take:
        return Take(self.use(meaning), meaning.lists(self.melds), tuple(self.labels))

    def __call__(self, meaning: Meaning) -> Action[Any, Any]:
        take = self.take(meaning)
        return TakePile(take.use, take.melds, take.labels)


def cut(n: int) -> Spoken:
    """Return "I grab so many cards"."""
    return lambda _: Cut(n)


def choose(pile: Literal["A", "B"]) -> Spoken:
    """Return "this pile is my Hand"."""
    return lambda _: ChooseHand(pile)


def draw() -> Spoken:
    return lambda _: Draw()


def take_new(cards: str, *melds: str, labels: Sequence[str] = ()) -> Taking:
    """Return "the top card and these are a new meld", with these further new melds."""
    return Taking(lambda meaning: New(meaning.cards(cards)), melds, labels)


def take_onto(meld_id: MeldRef, cards: str = "", *melds: str, labels: Sequence[str] = ()) -> Taking:
    """Return "the top card goes onto this meld", with these naturals."""
    return Taking(lambda meaning: Onto(meld_id, meaning.cards(cards)), melds, labels)


def meld(*melds: str, labels: Sequence[str] = ()) -> Laying:
    """Return "these are new melds"."""
    return Laying(lambda meaning: LayMelds(meaning.lists(melds), tuple(labels)))


def lay_off(meld_id: MeldRef, cards: str) -> Laying:
    """Return "these go onto that meld"."""
    return Laying(lambda meaning: AddCards(meld_id, meaning.cards(cards)))


def cap(meld_id: MeldRef, card: str = "LD") -> Laying:
    """Return "a Lady for that group"."""
    return Laying(lambda meaning: PutCap(meld_id, meaning.cards(card)[0]))


def discard(card: str, *, enter_foot: bool = True) -> Spoken:
    return lambda meaning: Discard(meaning.cards(card)[0], enter_foot)


def go_out(*plays: Laying, take: Taking | None = None, last: str = "") -> Spoken:
    """Return "May I go out?": with the pile, these plays, and this last discard."""

    def action(meaning: Meaning) -> Action[Any, Any]:
        taken = take.take(meaning) if take else None
        if taken:
            meaning.pile_taken()
        laid = tuple(sentence.play(meaning) for sentence in plays)
        return GoOut(taken, laid, meaning.cards(last)[0] if last else None)

    return action


def yes() -> Spoken:
    return lambda _: Permission("yes")


def no() -> Spoken:
    return lambda _: Permission("no")


def go_on() -> Spoken:
    """Return "I have seen the score"."""
    return lambda _: Continue()
