from __future__ import annotations

from collections import Counter

import pytest

from games import errors
from games.errors import TableError

KINDS = TableError.__subclasses__()


def test_every_code_stands_for_one_error() -> None:
    assert [code for code, times in Counter(kind.code for kind in KINDS).items() if times > 1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_says_what_and_why(kind: type[TableError]) -> None:
    assert kind.title
    assert kind.text.endswith(".") or kind.text == "{why}"
    assert kind.status in {400, 403, 404, 409, 410, 422, 503}
    assert kind.__doc__


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (errors.SeatTaken([1, 3]), "That seat is taken. Free seats: 1, 3."),
        (errors.SeatTaken([]), "That seat is taken. Free seats: none."),
        (
            errors.StaleDecision(41),
            "The table has moved on: you are being asked question 41 now.",
        ),
        (
            errors.BadOptions("Expected `int`, got `str`.", "/game/rounds"),
            "Expected `int`, got `str`.",
        ),
        (errors.BadSeatCount(range(3, 7)), "Under these options the game is for 3 to 6 seats."),
        (errors.MatchOver(), "This match is over."),
    ],
)
def test_the_detail_is_a_sentence_with_the_numbers_in_it(error: TableError, detail: str) -> None:
    assert error.detail == detail
