"""The server's templates, filled with names, titles and dollars: one sentence for one event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clients.drawing import dollars

Event = Mapping[str, Any]
TIMES = "\N{MULTIPLICATION SIGN}"
PEOPLE = frozenset({"seat", "target", "dealer"})
"""Fields that name a seat, in every game."""


class Words:
    """What `GET /games/{game}/texts` and `…/cards` know, and who sits where.

    A game with words of its own overrides `word` and `title`.
    """

    def __init__(
        self, texts: Mapping[str, Any], cards: Mapping[str, Any], names: Sequence[str]
    ) -> None:
        self.names = names
        self.texts: Mapping[str, Any] = texts["texts"]
        self.cards = {card["id"]: card for card in cards["cards"]}
        self.tables: Mapping[str, Any] = cards["tables"]
        self.titles = {
            (kind, row["id"]): str(row["title"])
            for kind, rows in self.tables.items()
            for row in rows
            if "title" in row and "id" in row
        }
        self._told: Counter[str] = Counter()

    def sentence(self, event: Event) -> str:
        """Return the event in English; with several templates for it, they take turns."""
        kind = event["type"]
        templates = self.texts["events"].get(kind) or [f"{kind.replace('_', ' ')}."]
        return self.next(kind, templates).format_map(Lenient(self.filling(event)))

    def title(self, card_id: str, event: Event) -> str:
        """Return what is printed on a card, as far as it matters for this event."""
        del event
        return card_id

    def filling(self, event: Event) -> dict[str, object]:
        """Return the event's fields in words."""
        return {field: self._spoken(field, value, event) for field, value in event.items()}

    def word(self, field: str, value: Any, event: Event) -> object:
        """Return one field of an event in words; None if it is said as it is."""
        if field in PEOPLE:
            return self.names[value]
        match field:
            case "amount" | "value":
                return dollars(value)
            case "card":
                return self.title(value, event)
            case "cards":
                return self.many(value, event)
            case "count":
                return "one card" if value == 1 else f"{value} cards"
        return None

    def many(self, card_ids: Iterable[str], event: Event) -> str:
        """Return a list of cards as one says it: two Lolas and a Taylor."""
        counted = Counter(self.title(card_id, event) for card_id in card_ids)
        return listed(
            f"{title} {TIMES}{many}" if many > 1 else title for title, many in counted.items()
        )

    def next(self, kind: str, templates: Sequence[str]) -> str:
        """Return the template of this kind whose turn it is."""
        template = templates[self._told[kind] % len(templates)]
        self._told[kind] += 1
        return template

    def _spoken(self, field: str, value: Any, event: Event) -> object:
        if value is None:
            return "nobody" if field in PEOPLE else "nothing"
        said = self.word(field, value, event)
        return value if said is None else said


def listed(things: Iterable[str]) -> str:
    """Return things as one says them: ``a, b and c``; none of them is nothing."""
    *most, last = [*things] or ["nothing"]
    return " and ".join([", ".join(most), last] if most else [last])


class Lenient(dict[str, object]):
    """A field this client has never heard of stays as it stands."""

    def __missing__(self, field: str) -> str:
        return "{" + field + "}"
