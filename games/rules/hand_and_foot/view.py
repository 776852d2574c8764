"""What one seat may know of a match of Hand & Foot (HF 18), field by field."""

from __future__ import annotations

from typing import Literal

from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Plan
from games.rules.hand_and_foot.state import (
    Answered,
    BoardMeld,
    CutResult,
    FootState,
    Phase,
    RoundResult,
)
from games.rules.hand_and_foot.table import (
    groups,
    is_blocked,
    is_frozen,
    is_last_turn,
    minimum,
    sides,
)
from games.rules.kernel import Data, Seat, View


class OwnFoot(Data, frozen=True):
    """The own Foot before it is picked up: how many cards, and the bottom one (HF 18)."""

    count: int
    bottom: str


class Bottoms(Data, frozen=True):
    """The bottom cards of the own piles A and B, before one is chosen (HF 6.3)."""

    a: str
    b: str


class PlayerView(Data, frozen=True):
    """What all see of a seat.

    `count`: active cards; `foot`: cards of the Foot not picked up; `shown`: active cards that came
    with the pile, for all to see; `has_cut`: its cut, shown in `cut` when all have.
    """

    seat: Seat
    team: int
    count: int
    foot: int
    in_foot: bool
    has_cut: bool
    cut: CutResult | None
    chosen: bool
    shown: tuple[str, ...]


class TeamView(Data, frozen=True):
    """A team's board, and how many groups it holds."""

    opened: bool
    melds: tuple[BoardMeld, ...]
    dirty: int
    clean: int


class GoOutView(Data, frozen=True):
    """What the own team has and needs for going out (HF 14.1); `denied`: refused in this turn."""

    dirty: int
    clean: int
    need_dirty: int
    need_clean: int
    denied: bool


class PermissionView(Data, frozen=True):
    """The question "May I go out?", as all hear it; `plan` is shown to the asker alone (HF 18)."""

    seat: Seat
    back_to: Literal["draw", "play"]
    waiting: tuple[Seat, ...]
    answers: tuple[Answered, ...]
    plan: Plan | None


class Revealed(Data, frozen=True):
    """What a seat was left with, shown after the round."""

    hand: tuple[str, ...]
    foot: tuple[str, ...]


class FootView(View, frozen=True):
    """The table as one seat sees it.

    `stock` and `pile_count` are numbers of cards; `pile` is all of it, or its top card with
    `pile_visible: top`, the top card last.  `denied`: the seat on turn was refused to go out.
    `cut_sent`, `you_hold`, `foot`, `bottoms` and `go_out` are the seat's own; `revealed` is by
    seat, after the round, else None.
    """

    phase: Phase
    round: int
    minimum: int
    starter: Seat
    turn: Seat
    source: Literal["stock", "pile"] | None
    last_turn: bool
    denied: bool
    stock: int
    pile: tuple[str, ...]
    pile_count: int
    frozen: bool
    blocked: bool
    returned: tuple[str, ...]
    cut_sent: int | None
    you_hold: tuple[str, ...]
    foot: OwnFoot | None
    bottoms: Bottoms | None
    players: tuple[PlayerView, ...]
    teams: tuple[TeamView, ...]
    go_out: GoOutView | None
    permission: PermissionView | None
    revealed: tuple[Revealed, ...] | None
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]


# --- What is shown --------------------------------------------------------------------------------


def view_of(state: FootState, seat: Seat | None, options: FootOptions) -> FootView:
    """Return what `seat` (None: a spectator) may know, named field by field (HF 18)."""
    teams = tuple(map(_team, state.boards))
    return FootView(
        seat=seat,
        decision=0 if seat is None else state.questions[seat],
        ply=state.ply,
        to_act=tuple(state.to_act),
        timers=tuple(state.timers),
        phase=state.phase,
        round=state.round,
        minimum=minimum(options, state.round),
        starter=state.starter,
        turn=state.turn,
        source=state.source,
        last_turn=is_last_turn(state, options),
        denied=state.denied,
        stock=len(state.stock),
        pile=tuple(state.pile if options.pile_visible == "all" else state.pile[-1:]),
        pile_count=len(state.pile),
        frozen=is_frozen(state.pile),
        blocked=is_blocked(state.pile),
        returned=tuple(state.returned),
        cut_sent=None if seat is None else state.sent[seat],
        you_hold=() if seat is None or not state.chosen[seat] else tuple(state.active[seat]),
        foot=None if seat is None else _foot(state, seat),
        bottoms=None if seat is None else _bottoms(state, seat),
        players=_players(state),
        teams=teams,
        go_out=None if seat is None else _go_out(state, seat, teams, options),
        permission=_permission(state, seat),
        revealed=_revealed(state),
        results=tuple(state.results),
        totals=tuple(state.totals),
    )


def _team(board: list[BoardMeld]) -> TeamView:
    return TeamView(bool(board), tuple(board), *groups(board))


def _players(state: FootState) -> tuple[PlayerView, ...]:
    seats = len(state.questions)
    own = sides(seats, state.round)
    return tuple(
        PlayerView(
            seat,
            own[seat],
            len(state.active[seat]),
            len(state.foot[seat]),
            state.in_foot[seat],
            state.sent[seat] is not None,
            state.cuts[seat],
            state.chosen[seat],
            tuple(state.shown[seat]),
        )
        for seat in range(seats)
    )


def _foot(state: FootState, seat: Seat) -> OwnFoot | None:
    foot = state.foot[seat]
    return OwnFoot(len(foot), foot[-1]) if foot and state.chosen[seat] else None


def _bottoms(state: FootState, seat: Seat) -> Bottoms | None:
    if state.phase != "choose" or state.chosen[seat]:
        return None
    return Bottoms(state.active[seat][-1], state.foot[seat][-1])


def _go_out(
    state: FootState, seat: Seat, teams: tuple[TeamView, ...], options: FootOptions
) -> GoOutView:
    team = sides(len(state.questions), state.round)[seat]
    own, needs = teams[team], (options.dirty_needed, options.clean_needed)
    denied = state.denied and sides(len(state.questions), state.round)[state.turn] == team
    return GoOutView(own.dirty, own.clean, *needs, denied)


def _permission(state: FootState, seat: Seat | None) -> PermissionView | None:
    if (asked := state.pending) is None:
        return None
    plan = asked.plan if seat == asked.seat else None
    return PermissionView(asked.seat, asked.back_to, asked.waiting, asked.answers, plan)


def _revealed(state: FootState) -> tuple[Revealed, ...] | None:
    if state.phase not in ("over", "game_over"):
        return None
    pairs = zip(state.active, state.foot, strict=True)
    return tuple(Revealed(tuple(hand), tuple(foot)) for hand, foot in pairs)
