"""The six score sheets of the rulebook (HF 16.1 to 16.6, T55), line by line."""

from __future__ import annotations

import pytest

from games.rules.hand_and_foot.sheet import Sheet
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import A, B, C, D, E, F, discard, go_out, yes

Row = tuple[str, str | None, int]
"""What it is, about which rank or whom, and what it is worth."""


def rows(sheet: Sheet, part: str) -> list[Row]:
    """Return the lines of a part; what is unplayed says whose it is, the rest its rank."""
    return [
        (line.what, line.of if line.seat is None or line.of else str(line.seat), line.value)
        for line in sheet.lines
        if line.part == part
    ]


def check(sheet: Sheet, base: list[Row], count: list[Row], unplayed: list[Row], net: int) -> None:
    """Compare every line, and add the sheet up by hand."""
    assert sorted(rows(sheet, "base"), key=str) == sorted(base, key=str)
    assert sorted(rows(sheet, "count"), key=str) == sorted(count, key=str)
    assert sorted(rows(sheet, "unplayed"), key=str) == sorted(unplayed, key=str)
    sums = [sum(value for _, _, value in part) for part in (base, count, unplayed)]
    assert [sheet.base, sheet.count, -sheet.unplayed] == sums
    assert sheet.net == sum(sums) == sum(line.value for line in sheet.lines) == net
    assert all(line.rule.startswith("HF ") for line in sheet.lines)


def melded(*rows_: tuple[str, int]) -> list[Row]:
    return [("melded", rank, value) for rank, value in rows_]


def test_t55_sheet_1_four_players_one_goes_out() -> None:
    at = table(
        hands={A: "1", B: "LD 6 6 10", C: "12 2 JS VL", D: "JK 4"},
        feet={B: "1 2 5 8 8 LO JS VL 9 12 3"},
        in_foot=[A, C, D],
        boards={
            0: "LO*7 +LD; 9*5 JS JK; 4*6 JS; 11*3",
            1: "7*7; 3*3 JS; 12*4",
        },
        exact=[A],
    )
    at.act(A, go_out(last="1")).act(C, yes())
    check(
        at.sheet(0),
        base=[
            ("clean_group", "LO", 500),
            ("cap", "LO", 100),
            ("dirty_group", "9", 300),
            ("dirty_group", "4", 300),
            ("going_out", "0", 100),
            ("exact_22", "0", 100),
        ],
        count=melded(("LO", 140), ("9", 125), ("4", 55), ("11", 30)),
        unplayed=[("hand", "2", -40)],
        net=1710,
    )
    check(
        at.sheet(1),
        base=[("clean_group", "7", 500)],
        count=melded(("7", 70), ("3", 40), ("12", 40)),
        unplayed=[
            ("hand", "1", -20),
            ("ladies", "1", -500),
            ("foot", "1", -105),
            ("hand", "3", -55),
        ],
        net=-30,
    )
    assert at.result.scores == (1710, -30, 1710, -30)


def test_t55_sheet_2_the_stock_is_out() -> None:
    at = table(
        hands={A: "JK JS 5 5 3", C: "9 9 LO LD", B: "7 VL VL 3", D: "LO"},
        in_foot=[A, B, C, D],
        boards={
            0: "10*8; 2*4 JS*3; 8*5 JK",
            1: "1*7 +LD; 12*5 JK JS JS; LO*3",
        },
        exact=[B, D],
        stock="",
        round_=2,
    )
    at.act(A, discard("3"))
    check(
        at.sheet(0),
        base=[("clean_group", "10", 500), ("dirty_group", "2", 300)],
        count=melded(("10", 80), ("2", 95), ("8", 100)),
        unplayed=[("hand", "0", -85), ("hand", "2", -40), ("ladies", "2", -500)],
        net=450,
    )
    check(
        at.sheet(1),
        base=[
            ("clean_group", "1", 500),
            ("cap", "1", 100),
            ("dirty_group", "12", 300),
            ("exact_22", "1", 100),
            ("exact_22", "3", 100),
        ],
        count=melded(("1", 35), ("12", 150), ("LO", 60)),
        unplayed=[("hand", "1", -15), ("hand", "3", -20)],
        net=1310,
    )


def test_t55_sheet_3_a_wild_group_against_a_team_that_never_opened() -> None:
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
    at.act(A, go_out(last="1")).act(C, yes())
    check(
        at.sheet(0),
        base=[
            ("wild_group", "WILD", 2000),
            ("cap", "WILD", 100),
            ("clean_group", "5", 500),
            ("dirty_group", "11", 300),
            ("dirty_group", "6", 300),
            ("going_out", "0", 100),
        ],
        count=melded(("WILD", 250), ("5", 40), ("11", 140), ("6", 100), ("9", 30)),
        unplayed=[("hand", "2", -25), ("ladies", "2", -500)],
        net=3335,
    )
    check(
        at.sheet(1),
        base=[],
        count=[],
        unplayed=[
            ("hand", "1", -180),
            ("foot", "1", -90),
            ("ladies", "1", -500),
            ("hand", "3", -135),
            ("ladies", "3", -500),
            ("foot", "3", -80),
        ],
        net=-1485,
    )


def test_t55_sheet_4_three_players() -> None:
    at = table(
        seats=3,
        hands={A: "1", B: "11 5", C: "9 9 VL 4"},
        feet={C: "1 2 3 LD LO JS 5 8 12 12 7"},
        in_foot=[A, B],
        boards={
            0: "12*7; 3*5 JS JS; 8*6 JK",
            1: "7*7 +LD; LO*5; 2*2 JS",
            2: "10*3 JK; 6*4",
        },
        exact=[C],
    )
    at.act(A, go_out(last="1"))
    check(
        at.sheet(0),
        base=[
            ("clean_group", "12", 500),
            ("dirty_group", "3", 300),
            ("dirty_group", "8", 300),
            ("going_out", "0", 100),
        ],
        count=melded(("12", 70), ("3", 75), ("8", 110)),
        unplayed=[],
        net=1455,
    )
    check(
        at.sheet(1),
        base=[("clean_group", "7", 500), ("cap", "7", 100)],
        count=melded(("7", 70), ("LO", 100), ("2", 35)),
        unplayed=[("hand", "1", -15)],
        net=790,
    )
    check(
        at.sheet(2),
        base=[("exact_22", "2", 100)],
        count=melded(("10", 80), ("6", 20)),
        unplayed=[("hand", "2", -25), ("foot", "2", -105), ("ladies", "2", -500)],
        net=-430,
    )
    assert at.result.scores == (1455, 790, -430)


def sheet_5(seats: int, past: list[tuple[int, ...]]) -> Table:
    """Round 4: of B's three in the page, a table of five has two, with the same cards."""
    last_two = {D: "12 12 2 LO", F: "10"} if seats == 6 else {D: "12 12 2 LO 10"}
    asker = A
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
    at.act(asker, go_out(last="11"))
    return at.act(C, yes()).act(E, yes())


@pytest.mark.parametrize("seats", [5, 6])
def test_t55_sheet_5_six_players(seats: int) -> None:
    at = sheet_5(seats, [])
    check(
        at.sheet(0),
        base=[
            ("clean_group", "9", 500),
            ("cap", "9", 100),
            ("dirty_group", "9", 300),
            ("clean_group", "1", 500),
            ("dirty_group", "12", 300),
            ("dirty_group", "LO", 300),
            ("going_out", "0", 100),
            ("exact_22", "0", 100),
            ("exact_22", "2", 100),
        ],
        count=melded(("9", 90), ("9", 140), ("1", 35), ("12", 100), ("LO", 145), ("4", 15)),
        unplayed=[("hand", "2", -70), ("hand", "4", -5), ("ladies", "4", -500)],
        net=2250,
    )
    hands: list[Row] = (
        [("hand", "3", -45), ("hand", "5", -10)] if seats == 6 else [("hand", "3", -55)]
    )
    check(
        at.sheet(1),
        base=[
            ("clean_group", "8", 500),
            ("cap", "8", 100),
            ("dirty_group", "11", 300),
            ("dirty_group", "5", 300),
        ],
        count=melded(("8", 80), ("11", 85), ("5", 120), ("7", 60), ("3", 35)),
        unplayed=[("hand", "1", -60), *hands, ("foot", "3", -125)],
        net=1340,
    )


def test_t55_sheet_6_the_floater_is_first() -> None:
    at = sheet_5(
        5,
        [
            (1710, -30, 1710, -30, 1710),
            (450, 1310, 450, 1310, 1310),
            (980, 1205, 980, 1205, 1205),
        ],
    )
    assert at.result.scores == (2250, 1340, 2250, 1340, 2250)
    assert at.state.totals == [5390, 3825, 5390, 3825, 6475]
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert outcome.scores == (5390, 3825, 5390, 3825, 6475)
    assert outcome.places == (2, 4, 2, 4, 1)


def test_a_line_says_how_many_and_of_what() -> None:
    at = table(
        hands={A: "1", C: "LD LD 4 4 7", B: "5"},
        feet={B: "LD 2 3 4 5 6 7 8 9 10 VL"},
        in_foot=[A, C],
        boards={0: "LO*7 +LD; 9*5 JS JK; 4*6 JS; 11*3"},
        exact=[A, C],
    )
    at.act(A, go_out(last="1")).act(C, yes())
    ours = {(line.what, line.of, line.seat, line.meld_id): line.many for line in at.sheet(0).lines}
    assert ours == {
        ("clean_group", "LO", None, 1): 1,
        ("cap", "LO", None, 1): 1,
        ("dirty_group", "9", None, 2): 1,
        ("dirty_group", "4", None, 3): 1,
        ("going_out", None, A, None): 1,
        ("exact_22", None, A, None): 1,
        ("exact_22", None, C, None): 1,
        ("melded", "LO", None, 1): 7,
        ("melded", "9", None, 2): 7,
        ("melded", "4", None, 3): 7,
        ("melded", "11", None, 4): 3,
        ("hand", None, C, None): 3,
        ("ladies", None, C, None): 2,
    }
    theirs = {(line.what, line.seat): line.many for line in at.sheet(1).lines}
    assert (theirs["hand", B], theirs["ladies", B]) == (1, 1)
    assert theirs["foot", B] == 10


@pytest.mark.parametrize("seat", [A, B, C, D, None])
def test_everybody_reads_the_same_sheet(seat: int | None) -> None:
    at = table(hands={A: "1"}, in_foot=[A], boards={0: "LO*7; 9*5 JS JK; 4*6 JS"})
    at.act(A, go_out(last="1")).act(C, yes())
    assert at.view(seat).results == tuple(at.state.results)
