"""Clocks and absent players (HF 19): names, seconds, and what happens when time is up."""

from __future__ import annotations

import pytest

from games.rules.hand_and_foot.events import Discarded, Drew, FootEntered
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Seat, TimedOut
from tests.games.rules.hand_and_foot.builder import Table, dealt, opening, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    E,
    Spoken,
    choose,
    cut,
    discard,
    draw,
    go_out,
    lay_off,
    meld,
    no,
    take_new,
    take_onto,
    yes,
)

BOARD = "9*6 JS; 8*5 JS*2; 6*7"


def hourglass(at: Table) -> tuple[str, int, int, tuple[Seat, ...], bool]:
    """The only timer on the table: name, seconds, extra seconds, seats, and whether it counts."""
    (timer,) = at.state.timers
    return timer.name, timer.seconds, timer.extra, timer.seats, timer.counts


def test_the_clocks_are_those_of_the_table() -> None:
    names = {"cut", "choose", "draw", "play", "permission", "continue"}
    assert set(HandAndFoot.timer_notes) == names


# --- Before the first turn ------------------------------------------------------------------------


def test_a_cut_takes_15_seconds_and_late_is_22() -> None:
    at = opening(4, offsets=(0, 0, 2, 0)).act(B, cut(40))
    assert hourglass(at) == ("cut", 15, 0, (A, B, C, D), True)
    at.ring("cut")
    assert at.told(TimedOut) == [TimedOut(A), TimedOut(C), TimedOut(D)]
    assert at.cuts == [(22, 22, True), (40, 40, False), (22, 24, False), (22, 22, True)]
    assert at.state.phase == "choose"


@pytest.mark.parametrize(
    ("bottoms", "hand"),
    [
        ("LD 3", "A"),
        ("3 LD", "B"),
        ("3 JK", "B"),
        ("3 JS", "B"),
        ("JS 3", "A"),
        ("3 VL", "A"),
        ("VL 3", "A"),
        ("3 7", "A"),
        ("JK LD", "A"),
        ("LO 12", "A"),
    ],
)
def test_late_for_the_choice_is_the_pile_that_shows_a_lady_or_a_wild(
    bottoms: str, hand: str
) -> None:
    at = dealt(4, bottoms={B: bottoms}).act(A, choose("A")).act(C, choose("B"))
    piles = {"A": at.cards_of(B), "B": tuple(at.state.foot[B])}
    assert hourglass(at) == ("choose", 20, 0, (A, B, C, D), True)
    at.ring("choose")
    assert at.told(TimedOut) == [TimedOut(B), TimedOut(D)]
    assert sorted(at.cards_of(B)) == sorted(piles[hand])
    assert at.turn == ("draw", at.state.starter)


# --- A turn ---------------------------------------------------------------------------------------


def test_late_before_the_draw_is_a_draw() -> None:
    at = table(hands={A: "2 3", D: "4 5"}, turn=D).act(D, discard("4"))
    assert hourglass(at) == ("draw", 30, 0, (A,), True)
    at.ring("draw")
    assert at.events[0] == TimedOut(A)
    assert [(drew.seat, drew.count) for drew in at.told(Drew)] == [(A, 2)]
    assert at.turn == ("play", A)
    assert hourglass(at) == ("play", 60, 0, (A,), True)


def test_late_before_the_draw_the_question_is_another_one() -> None:
    at = table(hands={A: "2 3"}, phase="draw")
    before = at.view(A).decision
    assert at.ring("draw").view(A).decision == before + 1


def test_a_fitting_pile_is_not_taken_by_the_clock() -> None:
    at = table(hands={A: "9 9 2"}, boards={0: "9*3"}, pile="3 9", phase="draw").ring("draw")
    assert at.pile == ("3", "9")


def test_the_clock_of_a_turn_runs_through_all_its_plays() -> None:
    at = table(hands={A: "9 LO LO LO 2 3"}, boards={0: "9*3"}, phase="draw").act(A, draw())
    before = at.state.timers
    at.act(A, lay_off(1, "9"), meld("LO LO LO"))
    assert at.state.timers == before


@pytest.mark.parametrize("sentence", [take_onto(1), take_new("9 9")])
def test_who_took_the_pile_has_15_seconds_more(sentence: Spoken) -> None:
    at = table(hands={A: "9 9 2 3"}, boards={0: "9*3"}, pile="3 9", phase="draw")
    at.act(A, sentence)
    name, seconds, extra, seats, counts = hourglass(at)
    assert (name, seconds + extra, seats, counts) == ("play", 75, (A,), True)


def test_the_clock_stands_still_while_permission_is_asked() -> None:
    at = table(hands={A: "6 4"}, in_foot=[A], boards={0: BOARD})
    before = at.state.timer("play")
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert at.state.timer("play").paused
    assert at.state.timer("play").id == before.id
    timer = at.state.timer("permission")
    assert (timer.seconds, timer.seats, timer.counts) == (20, (C,), True)
    at.act(C, no())
    assert at.state.timers == [before]


def test_the_clock_of_the_draw_stands_still_as_well() -> None:
    at = table(hands={A: "4"}, in_foot=[A], boards={0: BOARD}, pile="6", phase="draw")
    before = at.state.timer("draw")
    at.act(A, go_out(take=take_onto(3), last="4"))
    assert at.state.timer("draw").paused
    at.act(C, no())
    assert at.state.timers == [before]


PRIORITY = [
    ("LD VL 1 7 JS JK", "LD"),
    ("VL 1 7 JS JK", "VL"),
    ("9 7 JS JK", "7"),
    ("12 9 6 JS", "6"),
    ("1 12 LO", "12"),
    ("LO 1 JS", "LO"),
    ("1 9 JS", "1"),
    ("9 JS JK", "9"),
    ("JS JK JK", "JS"),
    ("JK JK", "JK"),
    ("7 2", "2"),
    ("LO 12", "12"),
]


@pytest.mark.parametrize(("hand", "thrown"), PRIORITY)
def test_late_in_a_turn_is_a_discard_by_priority(hand: str, thrown: str) -> None:
    """Ladies, Villains, the cheapest rank not on the own board, the cheapest, Jesters, Jokers."""
    at = table(hands={A: hand}, boards={0: "1*3; 9*3", 1: "7*3; 12*3"}).ring("play")
    assert at.events[0] == TimedOut(A)
    assert [code.card.split("-")[0] for code in at.told(Discarded)] == [thrown]
    assert at.pile[-1] == thrown
    assert at.turn == ("draw", B)


def test_late_with_two_cards_enters_the_foot() -> None:
    at = table(hands={A: "LD 3"}).ring("play")
    assert [event.way for event in at.told(FootEntered)] == [2]
    assert "3" in at.held(A)
    assert len(at.held(A)) == 12


def test_late_with_two_cards_where_way_two_is_off() -> None:
    at = table(hands={A: "LD 3"}, options=FootOptions(way_two="off")).ring("play")
    assert at.held(A) == ("3",)


def test_late_with_one_card_enters_the_foot() -> None:
    at = table(hands={A: "3"}).ring("play")
    assert [event.way for event in at.told(FootEntered)] == [1]


def test_late_in_the_foot_keeps_a_card() -> None:
    at = table(hands={A: "3 LD"}, in_foot=[A]).ring("play")
    assert at.held(A) == ("3",)


def test_late_in_the_last_turn_ends_the_round() -> None:
    at = table(hands={A: "3 LD"}, stock="").ring("play")
    assert at.ended == "stock"


# --- Two in a row, and no clock at all ------------------------------------------------------------


def test_late_twice_in_one_turn_is_told_twice() -> None:
    at = table(hands={A: "2 3 4"}, phase="draw")
    assert at.ring("draw").told(TimedOut) == [TimedOut(A)]
    assert at.ring("play").told(TimedOut) == [TimedOut(A)]
    assert at.turn == ("draw", B)


def test_every_phase_but_the_last_has_a_watchdog() -> None:
    """HF 24.8: nobody can hold the table by being absent."""
    at = opening(4, key=4)
    for name in ("cut", "choose", "draw", "play", "draw", "play"):
        assert [timer.name for timer in at.state.timers] == [name]
        at.ring(name)
    asked = table(hands={A: "6 4"}, in_foot=[A], boards={0: BOARD})
    asked.act(A, go_out(lay_off(3, "6"), last="4")).ring("permission").ring("continue")
    assert asked.state.phase == "cut"


def test_a_whole_game_is_played_by_the_clock_alone() -> None:
    at = opening(2, options=FootOptions(rounds=1), key=9)
    for _ in range(400):
        if at.state.phase == "game_over":
            break
        running = [timer.name for timer in at.state.timers if not timer.paused]
        at.ring(running[-1])
    assert at.state.phase == "game_over"


@pytest.mark.parametrize(("seconds", "draw_seconds"), [(20, 10), (60, 30), (100, 50), (300, 150)])
def test_turn_seconds(seconds: int, draw_seconds: int) -> None:
    options = FootOptions(turn_seconds=seconds)
    at = table(hands={A: "2 3", D: "4 5"}, turn=D, options=options).act(D, discard("4"))
    assert hourglass(at)[:2] == ("draw", draw_seconds)
    assert hourglass(at.act(A, draw()))[:2] == ("play", seconds)


def test_without_a_clock_no_turn_has_an_hourglass() -> None:
    options = FootOptions(turn_seconds=0)
    at = table(hands={A: "9 9 2 3", D: "4 5"}, turn=D, boards={0: "9*3"}, pile="3",
               options=options)  # fmt: skip
    at.act(D, discard("4"))
    assert at.state.timers == []
    at.act(A, draw())
    assert at.state.timers == []


def test_without_a_clock_the_pile_is_taken_and_permission_asked_as_well() -> None:
    options = FootOptions(turn_seconds=0)
    at = table(hands={A: "4"}, in_foot=[A], boards={0: BOARD}, pile="6", phase="draw",
               options=options)  # fmt: skip
    at.act(A, go_out(take=take_onto(3), last="4")).act(C, no())
    assert at.turn == ("draw", A)
    at = table(hands={A: "9 9 2 3"}, boards={0: "9*3"}, pile="3 9", phase="draw", options=options)
    assert at.act(A, take_onto(1)).state.timers == []


def test_without_a_clock_the_hourglasses_outside_of_turns_stay() -> None:
    options = FootOptions(turn_seconds=0)
    at = opening(2, options=options)
    assert hourglass(at)[:2] == ("cut", 15)
    assert hourglass(at.all_cut())[:2] == ("choose", 20)
    at = table(hands={A: "6 4"}, in_foot=[A], boards={0: BOARD}, options=options)
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    assert hourglass(at) == ("permission", 20, 0, (C,), True)
    assert hourglass(at.act(C, yes()))[:2] == ("continue", 30)


def test_with_the_round_the_clocks_of_the_turn_are_over() -> None:
    at = table(hands={A: "6 4"}, in_foot=[A], boards={0: BOARD})
    at.act(A, go_out(lay_off(3, "6"), last="4")).act(C, yes())
    assert hourglass(at) == ("continue", 30, 0, (A, B, C, D), False)
    at = table(hands={A: "6 4"}, stock="").act(A, discard("6"))
    assert hourglass(at) == ("continue", 30, 0, (A, B, C, D), False)


def test_each_turn_has_a_new_hourglass() -> None:
    at = table(hands={A: "2 3 4"}, phase="draw")
    ids = [at.state.timers[0].id]
    for seat, sentence in ((A, draw()), (A, discard("2")), (B, draw()), (B, discard("2"))):
        at.act(seat, sentence)
        ids.append(at.state.timers[0].id)
    assert len(set(ids)) == 5


def test_two_who_are_asked_share_an_hourglass() -> None:
    at = table(seats=6, hands={A: "6 4"}, in_foot=[A], boards={0: BOARD})
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    before = at.state.timer("permission")
    assert before.seats == (C, E)
    at.act(C, yes())
    assert at.state.timer("permission").id == before.id
