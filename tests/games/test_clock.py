from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games import clock

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def test_a_frozen_clock_stands_still_until_told_to_go_on() -> None:
    with clock.frozen(NOON) as frozen:
        assert clock.now() == clock.now() == NOON
        assert frozen.advance(1.5) == clock.now() == NOON + timedelta(seconds=1.5)


def test_a_thawed_clock_shows_what_it_showed_before() -> None:
    with clock.frozen(NOON):
        with clock.frozen(NOON + timedelta(days=1)):
            pass
        assert clock.now() == NOON


@pytest.mark.django_db
def test_the_clock_goes_on_within_a_transaction() -> None:
    first = clock.now()

    assert any(clock.now() > first for _ in range(10_000))
    assert first.tzinfo is not None


def test_milliseconds_and_back() -> None:
    at = NOON + timedelta(milliseconds=7)

    assert clock.to_ms(at) == 1_893_499_200_007
    assert clock.from_ms(1_893_499_200_007) == at


def test_a_part_of_a_millisecond_has_not_passed_yet() -> None:
    assert clock.to_ms(NOON + timedelta(microseconds=999)) == clock.to_ms(NOON)
