"""What is worth telling of an evening: what everybody planned, what came of it, and the takings."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from clients.drawing import plain, sheet
from clients.lap_dance.words import LETTERS
from clients.story import Say, Story, View
from clients.words import Event, Words

NEWS = frozenset(
    {
        "call_out_admitted",
        "call_out_contested",
        "called_out",
        "desire_discarded",
        "desire_revealed",
        "event_activated",
        "event_cancelled",
        "event_fizzled",
        "hand_card_discarded",
        "hand_card_taken",
        "money_stolen",
        "order_doubled",
        "order_raised",
        "orders_fulfilled",
        "penalised",
        "priority_swapped",
        "special_played",
        "stack_card_discarded",
        "stack_card_taken",
        "stack_trimmed",
        "staff_blocked",
        "staff_used",
        "timed_out",
    }
)
"""What is always told."""
A_LOT_OF_STARS = 3
COLUMNS = ("priority", "stack", "dice", "stars", "orders")


class LapStory(Story):
    """A page for each Customer.

    Nobody is told what the others have: the sheet adds up what everybody heard them take in.
    """

    new_pages = frozenset({"event_phase_started", "turn_started", "round_ended"})
    farewell = "The lights go on, and the tills are counted."

    def __init__(self, words: Words, say: Say) -> None:
        super().__init__(words, say)
        seats = range(len(words.names))
        self._taken_in = [0 for _ in seats]
        self._lines = [dict[str, str]() for _ in seats]

    def begin(self, view: View) -> None:
        """Turn to the first Customer, who is announced by no event."""
        number = view["round"]
        self._turn_to({"round": number, "customer": view["customers"][number - 1]})
        if (desire := view["desires"][number - 1]) is not None:
            event = {"type": "desire_revealed", "round": number, "desire": desire, "seconds": 0}
            self.paragraph.append(self.words.sentence(event))

    def is_news(self, event: Event, kinds: Collection[str], ply: Sequence[Event]) -> bool:
        """Say whether to tell an event, given what else happened in its ply."""
        del ply
        match event["type"]:
            case "priority_taken":
                return bool(event["priority"] == 1)
            case "rolling_ended":
                return bool(event["stars"] >= A_LOT_OF_STARS)
            case "event_activated" | "special_played":
                return "money_stolen" not in kinds  # which tells whose, and how much
            case kind:
                return kind in NEWS

    def turn_the_page(self, event: Event) -> None:
        """Keep count, head a round, and draw its sheet."""
        match event["type"]:
            case "round_started":
                self._turn_to(event)
            case "money_gained" | "money_lost" | "money_stolen":
                self._count_money(event)
            case "priority_taken" | "priority_dealt":
                self._lines[event["seat"]]["priority"] = f"{event['priority']}."
            case "priority_swapped":
                self._swap_priority(event["seat"], event["target"])
            case "stack_revealed":
                self._lines[event["seat"]]["stack"] = str(len(event["cards"]))
            case "dice_rolled":
                self._lines[event["seat"]].setdefault("dice", str(len(event["dice"])))
            case "rolling_ended":
                self._lines[event["seat"]]["stars"] = "★" * event["stars"]
            case "orders_fulfilled":
                served = " ".join(LETTERS[order] for order in event["orders"])
                self._lines[event["seat"]]["orders"] = served
            case "round_ended" | "game_ended":
                self._draw()

    def _count_money(self, event: Event) -> None:
        sign = -1 if event["type"] == "money_lost" else 1
        self._taken_in[event["seat"]] += sign * event["amount"]
        if event["type"] == "money_stolen":
            self._taken_in[event["target"]] -= event["amount"]

    def _swap_priority(self, seat: int, other: int) -> None:
        """Let two seats change places, as far as they were heard to have any."""
        had = [self._lines[one].pop("priority", None) for one in (seat, other)]
        for one, priority in zip((other, seat), had, strict=True):
            if priority is not None:
                self._lines[one]["priority"] = priority

    def _turn_to(self, event: Event) -> None:
        self.head(self.words.sentence({**event, "type": "round_started"}))

    def _draw(self) -> None:
        """Draw what the round brought; the best so far, as far as one can hear, has the star."""
        if not any(self._lines):
            return
        self.tell_the_paragraph()
        most = max(self._taken_in)
        best = [seat for seat, taken in enumerate(self._taken_in) if taken == most]
        cells = [[line.get(column, plain(0)) for column in COLUMNS] for line in self._lines]
        names = self.words.names
        self.say("\n" + sheet(names, COLUMNS, cells, self._taken_in, total="took in", stars=best))
        for line in self._lines:
            line.clear()
