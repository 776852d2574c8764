"""The server's templates, filled with names, titles and dollars: one sentence for one event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from clients.scoresheet import dollars

Event = Mapping[str, Any]
TIMES = "\N{MULTIPLICATION SIGN}"


class Words:
    """What `GET /games/{game}/texts` and `…/cards` know, and who sits where."""

    def __init__(
        self, texts: Mapping[str, Any], cards: Mapping[str, Any], names: Sequence[str]
    ) -> None:
        self.names = names
        self._templates: Mapping[str, Sequence[str]] = texts["texts"]["events"]
        self._questions: Mapping[str, Sequence[str]] = texts["texts"].get("questions", {})
        self._cards = {card["id"]: card for card in cards["cards"]}
        self._titles = {
            (kind, row["id"]): str(row["title"])
            for kind, rows in cards["tables"].items()
            for row in rows
        }
        self._told: Counter[str] = Counter()
        self._speech: dict[str, Callable[[Any, str], str]] = {
            **dict.fromkeys(("seat", "target", "dealer"), lambda seat, _: self.names[seat]),
            **dict.fromkeys(("amount", "value"), lambda amount, _: dollars(amount)),
            "key": lambda key, mode: self._titles["runs" if mode == "run" else "names", key],
            "card": self.title,
            "cards": self.many,
            "special": lambda special, _: self._titles["specials", special],
            "count": lambda count, _: "one card" if count == 1 else f"{count} cards",
        }

    def sentence(self, event: Event) -> str:
        """Return the event in English; with several templates for it, they take turns."""
        kind = event["type"]
        template = self._next(kind, self._templates.get(kind) or [f"{kind.replace('_', ' ')}."])
        return template.format_map(_Lenient(self._filling(event)))

    def title(self, card_id: str, mode: str = "") -> str:
        """Return what is printed on a card; `mode` says which side counts."""
        card = self._cards[card_id]
        sides = [("names", card.get("name")), ("runs", card.get("run"))]
        sides = sides[::-1] if mode == "run" else sides
        sides.append(("specials", card.get("special")))
        return next(self._titles[side] for side in sides if side[1])

    def many(self, card_ids: Iterable[str], mode: str = "") -> str:
        """Return a list of cards as one says it: two Lolas and a Taylor."""
        counted = Counter(self.title(card_id, mode) for card_id in card_ids)
        said = [f"{title} {TIMES}{many}" if many > 1 else title for title, many in counted.items()]
        return " and ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said) or "nothing"

    def _next(self, kind: str, templates: Sequence[str]) -> str:
        template = templates[self._told[kind] % len(templates)]
        self._told[kind] += 1
        return template

    def _filling(self, event: Event) -> dict[str, object]:
        """Return the event's fields in words, and the question put into its asker's mouth."""
        mode = str(event.get("mode"))
        filling = {field: self._word(field, value, mode) for field, value in event.items()}
        if questions := self._questions.get(mode):
            question = self._next(f"question/{mode}", questions)
            filling["question"] = question.format_map(_Lenient(filling))
        return filling

    def _word(self, field: str, value: Any, mode: str) -> object:
        if value is None:
            return "nobody" if field in {"seat", "target"} else "nothing"
        speak = self._speech.get(field)
        return value if speak is None else speak(value, mode)


class _Lenient(dict[str, object]):
    """A field this client has never heard of stays as it stands."""

    def __missing__(self, field: str) -> str:
        return "{" + field + "}"
