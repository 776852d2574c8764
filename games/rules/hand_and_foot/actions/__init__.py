"""The eleven actions of Hand & Foot (HF 9), each in the file of its part of the round."""

from __future__ import annotations

from games.rules.hand_and_foot.actions.begin import ChooseHand, Cut
from games.rules.hand_and_foot.actions.board import Cap, LayOff, Meld
from games.rules.hand_and_foot.actions.go_out import GoOut, Permission
from games.rules.hand_and_foot.actions.pauses import Continue
from games.rules.hand_and_foot.actions.turn import Discard, Draw, TakePile

__all__ = [
    "Cap",
    "ChooseHand",
    "Continue",
    "Cut",
    "Discard",
    "Draw",
    "GoOut",
    "LayOff",
    "Meld",
    "Permission",
    "TakePile",
]
