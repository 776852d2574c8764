"""What the narrator knows of each game: how to play it, and how to tell it.

A game that is not here is played by its first legal action and told event by event: the API says
enough for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from clients.hand_and_foot.policy import choose as choose_foot
from clients.hand_and_foot.story import FootStory
from clients.hand_and_foot.words import FootWords
from clients.lap_dance.policy import choose as choose_lap
from clients.lap_dance.story import LapStory
from clients.lap_dance.words import LapWords
from clients.story import Story
from clients.words import Words
from clients.work_the_strip.policy import choose as choose_strip
from clients.work_the_strip.story import StripStory
from clients.work_the_strip.words import StripWords

Position = Mapping[str, Any]
Choose = Callable[[Position], Mapping[str, Any] | None]
"""Returns one of a position's legal actions; None: nothing is worth doing, or nothing is legal."""


class Repertoire(NamedTuple):
    """How one game is played and told; `options`: what makes it quick enough to be watched."""

    choose: Choose
    words: type[Words]
    story: type[Story]
    options: Mapping[str, Any] = {}


def first_legal(position: Position) -> Mapping[str, Any] | None:
    """Return the first legal action, if the match waits for us."""
    view = position["view"]
    asked = view["seat"] in view["to_act"]
    return next(iter(position["legal"]), None) if asked else None


ANY_GAME = Repertoire(first_legal, Words, Story)
KNOWN: Mapping[str, Repertoire] = {
    "work_the_strip": Repertoire(choose_strip, StripWords, StripStory),
    "lap_dance": Repertoire(choose_lap, LapWords, LapStory, {"read_seconds": 1}),
    "hand_and_foot": Repertoire(choose_foot, FootWords, FootStory),
}
