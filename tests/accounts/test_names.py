"""What players may be called."""

from __future__ import annotations

import pytest

from accounts import names
from accounts.errors import BadName


@pytest.mark.parametrize(
    "name",
    ["Ada", "Velvet Croupier", "O'Malley", "x_1", "J. R.", "a-b", "007", "A" * 32, "Ann-", "Rock'"],
)
def test_a_name_of_letters_digits_and_a_little_more(name: str) -> None:
    assert names.checked(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Al",
        "A" * 33,
        " Ada",
        "Ada ",
        "Ada  Bob",
        "_Ada",
        "Ada\n",
        "Ada\x00",
        "Ada\tBob",
        "Ada\u202eadA",
        "Аda",  # noqa: RUF001 - a Cyrillic capital A: the point of the test
        "Zoë",
        "Ada<b>",
        "Ada\u00a0Bob",
    ],
)
def test_no_look_alikes_no_control_characters_no_blanks_at_the_ends(name: str) -> None:
    with pytest.raises(BadName) as refused:
        names.checked(name)
    assert (refused.value.pointer, refused.value.params) == ("/name", {"least": 3, "most": 32})


def test_every_invented_name_is_a_good_one() -> None:
    for manner in names._MANNERS:
        for character in names._CHARACTERS:
            assert names.checked(f"{manner} {character} 1234567")
    assert names.checked(names.invented()) in {
        f"{manner} {character}" for manner in names._MANNERS for character in names._CHARACTERS
    }
    assert names.checked(names.invented(6))[-1].isdigit()
