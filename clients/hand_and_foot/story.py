"""What is worth telling of a night of Hand & Foot: the groups, the piles, the way out, the bill."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from clients.drawing import paint
from clients.hand_and_foot.scoresheet import sheet_of, standings
from clients.hand_and_foot.words import FootWords
from clients.story import Say, Story, View
from clients.words import Event, Words

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

    def __init__(self, words: Words, say: Say) -> None:
        super().__init__(words, say)
        self._teams: list[int] = [*range(len(words.names))]
        self._sat: list[list[int]] = [[] for _ in words.names]  # by seat, its side in each round

    def look(self, view: View) -> None:
        """Note who plays with whom: five change sides from round to round."""
        self._teams = [player["team"] for player in view["players"]]

    def begin(self, view: View) -> None:
        """Turn to the first round; it is announced by no event."""
        self.look(view)
        self._turn_to({field: view[field] for field in ("round", "starter", "minimum")})

    def is_news(self, event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
        """Say whether to tell an event, given what else happened in its ply."""
        del kinds
        match event["type"]:
            case "melded":
                return self._is_first(event, ply)
            case "discarded":
                return bool(event["freezes"])
            case "cut_done":
                return bool(event["exact"])
            case kind:
                return kind in NEWS

    def told(self, event: Event, ply: Sequence[Event]) -> str:
        """Return an event in a sentence; all the melds of one action in one."""
        if event["type"] != "melded":
            return super().told(event, ply)
        opened = f"opened by side {self._teams[event['seat']]}"
        self.counted[opened] += 1
        return self._words.laid(_melds(ply), opens=self.counted[opened] == 1)

    def turn_the_page(self, event: Event) -> None:
        """Head a round, and draw its bill."""
        match event["type"]:
            case "round_started":
                self._turn_to(event)
            case "round_scored":
                self._sum_up()
                self._note_sides(event)
                self._draw(event)
            case "game_over":
                self.tell_the_paragraph()
                self.say("\n" + paint(self.farewell, "1"))
                self._stand(event["scores"])
                self.over = True

    def _turn_to(self, event: Event) -> None:
        self.head(self.words.sentence({**event, "type": "round_started"}))

    @property
    def _words(self) -> FootWords:
        return cast(FootWords, self.words)

    def _is_first(self, event: Event, ply: Sequence[Event]) -> bool:
        """Say whether this is a seat's first meld of the round."""
        if event is _melds(ply)[0]:
            self.counted[f"melded by {event['seat']}"] += 1
            return self.counted[f"melded by {event['seat']}"] == 1
        return False

    def _sum_up(self) -> None:
        """Say in a line what was not worth telling one by one."""
        counted = self.counted
        things = ("turn_started", "turn"), ("melded", "meld"), ("group_made", "group")
        said = [_so_many(counted[event], thing) for event, thing in things]
        said.append(f"{_so_many(counted['pile_taken'], 'pile')} taken")
        text = f"    {', '.join(said)}; asked to go out: {counted['go_out_asked']}."
        self.say("\n" + paint(text, "2"))

    def _draw(self, event: Event) -> None:
        words, sheets = self._words, event["result"]["sheets"]
        best = max(sheet["net"] for sheet in sheets)
        for sheet in sheets:
            side = words.side(sheet["seats"])
            self.say("\n" + sheet_of(side, sheet, words.line, won=sheet["net"] == best))
        self.say("")
        self._stand(event["totals"])

    def _note_sides(self, event: Event) -> None:
        for number, sheet in enumerate(event["result"]["sheets"]):
            for seat in sheet["seats"]:
                self._sat[seat].append(number)

    def _stand(self, scores: Sequence[int]) -> None:
        """Draw the standing of those who have been partners all the time."""
        together: dict[tuple[int, ...], list[int]] = {}
        for seat, rounds in enumerate(self._sat):
            together.setdefault((*rounds,) or (~seat,), []).append(seat)
        sides = [self._words.side(seats) for seats in together.values()]
        self.say(standings(sides, [scores[seats[0]] for seats in together.values()]))


def _melds(ply: Sequence[Event]) -> list[Event]:
    return [event for event in ply if event["type"] == "melded"]


def _so_many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"
