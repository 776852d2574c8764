"""The pile: who may take it, and how (HF 9.3), blocking and freezing (HF 12)."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import (
    RANKS,
    A,
    B,
    C,
    Spoken,
    codes,
    discard,
    draw,
    lay_off,
    meld,
    take_new,
    take_onto,
)

HAND = "7*4 JK JS LO*4 2 3 4"
WAYS: dict[str, Spoken] = {
    "pair": take_new("7 7"),
    "three": take_new("7*3"),
    "pair and wild": take_new("7 7 JK"),
    "natural and wild": take_new("7 JK"),
    "onto": take_onto(1),
    "onto with one": take_onto(1, "7"),
    "onto with a pair": take_onto(1, "7 7"),
}
OPENED = {
    "not frozen": dict.fromkeys(WAYS, None),
    "frozen": {
        "pair": None,
        "three": None,
        "pair and wild": None,
        "natural and wild": "pile_frozen",
        "onto": "pile_frozen",
        "onto with one": "pile_frozen",
        "onto with a pair": None,
    },
}
# Not opened: as part of an opening of 50, here with four Lords (80), and there is no own meld.
OPENING_WAYS: dict[str, Spoken] = {
    "pair": take_new("7 7", "LO*4"),
    "three": take_new("7*3", "LO*4"),
    "pair and wild": take_new("7 7 JK", "LO*4"),
    "natural and wild": take_new("7 JK", "LO*4"),
}
TOPS = {"rank": "7", "lady": "LD", "villain": "VL", "joker": "JK", "jester": "JS"}


@pytest.mark.parametrize(("pile", "way"), list(product(OPENED, WAYS)))
def test_the_pile_of_an_opened_team(pile: str, way: str) -> None:
    under = "JS 3" if pile == "frozen" else "LD VL 3"
    at = table(hands={A: HAND}, boards={0: "7 7 7"}, pile=f"{under} 7", phase="draw")
    assert at.view(A).frozen == (pile == "frozen")
    if code := OPENED[pile][way]:
        assert at.refused(A, WAYS[way]) == code
    else:
        at.act(A, WAYS[way])
        assert at.pile == ()
        assert at.turn == ("play", A)


@pytest.mark.parametrize(("pile", "way"), list(product(OPENED, OPENING_WAYS)))
def test_the_pile_of_a_team_that_has_not_opened(pile: str, way: str) -> None:
    under = "JK 3" if pile == "frozen" else "LD VL 3"
    at = table(hands={A: HAND}, pile=f"{under} 7", phase="draw")
    if code := OPENED[pile][way]:
        assert at.refused(A, OPENING_WAYS[way]) == code
    else:
        at.act(A, OPENING_WAYS[way])
        assert at.opened(0)
        assert codes("LO*4") in at.melds(0)


@pytest.mark.parametrize("under", ["3", "JS 3"])
def test_without_an_own_board_nothing_goes_onto(under: str) -> None:
    at = table(hands={A: HAND}, boards={1: "7 7 7"}, pile=f"{under} 7", phase="draw")
    assert at.refused(A, take_onto(1, "7 7", "LO*4")) == "not_opened"


@pytest.mark.parametrize(
    ("top", "frozen", "opened"), [*product(TOPS, (False, True), (False, True))]
)
def test_blocked_and_frozen_are_read_from_the_pile(top: str, frozen: bool, opened: bool) -> None:
    under = "JK 3" if frozen else "3"
    at = table(
        hands={A: HAND},
        boards={0: "7 7 7"} if opened else {},
        pile=f"{under} {TOPS[top]}",
        phase="draw",
    )
    view = at.view(B)
    assert view.blocked == (top != "rank")
    assert view.frozen == (frozen or top in ("joker", "jester"))
    if top != "rank":
        for sentence in (*WAYS.values(), *OPENING_WAYS.values()):
            assert at.refused(A, sentence) == "pile_blocked"


@pytest.mark.parametrize("top", ["LD", "VL", "JK", "JS"])
def test_a_block_is_gone_under_a_rank_card(top: str) -> None:
    at = table(hands={A: f"{top} 9", B: "5 8 8", C: "5 5 JK 9 2"}, boards={0: "4 4 4"}, pile="3")
    at.act(A, discard(top))
    assert at.view(B).blocked
    at.act(B, draw(), discard("5"))
    assert not at.view(C).blocked
    at.act(C, take_new("5 5"))
    assert at.held(C) == codes(f"JK 9 2 3 {top}")


@pytest.mark.parametrize(
    ("top", "freezes"), [("LD", False), ("VL", False), ("JK", True), ("JS", True)]
)
def test_only_wilds_freeze(top: str, freezes: bool) -> None:
    at = table(hands={A: f"{top} 9"}, pile="3").act(A, discard(top))
    view = at.view(B)
    assert (view.blocked, view.frozen) == (True, freezes)


@pytest.mark.parametrize("rank", RANKS)
def test_any_rank_is_taken(rank: str) -> None:
    at = table(hands={A: f"{rank}-9 {rank}-10 JK 2-15 3-15"}, boards={0: "JS JS JS"},
               pile=f"VL {rank}-11", phase="draw")  # fmt: skip
    at.act(A, take_new(f"{rank}-9 {rank}-10"))
    assert at.lies(at.newest) == codes([rank] * 3)
    assert "VL" in at.held(A)


def test_the_whole_pile_comes_along_ladies_and_all() -> None:
    at = table(hands={A: "7 7 2"}, boards={0: "4 4 4"}, pile="LD 3 LD VL JK 9 7", phase="draw")
    at.act(A, take_new("7 7"))
    assert at.held(A) == codes("2 LD 3 LD VL JK 9")
    assert at.melds(0) == [codes("4*3"), codes("7*3")]


def test_cards_of_the_pile_are_played_in_the_same_turn() -> None:
    at = table(hands={A: "7 7 2 3"}, boards={0: "4 4 4"}, pile="4 JK 9 9 7", phase="draw")
    at.act(A, take_new("7 7"), lay_off(1, "4"), meld("9 9 JK"), discard("2"))
    assert at.melds(0) == [codes("4*4"), codes("7*3"), codes("9 9 JK")]


def test_cards_under_the_top_do_not_help_to_take_it() -> None:
    at = table(hands={A: "7 2 3"}, boards={0: "4 4 4"}, pile="7-5 JK-3 7-6", phase="draw")
    assert at.refused(A, take_new("7 7-5")) == "card_not_held"
    assert at.refused(A, take_new("7 JK-3")) == "card_not_held"
    at = table(hands={A: "7 7 2 3"}, pile="LO-1 LO-2 LO-3 7", phase="draw")
    assert at.refused(A, take_new("7 7", "LO-1 LO-2 LO-3")) == "card_not_held"


def test_the_top_itself_is_not_listed() -> None:
    at = table(hands={A: "7 7 2 3"}, boards={0: "4 4 4"}, pile="3 7-9", phase="draw")
    assert at.refused(A, take_new("7 7-9")) == "card_not_held"


def test_onto_takes_naturals_of_the_rank_only() -> None:
    at = table(hands={A: HAND}, boards={0: "7 7 7; LO*3"}, pile="3 7", phase="draw")
    assert at.refused(A, take_onto(1, "JK")) == "mixed_ranks"
    assert at.refused(A, take_onto(1, "7 LO")) == "mixed_ranks"
    assert at.refused(A, take_onto(2)) == "mixed_ranks"


def test_onto_wants_ones_own_meld() -> None:
    at = table(hands={A: HAND}, boards={0: "4 4 4", 1: "7 7 7"}, pile="3 7", phase="draw")
    assert at.refused(A, take_onto(2)) == "not_your_meld"
    assert at.refused(A, take_onto(99)) == "no_such_meld"


def test_one_natural_is_too_small_for_a_new_meld() -> None:
    at = table(hands={A: HAND}, boards={0: "7 7 7"}, pile="3 7", phase="draw")
    assert at.refused(A, take_new("7")) == "meld_too_small"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("JK JS", "too_few_naturals"),
        ("7 JK JS", "start_one_wild"),
        ("7 LO", "mixed_ranks"),
        ("LO LO", "mixed_ranks"),
    ],
)
def test_a_new_meld_obeys_the_rule_of_creation(cards: str, code: str) -> None:
    at = table(hands={A: HAND}, boards={0: "4 4 4"}, pile="3 7", phase="draw")
    assert at.refused(A, take_new(cards)) == code


def test_a_lady_is_in_no_new_meld() -> None:
    at = table(hands={A: "7 7 LD VL 2"}, boards={0: "4 4 4"}, pile="3 7", phase="draw")
    for card in ("LD", "VL"):
        assert at.refused(A, take_new(f"7 7 {card}")) == "card_not_meldable"


def test_a_card_is_in_one_place() -> None:
    at = table(hands={A: "7 7 2 3"}, boards={0: "4 4 4"}, pile="3 7", phase="draw")
    seven = at.cards_of(A)[0]
    assert at.refused(A, take_new(f"{seven} {seven}")) == "duplicate_card"


def test_a_capped_group_takes_the_top() -> None:
    at = table(hands={A: "2 3 5"}, boards={0: "7*7 +LD"}, pile="3 7", phase="draw")
    at.act(A, take_onto(1))
    assert (at.lies(1), at.caps(1)) == (codes("7*8"), 1)


# --- Frozen to all --------------------------------------------------------------------------------


def frozen() -> Table:
    return table(
        hands={A: "JS 2 3", B: "7 8 9", C: "7 7 JK 4"}, boards={0: "7*5"}, pile="LD 3", turn=A
    ).act(A, discard("JS"))


def test_a_wild_discarded_blocks_and_freezes() -> None:
    at = frozen()
    assert at.pile == ("LD", "3", "JS")
    assert at.refused(B, take_new("7 8")) == "pile_blocked"


def test_it_ends_only_when_the_pile_is_taken() -> None:
    at = frozen().act(B, draw(), discard("7"))
    assert at.view(None).frozen
    assert at.refused(C, take_onto(1)) == "pile_frozen"
    assert at.refused(C, take_new("7 JK")) == "pile_frozen"
    at.act(C, take_onto(1, "7 7"))
    assert not at.view(None).frozen
    assert at.held(C) == codes("JK 4 LD 3 JS")
    at.act(C, discard("4"))
    assert (at.pile, at.view(None).frozen, at.view(None).blocked) == (("4",), False, False)


def test_the_pile_is_never_taken_by_itself() -> None:
    """HF 24.2: a fitting pile stays where it is until somebody says so."""
    at = table(hands={A: "7 7 2"}, boards={0: "7*5"}, pile="3 7", phase="draw").act(A, draw())
    assert at.pile == ("3", "7")
    assert at.refused(A, take_onto(1)) == "wrong_phase"
