"""The whole situation of a match of Lap Dance (LAP 4).  Never leaves the server."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.kernel import Data, Seat, State
from games.rules.lap_dance.cards import STAR, Face

Phase = Literal["reading", "preparation", "event", "action", "game_over"]
"""`reading`: the Customer is read and the Desire still face down, the Preparation's first part."""
Stage = Literal["preroll", "roll", "comp", "resolve"]


class Die(Data, frozen=True):
    """A die of an action turn; `kept`: for good (option `set_aside`, or unlocked and rolled)."""

    face: Face
    kept: bool = False

    @property
    def locked(self) -> bool:
        """A star is Locked, and nothing else is (LAP 9.3)."""
        return self.face == STAR


class Ballot(Data, frozen=True):
    """A vote on an accusation."""

    seat: Seat
    yes: bool


class Accusation(Data, frozen=True):
    """An open accusation (LAP 11); `contested`: the `voters` are asked, else the accused."""

    accuser: Seat
    accused: Seat
    contested: bool = False
    voters: tuple[Seat, ...] = ()
    votes: tuple[Ballot, ...] = ()


class Turn(msgspec.Struct):
    """The action turn that is played (LAP 9).

    `stars`: Locked dice at the stop; `free_unlocks`: how many were used; `double_order`: which
    order pays twice; `window`: the reaction window is open, and `passed` have had enough of it;
    `late`: the turn's time is up, and only the window is still waited for.
    """

    seat: Seat
    stage: Stage = "preroll"
    dice: list[Die] = []
    rerolls: int = 0
    stars: int = 0
    free_unlocks: int = 0
    double_order: int | None = None
    window: bool = False
    passed: list[Seat] = []
    late: bool = False


class SeatState(msgspec.Struct):
    """What one assistant has.  Money in dollars; `stack` lies face down before the reveal.

    `priority`: her Priority card, 1 the first, None before she has one (so: not ready); `drafts`:
    changes of her Stack in this Preparation; `symbols`: dancers, drinks and luxuries of this round
    beside dice and cards; `fulfilled`: her orders of this round; `takings`: what she gained and
    lost with the ply `paid_ply`, which everybody heard.
    """

    money: int
    favor: int
    hand: list[str]
    stack: list[str] = []
    specials: list[str] = []
    priority: int | None = None
    drafts: int = 0
    dice_mod: int = 0
    symbols: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    fulfilled: list[int] = []
    takings: int = 0


class LapState(State):
    """See LAP 4; decks are listed bottom to top, the last card is drawn first.

    `round` counts from 1; its Customer and Desire are `customers[round - 1]`, `desires[round - 1]`;
    a Desire taken away is replaced in its place, and goes to `desire_discard`.  `repeats`: how
    often the Preparation was repeated this round.  `activated`: Events in the Stacks that have
    happened.  `staff_used`: slots taken or blocked, by Staff member.  `order_cash`: dollars added
    to each order.  `event_order`: the lap of the Event Phase, whose step is `event_index`;
    `action_order` likewise.  `called_out` and `penalised`: accusers and the punished of this phase
    or turn.  `known[seat]` maps an Action card in somebody else's hidden hand (or face-down Stack)
    to the seats where it may be as far as that seat saw it go there, as bits (seat 2: 4); the last
    entry, after all seats, is what everybody saw.  `paid_ply`: when money last changed hands.
    """

    phase: Phase = "reading"
    round: int = 1
    seats: list[SeatState] = []
    customers: list[str] = []
    desires: list[str] = []
    desire_deck: list[str] = []
    desire_discard: list[str] = []
    deck: list[str] = []
    discard: list[str] = []
    special_deck: list[str] = []
    special_discard: list[str] = []
    repeats: int = 0
    activated: list[str] = []
    staff_used: dict[str, int] = {}
    order_cash: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    event_order: list[Seat] = []
    event_index: int = 0
    action_order: list[Seat] = []
    action_index: int = 0
    turn: Turn | None = None
    accusation: Accusation | None = None
    called_out: list[Seat] = []
    penalised: list[Seat] = []
    known: list[dict[str, int]] = []
    paid_ply: int = -1
