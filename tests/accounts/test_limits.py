"""Counters that say "enough"."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from accounts import limits
from accounts.errors import Allowance, RateLimited
from accounts.limits import Limit

THREE = Limit("three", 3, 60)


@pytest.fixture(autouse=True)
def at_a_quarter_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 600.0 * 60 + 15)


def test_the_fourth_of_three_is_refused_until_the_window_ends() -> None:
    left = [limits.count(THREE, "ada").remaining for _ in range(3)]
    with pytest.raises(RateLimited) as refused:
        limits.count(THREE, "ada")
    assert left == [2, 1, 0]
    assert refused.value.allowance == Allowance("three", 3, 0, 60, 45)


def test_a_new_window_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        limits.count(THREE, "ada")
    monkeypatch.setattr("time.time", lambda: 601.0 * 60)
    assert limits.count(THREE, "ada").remaining == 2


def test_everybody_is_counted_alone() -> None:
    for _ in range(3):
        limits.count(THREE, "ada")
    assert limits.count(THREE, "bob").remaining == 2
    assert limits.count(Limit("other", 3, 60), "ada").remaining == 2


def test_a_crowd_does_not_make_a_counter_forgotten() -> None:
    for _ in range(3):
        limits.count(THREE, "ada")
    for number in range(1000):
        limits.count(THREE, f"somebody {number}")
    with pytest.raises(RateLimited):
        limits.count(THREE, "ada")


def test_who_is_forgiven_begins_anew() -> None:
    for _ in range(3):
        limits.count(THREE, "ada")
    limits.forgive(THREE, "ada")
    assert limits.count(THREE, "ada").remaining == 2


def test_attempts_at_the_same_moment_are_all_counted() -> None:
    hundred = Limit("hundred", 100, 60)

    def attempt(_: int) -> bool:
        try:
            limits.count(hundred, "ada")
        except RateLimited:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(150))) == 100


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", "unknown"),
        ("not an address", "unknown"),
    ],
)
def test_a_place_is_an_address_or_the_network_of_one(address: str, place: str) -> None:
    assert limits.network_of(address) == place
