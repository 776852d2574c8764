"""Hands that act in the same moment: threads with a connection each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection


@contextmanager
def hands(count: int) -> Iterator[Callable[..., list[object]]]:
    """Yield a caller of `count` functions at once, in threads that keep a connection."""
    barrier = Barrier(count)

    def run(call: Callable[[], object]) -> object:
        barrier.wait(10)
        return call()

    def hang_up() -> None:
        barrier.wait(10)
        connection.close()

    with ThreadPoolExecutor(count) as pool:
        try:
            yield lambda *calls: list(pool.map(run, calls))
        finally:
            list(pool.map(lambda _: hang_up(), range(count)))
