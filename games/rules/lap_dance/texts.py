"""The words of Lap Dance, read once at import from ``texts.json``: stories and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Any, Final

from games.rules.kernel import Event, Refusal, Seat, snake_case
from games.rules.lap_dance.cards import (
    CUSTOMERS,
    DESIRES,
    SPECIAL_OF,
    STAFF,
    VARIANT_OF,
)

_texts: Final[dict[str, Any]] = json.loads(
    files(__package__).joinpath("texts.json").read_text("utf-8")
)

EVENT_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    kind: tuple(variants) for kind, variants in _texts["events"].items()
}
"""By event type, the ways to tell it; fields of the event in braces."""
REFUSALS: Final[dict[str, tuple[str, str]]] = {
    code: (entry["rule"], entry["text"]) for code, entry in _texts["refusals"].items()
}
"""By code, the rule a refusal rests on, and its text."""
TIMER_NOTES: Final[dict[str, str]] = _texts["timers"]
"""By timer, what happens when it runs out."""
TITLES: Final[dict[str, str]] = {
    **{card: variant.title for card, variant in VARIANT_OF.items()},
    **{card: special.title for card, special in SPECIAL_OF.items()},
    **{id_: row.title for table in (STAFF, CUSTOMERS, DESIRES) for id_, row in table.items()},
    "sandra": "Sandra",
}
"""What everything with an id is called."""
PHASES: Final[dict[str, str]] = _texts["phases"]
"""What phases and stages are called."""

_FACES: Final[dict[str, str]] = _texts["faces"]
_DECKS: Final[dict[str, str]] = _texts["decks"]
_COUNTS: Final = ("no cards", "one card")
_LETTERS: Final = "ABC"


def tell(event: Event, names: Sequence[str], ply: int = 0) -> str | None:
    """Return the event as a sentence, or None if it has no text.

    `names`: what the assistants are called, by seat.  The variant depends on `ply` alone.
    """
    kind = snake_case(type(event).__name__)
    if not (variants := EVENT_TEXTS.get(kind)):
        return None
    fields = {name: getattr(event, name) for name in type(event).__struct_fields__}
    words = {name: _word(name, value, names) for name, value in fields.items()}
    if "places" in fields:
        winners = [names[seat] for seat, place in enumerate(fields["places"]) if place == 1]
        words["winners"] = _listed(winners)
    return variants[ply % len(variants)].format(**words)


def explain(refusal: Refusal) -> str:
    """Return a refusal as a sentence; phases, stages and Staff by their names."""
    words = {name: _titled(name, value) for name, value in refusal.params.items()}
    return REFUSALS[refusal.code][1].format(**words)


def _titled(field: str, value: str | int) -> str:
    if field in ("phase", "stage"):
        return PHASES[str(value)]
    return TITLES.get(str(value), str(value)) if field == "staff" else str(value)


def _word(field: str, value: Any, names: Sequence[str]) -> str:
    """Return how the value of a field is told."""
    if field in _SEATS:
        return _named(value, names)
    if field == "scores":
        return _listed(f"{name} ${money}" for name, money in zip(names, value, strict=True))
    return _WORDS.get(field, str)(value)


def _named(value: Seat | tuple[Seat, ...] | None, names: Sequence[str]) -> str:
    """Return who sits there; several are listed."""
    if isinstance(value, tuple):
        return _listed(names[seat] for seat in value) or "nobody"
    return "nobody" if value is None else names[value]


def _titles(cards: Iterable[str]) -> str:
    return _listed(TITLES[card] for card in cards) or "nothing at all"


def _title(id_: str) -> str:
    return TITLES.get(id_, id_)


def _letters(orders: Iterable[int]) -> str:
    return _listed(_LETTERS[order] for order in orders) or "nothing"


def _counted(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else f"{count} cards"


_SEATS: Final = ("seat", "target", "holders", "voters", "lap")
_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "card": _title,
    "staff": _title,
    "customer": _title,
    "desire": _title,
    "source": _title,
    "cards": _titles,
    "order": lambda order: _LETTERS[order],
    "orders": _letters,
    "change": lambda dice: f"{dice:+d}",
    "cash": lambda dollars: f"${dollars}",
    "faces": lambda faces: _listed(_FACES[face] for face in faces),
    "deck": _DECKS.__getitem__,
    "count": _counted,
    "yes": lambda yes: "guilty" if yes else "innocent",
}
"""How fields are told that are not numbers or words as they are."""


def _listed(words: Iterable[str]) -> str:
    """Return ``A``, ``A and B`` or ``A, B and C``."""
    *head, last = (*words,) or ("",)
    return f"{', '.join(head)} and {last}" if head else last


__all__ = [
    "EVENT_TEXTS",
    "PHASES",
    "REFUSALS",
    "TIMER_NOTES",
    "TITLES",
    "explain",
    "tell",
]
