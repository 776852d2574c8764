"""Letters are sent by a thread of their own, several together, and not when they are stale."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

import pytest

from games import post
from games.post import Post, Posted

SOON = 10.0


class Taker:
    """Takes letters; at first only when it is let."""

    def __init__(self) -> None:
        self.taken: list[list[Posted[int]]] = []
        self.thread = ""
        self.called, self.let = threading.Event(), threading.Event()

    def __call__(self, letters: Sequence[Posted[int]]) -> None:
        self.called.set()
        assert self.let.wait(SOON)
        self.thread = threading.current_thread().name
        self.taken.append(list(letters))

    def letters(self) -> list[list[int]]:
        return [[each.letter for each in some] for some in self.taken]


@pytest.fixture
def taker() -> Taker:
    return Taker()


def test_a_letter_is_sent_by_another_thread(taker: Taker) -> None:
    office = Post(taker, "office")
    assert office.flush(0)  # nothing was ever put
    office.put(1)
    taker.let.set()
    assert office.flush(SOON)
    assert (taker.letters(), taker.thread) == ([[1]], "office")


def test_what_waits_while_another_is_sent_is_sent_together(taker: Taker) -> None:
    office = Post(taker, "office")
    office.put(1)
    assert taker.called.wait(SOON)
    for letter in (2, 3, 4):
        office.put(letter)
    assert not office.flush(0)
    taker.let.set()
    assert office.flush(SOON)
    assert taker.letters() == [[1], [2, 3, 4]]


def test_what_has_waited_too_long_is_thrown_away(
    taker: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(post, "monotonic", lambda: now)
    office = Post(taker, "office")
    office.put(1)
    assert taker.called.wait(SOON)
    office.put(2)
    now += 0.75
    office.put(3)
    now += 0.5
    taker.let.set()
    assert office.flush(SOON)
    assert taker.taken == [[Posted(1, 0.0)], [Posted(3, 0.5)]]


def test_a_fault_is_logged_and_the_next_letter_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    taken: list[int] = []

    def fails(letters: Sequence[Posted[int]]) -> None:
        taken.extend(each.letter for each in letters)
        if taken == [1]:
            raise ConnectionError("redis://secret")

    office = Post(fails, "office")
    with caplog.at_level(logging.ERROR, "parlour.post"):
        office.put(1)
        assert office.flush(SOON)
        office.put(2)
        assert office.flush(SOON)
    assert taken == [1, 2]
    assert caplog.messages == ["letters were lost: ConnectionError"]
