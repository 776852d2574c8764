"""What one seat may know of a match of Work The Strip (WTS 5.1), field by field."""

from __future__ import annotations

from games.rules.kernel import Data, Hints, Seat, View
from games.rules.work_the_strip.cards import Mode
from games.rules.work_the_strip.state import AskRecord, Fronted, Phase, PlayedSet, RoundResult


class KeyRef(Data, frozen=True):
    """What cards match by: a mode, and the id of a name or a run."""

    mode: Mode
    key: str


class Group(Data, frozen=True):
    """The cards of one key in front of a Madam, and what they are worth in dollars."""

    mode: Mode
    key: str
    cards: tuple[str, ...]
    value: int


class KnownCard(Data, frozen=True):
    """A card in somebody else's hand, as this seat saw it go there; one of `seats` holds it."""

    card: str
    seats: tuple[Seat, ...]


class StripView(View, frozen=True):
    """The table as one seat sees it.

    `hand` and `submission` (None: not handed in) are the seat's own; `known` is what it knows of
    others' hands; `revealed` are all hands, shown when the round is scored, else None.
    """

    phase: Phase
    round: int
    dealer: Seat
    current: Seat
    hand: tuple[str, ...]
    hand_counts: tuple[int, ...]
    pile_count: int
    discard: tuple[str, ...]
    flipped: tuple[str, ...]
    tableaus: tuple[tuple[Group, ...], ...]
    fronts: tuple[tuple[Fronted, ...], ...]
    skips: tuple[bool, ...]
    asked_this_turn: tuple[KeyRef, ...]
    submitted: tuple[bool, ...]
    submission: tuple[PlayedSet, ...] | None
    final_queue: tuple[Seat, ...]
    winner: Seat | None
    asks: tuple[AskRecord, ...]
    known: tuple[KnownCard, ...]
    revealed: tuple[tuple[str, ...], ...] | None
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]


class KeyHint(Data, frozen=True):
    """One key of the seat's hand.

    `cards`: own cards of it; `open`: it lies in this mode in front of somebody; `playable`: a set
    of it may be laid now; `askable`: whom it may be asked of now; `mistakes`: of those, in front of
    whom it lies already; `hidden`: copies neither in the own hand nor face up on the table.
    """

    mode: Mode
    key: str
    cards: tuple[str, ...]
    open: bool
    playable: bool
    askable: tuple[Seat, ...]
    mistakes: tuple[Seat, ...]
    hidden: int


class SpecialHint(Data, frozen=True):
    """One special of the seat's hand: whom it may be played on, and what else it wants.

    `cards`: what may be named in `cards` (a gift, a laid card of a target, a penalty), `most` of
    them at most; `keys`: what an Open Casting may call for.  Empty: nothing is to be named.
    """

    card: str
    effect: str
    targets: tuple[Seat, ...]
    cards: tuple[str, ...]
    most: int
    keys: tuple[KeyRef, ...]


class StripHints(Hints, frozen=True):
    """What helps a client to compose an action; `forced`: only specials may be played (S25)."""

    forced: bool
    keys: tuple[KeyHint, ...]
    specials: tuple[SpecialHint, ...]
