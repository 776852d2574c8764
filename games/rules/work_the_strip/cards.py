"""The 108 cards of Work The Strip as data (WTS 3), read once at import from ``cards.json``.

A *key* is what cards match by: a mode and an id, written ``"name:lola"`` or ``"run:neon_angels"``
inside the rules and as the two fields ``mode`` and ``key`` on the wire.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, Literal

from games.rules.kernel import Data

Mode = Literal["name", "run"]
"""Which way up a card is played: vertically as a name, horizontally as a run (WTS 7.2)."""

CardKind = Literal["name", "dual", "run", "special"]
Effect = Literal[
    "bonus",
    "bonus_die",
    "penalty",
    "skip",
    "give",
    "poach",
    "draw",
    "peek",
    "clear_penalty",
    "ask_all",
]
"""The closed vocabulary of what a special does (WTS 3.6)."""

RUN_VALUE: Final = 200


class Run(Data, frozen=True):
    """A troupe: four dual cards and `run_only` cards that carry no name (WTS 3.3)."""

    id: str
    title: str
    color: str
    run_only: int
    text: str


class Name(Data, frozen=True):
    """A performer: `copies` cards of `value` dollars, the first ones dual with `runs` (WTS 3.4)."""

    id: str
    title: str
    copies: int
    value: int
    runs: tuple[str, ...]
    text: str


class Special(Data, frozen=True):
    """A card with a black border (WTS 3.5); `choice`: it says "Madam of your choice"."""

    id: str
    title: str
    copies: int
    group: Literal["bonus", "penalty", "action"]
    effect: Effect
    param: int
    choice: bool
    text: str


class Card(Data, frozen=True):
    """One physical card.  Values in dollars; None where the card has no such side."""

    id: str
    kind: CardKind
    name: str | None = None
    run: str | None = None
    name_value: int | None = None
    run_value: int | None = None
    special: str | None = None


class Tables(Data, frozen=True):
    """What is printed on everything in the box (WTS 3), row by row."""

    runs: tuple[Run, ...]
    names: tuple[Name, ...]
    specials: tuple[Special, ...]


def _read() -> Tables:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("cards.json").read_text("utf-8"))
    return Tables(
        tuple(Run(**run) for run in data["runs"]),
        tuple(Name(**name | {"runs": tuple(name["runs"])}) for name in data["names"]),
        tuple(Special(**special) for special in data["specials"]),
    )


def _printed() -> tuple[Card, ...]:
    """Return every card: names (duals first), then runs, then specials."""
    cards: list[Card] = []
    for name in NAMES.values():
        for copy in range(name.copies):
            run = name.runs[copy] if copy < len(name.runs) else None
            kind: CardKind = "dual" if run else "name"
            worth = RUN_VALUE if run else None
            cards.append(Card(f"n_{name.id}_{copy + 1}", kind, name.id, run, name.value, worth))
    for run_ in RUNS.values():
        for copy in range(run_.run_only):
            card_id = f"r_{run_.id}_{copy + 1}"
            cards.append(Card(card_id, "run", run=run_.id, run_value=RUN_VALUE))
    for special in SPECIALS.values():
        numbers = range(1, special.copies + 1)
        cards += [Card(f"s_{special.id}_{n}", "special", special=special.id) for n in numbers]
    return tuple(cards)


TABLES: Final = _read()
RUNS: Final = {run.id: run for run in TABLES.runs}
NAMES: Final = {name.id: name for name in TABLES.names}
SPECIALS: Final = {special.id: special for special in TABLES.specials}
CARDS: Final = {card.id: card for card in _printed()}


def key_of(mode: Mode, id_: str) -> str:
    """Return the key of a mode and an id: ``"name:lola"``."""
    return f"{mode}:{id_}"


def _keys(card: Card) -> tuple[str, ...]:
    names = (key_of("name", card.name),) if card.name else ()
    runs = (key_of("run", card.run),) if card.run else ()
    return names + runs


KEYS_OF: Final = {card.id: _keys(card) for card in CARDS.values()}
"""The keys each card carries; none for a special."""
CARDS_OF: Final = {
    key: tuple(card for card, keys in KEYS_OF.items() if key in keys)
    for key in sorted({key for keys in KEYS_OF.values() for key in keys})
}
"""Every key, in alphabetical order and so names before runs, with all its cards."""
MODE_OF: Final[dict[str, Mode]] = {k: "name" if k.startswith("name:") else "run" for k in CARDS_OF}
ID_OF: Final = {key: key.partition(":")[2] for key in CARDS_OF}
IS_SPECIAL: Final = frozenset(card.id for card in CARDS.values() if card.special)
SPECIAL_OF: Final = {card.id: SPECIALS[card.special] for card in CARDS.values() if card.special}
HIGHEST: Final = {c.id: max(c.name_value or 0, c.run_value or 0) for c in CARDS.values()}
"""The highest value on each card, what the Top Card Bonus multiplies (WTS 9.2)."""


def value_of(card_id: str, mode: Mode) -> int:
    """Return the dollars of a card laid this way up (WTS 9.1).  Raises KeyError."""
    card = CARDS[card_id]
    return (card.name_value if mode == "name" else card.run_value) or 0


def _check() -> None:
    """Refuse to start with a deck that is not the deck of WTS 3."""
    counts = {kind: sum(c.kind == kind for c in CARDS.values()) for kind in ("name", "dual", "run")}
    if counts != {"name": 48, "dual": 24, "run": 18} or len(IS_SPECIAL) != 18 or len(CARDS) != 108:
        raise ValueError(f"cards.json is not the deck of Work The Strip: {counts}")
    for key, cards in CARDS_OF.items():
        id_ = ID_OF[key]
        printed = NAMES[id_].copies if MODE_OF[key] == "name" else 4 + RUNS[id_].run_only
        if len(cards) != printed:
            raise ValueError(f"{key} has {len(cards)} cards, not {printed}")


_check()
