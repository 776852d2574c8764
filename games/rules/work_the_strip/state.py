"""The whole situation of a match of Work The Strip (WTS 5).  Never leaves the server."""

from __future__ import annotations

from typing import Literal

from games.rules.kernel import Data, Seat, State
from games.rules.work_the_strip.cards import Mode

Phase = Literal["initial_play", "turn", "final_turn", "round_result", "game_over"]
Answer = Literal["yes", "no", "mistake"]


class PlayedSet(Data, frozen=True):
    """A set in an initial play: two or more cards of one key, laid one way up (WTS 6.2)."""

    mode: Mode
    key: str
    cards: tuple[str, ...]


class Fronted(Data, frozen=True):
    """A bonus or penalty card lying in front of a Madam, with its signed dollars."""

    card: str
    amount: int


class AskRecord(Data, frozen=True):
    """One ask of this round, as the table heard it; `cards` changed hands or were laid."""

    seat: Seat
    target: Seat
    mode: Mode
    key: str
    answer: Answer
    cards: int


class SeatScore(Data, frozen=True):
    """One Madam's line of a round's score, in dollars (WTS 9.1); `score` is the sum."""

    names: int
    runs: int
    front: int
    bonus: int
    hand: int
    score: int


class RoundResult(Data, frozen=True):
    """How a round ended: the winner if there was one, the flip, and a line per seat."""

    round: int
    dealer: Seat
    winner: Seat | None
    top_card: str | None
    die: int | None
    lines: tuple[SeatScore, ...]


class StripState(State):
    """See the fields of WTS 5; piles are listed bottom to top.

    `tableau[seat]` maps a key to the cards laid under it, and has no key without cards;
    `submitted[seat]` is None until the seat has handed in its initial play, and empty once that is
    laid; `winner` went out, known already while the last licks are played; `asks` and `asked` are
    of this round and this turn (without the option `show_ask_history` only the last ask is kept).
    `known[seat]` maps a card in somebody else's hidden hand to the seats where it may lie, as far
    as that seat saw it go there; the last entry, after all seats, is what everybody (a spectator
    too) saw.
    """

    phase: Phase = "initial_play"
    round: int = 0
    dealer: Seat = 0
    current: Seat = 0
    pile: list[str] = []
    discard: list[str] = []
    flipped: list[str] = []
    hands: list[list[str]] = []
    tableau: list[dict[str, list[str]]] = []
    front: list[list[Fronted]] = []
    skip: list[bool] = []
    asked: list[str] = []
    submitted: list[tuple[PlayedSet, ...] | None] = []
    final_queue: list[Seat] = []
    winner: Seat | None = None
    asks: list[AskRecord] = []
    results: list[RoundResult] = []
    totals: list[int] = []
    rounds_won: list[int] = []
    known: list[dict[str, list[Seat]]] = []
