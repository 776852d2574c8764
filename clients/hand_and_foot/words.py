"""The words of Hand & Foot: cards and ranks by their titles, and points instead of dollars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clients.drawing import plain
from clients.words import TIMES, Event, Words, listed

OF_MANY = {"Six": "Sixes", "Lady": "Ladies", "WILD": "Wilds"}
"""What does not end in an s."""
OPENINGS = (
    "{seat} pays at the door with {value} points: {melds}.",
    "{value} points, and the door opens for {seat}: {melds}.",
    "{seat} walks in on {value} points: {melds}.",
)
"""A side's first melds, which are counted together (HF 11)."""
LATER = (
    "{seat}, long inside, brings {melds}: {value} points more.",
    "The door is open; {seat} adds {melds}, {value} points more.",
)
"""A seat's first melds on a board that its side has opened."""


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

    def laid(self, melds: Sequence[Event], *, opens: bool) -> str:
        """Return all the melds of one action in a sentence, with what they count together."""
        texts = OPENINGS if opens else LATER
        return self.next("openings" if opens else "later", texts).format(
            seat=self.names[melds[0]["seat"]],
            melds="; ".join(self.many(meld["cards"], meld) for meld in melds),
            value=sum(meld["value"] for meld in melds),
        )

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
            "returned": lambda: said["returned"][bool(value)].format(cards=self.many(value, event)),
            "exact": lambda: said["exact"][int(value)],
            "freezes": lambda: said["freezes"][int(value)],
            "way": lambda: said["ways"][str(value)],
            "kind": lambda: said["kinds"].get(value),
            "value": lambda: plain(value),
        }
        return speak[field]() if field in speak else super().word(field, value, event)

    def line(self, line: Mapping[str, Any]) -> str:
        """Return what a line of a score sheet says, and how many there are of it."""
        of = None if line["of"] is None else self.ranks(line["of"])
        seat = None if line["seat"] is None else self.names[line["seat"]]
        text: str = self.texts["lines"].get(line["what"], line["what"].replace("_", " "))
        many = line["many"]
        cards = "one card" if many == 1 else f"{many} cards"
        factor = f"{many} {TIMES} " if many > 1 and "{cards}" not in text else ""
        return factor + text.format(of=of, seat=seat, cards=cards)

    def _printed(self, code: str) -> str:
        titles = {kind["code"]: str(kind["title"]) for kind in self.tables["kinds"]}
        return titles.get(code, code)
