"""What is written within one turn of the loop is sent in one go, in order, before the end."""

from __future__ import annotations

import asyncio
from typing import Any

from config.corked import MOST_HELD_BYTES, Corked


class Wire:
    """A transport that remembers."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str) -> str:
        return f"its {name}"


def corked() -> tuple[Wire, Corked]:
    wire: Any = Wire()
    return wire, Corked(wire, asyncio.get_running_loop())


async def test_one_turns_writing_leaves_together() -> None:
    wire, cork = corked()
    for part in (b"head ", b"and ", b"body"):
        cork.write(part)
    assert wire.sent == []
    await asyncio.sleep(0)
    cork.write(b"more")
    await asyncio.sleep(0)
    assert wire.sent == [b"head and body", b"more"]


async def test_closing_sends_what_was_written() -> None:
    wire, cork = corked()
    cork.write(b"goodbye")
    cork.close()
    assert (wire.sent, cork.is_closing()) == ([b"goodbye"], True)
    await asyncio.sleep(0)
    assert wire.sent == [b"goodbye"]


async def test_much_leaves_at_once() -> None:
    wire, cork = corked()
    cork.write(b"x" * MOST_HELD_BYTES)
    assert wire.sent == []
    cork.write(b"y")
    assert wire.sent == [b"x" * MOST_HELD_BYTES + b"y"]


async def test_everything_else_is_the_transports_own() -> None:
    _, cork = corked()
    assert cork.get_extra_info("peername") == "its peername"


async def test_nothing_is_sent_to_a_client_that_hung_up_meanwhile() -> None:
    wire, cork = corked()
    cork.write(b"news")
    wire.closed = True
    await asyncio.sleep(0)
    assert wire.sent == []
