"""A turn and what may be laid in it (WTS 6.3, 7.2, 7.5)."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import PlaySet, WorkTheStrip
from games.rules.work_the_strip.events import (
    CardsDrawn,
    DrawnCardsSeen,
    SpecialFizzled,
    TurnMissed,
    TurnStarted,
)
from tests.games.rules.work_the_strip.builder import table
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
    lays,
    plays,
    sets,
)

# --- Matches --------------------------------------------------------------------------------------


def test_s09_a_set_of_two_from_the_hand() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"]).act(A, lays("N: Lola 2, 3"))
    assert at.laid(A) == sets("N: Lola 2, 3")
    assert at.hand(A) == cards("Casey 4")
    assert at.turn == ("turn", A)


def test_s09_as_often_as_she_is_able() -> None:
    at = table(hands=["Lola 2, 3, Taylor 4, 5, Monroe 1, 2, Casey 4", "Paris 2", "Duchess 1"])
    at.act(A, lays("N: Lola 2, 3"), lays("N: Taylor 4, 5"), lays("N: Monroe 1, 2"))
    assert at.worth(A) == 1200 + 200 + 1200


def test_s09_matches_are_optional() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"]).act(A, asks(B, "name Casey"))
    assert at.laid(A) == {}
    assert at.turn == ("turn", B)


def test_s09_one_card_alone_is_no_set() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"])
    assert at.refused(A, lays("N: Lola 2")) == "need_two"


def test_r19_a_single_card_builds_on_another_madams_set_and_lies_in_front_of_herself() -> None:
    at = table(hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 2, 3"})
    at.act(A, lays("N: Lola 1"))
    assert (at.laid(A), at.laid(B)) == (sets("N: Lola 1"), sets("N: Lola 2, 3"))


def test_r20_building_off_is_optional() -> None:
    at = table(hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 2, 3"})
    assert at.act(A, asks(B, "name Casey")).turn == ("turn", B)


def test_r21_her_own_set_opens_a_key_too() -> None:
    at = table(hands=["Taylor 5, Casey 4", "Paris 2", "Duchess 1"], tableaus={A: "N: Taylor 3, 4"})
    at.act(A, lays("N: Taylor 5"))
    assert at.laid(A) == sets("N: Taylor 3, 4, 5")


def test_r22_one_card_on_the_table_keeps_a_key_open() -> None:
    at = table(hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"], tableaus={C: "N: Lola 2"})
    assert at.act(A, lays("N: Lola 1")).laid(A) == sets("N: Lola 1")


@pytest.mark.parametrize(
    ("laid", "single"),
    [
        ("N: Jolene 1, 3", "N: Jolene 2"),
        ("R: Jolene 1, Apple Bottoms 1", "R: Taylor 1"),
        ("R: Taylor 2, Desert Roses 1", "R: Jolene 2"),
    ],
)
def test_r23_a_dual_laid_opens_what_it_was_laid_as(laid: str, single: str) -> None:
    hands = [f"{single[3:]}, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, tableaus={C: laid}).act(A, lays(single))
    assert at.laid(A) == sets(single)
    assert at.laid(C) == sets(laid)


@pytest.mark.parametrize(
    ("laid", "single"),
    [
        ("N: Jolene 1, 3", "R: Jolene 2"),
        ("R: Jolene 1, Apple Bottoms 1", "N: Jolene 2"),
        ("R: Jolene 1, Apple Bottoms 1", "R: Jolene 2"),
        ("N: Taylor 1, 4", "R: Lola 1"),
    ],
)
def test_r23_a_dual_laid_opens_nothing_else(laid: str, single: str) -> None:
    hands = [f"{single[3:]}, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, tableaus={C: laid})
    assert at.refused(A, lays(single)) == "need_two"


def test_s22_a_dual_may_be_laid_as_either() -> None:
    hands = ["Jolene 1, Jolene 3, Apple Bottoms 1, Casey 4", "Paris 2", "Duchess 1"]
    as_name = table(hands=hands).act(A, lays("N: Jolene 1, 3"))
    as_run = table(hands=hands).act(A, lays("R: Jolene 1, Apple Bottoms 1"))
    assert (as_name.worth(A), as_run.worth(A)) == (600, 400)


def test_s22_a_run_only_card_is_no_name_and_a_name_only_card_no_run() -> None:
    at = table(hands=["Jolene 3, Jolene 4, Apple Bottoms 1, 2, Casey 4", "Paris 2", "Duchess 1"])
    as_run = PlaySet("run", "apple_bottoms", in_order("Jolene 3, 4"))
    assert at.refused(A, as_run) == "bad_card"
    as_name = PlaySet("name", "jolene", in_order("Jolene 3, Apple Bottoms 1"))
    assert at.refused(A, as_name) == "bad_card"


# --- The turn -------------------------------------------------------------------------------------


def test_s08_matches_specials_and_asks_in_any_order() -> None:
    at = table(
        hands=["Lola 2, 3, Casey 4, 5, Paris 1, Hot Dice, Overbooked", "Paris 2", "Duchess 1"]
    )
    at.act(A, asks(B, "name Paris"), plays("Overbooked", on=C), lays("N: Lola 2, 3"))
    at.act(A, plays("Hot Dice"), lays("N: Casey 4, 5"))
    assert at.result.winner == A
    assert at.result.lines[A].names == 1200 + 1200 + 200


def test_r13_after_a_hit_she_must_ask_on() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "name Lola"))
    assert at.refused(A, WorkTheStrip()) == "must_ask"
    assert at.kinds(A) == {"ask"}


def test_s13_the_ask_is_mandatory() -> None:
    at = table(hands=["Lola 2, Lola 3, Hot Dice, Casey 4", "Paris 2", "Duchess 1"])
    assert at.refused(A, WorkTheStrip()) == "must_ask"
    at.act(A, lays("N: Lola 2, 3"), plays("Hot Dice"))
    assert at.refused(A, WorkTheStrip()) == "must_ask"


def test_r30_without_a_legal_ask_she_works_the_strip() -> None:
    at = table(hands=["Lola 2, 3", "Casey 4", "Duchess 1"], asked=["name Lola"], pile="Vesper 1, 2")
    assert at.kinds(A) == {"play_set", "work_the_strip"}
    at.act(A, WorkTheStrip())
    assert at.hand(A) == cards("Lola 2, 3, Vesper 2")
    assert at.told(CardsDrawn) == [CardsDrawn(A, 1, 1)]
    assert at.told(DrawnCardsSeen) == [DrawnCardsSeen(A, in_order("Vesper 2"))]
    assert at.turn == ("turn", B)


def test_r24_nothing_is_played_in_somebody_elses_turn() -> None:
    at = table(hands=["Lola 2", "Casey 4, 5, Hot Dice, Tax Audit", "Duchess 1"])
    refused = [
        at.refused(B, action)
        for action in (
            plays("Hot Dice"),
            plays("Tax Audit", on=A),
            lays("N: Casey 4, 5"),
            asks(A, "name Casey"),
            WorkTheStrip(),
        )
    ]
    assert refused == ["not_your_turn"] * 5
    assert at.legal(B) == ()


def test_the_keys_asked_are_forgotten_when_the_next_turn_begins() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1, Paris 2, Duchess 1", "Paris 1, Monroe 2"], pile=PILE
    )
    at.act(A, asks(B, "name Lola"))
    assert at.state.asked == ["name:lola"]
    at.act(A, asks(B, "name Casey"))
    assert at.state.asked == []
    at.act(B, asks(C, "name Paris"))
    assert at.state.asked == ["name:paris"]


PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def test_a_missed_turn_is_passed_over_once() -> None:
    hands = ["Paris 2", "Casey 4", "Duchess 1", "Monroe 2"]
    at = table(hands=hands, skip=[B, C], pile=PILE).act(A, asks(B, "name Paris"))
    assert at.turn == ("turn", D)
    assert at.told(TurnMissed) == [TurnMissed(B), TurnMissed(C)]
    assert at.told(TurnStarted) == [TurnStarted(D)]
    assert at.state.skip == [False] * 4


def test_a_missed_turn_comes_before_the_empty_hand() -> None:
    at = table(hands=["Paris 2", "", "Duchess 1"], skip=[B], pile=PILE)
    at.act(A, asks(C, "name Paris"))
    assert at.hand(B) == ()
    assert at.turn == ("turn", C)
    assert at.told(TurnMissed) == [TurnMissed(B)]


def test_everybody_elses_turn_missed_brings_it_back() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], skip=[B, C], pile=PILE)
    at.act(A, asks(B, "name Paris"))
    assert at.turn == ("turn", A)
    assert at.hand(A) == cards("Paris 2, Marquise 1")


def test_r29_with_an_empty_hand_a_turn_is_one_card() -> None:
    at = table(hands=["Paris 2", "", "", "Duchess 1"], pile=PILE).act(A, asks(D, "name Paris"))
    assert at.hand(A) == cards("Paris 2, Marquise 1")
    assert at.hand(B) == cards("Sapphire 1")
    assert at.hand(C) == cards("Diamond 1")
    assert at.turn == ("turn", D)
    assert [event.seat for event in at.told(CardsDrawn)] == [A, B, C]


def test_r29_losing_the_last_card_to_an_ask_ends_nothing() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1", "Duchess 1"]).act(A, asks(B, "name Lola"))
    assert at.hand(B) == ()
    assert at.turn == ("turn", A)
    assert at.state.winner is None


# --- Going out ------------------------------------------------------------------------------------


def test_s24_playing_the_last_card_ends_the_round_at_once() -> None:
    at = table(hands=["Lola 2, 3", "Casey 4", "Duchess 1"]).act(A, lays("N: Lola 2, 3"))
    assert (at.state.phase, at.result.winner) == ("round_result", A)
    assert sorted(at.state.to_act) == [A, B, C]
    assert at.kinds(B) == {"continue"}


def test_s24_a_special_may_be_the_last_card() -> None:
    at = table(hands=["Hot Dice", "Casey 4", "Duchess 1"]).act(A, plays("Hot Dice"))
    assert at.result.winner == A


def test_s24_a_hit_may_take_the_last_card() -> None:
    at = table(hands=["Lola 2", "Lola 1, Casey 4", "Duchess 1"]).act(A, asks(B, "name Lola"))
    assert at.result.winner == A
    assert at.result.lines[A].names == 1200


def test_r47_giving_the_last_cards_away_is_going_out() -> None:
    at = table(hands=["Friendly Referral, Lola 2", "Casey 4", "Duchess 1"])
    at.act(A, plays("Friendly Referral", on=B, chosen="Lola 2"))
    assert at.result.winner == A
    assert at.hand(B) == cards("Casey 4, Lola 2")


# --- Only specials left ---------------------------------------------------------------------------


def test_r27_only_specials_left_at_the_start_of_the_turn() -> None:
    at = table(hands=["Paris 2", "Hot Dice, Tax Audit", "Duchess 1"], pile=PILE)
    at.act(A, asks(C, "name Paris"))
    assert at.turn == ("turn", B)
    assert at.kinds(B) == {"play_special"}
    assert at.refused(B, asks(A, "name Paris")) == "must_play_specials"
    assert at.refused(B, WorkTheStrip()) == "must_play_specials"
    assert at.refused(B, lays("N: Paris 2, 3")) == "must_play_specials"


@pytest.mark.parametrize("how", ["a set", "a hit", "a special"])
def test_r27_only_specials_left_after_an_action(how: str) -> None:
    at = table(
        hands=["Lola 2, Hot Dice, Friendly Referral", "Lola 1, Casey 4", "Duchess 1"],
        tableaus={C: "N: Lola 3"},
    )
    action = {
        "a set": lays("N: Lola 2"),
        "a hit": asks(B, "name Lola"),
        "a special": plays("Friendly Referral", on=B, chosen="Lola 2"),
    }[how]
    at.act(A, action)
    assert at.kinds(A) == {"play_special"}
    assert at.refused(A, WorkTheStrip()) == "must_play_specials"


def test_r27_only_specials_left_on_anothers_turn_is_no_matter() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, Hot Dice", "Duchess 1"])
    at.act(A, asks(B, "name Lola"))
    assert at.hand(B) == cards("Hot Dice")
    assert at.legal(B) == ()
    assert at.turn == ("turn", A)


def test_s25_they_must_all_be_played_which_ends_the_round() -> None:
    at = table(
        hands=["Hot Dice, Broken Air Conditioning, Noise Complaint", "Casey 4", "Duchess 1"],
        dice={"die/1/0": 2},
        pile="Vesper 1",
        top=1,
    )
    at.act(A, plays("Noise Complaint", on=B), plays("Hot Dice"))
    assert at.turn == ("turn", A)
    at.act(A, plays("Broken Air Conditioning"))
    assert at.front(A) == fronts("Hot Dice +600, Broken Air Conditioning -300")
    assert at.result.winner == A
    assert at.scores == (600 - 300 + 1000, -500 - 100, -100)


@pytest.mark.parametrize(
    ("title", "on"),
    [
        ("Talent Scout", B),
        ("Friendly Referral", B),
        ("Overbooked", B),
        ("Smooth Lawyer", None),
        ("Open Casting", None),
    ],
)
def test_r28_a_forced_special_without_an_object_still_leaves_the_hand(
    title: str, on: int | None
) -> None:
    at = table(hands=[title, "Casey 4", "Duchess 1"], pile="Vesper 1", top=1)
    at.act(A, plays(title, on=on))
    assert at.told(SpecialFizzled) == [SpecialFizzled(A, card(title))]
    assert at.result.winner == A
    assert card(title) in at.state.discard
    assert at.scores == (1000, -100, -100)
