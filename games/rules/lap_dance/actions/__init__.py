"""The sixteen actions of Lap Dance, each in the file of its part of the round."""

from __future__ import annotations

from games.rules.lap_dance.actions.event_phase import ActivateEvent, PassEvent
from games.rules.lap_dance.actions.fun_rules import AnswerCallOut, CallOut, Vote
from games.rules.lap_dance.actions.preparation import Ready, SetStack
from games.rules.lap_dance.actions.rolling import Compensate, FreeUnlock, Reroll, Roll, Stop
from games.rules.lap_dance.actions.serving import Fulfil
from games.rules.lap_dance.actions.specials import PassReaction, PlaySpecial
from games.rules.lap_dance.actions.staff import UseStaff

__all__ = [
    "ActivateEvent",
    "AnswerCallOut",
    "CallOut",
    "Compensate",
    "FreeUnlock",
    "Fulfil",
    "PassEvent",
    "PassReaction",
    "PlaySpecial",
    "Ready",
    "Reroll",
    "Roll",
    "SetStack",
    "Stop",
    "UseStaff",
    "Vote",
]
