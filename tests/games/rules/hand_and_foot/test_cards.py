"""The deck (HF 3) and the teams (HF 4), typed from the page."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.hand_and_foot.cards import CARDS, DECKS, FACE_OF, FACES, RANKS, WILDS, face_value
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.hand_and_foot.builder import dealt, table, teams_of
from tests.games.rules.hand_and_foot.words import COPIES, EXTENDED, FACE, code, codes

TABLE = """
1 16 19 5
2 16 19 5
3 16 19 5
4 16 19 5
5 16 19 5
6 16 19 5
7 16 19 10
8 16 19 10
9 16 19 10
10 16 19 10
11 16 19 10
12 16 19 10
LO 20 24 20
JS 20 24 25
JK 10 12 50
LD 10 12 0
VL 10 12 0
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_copies_and_values(row: list[str]) -> None:
    name, standard, extended, face = row[0], *map(int, row[1:])
    assert sum(code(card) == name for card in DECKS["standard"]) == standard == COPIES[name]
    assert sum(code(card) == name for card in DECKS["extended"]) == extended == EXTENDED[name]
    assert {FACE_OF[card] for card in CARDS if code(card) == name} == {face} == {FACE[name]}


@pytest.mark.parametrize(("deck", "size"), [("standard", 262), ("extended", 312)])
def test_sizes(deck: str, size: int) -> None:
    cards = DECKS["standard" if deck == "standard" else "extended"]
    assert len(cards) == len(set(cards)) == size


def test_the_box_is_the_publishers() -> None:
    kinds = Counter(code(card) for card in DECKS["standard"])
    assert sum(kinds[str(rank)] for rank in range(1, 13)) == 192
    assert [kinds[name] for name in ("LO", "LD", "VL", "JS", "JK")] == [20, 10, 10, 20, 10]
    assert set(FACES) == {row[0] for row in ROWS}


def test_ids_count_copies_from_one_without_padding() -> None:
    expected = {
        f"{name}-{copy}" for name, copies in COPIES.items() for copy in range(1, copies + 1)
    }
    assert set(DECKS["standard"]) == expected
    assert {"7-3", "LD-9", "12-16"} <= expected


def test_ranks_and_wilds() -> None:
    assert RANKS == ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "LO")
    assert set(WILDS) == {"JK", "JS"}


def test_one_in_five_upcards_is_turned_back() -> None:
    """HF 6.4 says 19 %."""
    turned = sum(code(card) in ("LD", "VL", "JK", "JS") for card in DECKS["standard"])
    assert round(100 * turned / 262) == 19


def test_faces_add_up() -> None:
    assert face_value(["12-1", "JK-1", "JS-1", "LO-1", "LD-1", "VL-1", "1-1"]) == 110


@pytest.mark.parametrize("deck", ["standard", "extended"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_table_holds_the_whole_deck(deck: str, seats: int) -> None:
    options = FootOptions(deck="standard" if deck == "standard" else "extended")
    at = dealt(seats, options=options)
    cards = at.game.card_ids(at.state)
    assert cards == sorted(cards)
    assert Counter(codes(cards)) == Counter(COPIES if deck == "standard" else EXTENDED)


# --- Teams (HF 4) ---------------------------------------------------------------------------------


def test_two_to_six_play() -> None:
    assert list(HandAndFoot(FootOptions()).seats) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("seats", "teams"),
    [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 0, 1]), (6, [0, 1, 0, 1, 0, 1])],
)
@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_teams(seats: int, teams: list[int], round_: int) -> None:
    assert table(seats=seats, round_=round_).teams == teams == teams_of(seats, round_)


def test_the_floater_sits_in_seat_4() -> None:
    assert [table(seats=5, round_=round_).teams[4] for round_ in (1, 2, 3, 4)] == [0, 1, 1, 0]
    assert len(table(seats=5).view(None).teams) == 2
