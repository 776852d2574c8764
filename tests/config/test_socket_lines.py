"""The short way of texts writes what the long way writes."""

from __future__ import annotations

from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from config.socket_lines import SocketLine, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    content = b"x" * size
    assert framed(content) == Frame(Opcode.TEXT, content).serialize(mask=False)


class Wire:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.write = self.sent.append

    def close(self) -> None:
        """Nothing more comes."""


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Be the application."""


@pytest.fixture
async def line() -> SocketLine:
    """Return a line whose handshake is done."""
    config = uvicorn.Config(nothing, interface="asgi3", log_config=None, ws=SocketLine)
    config.load()
    line = SocketLine(config, ServerState(), {})
    line.transport = Wire()  # type: ignore[assignment]
    line.conn.state = State.OPEN
    return line


def sent(line: SocketLine) -> list[bytes]:
    return line.transport.sent  # type: ignore[attr-defined, no-any-return]


async def test_several_texts_leave_in_one_go(line: SocketLine) -> None:
    assert line.write_texts(["a", "ä"])
    assert sent(line) == [framed(b"a") + framed("ä".encode())]


async def test_nothing_is_written_while_the_client_does_not_read(line: SocketLine) -> None:
    line.pause_writing()
    assert not line.write_texts(["a"])
    line.resume_writing()
    assert line.write_texts(["b"])
    assert sent(line) == [framed(b"b")]


@pytest.mark.parametrize("state", [State.CONNECTING, State.CLOSING, State.CLOSED])
async def test_nothing_is_written_before_and_after_the_conversation(
    line: SocketLine, state: State
) -> None:
    line.conn.state = state
    assert not line.write_texts(["a"])
    assert sent(line) == []


async def test_nothing_is_written_after_the_goodbye(line: SocketLine) -> None:
    line.close_sent = True
    assert not line.write_texts(["a"])
    assert sent(line) == []


async def test_the_last_word_leaves_before_the_goodbye(line: SocketLine) -> None:
    line.handshake_complete = True
    line.leave_word("adieu")
    line.shutdown()
    assert sent(line)[0] == framed(b"adieu")
    assert sent(line)[1].endswith((1012).to_bytes(2))


async def test_who_was_not_talked_with_is_told_nothing(line: SocketLine) -> None:
    line.handshake_complete = True
    line.shutdown()
    assert len(sent(line)) == 1
