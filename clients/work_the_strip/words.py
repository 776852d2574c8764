"""What is said at a table of Work The Strip: cards with two sides, and questions in quotes."""

from __future__ import annotations

from typing import Any

from clients.words import Event, Lenient, Words


class StripWords(Words):
    """A card is called by the side that counts: its name, or its run."""

    def title(self, card_id: str, event: Event) -> str:
        """Return what is printed on a card; the event's mode says on which side."""
        card, mode = self.cards[card_id], event.get("mode")
        sides = [("names", card.get("name")), ("runs", card.get("run"))]
        sides = sides[::-1] if mode == "run" else sides
        sides.append(("specials", card.get("special")))
        return next(self.titles[side] for side in sides if side[1])

    def filling(self, event: Event) -> dict[str, object]:
        """Return the event's fields in words, and the question put into its asker's mouth."""
        filling, mode = super().filling(event), str(event.get("mode"))
        if questions := self.texts["questions"].get(mode):
            question = self.next(f"question/{mode}", questions)
            filling["question"] = question.format_map(Lenient(filling))
        return filling

    def word(self, field: str, value: Any, event: Event) -> object:
        """Return one field of an event in words; None if it is said as it is."""
        match field:
            case "key":
                return self.titles["runs" if event.get("mode") == "run" else "names", value]
            case "special":
                return self.titles["specials", value]
        return super().word(field, value, event)
