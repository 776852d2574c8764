"""The words of Hand & Foot: cards and ranks by their titles, and points instead of dollars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clients.drawing import plain
from clients.words import Event, Words, listed

OF_MANY = {"Six": "Sixes", "Lady": "Ladies", "WILD": "Wilds"}
"""What does not end in an s."""


class FootWords(Words):
    """Cards are told by what is printed on them; which copy it is matters to nobody."""

    def title(self, card_id: str, event: Event) -> str:
        """Return what is printed on a card."""
        del event
        return self._printed(card_id.partition("-")[0])

    def ranks(self, code: str) -> str:
        """Return how one speaks of several cards of a code: Sevens, Lords, Wilds."""
        title = OF_MANY["WILD"] if code == "WILD" else self._printed(code)
        return title if code == "WILD" else OF_MANY.get(title, f"{title}s")

    def side(self, seats: list[int]) -> str:
        """Return the names of a side."""
        return listed(self.names[seat] for seat in seats)

    def word(self, field: str, value: Any, event: Event) -> object:
        """Return one field of an event in words; None if it is said as it is."""
        said = self.texts["words"]
        speak: Mapping[str, Callable[[], object]] = {
            "rank": lambda: self.ranks(value),
            "starter": lambda: self.names[value],
            "a": lambda: self.title(value, event),
            "b": lambda: self.title(value, event),
            "foot": lambda: self.many(value, event),
            "returned": lambda: self.many(value, event),
            "exact": lambda: said["exact"][int(value)],
            "freezes": lambda: said["freezes"][int(value)],
            "way": lambda: said["ways"][str(value)],
            "kind": lambda: said["kinds"].get(value),
            "value": lambda: plain(value),
        }
        return speak[field]() if field in speak else super().word(field, value, event)

    def line(self, line: Mapping[str, Any]) -> str:
        """Return what a line of a score sheet says."""
        of = None if line["of"] is None else self.ranks(line["of"])
        seat = None if line["seat"] is None else self.names[line["seat"]]
        text: str = self.texts["lines"].get(line["what"], line["what"].replace("_", " "))
        return text.format(of=of, seat=seat)

    def _printed(self, code: str) -> str:
        titles = {kind["code"]: str(kind["title"]) for kind in self.tables["kinds"]}
        return titles.get(code, code)
