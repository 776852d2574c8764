"""What a round is worth beyond the six sheets (HF 16), and how a game is won (HF 17)."""

from __future__ import annotations

from typing import Unpack

import pytest

from games.rules.hand_and_foot.events import GameOver, RoundScored
from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import Situation, Table, table
from tests.games.rules.hand_and_foot.words import A, B, C, D, E, discard, go_out, yes

BOARD = "9*6 JS; 8*5 JS*2; 6*7"


def scored(
    board: str = "",
    *,
    hand: str = "VL",
    foot: str = "",
    others: str = "VL",
    **more: Unpack[Situation],
) -> Table:
    """The stock is out: A's team has this board, A this hand and foot, the others nothing much."""
    situation: Situation = {
        "hands": {A: f"{hand} VL", **dict.fromkeys((B, C, D), "VL")},
        "feet": {A: foot} if foot else {},
        "in_foot": [B, C, D] if foot else [A, B, C, D],
        "boards": {0: board} if board else {},
        "stock": "",
        **more,
    }
    return table(**situation).act(A, discard("VL"))


def net(at: Table, team: int = 0) -> int:
    return at.sheet(team).net


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("1", 5),
        ("6", 5),
        ("7", 10),
        ("12", 10),
        ("LO", 20),
        ("JS", 25),
        ("JK", 50),
        ("VL", 0),
        ("LD", 500),
        ("LD LD LD", 1500),
        ("1 7 LO JS JK VL LD", 610),
    ],
)
def test_unplayed_cards_cost_their_face_and_a_lady_500(hand: str, cost: int) -> None:
    assert net(scored(hand=hand)) == -cost


def test_a_foot_never_picked_up_costs_as_well() -> None:
    assert net(scored(hand="1", foot="LD 2 7 LO JS JK VL VL 3 4 5")) == -630


def test_a_foot_costs_where_the_hand_is_not_empty_either() -> None:
    assert net(scored(hand="7 7", foot="1 1 1 1 1 1 1 1 1 1 1")) == -75


def test_a_score_may_be_negative_and_is_carried_on() -> None:
    at = scored(hand="LD", past=[(100, 0, 100, 0)], round_=2)
    assert at.state.totals == [-400, 0, -400, 0]


def test_a_lady_costs_the_partner_of_who_went_out() -> None:
    at = table(hands={A: "1", C: "LD 4"}, in_foot=[A, C], boards={0: BOARD})
    at.act(A, go_out(last="1")).act(C, yes())
    assert at.sheet(0).unplayed == 505


@pytest.mark.parametrize(
    ("board", "base", "count"),
    [
        ("9*3", 0, 30),
        ("9*6", 0, 60),
        ("9*7", 500, 70),
        ("9*16", 500, 160),
        ("9*7 +LD", 600, 70),
        ("9*4 JS*3", 300, 115),
        ("9*12 JK", 300, 170),
        ("JS*7", 2000, 175),
        ("JK*3 JS*4 +LD", 2100, 250),
        ("JK*3", 0, 150),
        ("9*7; 9*6 JS; 8*3", 800, 70 + 85 + 30),
    ],
)
def test_boards(board: str, base: int, count: int) -> None:
    at = scored(board)
    assert (at.sheet(0).base, at.sheet(0).count, net(at)) == (base, count, base + count)


def test_beyond_seven_only_the_count_grows() -> None:
    assert [scored(f"9*{size}").sheet(0).base for size in (6, 7, 8, 14)] == [0, 500, 500, 500]


def test_every_exact_22_pays_the_own_team() -> None:
    at = scored(exact=[A, B, C])
    assert [at.sheet(team).base for team in (0, 1)] == [200, 100]


def test_the_floaters_cards_and_cut_are_the_teams_he_plays_for() -> None:
    for round_, team in ((1, 0), (2, 1), (3, 1), (4, 0)):
        at = table(
            seats=5,
            hands={A: "VL VL", B: "VL", C: "VL", D: "VL", E: "LD 5"},
            in_foot=range(5),
            exact=[E],
            stock="",
            round_=round_,
        ).act(A, discard("VL"))
        assert [at.sheet(side).unplayed for side in (0, 1)] == [
            505 * (team == 0),
            505 * (team == 1),
        ]
        assert [at.sheet(side).base for side in (0, 1)] == [100 * (team == 0), 100 * (team == 1)]
        assert at.result.scores[E] == -405
        assert at.sheet(team).seats == ((A, C, E) if team == 0 else (B, D, E))


# --- Options of the score -------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", [0, 100, 500])
def test_lady_penalty(penalty: int) -> None:
    assert net(scored(hand="LD LD", options=FootOptions(lady_penalty=penalty))) == -2 * penalty


@pytest.mark.parametrize("bonus", [0, 50, 500])
def test_exact22_bonus(bonus: int) -> None:
    at = scored(exact=[A, C], options=FootOptions(exact22_bonus=bonus))
    assert at.sheet(0).base == 2 * bonus


@pytest.mark.parametrize("value", [1000, 1500, 2500])
def test_wild_group_value(value: int) -> None:
    at = scored("JS*7 +LD", options=FootOptions(wild_group_value=value))
    assert at.sheet(0).base == value + 100


@pytest.mark.parametrize(
    ("board", "melds"), [("JS*3", 1), ("JS*3; JK*4", 2), ("JS*7", 0), ("9*3 JS*3", 0)]
)
def test_wild_meld_penalty(board: str, melds: int) -> None:
    with_it = scored(board, options=FootOptions(wild_meld_penalty=2000))
    assert net(scored(board)) - net(with_it) == 2000 * melds
    many = [line.many for line in with_it.sheet(0).lines if line.what == "wild_meld"]
    assert many == [1] * melds


def test_caps_without_limit_pay_each() -> None:
    at = scored("9*7 +LD LD LD", options=FootOptions(caps_per_group=0))
    assert at.sheet(0).base == 800


# --- Winning --------------------------------------------------------------------------------------


def finished(past: list[tuple[int, ...]], seats: int = 4, /, **more: Unpack[Situation]) -> Table:
    situation: Situation = {
        "hands": {A: "VL VL", **dict.fromkeys(range(1, seats), "VL")},
        "in_foot": range(seats),
        "stock": "",
        "seats": seats,
        "round_": len(past) + 1,
        "past": past,
        **more,
    }
    return table(**situation).act(A, discard("VL"))


def test_after_round_4_the_highest_total_wins() -> None:
    at = finished([(10, 20, 10, 20), (500, 30, 500, 30), (0, 100, 0, 100)])
    assert at.state.phase == "game_over"
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((510, 150, 510, 150), (1, 3, 1, 3))


def test_ties_are_shared() -> None:
    at = finished([(10, 20, 10, 20), (20, 10, 20, 10), (0, 0, 0, 0)])
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((30, 30, 30, 30), (1, 1, 1, 1))


def test_three_players_are_ranked_singly() -> None:
    at = finished([(10, 30, 30), (0, 0, 0), (0, 0, 0)], 3)
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert outcome.places == (3, 1, 1)


def test_the_floater_may_lose_too() -> None:
    at = finished([(100, 0, 100, 0, 100), (900, -50, 900, -50, -50), (0, 10, 0, 10, 10)], 5)
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert outcome.scores == (1000, -40, 1000, -40, 60)
    assert outcome.places == (1, 4, 1, 4, 3)


def test_the_game_is_over_once() -> None:
    """HF 24.9."""
    at = finished([(5, 5, 5, 5)] * 3)
    assert [event for event in at.heard if isinstance(event, GameOver)] == [
        GameOver((15, 15, 15, 15), (1, 1, 1, 1))
    ]
    assert sum(isinstance(event, RoundScored) for event in at.heard) == 1
    assert at.state.to_act == []
    assert at.state.timers == []
    assert all(at.kinds(seat) == set() for seat in (A, B, C, D))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_rounds(rounds: int) -> None:
    options = FootOptions(rounds=rounds)
    at = finished([(5, 5, 5, 5)] * (rounds - 1), options=options)
    assert at.state.phase == "game_over"
    if rounds > 1:
        earlier = finished([(5, 5, 5, 5)] * (rounds - 2), options=options)
        assert earlier.game.outcome(earlier.state) is None
        assert earlier.all_continue().state.round == rounds
