"""A match as it is told: what is news, a paragraph for a turn, a page for a round.

`Story` tells every event of any game in a sentence; a game that has a story of its own says what is
news, where paragraphs end, and what is drawn.
"""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from clients.drawing import paint, standings
from clients.words import Event, Words

WIDTH = 100

Say = Callable[[str], None]
View = Mapping[str, Any]


class Story:
    """Told as it happens; `over` when the last line has been told."""

    new_pages: ClassVar[Collection[str]] = frozenset({"turn_started"})
    """What ends the paragraph before it."""
    farewell: ClassVar[str] = "It is over."

    def __init__(self, words: Words, say: Say) -> None:
        self.words = words
        self.say = say
        self.paragraph: list[str] = []
        self.counted: Counter[str] = Counter()
        self.over = False

    def begin(self, view: View) -> None:
        """Turn to the first page; what happened before the first ply is told by no event."""

    def look(self, view: View) -> None:
        """See how the table stands after some plies."""

    def is_news(self, event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
        """Say whether to tell an event, given what else happened in its ply."""
        del kinds, ply
        return str(event["type"]) != "game_ended"

    def told(self, event: Event, ply: Sequence[Event]) -> str:
        """Return an event in a sentence."""
        del ply
        return self.words.sentence(event)

    def turn_the_page(self, event: Event) -> None:
        """Draw what is drawn after this event."""

    def hear(self, events: Sequence[Event]) -> None:
        """Listen to the events of one ply, and tell what is worth it."""
        kinds = {event["type"] for event in events}
        for event in events:
            self.counted[event["type"]] += 1
            if event["type"] in self.new_pages:
                self.tell_the_paragraph()
            if self.is_news(event, kinds, events):
                self.paragraph.append(self.told(event, events))
            self.turn_the_page(event)
            if event["type"] == "game_ended":
                self._end(event)

    def tell_the_paragraph(self) -> None:
        """Say what was collected, as one paragraph."""
        if self.paragraph:
            columns = min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)
            text = " ".join(self.paragraph)
            self.say(textwrap.fill(text, columns, initial_indent="  • ", subsequent_indent="    "))
            self.paragraph.clear()

    def head(self, text: str) -> None:
        """Begin a new page."""
        self.counted.clear()
        self.say("\n" + paint(f"── {text}", "1;36") + "\n")

    def _end(self, event: Event) -> None:
        self.tell_the_paragraph()
        self.say("\n" + paint(self.farewell, "1"))
        self.say(standings(self.words.names, event["scores"], event["places"]))
        self.over = True
