"""What happens when a seat lets its time run out (HF 19): the same actions, chosen for it."""

from __future__ import annotations

from games.rules.hand_and_foot.actions import ChooseHand, Cut, Discard, Draw, Permission
from games.rules.hand_and_foot.cards import (
    CODE_OF,
    FACE_OF,
    IS_LADY,
    IS_RANK,
    IS_VILLAIN,
    IS_WILD,
)
from games.rules.hand_and_foot.options import EXACT, FootOptions
from games.rules.hand_and_foot.rules import next_round
from games.rules.hand_and_foot.state import FootState
from games.rules.hand_and_foot.table import team_of
from games.rules.kernel import Action, Emit, Seat, TimedOut, Timer


def run_out(state: FootState, timer: Timer, options: FootOptions, emit: Emit) -> None:
    """Do what the rules say when `timer` has run out."""
    late = [seat for seat in timer.seats if seat in state.to_act]
    if timer.name == "continue":
        next_round(state, options, emit)
        return
    for seat in late:
        emit(TimedOut(seat))
    for seat in late:
        if seat in state.to_act:
            default(state, seat, timer.name).apply(state, seat, options, emit)
            if timer.name == "draw" and state.phase == "play":
                state.ask(seat)


def default(state: FootState, seat: Seat, name: str) -> Action[FootOptions, FootState]:
    """Return what is done for a seat that is late with this (HF 19)."""
    match name:
        case "cut":
            return Cut(EXACT)
        case "choose":
            return ChooseHand("B" if prefers_b(state, seat) else "A")
        case "draw":
            return Draw()
        case "play":
            return Discard(default_discard(state, seat))
        case _:  # "permission": nobody holds the round open by silence
            return Permission("yes")


def prefers_b(state: FootState, seat: Seat) -> bool:
    """Say whether only pile B shows a Lady or a wild, which is better played first."""
    a, b = state.active[seat][-1], state.foot[seat][-1]
    return _is_hot(b) and not _is_hot(a)


def _is_hot(card: str) -> bool:
    return card in IS_LADY or card in IS_WILD


def default_discard(state: FootState, seat: Seat) -> str:
    """Return the card that is discarded for a seat: the one it misses least (HF 19)."""
    own = {meld.rank for meld in state.boards[team_of(state, seat)]}

    def worth(card: str) -> tuple[int, int]:
        if card in IS_RANK:
            return 3 if CODE_OF[card] in own else 2, FACE_OF[card]
        if card in IS_WILD:
            return 4, FACE_OF[card]
        return int(card in IS_VILLAIN), 0

    return min(state.active[seat], key=worth)
