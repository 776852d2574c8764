"""What is worth telling of a week on the Strip: the highlights, and the sheet after each round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clients.drawing import dollars, paint, plain, sheet
from clients.story import Say, Story, View
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
A_SET_ASKED_FOR = 1800
A_SET_FROM_THE_HAND = 2000
"""From how many dollars on a set is news; what somebody had to be asked for makes a better tale."""
COLUMNS = ("names", "runs", "front", "bonus", "hand", "score")


class StripStory(Story):
    """A page for each day."""

    new_pages = frozenset({"turn_started", "final_turn_started", "round_scored"})
    farewell = "The week is over."

    def __init__(self, words: Words, say: Say) -> None:
        super().__init__(words, say)
        self._asked = False  # what is handed over answers this question, and no Open Casting

    def begin(self, view: View) -> None:
        """Turn to the first day; it is announced by no event."""
        self._turn_to(view["round"], view["dealer"])

    def is_news(self, event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
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

    def told(self, event: Event, ply: Sequence[Event]) -> str:
        """Return the event in a sentence; the last cards handed over with what they came to."""
        sentence = super().told(event, ply)
        given = [other for other in ply if other["type"] == "cards_handed_over"]
        if given and event is given[-1] and (worth := _worth(ply)):
            sentence += f" ({dollars(worth)})"
        return sentence

    def turn_the_page(self, event: Event) -> None:
        """Head a day, and draw its sheet."""
        match event["type"]:
            case "round_started":
                self._turn_to(event["round"], event["dealer"])
            case "asked":
                self._asked = True
            case "casting_called":
                self._asked = False
            case "cards_handed_over":
                self.counted["obliged"] += self._asked
            case "round_scored":
                self._sum_up()
                self.say("\n" + scored(self.words.names, event))

    def _turn_to(self, number: int, dealer: int) -> None:
        event = {"type": "round_started", "round": number, "dealer": dealer}
        self.head(self.words.sentence(event))

    def _sum_up(self) -> None:
        """Say in a line what was not worth telling one by one."""
        counted = self.counted
        questions, turns = counted["asked"], counted["turn_started"]
        text = (
            f"    {turns} turn{'s' * (turns != 1)}, {questions} question{'s' * (questions != 1)}:"
            f" {counted['obliged']} obliged,"
            f" {counted['told_to_work_the_strip']} sent to work the Strip,"
            f" {counted['mistake_made']} mistaken."
        )
        self.say("\n" + paint(text, "2"))


def scored(names: Sequence[str], event: Mapping[str, Any]) -> str:
    """Return the sheet of one round: what each seat scored and why."""
    cells = [[plain(line[column]) for column in COLUMNS] for line in event["lines"]]
    stars = () if event["winner"] is None else (event["winner"],)
    return sheet(names, COLUMNS, cells, event["totals"], stars=stars)


def _worth(ply: Sequence[Event]) -> int:
    """Return the dollars of all that was laid in a ply."""
    return sum(laid["value"] for laid in ply if laid["type"] == "set_laid")
