"""What is worth telling: the highlights, a paragraph for a turn, and the sheet after each round."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from clients.scoresheet import dollars, paint, sheet, standings
from clients.words import Event, Words

EFFECTS = frozenset(
    {
        "bonus_laid",
        "card_poached",
        "cards_given",
        "casting_called",
        "hand_peeked",
        "penalty_cleared",
        "penalty_laid",
        "skip_ordered",
    }
)
"""What specials do.  Their texts name the card."""
NEWS = EFFECTS | {
    "last_card_drawn",
    "lucky_card_shown",
    "mistake_made",
    "special_fizzled",
    "top_card_bonus_paid",
    "top_card_flipped",
    "turn_missed",
    "went_out",
}
"""What is always told."""
NEW_PAGES = frozenset({"turn_started", "final_turn_started", "round_scored"})
"""What ends the paragraph before it."""
A_SET_ASKED_FOR = 1800
A_SET_FROM_THE_HAND = 2000
"""From how many dollars on a set is news; what somebody had to be asked for makes a better tale."""
WIDTH = 100

Say = Callable[[str], None]


class Story:
    """Told as it happens; `over` when the last line has been told."""

    def __init__(self, words: Words, say: Say) -> None:
        self._words = words
        self._say = say
        self._paragraph: list[str] = []
        self._counted: Counter[str] = Counter()
        self.over = False

    def begin(self, number: int, dealer: int) -> None:
        """Turn to a new page; the first round is announced by no event."""
        self._counted.clear()
        event = {"type": "round_started", "round": number, "dealer": dealer}
        self._say("\n" + paint(f"── {self._words.sentence(event)}", "1;36") + "\n")

    def hear(self, events: Sequence[Event]) -> None:
        """Listen to the events of one ply, and tell what is worth it."""
        kinds = {event["type"] for event in events}
        for event in events:
            self._counted[event["type"]] += 1
            if event["type"] in NEW_PAGES:
                self._tell_the_paragraph()
            if _is_news(event, kinds, events):
                self._paragraph.append(self._told(event, events))
            self._turn_the_page(event)

    def _told(self, event: Event, ply: Sequence[Event]) -> str:
        """Return the event in a sentence; the last cards handed over with what they came to."""
        sentence = self._words.sentence(event)
        given = [other for other in ply if other["type"] == "cards_handed_over"]
        if given and event is given[-1] and (worth := _worth(ply)):
            sentence += f" ({dollars(worth)})"
        return sentence

    def _tell_the_paragraph(self) -> None:
        if self._paragraph:
            columns = min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)
            text = " ".join(self._paragraph)
            self._say(textwrap.fill(text, columns, initial_indent="  • ", subsequent_indent="    "))
            self._paragraph.clear()

    def _turn_the_page(self, event: Event) -> None:
        match event["type"]:
            case "round_started":
                self.begin(event["round"], event["dealer"])
            case "round_scored":
                self._sum_up()
                names, lines = self._words.names, event["lines"]
                self._say("\n" + sheet(names, lines, event["totals"], event["winner"]))
            case "game_ended":
                self._say("\n" + paint("The week is over.", "1"))
                self._say(standings(self._words.names, event["scores"], event["places"]))
                self.over = True

    def _sum_up(self) -> None:
        """Say in a line what was not worth telling one by one."""
        counted = self._counted
        questions, turns = counted["asked"], counted["turn_started"]
        text = (
            f"    {turns} turn{'s' * (turns != 1)}, {questions} question{'s' * (questions != 1)}:"
            f" {counted['cards_handed_over']} obliged,"
            f" {counted['told_to_work_the_strip']} sent to work the Strip,"
            f" {counted['mistake_made']} mistaken."
        )
        self._say("\n" + paint(text, "2"))


def _is_news(event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
    """Say whether to tell an event, given what else happened in its ply."""
    match event["type"]:
        case "set_laid" if "asked" in kinds or "casting_called" in kinds:
            return False  # the question and its answer tell it
        case "set_laid":
            return bool(event["value"] >= A_SET_FROM_THE_HAND)
        case "asked" | "cards_handed_over":
            return "mistake_made" in kinds or _worth(ply) >= A_SET_ASKED_FOR
        case "special_played":
            return EFFECTS.isdisjoint(kinds)
        case "cards_drawn":
            return "special_played" in kinds
        case kind:
            return kind in NEWS


def _worth(ply: Sequence[Event]) -> int:
    """Return the dollars of all that was laid in a ply."""
    return sum(laid["value"] for laid in ply if laid["type"] == "set_laid")
