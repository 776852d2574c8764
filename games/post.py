"""Letters to the world outside, sent by a thread of their own: nobody waits for who takes them.

A broker that takes calls and does not answer would else hold up every action for as long as its
time-outs last, after the commit.  Here it holds up the thread, and a letter that has waited for too
long is thrown away: whatever it said, the sweep or a heartbeat has found by then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

L = TypeVar("L")

TOO_OLD_SECONDS: Final = 1.0
MOST_TOGETHER: Final = 200

logger = logging.getLogger("parlour.post")


class Posted(NamedTuple, Generic[L]):
    """A letter, and how long it has waited, in seconds."""

    letter: L
    age: float = 0.0


class Post(Generic[L]):
    """A queue of letters and the thread that sends them, several at a time if several wait."""

    def __init__(self, send: Callable[[Sequence[Posted[L]]], None], name: str) -> None:
        """Take what sends letters; what it raises is logged, and the letters are lost."""
        self.send, self._name = send, name
        self._letters: SimpleQueue[tuple[L, float] | threading.Event] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def put(self, letter: L) -> None:
        """Have this sent soon."""
        self._letters.put((letter, monotonic()))
        if self._thread is None:
            self._start()

    def flush(self, seconds: float) -> bool:
        """Wait until everything put so far was dealt with, or so long; say whether it was."""
        if self._thread is None:
            return True
        done = threading.Event()
        self._letters.put(done)
        return done.wait(seconds)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            waiting, now = self._waiting(), monotonic()
            posted = [Posted(x[0], now - x[1]) for x in waiting if isinstance(x, tuple)]
            if fresh := [each for each in posted if each.age < TOO_OLD_SECONDS]:
                self._deliver(fresh)
            for each in waiting:
                if isinstance(each, threading.Event):
                    each.set()

    def _waiting(self) -> list[tuple[L, float] | threading.Event]:
        """Return what waits; wait for something to."""
        found = [self._letters.get()]
        try:
            while len(found) < MOST_TOGETHER:
                found.append(self._letters.get_nowait())
        except Empty:
            pass
        return found

    def _deliver(self, letters: Sequence[Posted[L]]) -> None:
        try:
            self.send(letters)
        except Exception as fault:  # noqa: BLE001 - the sweep repeats what was lost
            logger.error(  # noqa: TRY400 - once for every letter that is lost it would be too much
                "letters were lost: %(fault)s", {"fault": type(fault).__name__}
            )
