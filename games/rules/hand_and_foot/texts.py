"""The words of Hand & Foot, read once at import from ``texts.json``: stories and refusals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Final

from games.rules.hand_and_foot.cards import CARDS, FACES, WILD_RANK
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.kernel import Event, Refusal, snake_case
from games.rules.sheet import Line

_texts: Final[dict[str, Any]] = json.loads(
    files(__package__).joinpath("texts.json").read_text("utf-8")
)

EVENT_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    kind: tuple(variants) for kind, variants in _texts["events"].items()
}
"""By event type, the ways to tell it; fields of the event in braces."""
LINE_TEXTS: Final[dict[str, str]] = _texts["lines"]
"""By what a line of a score sheet is, how it is told."""
REFUSALS: Final[dict[str, tuple[str, str]]] = {
    code: (entry["rule"], entry["text"]) for code, entry in _texts["refusals"].items()
}
"""By code, the rule a refusal rests on, and its text."""
TIMER_NOTES: Final[dict[str, str]] = _texts["timers"]
"""By timer, what happens when it runs out."""
_WORDS: Final[dict[str, Any]] = _texts["words"]


def tell(event: Event, names: Sequence[str], ply: int = 0) -> str | None:
    """Return the event as a sentence, or None if it has no text.

    `names`: what the players are called, by seat.  The variant depends on `ply` alone.
    """
    kind = snake_case(type(event).__name__)
    if not (variants := EVENT_TEXTS.get(kind)):
        return None
    fields = {name: getattr(event, name) for name in type(event).__struct_fields__}
    words = {name: _word(name, value, names) for name, value in fields.items()}
    if "places" in fields:
        winners = [names[seat] for seat, place in enumerate(fields["places"]) if place == 1]
        words["winners"] = _listed(winners)
    if result := fields.get("result"):
        words["round"] = str(result.round)
        words["sheets"] = "; ".join(_sum(sheet, names) for sheet in result.sheets)
    return variants[ply % len(variants)].format(**words)


def details(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    """Return what there is to an event beside its sentence: every line of a score sheet."""
    if (result := getattr(event, "result", None)) is None:
        return ()
    return tuple(
        f"{_listed(names[seat] for seat in sheet.seats)}: {tell_line(line, names)}"
        f"{_times(line)}, {line.value:+,} ({line.rule})"
        for sheet in result.sheets
        for line in sheet.lines
    )


def explain(refusal: Refusal) -> str:
    """Return a refusal as a sentence, its cards and ranks by their titles.

    What names nothing in this game is quoted as it was sent.
    """
    words = {name: _titled(name, value) for name, value in refusal.params.items()}
    return REFUSALS[refusal.code][1].format(**words)


def tell_line(line: Line, names: Sequence[str]) -> str:
    """Return a line of a score sheet in words: "clean group of Nines".

    What is left is told with how many cards it is: they are not worth the same.
    """
    words = {
        "of": "" if line.of is None else rank_title(line.of),
        "seat": "" if line.seat is None else names[line.seat],
        "cards": _cards(line.many),
    }
    return LINE_TEXTS[line.what].format(**words)


def _times(line: Line) -> str:
    """Return how many there are of a line, unless its text says so."""
    said = "{cards}" in LINE_TEXTS[line.what]
    return "" if said else f" \N{MULTIPLICATION SIGN}{line.many}"


def card_title(card: str) -> str:
    """Return what a card is called: "Seven", "Lord" or "Lady"."""
    return FACES[CARDS[card].code].title


def rank_title(rank: str) -> str:
    """Return what cards of a rank are called: "Sevens", "Sixes", "Lords" or "wilds"."""
    if rank == WILD_RANK:
        return "wilds"
    title = FACES[rank].title
    return f"{title}es" if title.endswith("x") else f"{title}s"


def _titled(field: str, value: str | int) -> str:
    if field == "card" and value in CARDS:
        return card_title(str(value))
    if field == "rank" and (value in FACES or value == WILD_RANK):
        return rank_title(str(value))
    return str(value)


def _word(field: str, value: Any, names: Sequence[str]) -> str:
    """Return how the value of a field is told."""
    word: str
    match field:
        case "seat" | "starter":
            word = names[value]
        case "totals" | "scores":
            word = ", ".join(f"{n} {v:,}" for n, v in zip(names, value, strict=True))
        case "cards" | "foot":
            word = _all(value)
        case "returned":
            word = _WORDS["returned"][bool(value)].format(cards=_all(value))
        case "card" | "a" | "b":
            word = card_title(value)
        case "rank":
            word = rank_title(value)
        case "count":
            word = _cards(value)
        case "exact" | "freezes":
            word = _WORDS[field][value]
        case "way" | "kind":
            word = _WORDS[f"{field}s"][str(value)]
        case _:
            word = str(value)
    return word


def _sum(sheet: Sheet, names: Sequence[str]) -> str:
    who = _listed(names[seat] for seat in sheet.seats)
    return f"{who} {sheet.base:,} + {sheet.count:,} - {sheet.unplayed:,} = {sheet.net:,}"


def _cards(many: int) -> str:
    return "one card" if many == 1 else f"{many} cards"


def _all(cards: Iterable[str]) -> str:
    return _listed(_counted(map(card_title, cards))) or "nothing"


def _counted(titles: Iterable[str]) -> list[str]:
    """Return each title once, with how many there are of it."""
    many = Counter(titles)
    return [f"{title} \N{MULTIPLICATION SIGN}{n}" if n > 1 else title for title, n in many.items()]


def _listed(words: Iterable[str]) -> str:
    """Return ``A``, ``A and B`` or ``A, B and C``."""
    *head, last = (*words,) or ("",)
    return f"{', '.join(head)} and {last}" if head else last


__all__ = [
    "EVENT_TEXTS",
    "LINE_TEXTS",
    "REFUSALS",
    "TIMER_NOTES",
    "card_title",
    "details",
    "explain",
    "rank_title",
    "tell",
    "tell_line",
]
