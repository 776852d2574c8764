"""What happens when a Madam's hourglass runs out (WTS 11), phase by phase."""

from __future__ import annotations

import pytest

from games.rules.kernel import IllegalAction, Seat, TimedOut, ring
from games.rules.work_the_strip.actions import Continue
from games.rules.work_the_strip.events import (
    Asked,
    CardPoached,
    CardsDrawn,
    FinalTurnEnded,
    MistakeMade,
    PenaltyCleared,
    PenaltyLaid,
    SetLaid,
    SpecialFizzled,
    SpecialPlayed,
)
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    D,
    asks,
    card,
    cards,
    fronts,
    in_order,
    initial,
    lays,
    sets,
)

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def hourglass(at: Table) -> tuple[str, int, tuple[Seat, ...], bool]:
    """The only timer on the table: its name, seconds, seats, and whether it counts."""
    (timer,) = at.state.timers
    return timer.name, timer.seconds, timer.seats, timer.counts


# --- Initial play ---------------------------------------------------------------------------------


def test_late_for_the_initial_play_is_an_empty_hand_in() -> None:
    at = table(
        hands=["Lola 1, 2, Casey 4", "Taylor 4, 5, Paris 2", "Duchess 1"], phase="initial_play"
    ).act(A, initial("N: Lola 1, 2"))
    at.ring("initial_play")
    assert at.events[:2] == [TimedOut(B), TimedOut(C)]
    assert at.told(TimedOut) == [TimedOut(B), TimedOut(C)]
    assert [at.worth(seat) for seat in (A, B, C)] == [1200, 0, 0]
    assert at.hand(B) == cards("Taylor 4, 5, Paris 2")
    assert at.turn == ("turn", A)


def test_the_initial_play_has_one_hourglass_of_45_seconds() -> None:
    at = table(hands=["Casey 4", "Paris 2", "Duchess 1"], phase="final_turn", queue=[A], pile="")
    at.ring("final_turn").all_continue()
    assert at.state.phase == "initial_play"
    assert hourglass(at) == ("initial_play", 45, (A, B, C), True)


def test_handing_in_does_not_turn_the_hourglass() -> None:
    at = table(hands=["Casey 4", "Paris 2", "Duchess 1"], phase="initial_play")
    before = at.state.timer("initial_play").id
    assert at.act(A, initial()).state.timer("initial_play").id == before


def test_clockwise_each_madam_is_late_for_herself() -> None:
    at = table(
        hands=["Lola 1, 2, Casey 4", "Paris 2", "Duchess 1"],
        phase="final_turn",
        queue=[A],
        pile="",
        options=StripOptions(initial_play="clockwise"),
    )
    at.ring("final_turn").all_continue()
    first = at.state.to_act[0]
    assert hourglass(at) == ("initial_play", 45, (first,), True)
    at.ring("initial_play")
    assert at.told(TimedOut) == [TimedOut(first)]
    assert at.state.to_act == [(first + 1) % 3]
    assert hourglass(at) == ("initial_play", 45, ((first + 1) % 3,), True)


# --- A turn ---------------------------------------------------------------------------------------


def test_a_turn_has_60_seconds_turned_anew_after_each_action() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    before = at.state.timer("turn").id
    at.act(A, lays("N: Lola 2, 3"))
    assert hourglass(at) == ("turn", 60, (A,), True)
    assert at.state.timer("turn").id != before
    with pytest.raises(IllegalAction, match="timer_not_running"):
        ring(at.game, at.state, before)
    at.act(A, asks(B, "name Casey"))
    assert hourglass(at) == ("turn", 60, (B,), True)


def test_late_in_a_turn_is_a_legal_ask_that_is_no_mistake() -> None:
    at = table(
        hands=["Lola 2", "Paris 2", "Duchess 1"], tableaus={C: "N: Lola 1, 3"}, pile=PILE
    ).ring("turn")
    assert at.events[0] == TimedOut(A)
    assert at.told(Asked) == [Asked(A, B, "name", "lola")]
    assert at.hand(A) == cards("Lola 2, Marquise 1")
    assert at.turn == ("turn", B)


@pytest.mark.parametrize("luck", range(1, 7))
def test_late_in_a_turn_a_mistake_is_never_made_by_bad_luck(luck: int) -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Lola 1; N: Casey 5", C: "N: Lola 3"},
        pile=PILE,
        dice={"elsewhere": luck},
    ).ring("turn")
    assert at.told(Asked) == [Asked(A, C, "name", "casey")]


def test_late_in_a_turn_the_ask_is_random() -> None:
    hands = ["Lola 1, Casey 4", "Paris 2", "Duchess 1", "Monroe 2"]
    asked = set()
    for pips in range(1, 7):
        for more in range(1, 7):
            at = table(hands=hands, pile=PILE, dice={"here": pips, "there": more}).ring("turn")
            (ask,) = at.told(Asked)
            asked.add((ask.target, ask.mode, ask.key))
            assert set(at.state.rng.drawn) == {"timeout/1/0"}
    assert {target for target, _, _ in asked} == {B, C, D}
    assert {key for _, _, key in asked} == {"lola", "apple_bottoms", "casey"}


def test_late_in_a_turn_after_a_hit_the_turn_goes_on() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"],
        tableaus={C: "N: Lola 3"},
        asked=["name Casey"],
        pile=PILE,
    )
    before = at.state.timer("turn").id
    at.ring("turn")
    assert at.laid(A) == sets("N: Lola 1, 2")
    assert at.turn == ("turn", A)
    assert hourglass(at) == ("turn", 60, (A,), True)
    assert at.state.timer("turn").id != before


def test_late_in_a_turn_only_mistakes_are_left() -> None:
    at = table(
        hands=["Vesper 1, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Casey 5", C: "N: Casey 3"},
        asked=["name Vesper"],
        pile="Empress 1, Empress 2",
    ).ring("turn")
    (mistake,) = at.told(MistakeMade)
    assert (mistake.key, mistake.cards) == ("casey", in_order("Casey 4"))
    assert mistake.target in (B, C)
    assert at.hand(A) == cards("Vesper 1, Empress 2")
    assert at.turn == ("turn", B)


def test_late_in_a_turn_with_no_ask_left_she_works_the_strip() -> None:
    at = table(hands=["Lola 2, 3", "Paris 2", "Duchess 1"], asked=["name Lola"], pile=PILE)
    at.ring("turn")
    assert at.told(Asked) == []
    assert at.hand(A) == cards("Lola 2, 3, Marquise 1")
    assert at.turn == ("turn", B)


def test_late_among_friends_she_works_the_strip_rather_than_mistake() -> None:
    at = table(
        hands=["Lola 2", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Lola 1", C: "N: Lola 3"},
        pile=PILE,
        options=StripOptions(friendly_ask=True),
    ).ring("turn")
    assert at.hand(A) == cards("Lola 2, Marquise 1")
    assert at.turn == ("turn", B)


def test_late_where_sets_must_be_played_they_are_laid_first() -> None:
    at = table(
        hands=["Lola 2, 3, Taylor 4, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 5"},
        pile=PILE,
        options=StripOptions(must_play_matches=True),
    ).ring("turn")
    assert at.laid(A) == sets("N: Lola 2, 3; N: Taylor 4")
    assert {event.key for event in at.told(SetLaid)} == {"lola", "taylor"}
    assert [ask.key for ask in at.told(Asked)] == ["casey"]
    assert at.turn == ("turn", B)


def test_late_where_sets_must_be_played_may_be_going_out() -> None:
    at = table(
        hands=["Lola 2, 3", "Paris 2", "Duchess 1"],
        pile=PILE,
        options=StripOptions(must_play_matches=True),
    ).ring("turn")
    assert at.result.winner == A
    assert at.told(Asked) == []


# --- Forced ---------------------------------------------------------------------------------------


def late_and_forced(hand: str, *, totals: tuple[int, ...] = (0, 100, 500), **laid: str) -> Table:
    """A holds only specials and lets her time run out; `laid` and `front` by seat letter."""
    seats = {"a": A, "b": B, "c": C}
    return table(
        hands=[hand, "Paris 2", "Duchess 1"],
        tableaus={seats[who]: words for who, words in laid.items() if who in seats},
        front={A: laid.get("front", "")},
        past=[(None, totals)],
        pile=PILE,
        top=1,
    ).ring("turn")


def test_late_and_forced_she_plays_all_specials_in_hand_order() -> None:
    at = late_and_forced("Tax Audit, Grand Opening, Broken Air Conditioning")
    assert at.events[0] == TimedOut(A)
    played = [event.special for event in at.told(SpecialPlayed)]
    assert played == ["tax_audit", "grand_opening", "broken_air_con"]
    assert at.result.winner == A
    assert at.front(A) == fronts("Grand Opening, Broken Air Conditioning")


@pytest.mark.parametrize(
    ("totals", "target"),
    [
        ((0, 100, 500), C),
        ((0, 500, 100), B),
        ((900, 100, 500), C),
        ((0, 0, 0), B),
        ((0, -5, -5), B),
    ],
)
def test_late_and_forced_the_leader_is_the_target_else_the_next_seat(
    totals: tuple[int, ...], target: Seat
) -> None:
    at = late_and_forced("Tax Audit", totals=totals)
    assert at.told(PenaltyLaid) == [PenaltyLaid(A, target, card("Tax Audit"), -1500)]


@pytest.mark.parametrize(
    ("laid", "taken"),
    [
        ("N: Taylor 4, 5; N: Lola 2, 3", "Lola 2"),
        ("N: Taylor 1, 4; R: Lola 1, Apple Bottoms 1", "Lola 1"),
        ("R: Lola 1, Neon Angels 1; N: Roxanne 1", "Roxanne 1"),
    ],
)
def test_late_and_forced_the_scout_takes_the_most_valuable_card(laid: str, taken: str) -> None:
    at = late_and_forced("Talent Scout", c=laid, b="N: Empress 2")
    assert [(event.target, event.card) for event in at.told(CardPoached)] == [(C, card(taken))]


def test_late_and_forced_the_scout_fizzles_at_a_bare_leader() -> None:
    at = late_and_forced("Talent Scout", b="N: Empress 2")
    assert at.told(SpecialFizzled) == [SpecialFizzled(A, card("Talent Scout"))]


@pytest.mark.parametrize(
    ("front", "cleared"),
    [
        ("Noise Complaint 1, Surprise Inspection, Noise Complaint 2", "Surprise Inspection"),
        ("Grand Opening, Noise Complaint 2, Noise Complaint 1", "Noise Complaint 1"),
        ("Noise Complaint 1, Tax Audit, Surprise Inspection", "Tax Audit"),
    ],
)
def test_late_and_forced_the_lawyer_clears_the_largest_penalty(front: str, cleared: str) -> None:
    at = late_and_forced("Smooth Lawyer", front=front)
    assert [event.card for event in at.told(PenaltyCleared)] == [card(cleared)]


def test_late_and_forced_nothing_is_left_to_give_or_to_call_for() -> None:
    at = late_and_forced("Friendly Referral, Open Casting, Smooth Lawyer")
    assert [event.card for event in at.told(SpecialFizzled)] == list(
        in_order("Friendly Referral, Open Casting, Smooth Lawyer")
    )
    assert at.result.winner == A


# --- Final turn, result, no clock -----------------------------------------------------------------


def test_late_in_a_final_turn_it_ends() -> None:
    at = table(
        hands=["Lola 2, 3", "Paris 2", "Duchess 1"], phase="final_turn", queue=[A, B, C], pile=""
    )
    at.ring("final_turn")
    assert at.events[:2] == [TimedOut(A), FinalTurnEnded(A)]
    assert at.hand(A) == cards("Lola 2, 3")
    assert at.turn == ("final_turn", B)
    assert hourglass(at) == ("final_turn", 45, (B,), True)


def test_the_result_goes_on_by_itself_and_is_nobodys_time_out() -> None:
    at = table(hands=["Lola 2, 3", "Paris 2", "Duchess 1"]).act(A, lays("N: Lola 2, 3"))
    name, seconds, _, counts = hourglass(at)
    assert (name, seconds, counts) == ("continue", 20, False)
    at.act(B, Continue()).ring("continue")
    assert at.told(TimedOut) == []
    assert (at.state.phase, at.state.round) == ("initial_play", 2)


def test_without_clocks_no_hourglass_of_a_seat_is_turned() -> None:
    options = StripOptions(turn_seconds=0, initial_seconds=0)
    hands = ["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, pile="Vesper 1", options=options)
    assert at.state.timers == []
    at.act(A, lays("N: Lola 2, 3"))
    assert at.state.timers == []
    at.act(A, asks(B, "name Casey"))
    assert at.told(CardsDrawn) == [CardsDrawn(A, 1, 0)]
    assert at.turn == ("final_turn", B)
    assert at.state.timers == []
