"""The words of Work The Strip, read once at import from ``texts.json``: stories and refusals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Final

from games.rules.kernel import Event, Refusal, snake_case
from games.rules.work_the_strip.cards import CARDS, NAMES, RUNS, SPECIALS

_texts: Final[dict[str, Any]] = json.loads(
    files(__package__).joinpath("texts.json").read_text("utf-8")
)

EVENT_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    kind: tuple(variants) for kind, variants in _texts["events"].items()
}
"""By event type, the ways to tell it; fields of the event in braces."""
QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    mode: tuple(variants) for mode, variants in _texts["questions"].items()
}
"""By mode, the ways to put the question of an ask."""
REFUSALS: Final[dict[str, tuple[str, str]]] = {
    code: (entry["rule"], entry["text"]) for code, entry in _texts["refusals"].items()
}
"""By code, the rule a refusal rests on, and its text."""
TIMER_NOTES: Final[dict[str, str]] = _texts["timers"]
"""By timer, what happens when it runs out."""

_COUNTS: Final = ("no cards", "one card", "two cards")


def tell(event: Event, names: Sequence[str], ply: int = 0) -> str | None:
    """Return the event as a sentence, or None if it has no text.

    `names`: what the Madams are called, by seat.  The variant depends on `ply` alone.
    """
    kind = snake_case(type(event).__name__)
    if not (variants := EVENT_TEXTS.get(kind)):
        return None
    fields = {name: getattr(event, name) for name in type(event).__struct_fields__}
    words = {name: _word(name, value, names) for name, value in fields.items()}
    if "mode" in fields:
        words["key"] = _key_title(fields["mode"], fields["key"])
        question = QUESTIONS[fields["mode"]]
        words["question"] = question[ply % len(question)].format(key=words["key"])
    if "places" in fields:
        winners = [names[seat] for seat, place in enumerate(fields["places"]) if place == 1]
        words["winners"] = _listed(winners)
    return variants[ply % len(variants)].format(**words)


def explain(refusal: Refusal) -> str:
    """Return a refusal as a sentence, its cards and keys by their titles.

    What names nothing in this game is quoted as it was sent.
    """
    words = {name: _titled(name, value) for name, value in refusal.params.items()}
    return REFUSALS[refusal.code][1].format(**words)


def _titled(field: str, value: str | int) -> str:
    if field == "card" and value in CARDS:
        return card_title(str(value))
    if field == "key" and (titled := NAMES.get(str(value)) or RUNS.get(str(value))):
        return titled.title
    return str(value)


def card_title(card: str) -> str:
    """Return what a card is called: "Lola", "Lola (Apple Bottoms)" or "Tax Audit"."""
    printed = CARDS[card]
    if printed.special:
        return SPECIALS[printed.special].title
    name = NAMES[printed.name].title if printed.name else ""
    run = RUNS[printed.run].title if printed.run else ""
    return f"{name} ({run})" if name and run else name or run


def money(dollars: int) -> str:
    """Return an amount as it is written: ``$1,200`` or ``-$500``."""
    return f"{'-' if dollars < 0 else ''}${abs(dollars):,}"


def _word(field: str, value: Any, names: Sequence[str]) -> str:
    """Return how the value of a field is told."""
    match field:
        case "seat" | "target" | "dealer":
            word = "nobody" if value is None else names[value]
        case "amount" | "value":
            word = money(value)
        case "totals" | "scores":
            word = ", ".join(f"{n} {money(v)}" for n, v in zip(names, value, strict=True))
        case "cards":
            word = _listed(_counted(map(card_title, value))) or "nothing"
        case "card":
            word = card_title(value) if value else "nothing but black borders"
        case "special":
            word = SPECIALS[value].title
        case "count":
            word = _COUNTS[value] if value < len(_COUNTS) else f"{value} cards"
        case _:
            word = str(value)
    return word


def _key_title(mode: str, key: str) -> str:
    return NAMES[key].title if mode == "name" else RUNS[key].title


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
    "QUESTIONS",
    "REFUSALS",
    "TIMER_NOTES",
    "card_title",
    "explain",
    "money",
    "tell",
]
