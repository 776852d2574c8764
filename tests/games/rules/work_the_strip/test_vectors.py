"""The worked scenarios of the rulebook (WTS 14), each under its own number."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import EndFinalTurn, InitialPlay, WorkTheStrip
from games.rules.work_the_strip.state import PlayedSet
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    D,
    asks,
    card,
    cards,
    in_order,
    initial,
    lays,
    plays,
    sets,
)


def test_w_01_name_ask_hit() -> None:
    at = table(
        hands=["Lola 2, Taylor 4, Generous Tipper", "Lola 1, Lola 3, Casey 4", "Duchess 1"]
    ).act(A, asks(B, "name Lola"))
    assert at.laid(A) == sets("N: Lola 1, 2, 3")
    assert at.worth(A) == 1800
    assert at.hand(A) == cards("Taylor 4, Generous Tipper")
    assert at.hand(B) == cards("Casey 4")
    assert at.turn == ("turn", A)
    assert at.refused(A, asks(C, "name Lola")) == "not_holding"


def test_w_01_asking_again_is_refused_even_with_a_lola_left() -> None:
    at = table(hands=["Lola 2, Lola 3, Taylor 4", "Lola 1, Casey 4", "Duchess 1"])
    at.act(A, asks(B, "name Lola", commit="Lola 2"))
    assert [at.refused(A, asks(seat, "name Lola")) for seat in (B, C)] == ["already_asked"] * 2


def test_w_02_run_ask_takes_duals_and_run_only() -> None:
    at = table(hands=["Lola 1, Paris 2", "Jolene 1, Apple Bottoms 1, Jolene 3", "Duchess 1"]).act(
        A, asks(B, "run Apple Bottoms")
    )
    assert at.laid(A) == sets("R: Lola 1, Jolene 1, Apple Bottoms 1")
    assert at.worth(A) == 600
    assert at.hand(A) == cards("Paris 2")
    assert at.hand(B) == cards("Jolene 3")
    assert at.turn == ("turn", A)


def test_w_03_mistake() -> None:
    at = table(
        hands=["Taylor 1, Paris 2", "Taylor 5, Casey 4", "Duchess 1"],
        tableaus={B: "N: Taylor 3, 4"},
        pile="Monroe 2, Violet 2",
    ).act(A, asks(B, "name Taylor"))
    assert at.laid(B) == sets("N: Taylor 1, 3, 4")
    assert at.worth(B) == 300
    assert at.hand(B) == cards("Taylor 5, Casey 4")
    assert at.hand(A) == cards("Paris 2, Violet 2")
    assert at.laid(A) == {}
    assert at.pile == in_order("Monroe 2")
    assert at.turn == ("turn", B)


def test_w_05_building_off_another_madam() -> None:
    at = table(
        hands=["Jolene 3, Paris 2", "Casey 4", "Duchess 1"], tableaus={C: "N: Jolene 1, 4"}
    ).act(A, lays("N: Jolene 3"))
    assert at.laid(A) == sets("N: Jolene 3")
    assert at.laid(C) == sets("N: Jolene 1, 4")
    assert (at.worth(A), at.worth(C)) == (300, 600)
    assert at.hand(A) == cards("Paris 2")
    assert at.turn == ("turn", A)


def test_w_06_wrong_mode() -> None:
    at = table(
        hands=["Jolene 3, Paris 2", "Casey 4", "Duchess 1"],
        tableaus={C: "R: Jolene 1, Apple Bottoms 1"},
    )
    assert at.refused(A, lays("N: Jolene 3")) == "need_two"


def test_w_07_only_specials_left() -> None:
    at = table(
        hands=["Lola 2, Lola 3, Tax Audit, Generous Tipper", "Casey 4", "Paris 3, Hot Dice"],
        pile="Vesper 1, Lola 1, Noise Complaint",
        top=4,
    ).act(A, lays("N: Lola 2, 3"))
    assert at.refused(A, asks(C, "name Paris")) == "must_play_specials"
    assert at.kinds(A) == {"play_special"}
    at.act(A, plays("Tax Audit", on=C), plays("Generous Tipper"))
    assert at.result.winner == A
    assert at.state.flipped == list(in_order("Noise Complaint, Lola 1"))
    assert (at.result.top_card, at.result.die) == (card("Lola 1"), 4)
    assert at.result.lines[A].bonus == 2400
    assert at.scores == (4100, -100, -2600)
    assert at.pile == in_order("Vesper 1")


def test_w_09_robbed_to_an_empty_hand() -> None:
    at = table(
        hands=["Lola 2, Paris 2", "Lola 3", "Monroe 3"],
        pile="Taylor 1, Taylor 2, Violet 2, Violet 3",
    ).act(A, asks(B, "name Lola"))
    assert at.hand(B) == ()
    assert at.turn == ("turn", A)
    at.act(A, asks(C, "name Paris"))
    assert at.hand(A) == cards("Paris 2, Violet 3")
    assert at.hand(B) == cards("Violet 2")
    assert at.turn == ("turn", C)
    assert at.pile == in_order("Taylor 1, Taylor 2")


@pytest.mark.parametrize(
    ("pile", "die", "bonus"),
    [
        ("Casey 1, Neon Angels 1", 6, 1200),
        ("Casey 1, Taylor 1", 5, 1000),
        ("Casey 1, Vesper 1", 1, 1000),
        ("Casey 1, Lola 1, Tax Audit, Hot Dice", 4, 2400),
        ("Tax Audit", 6, 0),
    ],
    ids=["run", "cheap dual", "name", "dear dual under specials", "only a special"],
)
def test_w_10_top_card_variants(pile: str, die: int, bonus: int) -> None:
    at = table(hands=["Paris 2, 3", "Casey 4", "Duchess 1"], pile=pile, top=die)
    at.act(A, lays("N: Paris 2, 3"))
    assert at.result.winner == A
    assert at.result.lines[A].bonus == bonus
    assert at.scores == (1200 + bonus, -100, -100)


def test_w_11_full_scoring() -> None:
    at = table(
        hands=[
            "Scarlett 3",
            "Casey 4, High Rollers 1, Convention In Town",
            "Tax Audit, Closed For Repairs",
        ],
        tableaus={
            A: "N: Lola 1, 2, 3; R: Neon Angels 1, 2",
            B: "N: Roxanne 1, 2; N: Scarlett 1, 2",
        },
        front={A: "Noise Complaint", B: "Grand Opening", C: "Surprise Inspection"},
        pile="Vesper 1, Dakota 3",
        top=3,
    ).act(A, lays("N: Scarlett 3"))
    ava, ben, cleo = at.result.lines
    assert (ava.names, ava.runs, ava.front, ava.bonus, ava.hand) == (2400, 400, -500, 900, 0)
    assert (ben.names, ben.runs, ben.front, ben.bonus, ben.hand) == (1800, 0, 1500, 0, -1200)
    assert (cleo.names, cleo.runs, cleo.front, cleo.bonus, cleo.hand) == (0, 0, -1000, 0, -2000)
    assert at.scores == (3200, 2100, -3000)


def test_w_12_last_card() -> None:
    at = table(
        hands=["Lola 2", "Paris 2, 3", "Monroe 2, Casey 4", "Taylor 4, 5"],
        pile="Casey 5",
        current=C,
        top=6,
    ).act(C, asks(D, "name Monroe"))
    assert at.hand(C) == cards("Monroe 2, Casey 4, Casey 5")
    assert at.turn == ("final_turn", D)
    assert at.state.final_queue == [D, A, B, C]
    assert at.refused(D, asks(A, "name Taylor")) == "wrong_phase"
    at.act(D, lays("N: Taylor 4, 5"))
    assert at.hand(D) == ()
    assert at.turn == ("final_turn", A)
    at.act(A, EndFinalTurn())
    assert at.turn == ("final_turn", B)
    at.act(B, lays("N: Paris 2, 3"))
    assert at.turn == ("final_turn", C)
    at.act(C, lays("N: Casey 4, 5"), EndFinalTurn())
    assert at.result.winner is None
    assert [line.bonus for line in at.result.lines] == [0, 0, 0, 0]
    assert at.scores == (-100, 1200, 100, 200)


def test_w_14_referral_empties_the_hand() -> None:
    at = table(
        hands=["Friendly Referral, Paris 2, Lola 2", "Casey 4", "Monroe 3"], pile="Violet 2", top=2
    ).act(A, plays("Friendly Referral", on=C, chosen="Paris 2, Lola 2"))
    assert at.result.winner == A
    assert at.hand(C) == cards("Monroe 3, Paris 2, Lola 2")
    assert at.scores == (1200, -100, -300)


def test_w_15_different_card_name_and_run_of_one_card() -> None:
    at = table(hands=["Lola 1, Lola 2, Paris 2", "Lola 3", "Apple Bottoms 1, Casey 4"])
    at.act(A, asks(B, "name Lola", commit="Lola 2"))
    assert at.laid(A) == sets("N: Lola 2, 3")
    assert at.worth(A) == 1200
    assert at.hand(A) == cards("Lola 1, Paris 2")
    assert at.refused(A, asks(C, "name Lola")) == "already_asked"
    at.act(A, asks(C, "run Apple Bottoms"))
    assert at.laid(A) == sets("N: Lola 2, 3; R: Lola 1, Apple Bottoms 1")
    assert at.worth(A) == 1600
    assert at.hand(A) == cards("Paris 2")
    assert at.hand(C) == cards("Casey 4")
    assert at.turn == ("turn", A)


def test_w_16_initial_play() -> None:
    at = table(
        hands=[
            "Apple Bottoms 1, Jolene 1, Paris 2, Tax Audit",
            "Casey 4, 5",
            "Taylor 4, 5, Lola 1, 3, Monroe 2",
        ],
        phase="initial_play",
        dealer=C,
    )
    assert at.refused(A, initial("R: Apple Bottoms 1")) == "need_two"
    special = PlayedSet("run", "apple_bottoms", in_order("Apple Bottoms 1, Tax Audit"))
    assert at.refused(A, InitialPlay((special,))) == "bad_card"
    at.act(A, initial("R: Apple Bottoms 1, Jolene 1"))
    at.act(C, initial("N: Taylor 4, 5; N: Lola 1, 3"))
    assert [at.worth(seat) for seat in (A, B, C)] == [0, 0, 0]
    assert all(view.tableaus == ((), (), ()) for view in map(at.view, (B, None)))
    assert at.state.phase == "initial_play"
    at.act(B, initial())
    assert [at.worth(seat) for seat in (A, B, C)] == [400, 0, 1400]
    assert at.hand(A) == cards("Paris 2, Tax Audit")
    assert at.hand(C) == cards("Monroe 2")
    assert at.turn == ("turn", A)


def test_w_17_no_legal_ask_lays_and_goes_out() -> None:
    at = table(hands=["Lola 2, Lola 3", "Lola 1, Monroe 2", "Duchess 1"], pile="Violet 2", top=1)
    at.act(A, asks(B, "name Lola", commit="Lola 2"))
    assert at.kinds(A) == {"play_set", "work_the_strip"}
    at.act(A, lays("N: Lola 3"))
    assert at.result.winner == A
    assert at.scores == (3 * 600 + 600, -100, -100)


def test_w_17_no_legal_ask_or_works_the_strip() -> None:
    at = table(hands=["Lola 2, Lola 3", "Lola 1, Monroe 2", "Duchess 1"], pile="Paris 1, Violet 2")
    at.act(A, asks(B, "name Lola", commit="Lola 2"), WorkTheStrip())
    assert at.hand(A) == cards("Lola 3, Violet 2")
    assert at.turn == ("turn", B)


def test_w_19_missed_turn() -> None:
    at = table(hands=["Closed For Repairs, Paris 2", "Casey 4", "Duchess 1"])
    at.act(A, plays("Closed For Repairs", on=B))
    assert at.state.skip == [False, True, False]
    at.act(A, asks(C, "name Paris"))
    assert at.turn == ("turn", C)
    assert at.state.skip == [False, False, False]


def test_w_20_talent_scout_opens_a_key_for_you() -> None:
    at = table(
        hands=["Talent Scout, Lola 2, Casey 4", "Casey 5", "Duchess 1"],
        tableaus={B: "N: Lola 1, 3"},
    ).act(A, plays("Talent Scout", on=B, chosen="Lola 3"), lays("N: Lola 2"))
    assert at.laid(A) == sets("N: Lola 2, 3")
    assert at.laid(B) == sets("N: Lola 1")
    assert (at.worth(A), at.worth(B)) == (1200, 600)


def test_w_21_open_casting() -> None:
    at = table(
        hands=["Open Casting, Taylor 1, Paris 2", "Taylor 2, 5", "Casey 4"],
        tableaus={C: "N: Taylor 3, 4"},
    ).act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 5")
    assert at.worth(A) == 300
    assert at.laid(C) == sets("N: Taylor 3, 4")
    assert at.hand(A) == cards("Paris 2")
    assert at.hand(B) == ()
    assert at.turn == ("turn", A)


def test_w_23_empty_hand_draw_takes_the_last_card() -> None:
    at = table(hands=["Lola 2, Paris 2", "Lola 1", "Casey 4"], pile="Violet 2, Violet 3")
    at.act(A, asks(B, "name Lola"), asks(C, "name Paris"))
    assert at.hand(A) == cards("Paris 2, Violet 3")
    assert at.hand(B) == cards("Violet 2")
    assert at.pile == ()
    assert at.turn == ("final_turn", C)
    assert at.state.final_queue == [C, A, B]
