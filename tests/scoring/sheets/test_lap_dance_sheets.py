"""The money of Lap Dance (LAP 9.8, 9.10, 16), line by line over the API, and who is shown it."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match
from games.rules.kernel import Event
from games.rules.lap_dance.events import (
    GameEnded,
    MoneyGained,
    MoneyLost,
    OrderDoubled,
    OrderRaised,
    OrdersFulfilled,
    Penalised,
    RoundEnded,
    TurnStarted,
)
from games.rules.lap_dance.options import LapOptions
from scoring.sheets.lap_dance import rounds
from scoring.sheets.sheet import Line
from tests.games.rules.lap_dance.builder import happening, turn
from tests.games.rules.lap_dance.table import loaded
from tests.games.rules.lap_dance.words import (
    ROLL,
    STOP,
    A,
    B,
    C,
    activates,
    compensates,
    fulfils,
    keeps,
    plays,
    uses,
)
from tests.scoring.sheets.evening import Evening, Row, rows

QUIET = LapOptions(reaction_seconds=0)
START: Row = ("start_money", None, 1, 3)


def served(*actions: Any, rolls: str = "", **more: Any) -> Evening:
    """Play A's turn over the API; then B serves nobody, and the first round is over."""
    more.setdefault("options", QUIET)
    evening = Evening(turn(**more))
    with loaded({A: rolls, B: "K1 L1"}):
        evening.act(A, *actions).act(B, ROLL, STOP, fulfils())
    return evening


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_l_25_complete_turn() -> None:
    at = served(
        *(ROLL, keeps(0, 4), compensates(2, 1), fulfils("AC")),
        stage="preroll",
        customer="The Talent Agent",
        desire="Championship Win",
        stack="House Regular, Headliner, Private Host, Understudy",
        activated="Understudy",
        symbols={A: "L1"},
        rolls="D2 ST K1 K1 L1 D1 ST D1",
        options=LapOptions(reroll_mode="set_aside", reaction_seconds=0),
    )
    (sheet,) = at.sheets(A)
    assert rows(sheet) == [
        START,
        ("customer", "c12", 1, 2),
        ("order", "d16-A", 1, 4),
        ("order", "d16-C", 1, 7),
    ]
    assert sheet["net"] == 16


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
@pytest.mark.parametrize(
    ("more", "actions", "lines"),
    [
        (
            {"desire": "Quiet Corner", "dice": "W2 D1 D1"},
            [fulfils("AB")],
            [("order", "d01-A", 1, 2), ("order", "d01-B", 1, 1)],
        ),
        (
            {"desire": "Quiet Corner", "stack": "Private Host, Twin Spotlight", "dice": "K1 K1"},
            [fulfils("B")],
            [("order", "d01-B", 1, 1)],
        ),
        (
            {"desire": "Front Row Seats", "stage": "comp", "dice": "ST ST D1", "rolls": "D2"},
            [compensates(2, 0), fulfils("A")],
            [("order", "d05-A", 1, 2)],
        ),
        (
            {
                "desire": "Tasting Evening",
                "stack": "Feather Fan Act, Designer Perfume, Magnum Bottle, Draught Beer",
                "dice": "D1 D1",
            },
            [fulfils("AB")],
            [("order", "d06-A", 1, 2), ("order", "d06-B", 1, 1)],
        ),
        (
            {"stage": "comp", "stack": "Feather Fan Act", "dice": "ST ST ST D1"},
            [compensates(1), fulfils()],
            [("sandra", "sandra", 1, 2)],
        ),
        (
            {"stage": "preroll", "special_deck": "Bulging Tip Jar", "rolls": "D1 K1"},
            [uses("jerry"), plays("Bulging Tip Jar"), ROLL, STOP, fulfils()],
            [("special", "sp1a", 1, 3)],
        ),
    ],
    ids=["L-09", "L-12", "L-13", "L-15", "L-16", "L-27"],
)
def test_a_turn_of_the_page(more: dict[str, Any], actions: list[Any], lines: list[Row]) -> None:
    (sheet,) = served(*actions, **more).sheets(A)
    assert rows(sheet) == [START, *lines]


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_l_11_the_same_order_for_both() -> None:
    at = Evening(
        turn(
            desire="Front Row Seats",
            stacks=["Twin Spotlight", "Duo Number"],
            dice="K1 K1",
            options=LapOptions(reaction_seconds=0, open_money=True),
        )
    )
    with loaded({B: "K1 L1"}):
        at.act(A, fulfils("A")).act(B, ROLL, STOP, fulfils("A"))
    lines = [START, ("order", "d05-A", 1, 2)]
    assert [rows(sheet) for sheet in at.sheets()] == [lines, lines]
    assert at.scores()["totals"] == [5, 5]


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_l_22_nothing_is_taken_from_who_has_nothing() -> None:
    options = LapOptions(reaction_seconds=0, start_money=0)
    at = served(fulfils(), customer="The Food Critic", money=[0, 0], dice="K1 K1", options=options)
    assert [rows(sheet) for sheet in at.sheets(A)] == [[]]
    assert at.scores(A)["totals"] == [0, None]


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_l_05_and_l_24_events_pay_and_rob() -> None:
    at = Evening(
        happening(
            stacks=["Big Spender Table, House Star", "House Star b", "Wrong Bill"],
            favor=[0, 0, 0],
            priority=[1, 2, 3],
            options=LapOptions(reaction_seconds=0, open_money=True),
        )
    )
    at.act(A, activates("Big Spender Table")).act(C, activates("Wrong Bill", on=A))
    for seat, dice in ((A, "K1 L1 K1"), (B, "K1 L1 K1"), (C, "K1 L1")):
        with loaded({seat: dice}):
            at.act(seat, ROLL, STOP, fulfils())
    assert [rows(sheet) for sheet in at.sheets()] == [
        [START, ("event", "ev01a", 1, 2), ("robbed", C, 1, -2)],
        [START],
        [START, ("stolen", A, 1, 2)],
    ]
    assert at.scores()["totals"] == [3, 3, 5]


# --- Whose money is whose business ----------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_until_the_end_a_seat_is_shown_its_own_money_alone() -> None:
    at = served(fulfils("A"), desire="Front Row Seats", stack="Twin Spotlight", dice="K1 K1")
    mine, theirs, passing = at.scores(A), at.scores(B), at.scores()
    assert [sheet["seats"] for sheet in mine["rounds"][0]["sheets"]] == [[A]]
    assert [sheet["seats"] for sheet in theirs["rounds"][0]["sheets"]] == [[B]]
    assert passing["rounds"] == [{"round": 1, "sheets": []}]
    assert [found["totals"] for found in (mine, theirs, passing)] == [
        [5, None],
        [None, 3],
        [None, None],
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_a_round_that_is_not_over_is_shown_to_nobody() -> None:
    at = Evening(
        turn(desire="Front Row Seats", stack="Twin Spotlight", dice="K1 K1", options=QUIET)
    )
    at.act(A, fulfils("A"))
    assert [at.scores(seat)["rounds"] for seat in (A, B, None)] == [[], [], []]


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_after_the_end_everybody_is_shown_everything() -> None:
    at = served(
        fulfils("A"), desire="Front Row Seats", stack="Twin Spotlight", dice="K1 K1", round_=5
    )
    assert Match.objects.get(pk=at.id).outcome == {"scores": [5, 3], "places": [1, 2]}
    found = at.scores()
    assert [sheet["seats"] for sheet in found["rounds"][-1]["sheets"]] == [[A], [B]]
    assert found["totals"] == [5, 3]


# --- Orders that pay more -------------------------------------------------------------------------


def lines(*events: Event, options: LapOptions | None = None) -> list[Line]:
    """Return A's lines of a round, the start apart."""
    (found,) = rounds([*events, RoundEnded(1)], options or LapOptions(), 2)
    start, *others = found.sheets[A].lines
    assert start == Line("start", "start_money", 1, 3, "LAP 5")
    return others


def test_an_order_that_was_raised_and_doubled_is_three_lines() -> None:
    found = lines(
        OrderRaised(B, 0, 1),
        OrderRaised(A, 0, 2),
        TurnStarted(A),
        OrderDoubled(A, 0),
        OrdersFulfilled(A, (0, 2)),
        MoneyGained(A, 18, "d16"),
    )
    assert found == [
        Line("orders", "order", 1, 4, "LAP 9.8", of="d16-A"),
        Line("orders", "order_raised", 1, 3, "LAP 3.9", of="d16-A"),
        Line("orders", "order_doubled", 1, 4, "LAP 3.6", of="d16-A"),
        Line("orders", "order", 1, 7, "LAP 9.8", of="d16-C"),
    ]


def test_a_raise_is_over_with_its_round_and_a_doubling_with_its_turn() -> None:
    events = (
        OrderRaised(B, 0, 1),
        TurnStarted(B),
        OrderDoubled(B, 0),
        TurnStarted(A),
        OrdersFulfilled(A, (0,)),
        MoneyGained(A, 5, "d16"),
        RoundEnded(1),
        TurnStarted(A),
        OrdersFulfilled(A, (0,)),
        MoneyGained(A, 4, "d16"),
        GameEnded((12, 3), (2, 2), (1, 2)),
    )
    first, second = rounds(events, LapOptions(), 2)
    assert [line.what for line in first.sheets[A].lines] == ["start_money", "order", "order_raised"]
    assert [line.what for line in second.sheets[A].lines] == ["order"]
    assert [one.round for one in (first, second)] == [1, 2]


def test_orders_a_log_does_not_explain_are_one_line() -> None:
    found = lines(TurnStarted(A), OrdersFulfilled(A, (0,)), MoneyGained(A, 9, "d16"))
    assert found == [Line("orders", "orders", 1, 9, "LAP 9.8", of="d16")]


def test_each_source_of_money_is_named_with_its_rule() -> None:
    found = lines(
        MoneyGained(A, 1, "ed2a"),
        MoneyGained(A, 2, "ev01a"),
        MoneyLost(A, 2, "c10"),
        MoneyGained(A, 3, "sp1a"),
        MoneyGained(A, 1, "sandra"),
        MoneyGained(A, 1, "odile"),
        Penalised(A, 0, 1),
        Penalised(A, 1, 0),
    )
    assert [(line.part, line.of, line.value, line.rule) for line in found] == [
        ("benefits", "ed2a", 1, "LAP 9.8"),
        ("events", "ev01a", 2, "LAP 3.4"),
        ("customer", "c10", -2, "LAP 3.8"),
        ("specials", "sp1a", 3, "LAP 3.6"),
        ("compensation", "sandra", 1, "LAP 3.10"),
        ("staff", "odile", 1, "LAP 3.5"),
        ("penalties", None, -1, "LAP 11"),
    ]
