"""The deck of Hand & Foot (HF 3), read once at import from ``cards.json``.

Ids are ``code-copy``, copies counted from 1: ``7-3``, ``LO-12``, ``LD-9``.  There are no suits.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, Literal

from games.rules.kernel import Data

Kind = Literal["rank", "wild", "lady", "villain"]
Deck = Literal["standard", "extended"]

LADY: Final = "LD"
VILLAIN: Final = "VL"
WILD_RANK: Final = "WILD"
"""The rank of a meld of nothing but wilds."""


class Face(Data, frozen=True):
    """What is printed on all cards of a code: `face` in points, and how many each deck holds."""

    code: str
    title: str
    kind: Kind
    face: int
    standard: int
    extended: int


class Card(Data, frozen=True):
    """One physical card; `face` in points."""

    id: str
    code: str
    kind: Kind
    face: int


class Tables(Data, frozen=True):
    """What is printed on the cards (HF 3.1), code by code."""

    kinds: tuple[Face, ...]


def _read() -> Tables:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("cards.json").read_text("utf-8"))
    return Tables(tuple(Face(**row) for row in data["kinds"]))


TABLES: Final = _read()
FACES: Final = {face.code: face for face in TABLES.kinds}
CARDS: Final = {
    card.id: card
    for face in FACES.values()
    for card in (
        Card(f"{face.code}-{copy}", face.code, face.kind, face.face)
        for copy in range(1, max(face.standard, face.extended) + 1)
    )
}
"""Every card of the larger deck, in the order of the codes."""
DECKS: Final[dict[Deck, tuple[str, ...]]] = {
    "standard": tuple(f"{f.code}-{n + 1}" for f in FACES.values() for n in range(f.standard)),
    "extended": tuple(f"{f.code}-{n + 1}" for f in FACES.values() for n in range(f.extended)),
}
"""The cards in play by the option `deck`: 262, or 312 (HF 3.1)."""

CODE_OF: Final = {card.id: card.code for card in CARDS.values()}
FACE_OF: Final = {card.id: card.face for card in CARDS.values()}
"""Points of each card on the board, and against you in hand; a Lady's penalty is an option."""
RANKS: Final = tuple(face.code for face in FACES.values() if face.kind == "rank")
"""The thirteen codes that are melded as their rank, in order."""
WILDS: Final = tuple(face.code for face in FACES.values() if face.kind == "wild")
"""The codes of the wilds, cheapest first."""
IS_RANK: Final = frozenset(card.id for card in CARDS.values() if card.kind == "rank")
IS_WILD: Final = frozenset(card.id for card in CARDS.values() if card.kind == "wild")
IS_LADY: Final = frozenset(card.id for card in CARDS.values() if card.kind == "lady")
IS_VILLAIN: Final = frozenset(card.id for card in CARDS.values() if card.kind == "villain")


def face_value(cards: Iterable[str]) -> int:
    """Return what these cards count on the board, in points (HF 3.1)."""
    return sum(map(FACE_OF.__getitem__, cards))


def _check() -> None:
    """Refuse to start with a deck that is not the deck of HF 3.1."""
    counts = [len(deck) for deck in DECKS.values()]
    if counts != [262, 312] or len(RANKS) != 13 or not set(DECKS["standard"]) <= set(CARDS):
        raise ValueError(f"cards.json is not the deck of Hand & Foot: {counts}")


_check()
