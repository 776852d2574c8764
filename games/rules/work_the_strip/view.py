"""What one seat may know of a match of Work The Strip (WTS 5.1), field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.kernel import Data, Hints, Seat, View
from games.rules.work_the_strip.cards import ID_OF, MODE_OF, Mode
from games.rules.work_the_strip.scoring import worth
from games.rules.work_the_strip.state import (
    AskRecord,
    Fronted,
    Phase,
    PlayedSet,
    RoundResult,
    StripState,
)


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
    """One key of the seat's hand; of the deck, where the table lets anything be asked for.

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


# --- What is shown --------------------------------------------------------------------------------


def view_of(state: StripState, seat: Seat | None) -> StripView:
    """Return what `seat` (None: a spectator) may know, named field by field (WTS 5.1)."""
    shown = state.phase in ("round_result", "game_over")
    return StripView(
        seat=seat,
        decision=0 if seat is None else state.questions[seat],
        ply=state.ply,
        to_act=tuple(state.to_act),
        timers=tuple(state.timers),
        phase=state.phase,
        round=state.round,
        dealer=state.dealer,
        current=state.current,
        hand=() if seat is None else tuple(state.hands[seat]),
        hand_counts=tuple(map(len, state.hands)),
        pile_count=len(state.pile),
        discard=tuple(state.discard),
        flipped=tuple(state.flipped),
        tableaus=tuple(map(groups_of, state.tableau)),
        fronts=tuple(map(tuple, state.front)),
        skips=tuple(state.skip),
        asked_this_turn=tuple(map(key_ref, state.asked)),
        submitted=tuple(sets is not None for sets in state.submitted),
        submission=None if seat is None else state.submitted[seat],
        final_queue=tuple(state.final_queue),
        winner=state.winner,
        asks=tuple(state.asks),
        known=known_by(state.known[-1 if seat is None else seat]),
        revealed=tuple(map(tuple, state.hands)) if shown else None,
        results=tuple(state.results),
        totals=tuple(state.totals),
        rounds_won=tuple(state.rounds_won),
    )


def key_ref(key: str) -> KeyRef:
    """Return a key as it stands on the wire."""
    return KeyRef(MODE_OF[key], ID_OF[key])


def groups_of(tableau: Mapping[str, Sequence[str]]) -> tuple[Group, ...]:
    """Return what lies in front of a Madam, keys in their order."""
    return tuple(
        Group(MODE_OF[key], ID_OF[key], tuple(tableau[key]), worth(tableau[key], MODE_OF[key]))
        for key in sorted(tableau)
    )


def known_by(known: Mapping[str, Sequence[Seat]]) -> tuple[KnownCard, ...]:
    """Return what an observer saw go into others' hands, by card id."""
    return tuple(KnownCard(card, tuple(known[card])) for card in sorted(known))
