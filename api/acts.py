"""The actions of all sockets of a process: what waits at the same moment is done together.

One thread judges what has come in and writes it in one go, while another writes what came before.
Under load the commit, the way to the database and the way to a thread and back are shared by many;
an action that comes alone waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from threading import Lock
from typing import Final, NamedTuple

from api.push import in_a_database_thread, looked_after
from api.threads import Inbox
from games.services import play

MOST_TOGETHER: Final = 16
"""More at a time would let the first ones wait for longer than the sharing saves."""
MOST_AT_WORK: Final = 2
"""Threads: one of them thinks while the database works for another."""


class _Waiting(NamedTuple):
    wish: play.Wish
    done: asyncio.Future[play.Played]
    inbox: Inbox

    def answer(self, outcome: play.Played | Exception) -> None:
        """Tell whoever waits, in their loop."""
        self.inbox.put(partial(_tell, self.done, outcome))


class Acts:
    """A queue of actions, and those who work on it."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()
        self._at_work = 0
        self._counting = Lock()

    async def act(self, wish: play.Wish) -> play.Played:
        """Return what an action led to.  Raises as `play.act` does."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[play.Played] = loop.create_future()
        self._waiting.append(_Waiting(wish, done, Inbox.of(loop)))
        if self._at_work < MOST_AT_WORK:
            in_a_database_thread(self._work)
        return await done

    def _work(self) -> None:
        """Work until nothing waits, unless enough others do."""
        with self._counting:
            if self._at_work == MOST_AT_WORK:
                return
            self._at_work += 1
        while some := self._some():
            _do(some)

    def _some(self) -> list[_Waiting]:
        """Return what is done next; with nothing, this thread has stopped working."""
        with self._counting:
            count = min(len(self._waiting), MOST_TOGETHER)
            some = [self._waiting.popleft() for _ in range(count)]
            self._at_work -= not some
        return [each for each in some if not each.done.cancelled()] or (some and self._some())


def _do(some: list[_Waiting]) -> None:
    open_ends = dict(enumerate(some))

    def answer(place: int, outcome: play.Played | Exception) -> None:
        open_ends.pop(place).answer(outcome)

    try:
        # Each time: a thread that is always busy would keep a connection that is dead.
        looked_after(play.act_together, [each.wish for each in some], answer)
    except Exception as error:  # noqa: BLE001 - nobody may wait for ever
        for each in open_ends.values():
            each.answer(error)


def _tell(done: asyncio.Future[play.Played], outcome: play.Played | Exception) -> None:
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


acts = Acts()
