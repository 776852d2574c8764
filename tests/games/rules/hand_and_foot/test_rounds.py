"""From round to round: who begins, what is forgotten, when it goes on (HF 4, 8, 15)."""

from __future__ import annotations

from typing import Unpack

import pytest

from games.rules.hand_and_foot.events import RoundContinued, RoundStarted
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Seat, TimedOut
from tests.games.rules.hand_and_foot.builder import Situation, Table, dealt, table, teams_of
from tests.games.rules.hand_and_foot.words import A, B, C, D, codes, discard, draw, go_on

SEATS = (2, 3, 4, 5, 6)


def over(seats: int = 4, round_: int = 1, starter: Seat = A, /, **more: Unpack[Situation]) -> Table:
    """The stock is out and so is the round."""
    situation: Situation = {
        "seats": seats,
        "hands": {A: "2 3"},
        "boards": {0: "LO*3"},
        "stock": "",
        "round_": round_,
        "starter": starter,
        **more,
    }
    return table(**situation).act(A, discard("2"))


def test_every_seat_has_to_continue_once() -> None:
    at = over()
    assert at.state.phase == "over"
    assert sorted(at.state.to_act) == [A, B, C, D]
    at.act(C, go_on())
    assert at.told(RoundContinued) == [RoundContinued(C)]
    assert at.refused(C, go_on()) == "already_done"
    at.act(A, go_on()).act(B, go_on())
    assert at.state.phase == "over"
    at.act(D, go_on())
    assert (at.state.phase, at.state.round) == ("cut", 2)
    assert [timer.name for timer in at.state.timers] == ["cut"]


def test_after_30_seconds_it_goes_on_and_that_is_nobodys_time_out() -> None:
    at = over()
    (timer,) = at.state.timers
    assert (timer.name, timer.seconds, timer.counts) == ("continue", 30, False)
    at.act(B, go_on()).ring("continue")
    assert at.told(TimedOut) == []
    assert (at.state.phase, at.state.round) == ("cut", 2)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_the_start_passes_clockwise(seats: int, round_: int) -> None:
    starter = seats - 1
    at = over(seats, round_, starter).all_continue()
    assert at.state.round == round_ + 1
    assert at.state.starter == 0
    at.all_cut().all_choose()
    assert at.turn == ("draw", 0)


@pytest.mark.parametrize("seats", SEATS)
def test_turns_go_clockwise(seats: int) -> None:
    at = table(seats=seats, hands=dict.fromkeys(range(seats), "2 3 4"), phase="draw", turn=1)
    for place in range(seats + 1):
        seat = (1 + place) % seats
        assert at.turn == ("draw", seat)
        at.act(seat, draw(), discard(at.cards_of(seat)[0]))


def test_a_new_round_forgets_everything_but_the_scores() -> None:
    at = over(exact=[A, B], past=[])
    scores = at.state.totals
    at.all_continue()
    state = at.state
    assert state.boards == [[], []]
    assert (state.cuts, state.sent, state.chosen) == ([None] * 4, [None] * 4, [False] * 4)
    assert state.in_foot == [False] * 4
    assert (state.pile, state.returned, state.pending, state.denied) == ([], [], None, False)
    assert state.totals == scores
    assert len(state.results) == 1
    assert at.view(A).revealed is None


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_the_minimum_rises(round_: int) -> None:
    at = over(round_=round_).all_continue()
    minimum = (50, 90, 120, 150)[round_]
    assert at.view(None).minimum == minimum
    assert at.told(RoundStarted)[0].minimum == minimum


@pytest.mark.parametrize("seats", SEATS)
def test_every_round_deals_22_anew(seats: int) -> None:
    at = over(seats).all_continue().all_cut()
    assert [len(row) for row in (*at.state.active, *at.state.foot)] == [11] * (2 * seats)
    assert at.stock_left == 262 - 22 * seats
    assert len(at.game.card_ids(at.state)) == 262


def test_teams_are_of_the_round_and_never_remembered() -> None:
    """HF 24.12: the floater's seat changes sides when the round does."""
    at = over(5)
    assert at.teams == teams_of(5, 1)
    at.all_continue()
    assert at.teams == teams_of(5, 2)


def test_the_round_ends_once() -> None:
    """HF 24.9: after the end there is nothing left but to continue."""
    at = over()
    assert len(at.state.results) == 1
    for seat in (A, B, C, D):
        assert at.kinds(seat) == {"continue"}
        assert at.refused(seat, draw()) == "wrong_phase"
    assert at.refused(A, discard("3")) == "wrong_phase"


def test_the_first_player_may_take_the_upcard() -> None:
    """A-42."""
    at = table(hands={A: "9 9 LO LO LO 2"}, pile="9", phase="draw")
    assert "take_pile" in at.kinds(A)


def test_each_round_uses_its_own_streams() -> None:
    at = dealt(2)
    while at.state.round == 1:
        at.state.stock = at.state.stock[-1:]
        at.all_choose() if at.state.phase == "choose" else None
        if at.state.phase == "draw":
            seat = at.state.turn
            at.act(seat, draw(), discard(at.cards_of(seat)[0]))
        if at.state.phase == "over":
            at.all_continue()
    at.all_cut()
    assert {"deck/1", "deck/2", "cut/2/0", "cut/2/1"} <= set(at.state.rng.drawn)


def test_the_totals_add_up() -> None:
    at = over(round_=2, past=[(10, 20, 10, 20)])
    scores = at.result.scores
    assert at.state.totals == [scores[seat] + (10, 20, 10, 20)[seat] for seat in range(4)]


def test_hands_do_not_change_between_turns() -> None:
    at = table(hands={A: "2 3 4", C: "7 8 LD"}, phase="draw").act(A, draw(), discard("2"))
    assert at.held(C) == codes("7 8 LD")


def test_the_game_is_over_with_its_last_round() -> None:
    """There is nothing to continue to."""
    at = over(options=FootOptions(rounds=1))
    assert (at.state.phase, at.state.to_act, at.state.timers) == ("game_over", [], [])
    assert at.refused(A, go_on()) == "wrong_phase"
    assert over(round_=4).state.phase == "game_over"
