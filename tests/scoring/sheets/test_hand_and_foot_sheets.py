"""The six score sheets of the page of Hand & Foot (HF 16.1 to 16.6), line by line over the API."""

from __future__ import annotations

import pytest

from games.models import Ply
from games.rules.hand_and_foot.events import RoundScored
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.hand_and_foot.state import RoundResult
from games.rules.kernel import Seat
from games.rules.sheet import Line
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import A, B, C, D, E, F, Spoken, discard, go_out, yes
from tests.scoring.sheets.evening import Evening, Row, rows, told

pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]

Part = list[tuple[str, str | int | None, int]]


def played(at: Table, *sentences: tuple[Seat, Spoken]) -> Evening:
    """Play it over the API."""
    evening = Evening(at)
    for seat, sentence in sentences:
        evening.act(seat, at.meant(seat, sentence))
        at.act(seat, sentence)
    return evening


def worth(found: list[Row]) -> Part:
    """Leave out how many they are."""
    return sorted(((what, of, value) for what, of, _, value in found), key=str)


def melded(*ranks: tuple[str, int]) -> Part:
    return sorted((("melded", rank, value) for rank, value in ranks), key=str)


def check(sheet: dict[str, object], base: Part, count: Part, unplayed: Part, net: int) -> None:
    assert worth(rows(sheet, "base")) == sorted(base, key=str)
    assert worth(rows(sheet, "count")) == count
    assert worth(rows(sheet, "unplayed")) == sorted(unplayed, key=str)
    assert sheet["net"] == net


def test_sheet_1_four_players_one_goes_out() -> None:
    at = table(
        hands={A: "1", B: "LD 6 6 10", C: "12 2 JS VL", D: "JK 4"},
        feet={B: "1 2 5 8 8 LO JS VL 9 12 3"},
        in_foot=[A, C, D],
        boards={0: "LO*7 +LD; 9*5 JS JK; 4*6 JS; 11*3", 1: "7*7; 3*3 JS; 12*4"},
        exact=[A],
    )
    ours, theirs = played(at, (A, go_out(last="1")), (C, yes())).sheets()
    assert (ours["side"], ours["seats"], theirs["seats"]) == (0, [A, C], [B, D])
    check(
        ours,
        base=[
            ("clean_group", "LO", 500),
            ("cap", "LO", 100),
            ("dirty_group", "9", 300),
            ("dirty_group", "4", 300),
            ("going_out", A, 100),
            ("exact_22", A, 100),
        ],
        count=melded(("LO", 140), ("9", 125), ("4", 55), ("11", 30)),
        unplayed=[("hand", C, -40)],
        net=1710,
    )
    check(
        theirs,
        base=[("clean_group", "7", 500)],
        count=melded(("7", 70), ("3", 40), ("12", 40)),
        unplayed=[("hand", B, -20), ("ladies", B, -500), ("foot", B, -105), ("hand", D, -55)],
        net=-30,
    )


def test_sheet_2_the_stock_is_out() -> None:
    at = table(
        hands={A: "JK JS 5 5 3", C: "9 9 LO LD", B: "7 VL VL 3", D: "LO"},
        in_foot=[A, B, C, D],
        boards={0: "10*8; 2*4 JS*3; 8*5 JK", 1: "1*7 +LD; 12*5 JK JS JS; LO*3"},
        exact=[B, D],
        stock="",
        round_=2,
    )
    ours, theirs = played(at, (A, discard("3"))).sheets()
    check(
        ours,
        base=[("clean_group", "10", 500), ("dirty_group", "2", 300)],
        count=melded(("10", 80), ("2", 95), ("8", 100)),
        unplayed=[("hand", A, -85), ("hand", C, -40), ("ladies", C, -500)],
        net=450,
    )
    check(
        theirs,
        base=[
            ("clean_group", "1", 500),
            ("cap", "1", 100),
            ("dirty_group", "12", 300),
            ("exact_22", B, 100),
            ("exact_22", D, 100),
        ],
        count=melded(("1", 35), ("12", 150), ("LO", 60)),
        unplayed=[("hand", B, -15), ("hand", D, -20)],
        net=1310,
    )


def test_sheet_3_a_wild_group_against_a_team_that_never_opened() -> None:
    at = table(
        hands={
            A: "1",
            C: "LD 8 8 3",
            B: "LO LO 12 12 9 7 7 3 3 1 JS JK VL",
            D: "2 2 5 8 8 9 10 12 LO JS JS LD",
        },
        feet={B: "1 4 5 6 8 10 11 11 LD JS 2", D: "3 4 4 6 7 9 9 11 12 12 VL"},
        in_foot=[A, C],
        boards={0: "JK*3 JS*4 +LD; 5*8; 11*4 JS JS JK; 6*5 JS JK; 9*3"},
        round_=3,
    )
    ours, theirs = played(at, (A, go_out(last="1")), (C, yes())).sheets()
    check(
        ours,
        base=[
            ("wild_group", "WILD", 2000),
            ("cap", "WILD", 100),
            ("clean_group", "5", 500),
            ("dirty_group", "11", 300),
            ("dirty_group", "6", 300),
            ("going_out", A, 100),
        ],
        count=melded(("WILD", 250), ("5", 40), ("11", 140), ("6", 100), ("9", 30)),
        unplayed=[("hand", C, -25), ("ladies", C, -500)],
        net=3335,
    )
    check(
        theirs,
        base=[],
        count=[],
        unplayed=[
            ("hand", B, -180),
            ("foot", B, -90),
            ("ladies", B, -500),
            ("hand", D, -135),
            ("foot", D, -80),
            ("ladies", D, -500),
        ],
        net=-1485,
    )


def test_sheet_4_three_players_each_for_themselves() -> None:
    at = table(
        seats=3,
        hands={A: "1", B: "11 5", C: "9 9 VL 4"},
        feet={C: "1 2 3 LD LO JS 5 8 12 12 7"},
        in_foot=[A, B],
        boards={0: "12*7; 3*5 JS JS; 8*6 JK", 1: "7*7 +LD; LO*5; 2*2 JS", 2: "10*3 JK; 6*4"},
        exact=[C],
    )
    evening = played(at, (A, go_out(last="1")))
    first, second, third = evening.sheets()
    check(
        first,
        base=[
            ("clean_group", "12", 500),
            ("dirty_group", "3", 300),
            ("dirty_group", "8", 300),
            ("going_out", A, 100),
        ],
        count=melded(("12", 70), ("3", 75), ("8", 110)),
        unplayed=[],
        net=1455,
    )
    check(
        second,
        base=[("clean_group", "7", 500), ("cap", "7", 100)],
        count=melded(("7", 70), ("LO", 100), ("2", 35)),
        unplayed=[("hand", B, -15)],
        net=790,
    )
    check(
        third,
        base=[("exact_22", C, 100)],
        count=melded(("10", 80), ("6", 20)),
        unplayed=[("hand", C, -25), ("foot", C, -105), ("ladies", C, -500)],
        net=-430,
    )
    assert evening.scores()["totals"] == [1455, 790, -430]


def last_round(seats: int, past: list[tuple[int, ...]]) -> Evening:
    """Sheet 5; of B's three on the page a table of five has two, with the same cards."""
    last_two = {D: "12 12 2 LO", F: "10"} if seats == 6 else {D: "12 12 2 LO 10"}
    at = table(
        seats=seats,
        hands={A: "11", C: "6 6 JK 10", E: "LD VL 2", B: "JS JS 10", **last_two},
        feet={D: "6 9 1 10 4 4 3 LO JK VL 12"},
        in_foot=[seat for seat in range(seats) if seat != D],
        boards={
            0: "9*9 +LD; 9*4 JK JS JS; 1*7; 12*5 JS JS; LO*6 JS; 4*3",
            1: "8*8 +LD; 11*6 JS; 5*4 JS JS JK; 7*6; 3 3 JS",
        },
        exact=[A, C],
        round_=4,
        past=past,
    )
    return played(at, (A, go_out(last="11")), (C, yes()), (E, yes()))


def test_sheet_5_six_players() -> None:
    ours, theirs = last_round(6, []).sheets()
    check(
        ours,
        base=[
            ("clean_group", "9", 500),
            ("cap", "9", 100),
            ("dirty_group", "9", 300),
            ("clean_group", "1", 500),
            ("dirty_group", "12", 300),
            ("dirty_group", "LO", 300),
            ("going_out", A, 100),
            ("exact_22", A, 100),
            ("exact_22", C, 100),
        ],
        count=melded(("9", 90), ("9", 140), ("1", 35), ("12", 100), ("LO", 145), ("4", 15)),
        unplayed=[("hand", C, -70), ("hand", E, -5), ("ladies", E, -500)],
        net=2250,
    )
    check(
        theirs,
        base=[
            ("clean_group", "8", 500),
            ("cap", "8", 100),
            ("dirty_group", "11", 300),
            ("dirty_group", "5", 300),
        ],
        count=melded(("8", 80), ("11", 85), ("5", 120), ("7", 60), ("3", 35)),
        unplayed=[("hand", B, -60), ("hand", D, -45), ("hand", F, -10), ("foot", D, -125)],
        net=1340,
    )


SIDES = {1: ((A, C, E), (B, D)), 2: ((A, C), (B, D, E)), 3: ((A, C), (B, D, E))}
"""Who plays with whom at a table of five (HF 4), by the page."""


def result(round_: int, nets: tuple[int, int]) -> RoundScored:
    """Return how a round before ended, each side's sheet being one line."""
    sheets = tuple(
        Sheet(
            side, SIDES[round_][side], (Line("count", "melded", 1, net, "HF 16"),), 0, net, 0, net
        )
        for side, net in enumerate(nets)
    )
    scores = tuple(nets[seat not in SIDES[round_][0]] for seat in range(5))
    return RoundScored(RoundResult(round_, A, "out", A, sheets, scores), scores, (1,) * 5)


def test_sheet_6_the_floater_is_first() -> None:
    nets = {1: (1710, -30), 2: (450, 1310), 3: (980, 1205)}
    past = [result(round_, both) for round_, both in nets.items()]
    evening = last_round(5, [one.result.scores for one in past])
    Ply.objects.create(match_id=evening.id, number=0, events=told(*past), at="2030-01-01T12:00Z")
    found = evening.scores()
    assert [[sheet["net"] for sheet in one["sheets"]] for one in found["rounds"]] == [
        [1710, -30],
        [450, 1310],
        [980, 1205],
        [2250, 1340],
    ]
    assert [one["sheets"][0]["seats"] for one in found["rounds"]] == [
        [A, C, E],
        [A, C],
        [A, C],
        [A, C, E],
    ]
    assert (found["status"], found["totals"]) == ("finished", [5390, 3825, 5390, 3825, 6475])
