"""What is said in the club: guests, wishes and Staff by their names, dice by what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from clients.drawing import dollars
from clients.words import TIMES, Event, Words, listed

LETTERS: Final = "ABC"
TABLES: Final[Mapping[str, str]] = {
    "customer": "customers",
    "desire": "desires",
    "staff": "staff",
}
"""In which table the things are that a field names."""


class LapWords(Words):
    """Cards are called by what is printed on them, orders by their letters."""

    def title(self, card_id: str, event: Event) -> str:
        """Return what is printed on an Action card or a Special."""
        del event
        card = self.cards[card_id]
        return self.titles[f"{card['kind']}s", card["prints"]]

    def word(self, field: str, value: Any, event: Event) -> object:
        """Return one field of an event in words; None if it is said as it is."""
        if field in TABLES:
            return self.titles[TABLES[field], value]
        if speak := self._speech.get(field):
            return speak(value)
        if field == "amount":
            return None  # the text says of what
        return super().word(field, value, event)

    @property
    def _speech(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "cash": dollars,
            "deck": lambda deck: str(self.texts["decks"][deck]),
            "faces": self._dice,
            "holders": self._people,
            "lap": self._people,
            "order": lambda order: LETTERS[order],
            "orders": lambda orders: listed(LETTERS[order] for order in orders),
            "source": self._source,
            "voters": self._people,
            "yes": lambda yes: "guilty" if yes else "innocent",
        }

    def _people(self, seats: Sequence[int]) -> str:
        return listed(self.names[seat] for seat in seats) if seats else "nobody"

    def _dice(self, faces: Sequence[str]) -> str:
        """Return dice as one says them, equal ones together."""
        counted = {face: faces.count(face) for face in dict.fromkeys(faces)}
        said = ((self.texts["faces"][face], many) for face, many in counted.items())
        return listed(f"{face} {TIMES}{many}" if many > 1 else face for face, many in said)

    def _source(self, source: str) -> str:
        """Return whence money comes: a card, a guest, a wish, a member of Staff, or Sandra."""
        if source in self.cards:
            return self.title(source, {})
        found = (title for (_, row), title in self.titles.items() if row == source)
        return next(found, source.title())
