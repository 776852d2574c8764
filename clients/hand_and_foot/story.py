"""What is worth telling of a night of Hand & Foot: the groups, the piles, the way out, the bill."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from clients.drawing import paint
from clients.hand_and_foot.scoresheet import sheet_of, standings
from clients.hand_and_foot.words import FootWords
from clients.story import Story, View
from clients.words import Event

NEWS = frozenset(
    {
        "capped",
        "cut_done",
        "foot_entered",
        "go_out_answered",
        "go_out_asked",
        "group_dirtied",
        "group_made",
        "pile_taken",
        "stock_out",
        "stock_reshuffled",
        "timed_out",
        "upcard",
        "went_out",
    }
)
"""What is always told."""


class FootStory(Story):
    """A page for each round, and the bill at its end."""

    new_pages = frozenset({"turn_started", "round_scored"})
    farewell = "The night is over."

    def begin(self, view: View) -> None:
        """Turn to the first round; it is announced by no event."""
        self._turn_to({field: view[field] for field in ("round", "starter", "minimum")})

    def is_news(self, event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
        """Say whether to tell an event, given what else happened in its ply."""
        del kinds, ply
        match event["type"]:
            case "melded":
                return self._opens(event)
            case "discarded":
                return bool(event["freezes"])
            case "cut_done":
                return bool(event["exact"])
            case kind:
                return kind in NEWS

    def turn_the_page(self, event: Event) -> None:
        """Head a round, and draw its bill."""
        match event["type"]:
            case "round_started":
                self._turn_to(event)
            case "round_scored":
                self._sum_up()
                self._draw(event)
            case "game_over":
                self.tell_the_paragraph()
                self.say("\n" + paint(self.farewell, "1"))
                self.say(standings(self.words.names, event["scores"], event["places"]))
                self.over = True

    def _turn_to(self, event: Event) -> None:
        self.head(self.words.sentence({**event, "type": "round_started"}))

    def _opens(self, event: Event) -> bool:
        """Say whether this is a seat's first meld of the round."""
        self.counted[f"melded by {event['seat']}"] += 1
        return self.counted[f"melded by {event['seat']}"] == 1

    def _sum_up(self) -> None:
        """Say in a line what was not worth telling one by one."""
        counted = self.counted
        things = ("turn_started", "turn"), ("melded", "meld"), ("group_made", "group")
        said = [_so_many(counted[event], thing) for event, thing in things]
        said.append(f"{_so_many(counted['pile_taken'], 'pile')} taken")
        text = f"    {', '.join(said)}; asked to go out: {counted['go_out_asked']}."
        self.say("\n" + paint(text, "2"))

    def _draw(self, event: Event) -> None:
        words, sheets = cast(FootWords, self.words), event["result"]["sheets"]
        best = max(sheet["net"] for sheet in sheets)
        for sheet in sheets:
            side = words.side(sheet["seats"])
            self.say("\n" + sheet_of(side, sheet, words.line, won=sheet["net"] == best))
        self.say("\n" + standings(words.names, event["totals"], event["places"]))


def _so_many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"
