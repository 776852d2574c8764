"""Garbage is found whatever it refers to, and what lives is not looked at again and again."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from config import garbage


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


class Plain:
    """Refers to nothing."""


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_was_loaded_is_set_aside_and_no_full_collection_comes_by_itself() -> None:
    garbage.begin()

    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == (10_000, 20, 1_000_000_000)


def test_a_knot_is_freed_by_the_next_turn() -> None:
    garbage.begin()
    knot = Knot()
    seen = weakref.ref(knot)
    del knot

    garbage.turn()

    assert seen() is None


def test_a_knot_that_was_set_aside_is_freed_by_the_next_whole_round() -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    garbage.begin()
    del knot
    garbage.turn()
    assert seen() is not None

    garbage.turn(whole=True)

    assert seen() is None


def test_what_was_set_aside_is_freed_at_once_if_it_does_not_refer_to_itself() -> None:
    plain = Plain()
    seen = weakref.ref(plain)
    garbage.begin()

    del plain

    assert seen() is None


async def test_turns_are_taken_now_and_then_and_every_so_often_a_whole_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[bool] = []
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        if len(slept) == 720:
            raise asyncio.CancelledError
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(garbage, "turn", lambda *, whole: taken.append(whole))

    with pytest.raises(asyncio.CancelledError):
        await garbage.turns()

    assert set(slept) == {10.0}
    assert len(taken) == 720
    assert [number for number, whole in enumerate(taken, 1) if whole] == [360, 720]
