"""What a round is worth (HF 16), line by line, and who has won (HF 17).  All amounts in points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.rules.hand_and_foot.cards import IS_LADY, face_value
from games.rules.hand_and_foot.options import (
    CAP_VALUE,
    CLEAN_VALUE,
    DIRTY_VALUE,
    GROUP_SIZE,
    FootOptions,
)
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.hand_and_foot.state import BoardMeld, End, FootState, RoundResult
from games.rules.hand_and_foot.table import members, sides
from games.rules.kernel import Outcome, Seat, places
from games.rules.sheet import Line

_UNPLAYED: Final = "unplayed"


def result_of(state: FootState, end: End, out: Seat | None, options: FootOptions) -> RoundResult:
    """Return the result of the round that has just ended."""
    seats = len(state.questions)
    sheets = tuple(
        sheet_of(state, team, out, options) for team in range(len(members(seats, state.round)))
    )
    scores = tuple(sheets[team].net for team in sides(seats, state.round))
    return RoundResult(state.round, state.starter, end, out, sheets, scores)


def sheet_of(state: FootState, team: int, out: Seat | None, options: FootOptions) -> Sheet:
    """Return a team's score sheet; `out` went out, if anybody did (HF 16)."""
    seats = members(len(state.questions), state.round)[team]
    lines = (
        *_base(state, team, seats, out, options),
        *_count(state.boards[team]),
        *_left(state, seats, options),
    )
    sums = {part: _sum(lines, part) for part in ("base", "count", _UNPLAYED)}
    net = sum(sums.values())
    return Sheet(team, seats, lines, sums["base"], sums["count"], -sums[_UNPLAYED], net)


def _sum(lines: Iterable[Line], part: str) -> int:
    return sum(line.value for line in lines if line.part == part)


def _base(
    state: FootState, team: int, seats: Iterable[Seat], out: Seat | None, options: FootOptions
) -> Iterator[Line]:
    """Yield groups and caps, going out, and exact cuts."""
    for meld in state.boards[team]:
        yield from _worth(meld, options)
    for seat in seats:
        if seat == out:
            yield Line("base", "going_out", 1, options.go_out_bonus, "HF 14.4", seat=seat)
    for seat in seats:
        if (cut := state.cuts[seat]) and cut.exact:
            yield Line("base", "exact_22", 1, options.exact22_bonus, "HF 6.1", seat=seat)


def _worth(meld: BoardMeld, options: FootOptions) -> Iterator[Line]:
    """Yield what a meld is worth beside the faces of its cards (HF 10.4)."""
    values = {"clean": CLEAN_VALUE, "dirty": DIRTY_VALUE, "wild": options.wild_group_value}
    if meld.kind != "meld":
        what, value = f"{meld.kind}_group", values[meld.kind]
        yield Line("base", what, 1, value, "HF 10.4", of=meld.rank, meld_id=meld.id)
    if caps := len(meld.caps):
        value = caps * CAP_VALUE
        yield Line("base", "cap", caps, value, "HF 10.4", of=meld.rank, meld_id=meld.id)
    if not meld.naturals and len(meld.cards) < GROUP_SIZE and options.wild_meld_penalty:
        value = -options.wild_meld_penalty
        yield Line("base", "wild_meld", 1, value, "HF 21", of=meld.rank, meld_id=meld.id)


def _count(board: Iterable[BoardMeld]) -> Iterator[Line]:
    """Yield the face value of every meld; Ladies on it count nothing here (A-25)."""
    for meld in board:
        many, value = len(meld.cards), face_value(meld.cards)
        yield Line("count", "melded", many, value, "HF 16", of=meld.rank, meld_id=meld.id)


def _left(state: FootState, seats: Iterable[Seat], options: FootOptions) -> Iterator[Line]:
    """Yield what each seat was left with, active cards and Foot, and its Ladies (A-06)."""
    for seat in seats:
        ladies = 0
        for what, cards in (("hand", state.active[seat]), ("foot", state.foot[seat])):
            ladies += sum(card in IS_LADY for card in cards)
            if many := sum(card not in IS_LADY for card in cards):
                yield Line(_UNPLAYED, what, many, -face_value(cards), "HF 16", seat=seat)
        if ladies:
            value = -ladies * options.lady_penalty
            yield Line(_UNPLAYED, "ladies", ladies, value, "HF 16", seat=seat)


def standing(state: FootState) -> Outcome:
    """Return totals and places by seat; ties are shared (HF 17, A-14)."""
    return Outcome(tuple(state.totals), places(state.totals))
