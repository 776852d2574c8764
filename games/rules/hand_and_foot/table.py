"""The table of Hand & Foot: who sits on which side, and what can be read off board and pile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from games.rules.hand_and_foot.cards import IS_RANK, IS_WILD
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.state import BoardMeld, FootState, Phase
from games.rules.kernel import Refusal, Seat

FLOATER: Final = 4
"""The fifth of five: on side 0 in rounds 1 and 4, on side 1 in rounds 2 and 3 (HF 4)."""


def _sides(seats: int, round_: int) -> tuple[int, ...]:
    if seats < 4:
        return tuple(range(seats))
    sides = [seat % 2 for seat in range(seats)]
    if seats == FLOATER + 1:
        sides[FLOATER] = 0 if round_ in (1, 4) else 1
    return tuple(sides)


_SIDES: Final = {(n, round_): _sides(n, round_) for n in range(2, 7) for round_ in range(5)}
_MEMBERS: Final = {
    key: tuple(
        tuple(seat for seat, side in enumerate(sides) if side == team)
        for team in range(max(sides) + 1)
    )
    for key, sides in _SIDES.items()
}
_WRONG_PHASE: Final = {
    phase: Refusal("wrong_phase", "", {"phase": phase}) for phase in get_args(Phase)
}
_NOT_YOUR_TURN: Final = [Refusal("not_your_turn", "", {"turn": seat}) for seat in range(6)]


# --- Who with whom --------------------------------------------------------------------------------


def sides(seats: int, round_: int) -> tuple[int, ...]:
    """Return the team of every seat in this round (HF 4); five seats change sides."""
    return _SIDES[seats, round_]


def members(seats: int, round_: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of every team in this round (HF 4)."""
    return _MEMBERS[seats, round_]


def lasting_sides(seats: int, rounds: int) -> tuple[int, ...]:
    """Return the side of every seat over all rounds: seats that were never apart share one."""
    paths = list(zip(*(sides(seats, round_) for round_ in range(1, rounds + 1)), strict=True))
    order = list(dict.fromkeys(paths))
    return tuple(order.index(path) for path in paths)


def team_of(state: FootState, seat: Seat) -> int:
    """Return the team the seat plays for in this round (HF 4)."""
    return _SIDES[len(state.questions), state.round][seat]


def partners(state: FootState, seat: Seat) -> tuple[Seat, ...]:
    """Return the team-mates of a seat, clockwise from its left."""
    seats = len(state.questions)
    own = sides(seats, state.round)
    clockwise = ((seat + place) % seats for place in range(1, seats))
    return tuple(other for other in clockwise if own[other] == own[seat])


def clockwise(state: FootState, first: Seat) -> tuple[Seat, ...]:
    """Return every seat once, clockwise from `first`."""
    seats = len(state.questions)
    return tuple((first + place) % seats for place in range(seats))


def left_of(state: FootState, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % len(state.questions)


# --- What lies there ------------------------------------------------------------------------------


def minimum(options: FootOptions, round_: int) -> int:
    """Return what an initial meld must reach in this round, in points (HF 11)."""
    return options.minimums[round_ - 1]


def is_frozen(pile: Iterable[str]) -> bool:
    """Say whether a wild lies anywhere in the pile (HF 12)."""
    return not IS_WILD.isdisjoint(pile)


def is_blocked(pile: Sequence[str]) -> bool:
    """Say whether the top card cannot be melded by anybody (HF 12)."""
    return bool(pile) and pile[-1] not in IS_RANK


def is_last_turn(state: FootState, options: FootOptions) -> bool:
    """Say whether the stock was drawn empty in this turn, with nothing to refill it (HF 9.2)."""
    if state.stock or state.phase not in ("play", "permission"):
        return False
    return options.stock_out != "reshuffle" or len(state.pile) < 2


def groups(board: Iterable[BoardMeld]) -> tuple[int, int]:
    """Return how many dirty and how many clean groups lie there (HF 14.1)."""
    kinds = [meld.kind for meld in board]
    return kinds.count("dirty"), kinds.count("clean")


def taken_count(pile: Sequence[str], options: FootOptions) -> int:
    """Return how many cards come with the pile (option take_count)."""
    return len(pile) if options.take_count == "all" else min(options.take_count, len(pile))


# --- The first objections -------------------------------------------------------------------------


def wrong_phase(state: FootState, *phases: Phase) -> Refusal | None:
    """Return the first objection of every action: it belongs to other parts of the round."""
    return None if state.phase in phases else _WRONG_PHASE[state.phase]


def not_now(state: FootState, seat: Seat, *phases: Phase) -> Refusal | None:
    """Return the first two objections of every action of a turn: the phase, then the turn.

    Of two the more helpful one: a seat that is not on turn is told so in any phase of a turn.
    """
    if seat == state.turn and state.phase in phases:
        return None
    if state.phase in ("draw", "play") and seat != state.turn:
        return _NOT_YOUR_TURN[state.turn]
    return _WRONG_PHASE[state.phase]
