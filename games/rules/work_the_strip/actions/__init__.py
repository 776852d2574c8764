"""The seven actions of Work The Strip (WTS 7), each in the file of its part of the round."""

from __future__ import annotations

from games.rules.work_the_strip.actions.ask import Ask, WorkTheStrip
from games.rules.work_the_strip.actions.initial_play import InitialPlay
from games.rules.work_the_strip.actions.pauses import Continue, EndFinalTurn
from games.rules.work_the_strip.actions.play_set import PlaySet
from games.rules.work_the_strip.actions.play_special import PlaySpecial

__all__ = [
    "Ask",
    "Continue",
    "EndFinalTurn",
    "InitialPlay",
    "PlaySet",
    "PlaySpecial",
    "WorkTheStrip",
]
