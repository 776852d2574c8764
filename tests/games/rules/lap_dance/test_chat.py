"""What of the fun rules a chat can be checked for (LAP 3.8, 11)."""

from __future__ import annotations

import pytest

from games.rules.lap_dance.cards import CUSTOMERS
from games.rules.lap_dance.chat import is_flagged
from tests.games.rules.lap_dance.printed import CUSTOMERS as PRINTED
from tests.games.rules.lap_dance.printed import rows
from tests.games.rules.lap_dance.words import guest

FINE = {
    "The Night-shift Nurse": ["hush now", "2 dice, 3 dollars!", "...", "\N{HOURGLASS}"],
    "The Retired Magician": ["two dancers, abracadabra", "abracadabra"],
    "The Card Shark": ["I hold nothing", "100 % sure", "na\u00efve, caf\u00e9 \u2013 fine \u2026"],
    "The Impatient Broker": ["one two three four", "go", "Don't do that, please"],
    "The Superstitious Sailor": ["a lucrative evening", "pluck up courage", "unlucky"],
    "The Old Friend Of The House": ["well, old friend, your turn", "Old friend! At last."],
    "The Undercover Inspector": ["it is time", "a medal, mysterious", "you did this"],
    "The Festival Crowd": ["TWO DANCERS!", "123", "WHERE IS JERRY?"],
    "The Curious Collector": ["is it my turn?", "?"],
}
FLAGGED = {
    "The Night-shift Nurse": ["Hush now", "hush NOW", "\u00c9coute"],
    "The Retired Magician": ["abracadabra, two dancers", "hello"],
    "The Card Shark": [
        "so funny \N{FACE WITH TEARS OF JOY}",
        "\N{HEAVY BLACK HEART}\ufe0f",
        "\N{HOT BEVERAGE}",
        "time \N{HOURGLASS}",
        "\N{ALARM CLOCK} up",
        "\N{WHITE MEDIUM STAR}",
        "\U0001f1ec\U0001f1f7",
    ],
    "The Impatient Broker": ["one two three four five", "this is not at all brief, sorry"],
    "The Superstitious Sailor": ["good luck", "LUCKY you", "Luck!", "what luck, that"],
    "The Old Friend Of The House": ["well, my friend", "hello", "oldfriend"],
    "The Undercover Inspector": ["I roll", "give ME that", "it's my turn", "so i said", "I'm in"],
    "The Festival Crowd": ["two dancers", "TWO DANCERs"],
    "The Curious Collector": ["is it my turn", "why? because."],
}


@pytest.mark.parametrize(
    ("name", "message"), [(name, message) for name, some in FINE.items() for message in some]
)
def test_a_message_that_complies(name: str, message: str) -> None:
    assert not is_flagged(guest(name), message)


@pytest.mark.parametrize(
    ("name", "message"), [(name, message) for name, some in FLAGGED.items() for message in some]
)
def test_a_message_that_does_not(name: str, message: str) -> None:
    assert is_flagged(guest(name), message)


def test_what_only_people_can_judge_is_never_flagged() -> None:
    manual = [row[0] for row in rows(PRINTED) if row[3] == "MANUAL"]
    assert len(manual) == 9
    for customer in manual:
        assert not any(
            is_flagged(customer, message) for some in FLAGGED.values() for message in some
        )


def test_everybody_else_has_a_check_of_their_own() -> None:
    checked = {customer for customer in CUSTOMERS if CUSTOMERS[customer].check.op != "manual"}
    assert checked == {guest(name) for name in FINE}
    assert set(FINE) == set(FLAGGED)
