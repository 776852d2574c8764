"""Melds and groups (HF 10): the three tables, exhaustively, and what a group is worth."""

from __future__ import annotations

import pytest

from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import table
from tests.games.rules.hand_and_foot.words import (
    AT_REST,
    RANKS,
    A,
    B,
    C,
    cap,
    codes,
    discard,
    draw,
    lay_off,
    meld,
)

OK = None
SMALL, FEW, START, WILDS = (
    "meld_too_small",
    "too_few_naturals",
    "start_one_wild",
    "too_many_wilds",
)
# HF 10.1, by naturals (down) and wilds (across, 0 to 6).
CREATION = {
    0: (None, SMALL, SMALL, OK, OK, OK, OK),
    1: (SMALL, SMALL, FEW, FEW, FEW, FEW, FEW),
    2: (SMALL, OK, START, START, START, START, START),
    3: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
    4: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
    5: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
    6: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
    7: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
    8: (OK, OK, OK, OK, WILDS, WILDS, WILDS),
}
LEGAL = [
    (naturals, wilds)
    for wilds, row in AT_REST.items()
    for naturals, kind in enumerate(row, start=2)
    if kind
]


def of(naturals: int, wilds: int, rank: str = "9", wild: str = "JS") -> str:
    return f"{rank}*{naturals} " * (naturals > 0) + f"{wild}*{wilds}" * (wilds > 0)


@pytest.mark.parametrize("naturals", CREATION)
@pytest.mark.parametrize("wilds", range(7))
def test_creating_a_meld(naturals: int, wilds: int) -> None:
    if naturals + wilds == 0:
        return
    expected = CREATION[naturals][wilds]
    cards = of(naturals, wilds)
    at = table(hands={A: f"{cards} 2 3 4"}, boards={0: "1 1 1"})
    if expected:
        assert at.refused(A, meld(cards)) == expected
    else:
        at.act(A, meld(cards))
        assert at.lies(at.newest) == codes(cards)
        kind = AT_REST[wilds][naturals - 2] if naturals else "meld"
        assert at.kind(at.newest) == kind


@pytest.mark.parametrize("wild", ["JK*7", "JS*7", "JK*3 JS*4", "JS*12"])
def test_a_group_of_only_wilds_may_be_laid_at_once(wild: str) -> None:
    at = table(hands={A: f"{wild} 2 3 4"}, boards={0: "1 1 1"}).act(A, meld(wild))
    assert at.kind(at.newest) == "wild"


@pytest.mark.parametrize("rank", RANKS)
def test_every_rank_is_melded(rank: str) -> None:
    at = table(hands={A: f"{rank}*3 JS 2-9 3-9"}, boards={0: "JK JK JK"})
    at.act(A, meld(f"{rank}*3 JS"))
    assert at.lies(at.newest) == codes(f"{rank}*3 JS")


@pytest.mark.parametrize("card", ["LD", "VL"])
@pytest.mark.parametrize("others", ["9*2", "9*3", "JS*2", "JS*3", "9*2 JS", "9*7", "9 8 7"])
def test_ladies_and_villains_are_in_no_meld(card: str, others: str) -> None:
    at = table(hands={A: f"{others} {card} 2 3"}, boards={0: "1 1 1"})
    assert at.refused(A, meld(f"{others} {card}")) == "card_not_meldable"


@pytest.mark.parametrize("cards", ["9 10 11", "9 9 10", "9 9 9 10 JS", "9 10 JS", "LO LO 12"])
def test_runs_are_not_valid(cards: str) -> None:
    at = table(hands={A: f"{cards} 2 3"}, boards={0: "1 1 1"})
    assert at.refused(A, meld(cards)) == "mixed_ranks"


def test_the_checks_go_down_the_table() -> None:
    at = table(hands={A: "LD 9 9 10 JS JS JS JS 2 3"}, boards={0: "1 1 1"})
    assert at.refused(A, meld("LD 9")) == "meld_too_small"
    assert at.refused(A, meld("LD 9 10")) == "card_not_meldable"
    assert at.refused(A, meld("9 10 JS JS JS JS")) == "mixed_ranks"


# --- 10.2 and 10.3 --------------------------------------------------------------------------------


@pytest.mark.parametrize(("naturals", "wilds"), LEGAL)
def test_adding_to_a_meld(naturals: int, wilds: int) -> None:
    at = table(hands={A: "9*4 JS*3 JK 2 3 4"}, boards={0: of(naturals, wilds)})
    for more in range(5):
        for wild in range(5 - (more == 0)):
            added = of(more, min(wild, 3)) + " JK" * (wild > 3)
            if not added.strip():
                continue
            n, w = naturals + more, wilds + wild
            legal = w <= 3 and bool(AT_REST[w][min(n, 8) - 2])
            expected = OK if legal else WILDS
            assert at.why_not(A, lay_off(1, added)) == expected, added


@pytest.mark.parametrize(("naturals", "wilds"), LEGAL)
def test_what_lies_there_is_a_meld_or_a_group(naturals: int, wilds: int) -> None:
    at = table(hands={A: "2 3 4"}, boards={0: of(naturals, wilds)})
    kind = AT_REST[wilds][naturals - 2]
    assert at.kind(1) == kind
    (group,) = at.view(C).teams[0].melds
    assert group.kind == kind
    base = {"clean": 500, "dirty": 300}.get(kind, 0)
    assert at.worth(0) == (base, 10 * naturals + 25 * wilds)


def test_two_and_two_lie_only_by_a_later_lay_off() -> None:
    at = table(hands={A: "9 9 JS JS 2 3"}, boards={0: "1 1 1"})
    assert at.refused(A, meld("9 9 JS JS")) == START
    at.act(A, meld("9 9 JS"))
    at.act(A, lay_off(at.newest, "JS"))
    assert at.lies(at.newest) == codes("9 9 JS JS")


def test_several_cards_are_judged_together() -> None:
    at = table(hands={A: "9 JS JS JK 2 3"}, boards={0: "9 9 9"})
    at.act(A, lay_off(1, "9 JS JS JK"))
    assert at.kind(1) == "dirty"


@pytest.mark.parametrize("size", range(3, 10))
def test_wild_melds_take_wilds_without_limit(size: int) -> None:
    at = table(hands={A: "JS*3 9 9 9 2 3"}, boards={0: f"JK*3 JS*{size - 3}".replace(" JS*0", "")})
    assert at.kind(1) == ("wild" if size >= 7 else "meld")
    assert at.refused(A, lay_off(1, "9")) == "wild_meld_only_wilds"
    assert at.refused(A, lay_off(1, "9 JS")) == "wild_meld_only_wilds"
    at.act(A, lay_off(1, "JS*3"))
    assert at.kind(1) == ("wild" if size + 3 >= 7 else "meld")


def test_only_cards_of_the_rank_are_added() -> None:
    at = table(hands={A: "9 10 LD VL JS 2 3"}, boards={0: "9*4; 10*7"})
    assert at.refused(A, lay_off(1, "10")) == "mixed_ranks"
    assert at.refused(A, lay_off(1, "9 10")) == "mixed_ranks"
    for card in ("LD", "VL"):
        assert at.refused(A, lay_off(1, card)) == "card_not_meldable"


def test_a_capped_clean_group_takes_naturals_only() -> None:
    at = table(hands={A: "9 9 JS JK 2 3"}, boards={0: "9*7 +LD"})
    assert at.refused(A, lay_off(1, "JS")) == "capped_no_wild"
    assert at.refused(A, lay_off(1, "9 JK")) == "capped_no_wild"
    at.act(A, lay_off(1, "9 9"))
    assert (at.kind(1), at.caps(1), at.worth(0)) == ("clean", 1, (600, 90))


def test_a_capped_wild_group_takes_wilds() -> None:
    at = table(hands={A: "JS JK 2 3"}, boards={0: "JK*3 JS*4 +LD"})
    at.act(A, lay_off(1, "JS JK"))
    assert (at.kind(1), at.worth(0)) == ("wild", (2100, 325))


@pytest.mark.parametrize(
    ("group", "kind", "worth"),
    [
        ("9*7", "clean", (500, 70)),
        ("9*12", "clean", (500, 120)),
        ("9*7 +LD", "clean", (600, 70)),
        ("9*6 JS", "dirty", (300, 85)),
        ("9*7 JK", "dirty", (300, 120)),
        ("JK*7", "wild", (2000, 350)),
        ("JS*8", "wild", (2000, 200)),
        ("JS*7 +LD", "wild", (2100, 175)),
        ("JS*6", "meld", (0, 150)),
        ("LO*6", "meld", (0, 120)),
    ],
)
def test_what_groups_are_worth(group: str, kind: str, worth: tuple[int, int]) -> None:
    at = table(hands={A: "2 3"}, boards={0: group})
    assert at.kind(1) == kind
    assert at.worth(0) == worth


def test_a_wild_makes_a_clean_group_dirty() -> None:
    at = table(hands={A: "JS 2 3"}, boards={0: "9*7"}).act(A, lay_off(1, "JS"))
    assert (at.kind(1), at.worth(0)) == ("dirty", (300, 95))


# --- Two of a rank --------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["9 9 9", "9 9 JS"])
def test_a_third_meld_of_a_rank_is_refused(cards: str) -> None:
    at = table(hands={A: f"{cards} 2 3"}, boards={0: "9*7; 9*3"})
    assert at.refused(A, meld(cards)) == "too_many_melds_of_rank"


def test_a_third_wild_meld_is_refused() -> None:
    at = table(hands={A: "JS*6 2 3"}, boards={0: "JK*3"})
    at.act(A, meld("JS*3"))
    assert at.refused(A, meld("JS*3")) == "too_many_melds_of_rank"


def test_the_lists_of_one_action_count_together() -> None:
    at = table(hands={A: "9*9 2 3"}, boards={0: "1 1 1"})
    assert at.refused(A, meld("9 9 9", "9 9 9", "9 9 9")) == "too_many_melds_of_rank"
    at.act(A, meld("9 9 9", "9 9 9"))
    assert at.melds(0) == [codes("1 1 1"), codes("9 9 9"), codes("9 9 9")]


def test_a_second_meld_needs_no_first_group() -> None:
    at = table(hands={A: "9*3 2 3"}, boards={0: "9*3"}).act(A, meld("9 9 9"))
    assert at.melds(0) == [codes("9 9 9")] * 2


def test_opponents_may_have_the_same_rank() -> None:
    at = table(hands={A: "9*6 2 3"}, boards={0: "1 1 1", 1: "9*7; 9*3"})
    at.act(A, meld("9 9 9", "9 9 9"))
    assert at.melds(1) == [codes("9*7"), codes("9*3")]


# --- Caps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("naturals", "wilds"), LEGAL)
def test_only_a_clean_or_wild_group_is_capped(naturals: int, wilds: int) -> None:
    at = table(hands={A: "LD 2 3"}, boards={0: of(naturals, wilds)})
    clean = AT_REST[wilds][naturals - 2] == "clean"
    assert at.why_not(A, cap(1)) == (OK if clean else "cap_not_allowed")


@pytest.mark.parametrize("card", ["9", "VL", "JS", "JK", "LO"])
def test_only_a_lady_caps(card: str) -> None:
    at = table(hands={A: f"{card} LD 2 3"}, boards={0: "9*7"})
    assert at.refused(A, cap(1, card)) == "not_a_lady"


def test_a_cap_is_no_card_of_the_group() -> None:
    at = table(hands={A: "LD 2 3"}, boards={0: "9*7"}).act(A, cap(1))
    assert at.lies(1) == codes("9*7")
    assert at.worth(0) == (600, 70)
    assert at.held(A) == codes("2 3")


def test_a_cap_wants_ones_own_group() -> None:
    at = table(hands={A: "LD 2 3"}, boards={0: "4 4 4", 1: "9*7"})
    assert at.refused(A, cap(2)) == "not_your_meld"
    assert at.refused(A, cap(99)) == "no_such_meld"


def test_both_partners_play_on_one_board() -> None:
    at = table(hands={A: "9 2 3", C: "9 LD 4 5"}, boards={0: "9*5"})
    at.act(A, lay_off(1, "9"), discard("2"))
    at.act(B, draw(), discard("2"))
    at.act(C, draw(), lay_off(1, "9"), cap(1))
    assert (at.lies(1), at.caps(1)) == (codes("9*7"), 1)


def test_the_default_is_two_of_a_rank_and_one_cap() -> None:
    options = FootOptions()
    assert (options.max_melds_per_rank, options.caps_per_group) == (2, 1)
