"""The whole situation of a match of Hand & Foot (HF 7).  Never leaves the server."""

from __future__ import annotations

from typing import Literal

from games.rules.hand_and_foot.cards import CODE_OF, IS_WILD, WILD_RANK
from games.rules.hand_and_foot.options import GROUP_SIZE
from games.rules.hand_and_foot.plays import Plan
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.kernel import Data, Seat, State

Phase = Literal["cut", "choose", "draw", "play", "permission", "over", "game_over"]
MeldKind = Literal["meld", "clean", "dirty", "wild"]
Answer = Literal["yes", "no"]
End = Literal["out", "stock"]


class BoardMeld(Data, frozen=True):
    """Cards of one rank on a team's board; `rank` WILD: nothing but wilds.

    `kind`: "meld" below seven cards, else what group it is; `caps`: the Ladies on it, which are no
    cards of the meld (HF 9.6).  Made by `meld_of` alone, so that the parts agree.
    """

    id: int
    rank: str
    cards: tuple[str, ...]
    kind: MeldKind
    naturals: int
    wilds: int
    caps: tuple[str, ...] = ()


def meld_of(meld_id: int, cards: tuple[str, ...], caps: tuple[str, ...] = ()) -> BoardMeld:
    """Return the meld of these cards, in the order they were laid (HF 7)."""
    wilds = sum(card in IS_WILD for card in cards)
    naturals = len(cards) - wilds
    rank = next((CODE_OF[card] for card in cards if card not in IS_WILD), WILD_RANK)
    kind: MeldKind = "meld"
    if len(cards) >= GROUP_SIZE:
        kind = "wild" if not naturals else "dirty" if wilds else "clean"
    return BoardMeld(meld_id, rank, cards, kind, naturals, wilds, caps)


class CutResult(Data, frozen=True):
    """A revealed cut: the number sent, the cards really taken, whether they are 22 (HF 6.1)."""

    n: int
    taken: int
    exact: bool


class Answered(Data, frozen=True):
    """A partner's answer."""

    seat: Seat
    answer: Answer


class Pending(Data, frozen=True):
    """The question "May I go out?": a secret plan, whom it waits for, and where a no leads back."""

    seat: Seat
    plan: Plan
    back_to: Literal["draw", "play"]
    waiting: tuple[Seat, ...]
    answers: tuple[Answered, ...] = ()


class RoundResult(Data, frozen=True):
    """How a round ended, each team's score sheet, and what each seat got (points)."""

    round: int
    starter: Seat
    end: End
    out: Seat | None
    sheets: tuple[Sheet, ...]
    scores: tuple[int, ...]


class FootState(State):
    """See the fields of HF 7; `stock` and `pile` are listed bottom to top.

    `sent`: numbers of cuts not yet revealed; `cuts`: revealed ones.  While `chosen` is False,
    `active` is pile A and `foot` pile B, each with its bottom card last.  `shown[seat]`: active
    cards that everybody saw go there with the pile.  `returned`: upcards put back into the stock.
    `starter` began the round; `turn` is the seat on turn.  `boards` are by team; a team has opened
    when there is a meld on its board.  Whether the pile is frozen or blocked is never stored.
    """

    phase: Phase = "cut"
    round: int = 0
    starter: Seat = 0
    turn: Seat = 0
    stock: list[str] = []
    pile: list[str] = []
    returned: list[str] = []
    sent: list[int | None] = []
    cuts: list[CutResult | None] = []
    chosen: list[bool] = []
    active: list[list[str]] = []
    foot: list[list[str]] = []
    in_foot: list[bool] = []
    shown: list[list[str]] = []
    boards: list[list[BoardMeld]] = []
    source: Literal["stock", "pile"] | None = None
    denied: bool = False
    pending: Pending | None = None
    results: list[RoundResult] = []
    totals: list[int] = []
