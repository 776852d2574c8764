"""The kernel's random numbers, against values worked out with hashlib alone."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import msgspec
import pytest

from games.rules.kernel import Rng, commitment, shuffle_key

SEED = bytes(range(32))
KEY = "5a" * 32
DIE_WORDS = (
    # blake2b(b"die/1/0/0", key=5a…), cut into eight big-endian numbers of 64 bits
    13675288430514356975,
    6414784121809485376,
    1747771856185691504,
    17480656235245591549,
    11688445666114797735,
    9060548621666532098,
    15732832548009525860,
    8810825548052200007,
    # … b"die/1/0/1"
    14028471550246748757,
    3005449638628889630,
)
DIE_ROLLS = [6, 5, 3, 2, 4, 3, 3, 6, 4, 3]


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    digest = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == digest


@pytest.mark.parametrize(
    ("nonces", "message", "key"),
    [
        (
            ["", "café"],
            b"\0\0\0\x07match-1\0\0\0\0\0\0\0\x05caf\xc3\xa9",
            "c1f6f5ff602089810a450d27a535f44beb61e4aa42f346fad302e6b97b35070e",
        ),
        (
            ["a", "b"],
            b"\0\0\0\x07match-1\0\0\0\x01a\0\0\0\x01b",
            "45f36a2bc0b11c60073283449b150bc831b620e1f803a03eca2a213bf7819fc4",
        ),
        (
            ["ab", ""],
            b"\0\0\0\x07match-1\0\0\0\x02ab\0\0\0\0",
            "b994b2e5aa3525ac71cd487da79246604a36045a35e307a1bafafc124a708cef",
        ),
    ],
)
def test_a_key_is_made_of_seed_match_and_nonces(
    nonces: list[str], message: bytes, key: str
) -> None:
    assert shuffle_key(SEED, "match-1", nonces) == key
    assert hmac.new(SEED, message, hashlib.sha256).hexdigest() == key


def test_every_nonce_and_its_seat_matters() -> None:
    lists = [["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"], ["a", "b", ""], []]
    assert len({shuffle_key(SEED, "m", nonces) for nonces in lists}) == 6
    assert shuffle_key(SEED, "m1", ["x"]) != shuffle_key(SEED, "m", ["1x"])


def test_a_stream_rolls_the_numbers_of_its_digests() -> None:
    die = Rng(KEY).stream("die", 1, 0)
    assert [word % 6 + 1 for word in DIE_WORDS] == DIE_ROLLS
    assert [die.die() for _ in DIE_ROLLS] == DIE_ROLLS
    assert die.rng.drawn == {"die/1/0": 10}


def test_a_word_past_the_last_multiple_is_drawn_again() -> None:
    """Of bound 2**63 + 1 one multiple fits into 64 bits: nearly every second word is refused."""
    bound = (1 << 63) + 1
    stream = Rng(KEY).stream("die", 1, 0)
    drawn = []
    for place in (1, 2, 5, 7, 9):
        drawn.append(stream.below(bound))
        assert drawn[-1] == DIE_WORDS[place]
        assert stream.rng.drawn["die/1/0"] == place + 1
    refused = {DIE_WORDS[place] for place in (0, 3, 4, 6, 8)}
    assert min(refused) >= bound > max(drawn)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 108])
def test_below_a_bound_every_number_comes_and_none_else(bound: int) -> None:
    stream = Rng(KEY).stream("bound", bound)
    counts = Counter(stream.below(bound) for _ in range(200 * bound))
    assert sorted(counts) == list(range(bound))
    assert min(counts.values()) > 140
    assert max(counts.values()) < 260


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    cards = list("abcde")
    deck = Rng(KEY).stream("deck")
    deck.shuffle(cards)
    assert cards == ["d", "c", "a", "b", "e"]
    assert deck.rng.drawn == {"deck": 4}


def test_a_pick_is_one_draw() -> None:
    die = Rng(KEY).stream("die", 1, 0)
    assert die.pick("pqrstu") == "pqrstu"[DIE_ROLLS[0] - 1]
    assert die.rng.drawn == {"die/1/0": 1}


def test_a_stream_goes_on_after_a_restart() -> None:
    rng, rolls = Rng(KEY), []
    for _ in DIE_ROLLS:
        rolls.append(rng.stream("die", 1, 0).die())
        rng = msgspec.json.decode(msgspec.json.encode(rng), type=Rng)
    assert rolls == DIE_ROLLS


def test_no_stream_moves_another() -> None:
    rng, rolls = Rng(KEY), []
    for number in range(len(DIE_ROLLS)):
        rng.stream("deck", number).shuffle(list(range(number)))
        rng.stream("die", 1, 1).die()
        rng.stream("die", 10).die()
        rolls.append(rng.stream("die", 1, 0).die())
    assert rolls == DIE_ROLLS


def test_labels_of_other_numbers_are_other_streams() -> None:
    labels: list[tuple[str | int, ...]] = [("die", 1, 0), ("die", 10), ("die", 1), ("deck", 1, 0)]
    rows = {tuple(Rng(KEY).stream(*label).below(1000) for _ in range(4)) for label in labels}
    assert len(rows) == 4


def test_another_key_is_another_luck() -> None:
    rows = {
        tuple(Rng(key * 32).stream("die").below(1000) for _ in range(4))
        for key in ("00", "5a", "ff")
    }
    assert len(rows) == 3
