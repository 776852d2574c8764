"""The score examples of Work The Strip (WTS 9.2, 9.3, 14), line by line over the API."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import EndFinalTurn
from games.rules.work_the_strip.events import (
    BonusLaid,
    CardPoached,
    PenaltyCleared,
    PenaltyLaid,
    RoundScored,
    SetLaid,
)
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import SeatScore
from scoring.sheets.sheet import Line
from scoring.sheets.work_the_strip import rounds
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B, C, D, asks, card, initial, lays, plays
from tests.scoring.sheets.evening import Evening, rows

BEN = (
    "Roxanne 1, 2, Scarlett 1, 2, Casey 4, "
    "Grand Opening, Noise Complaint, Surprise Inspection, Convention In Town"
)
pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]


def test_w_07_only_specials_left() -> None:
    at = Evening(
        table(
            hands=["Lola 2, Lola 3, Tax Audit, Generous Tipper", "Casey 4", "Paris 3, Hot Dice"],
            pile="Vesper 1, Lola 1, Noise Complaint",
            top=4,
        )
    )
    at.act(A, lays("N: Lola 2, 3"), plays("Tax Audit", on=C), plays("Generous Tipper"))
    ava, ben, cleo = at.sheets()
    assert rows(ava) == [
        ("name", "lola", 2, 1200),
        ("bonus", "generous_tipper", 1, 500),
        ("pips", "n_lola_1", 4, 2400),
    ]
    assert rows(ben) == [("cards", None, 1, -100)]
    assert rows(cleo) == [
        ("penalty", "tax_audit", 1, -1500),
        ("cards", None, 1, -100),
        ("specials", None, 1, -1000),
    ]
    assert [sheet["net"] for sheet in (ava, ben, cleo)] == [4100, -100, -2600]
    assert at.scores()["totals"] == [4100, -100, -2600]


@pytest.mark.parametrize(
    ("pile", "die", "line"),
    [
        ("Casey 1, Neon Angels 1", 6, ("pips", "r_neon_angels_1", 6, 1200)),
        ("Casey 1, Taylor 1", 5, ("pips", "n_taylor_1", 5, 1000)),
        ("Casey 1, Vesper 1", 1, ("pips", "n_vesper_1", 1, 1000)),
        ("Casey 1, Lola 1, Tax Audit, Hot Dice", 4, ("pips", "n_lola_1", 4, 2400)),
        ("Tax Audit", 6, None),
    ],
    ids=["run", "cheap dual", "name", "dear dual under specials", "only a special"],
)
def test_w_10_top_cards(pile: str, die: int, line: tuple[str, str, int, int] | None) -> None:
    at = Evening(table(hands=["Paris 2, 3", "Casey 4", "Duchess 1"], pile=pile, top=die))
    at.act(A, lays("N: Paris 2, 3"))
    assert rows(at.sheets()[A]) == [("name", "paris", 2, 1200), *([line] if line else [])]


def test_w_11_full_scoring_played_from_the_first_set_on() -> None:
    """Ben begins; Cleo walks the third Lola over to Ava by mistake."""
    at = Evening(
        table(
            phase="initial_play",
            dealer=A,
            hands=[
                "Lola 1, 2, Neon Angels 1, 2, Scarlett 3",
                BEN,
                "Lola 3, Tax Audit",
            ],
            pile="Vesper 1, Dakota 3, Closed For Repairs, High Rollers 1",
            top=3,
        )
    )
    at.act(A, initial("N: Lola 1, 2; R: Neon Angels 1, 2"))
    at.act(B, initial("N: Roxanne 1, 2; N: Scarlett 1, 2")).act(C, initial())
    at.act(B, plays("Grand Opening"), plays("Noise Complaint", on=A))
    at.act(B, plays("Surprise Inspection", on=C), asks(C, "name Casey"))
    assert at.scores()["rounds"] == []
    at.act(C, asks(A, "name Lola")).act(A, lays("N: Scarlett 3"))
    ava, ben, cleo = at.sheets()
    assert rows(ava, "names") == [("name", "lola", 3, 1800), ("name", "scarlett", 1, 600)]
    assert rows(ava, "runs") == [("run", "neon_angels", 2, 400)]
    assert rows(ava, "front") == [("penalty", "noise_complaint", 1, -500)]
    assert rows(ava, "top_card") == [("pips", "n_dakota_3", 3, 900)]
    assert rows(ava, "hand") == []
    assert rows(ben, "names") == [("name", "roxanne", 2, 600), ("name", "scarlett", 2, 1200)]
    assert rows(ben, "front") == [("bonus", "grand_opening", 1, 1500)]
    assert rows(ben, "hand") == [("cards", None, 2, -200), ("specials", None, 1, -1000)]
    assert rows(cleo) == [
        ("penalty", "surprise_inspection", 1, -1000),
        ("specials", None, 2, -2000),
    ]
    assert [sheet["net"] for sheet in (ava, ben, cleo)] == [3200, 2100, -3000]


def test_w_12_last_card() -> None:
    at = Evening(
        table(
            hands=["Lola 2", "Paris 2, 3", "Monroe 2, Casey 4", "Taylor 4, 5"],
            pile="Casey 5",
            current=C,
            top=6,
        )
    )
    at.act(C, asks(D, "name Monroe")).act(D, lays("N: Taylor 4, 5")).act(A, EndFinalTurn())
    at.act(B, lays("N: Paris 2, 3")).act(C, lays("N: Casey 4, 5"), EndFinalTurn())
    assert [rows(sheet) for sheet in at.sheets()] == [
        [("cards", None, 1, -100)],
        [("name", "paris", 2, 1200)],
        [("name", "casey", 2, 200), ("cards", None, 1, -100)],
        [("name", "taylor", 2, 200)],
    ]
    assert at.scores()["totals"] == [-100, 1200, 100, 200]


def test_w_14_referral_empties_the_hand() -> None:
    at = Evening(
        table(
            hands=["Friendly Referral, Paris 2, Lola 2", "Casey 4", "Monroe 3"],
            pile="Violet 2",
            top=2,
        )
    )
    at.act(A, plays("Friendly Referral", on=C, chosen="Paris 2, Lola 2"))
    assert [rows(sheet) for sheet in at.sheets()] == [
        [("pips", "n_violet_2", 2, 1200)],
        [("cards", None, 1, -100)],
        [("cards", None, 3, -300)],
    ]


def test_the_softer_penalties_of_a_table_are_those_of_its_sheet() -> None:
    options = StripOptions(hand_penalty_card=50, hand_penalty_special=500)
    at = Evening(
        table(
            hands=["Paris 2, 3", "Casey 4, Tax Audit", "Duchess 1"],
            pile="Hot Dice",
            options=options,
        )
    )
    at.act(A, lays("N: Paris 2, 3"))
    assert rows(at.sheets()[B]) == [("cards", None, 1, -50), ("specials", None, 1, -500)]


# --- What moves after it was laid -----------------------------------------------------------------


def scored(names: int = 0, front: int = 0) -> SeatScore:
    return SeatScore(names, 0, front, 0, 0, names + front)


def test_a_poached_card_counts_where_it_lies_now() -> None:
    lola = card("Lola 3")
    events = (
        SetLaid(B, "name", "lola", (card("Lola 1"), lola), 1200),
        CardPoached(A, B, lola, "name", "lola"),
        RoundScored(1, None, (scored(600), scored(600)), (600, 600), (1, 1)),
    )
    (round_,) = rounds(events, StripOptions(), 2)
    assert [sheet.lines for sheet in round_.sheets] == [
        (Line("names", "name", 1, 600, "WTS 9.1", of="lola"),),
        (Line("names", "name", 1, 600, "WTS 9.1", of="lola"),),
    ]


def test_a_penalty_the_lawyer_cleared_is_no_line() -> None:
    noise, grand = card("Noise Complaint"), card("Grand Opening")
    events = (
        PenaltyLaid(B, A, noise, -500),
        BonusLaid(A, grand, 1500),
        PenaltyCleared(A, noise, -500),
        RoundScored(1, None, (scored(front=1500), scored()), (1500, 0), (1, 2)),
    )
    (round_,) = rounds(events, StripOptions(), 2)
    assert round_.sheets[A].lines == (
        Line("front", "bonus", 1, 1500, "WTS 9.1", of="grand_opening"),
    )


def test_what_a_log_does_not_tell_is_one_line_of_the_sum() -> None:
    events = (
        SetLaid(A, "name", "lola", (card("Lola 1"),), 600),
        RoundScored(1, A, (scored(1800, -500), scored()), (1300, 0), (1, 2)),
    )
    (round_,) = rounds(events, StripOptions(), 2)
    assert round_.sheets[A].lines == (
        Line("names", "names", 1, 1800, "WTS 9.1"),
        Line("front", "front", 1, -500, "WTS 9.1"),
    )
    assert round_.sheets[A].net == 1300


def test_the_next_round_begins_with_a_clean_table() -> None:
    events = (
        SetLaid(A, "name", "lola", (card("Lola 1"), card("Lola 2")), 1200),
        RoundScored(1, None, (scored(1200), scored()), (1200, 0), (1, 2)),
        SetLaid(B, "name", "paris", (card("Paris 1"), card("Paris 2")), 1200),
        RoundScored(2, None, (scored(), scored(1200)), (1200, 1200), (1, 1)),
    )
    first, second = rounds(events, StripOptions(), 2)
    assert [sheet.net for sheet in first.sheets] == [1200, 0]
    assert [sheet.net for sheet in second.sheets] == [0, 1200]
    assert second.sheets[A].lines == ()
