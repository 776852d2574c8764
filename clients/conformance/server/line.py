"""One socket of a guest: what is said, what is heard, and how it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from clients.conformance.checks import Broken, Json, expect, same

SUBPROTOCOL = Subprotocol("parlour.v1+json")
SOON_SECONDS = 10.0
"""How long an answer may take."""
ANSWERS = ("ack", "nack")


class Line:
    """A socket; everything heard is kept in `heard`, pings are answered on the way."""

    def __init__(
        self, socket: ClientConnection, token: str, met: Callable[[Json], None] = lambda _: None
    ) -> None:
        self.socket = socket
        self.token = token
        self.heard: list[Json] = []
        self.answers_pings = True
        self._met = met
        self._inbox: asyncio.Queue[Json | Exception] = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen())

    async def say(self, t: str, frame_id: str | None = None, /, **d: Any) -> None:
        """Send a frame."""
        named = {} if frame_id is None else {"id": frame_id}
        await self.socket.send(json.dumps({"t": t, "d": d} | named))

    async def hear(self, seconds: float = SOON_SECONDS) -> Json:
        """Return the next frame, a ping too.  Raises `ConnectionClosed`, `TimeoutError`."""
        async with asyncio.timeout(seconds):
            frame = await self._inbox.get()
        if isinstance(frame, Exception):
            self._inbox.put_nowait(frame)  # whoever asks again is told again
            raise frame
        self.heard.append(frame)
        if frame["t"] == "nack":
            is_problem(frame["d"])
            self._met(frame["d"])
        return frame

    async def _listen(self) -> None:
        """Take frames in as they come, so that pings are answered whatever the check is doing."""
        try:
            while True:
                frame: Json = json.loads(await self.socket.recv())
                self._inbox.put_nowait(frame)
                if frame["t"] == "ping" and self.answers_pings:
                    await self.say("pong")
        except Exception as end:  # noqa: BLE001 - it is met by whoever listens next
            self._inbox.put_nowait(end)

    async def hears(self, t: str) -> Json:
        """Return the content of the next frame of this kind; others are passed over."""
        return await self.hears_within(t, SOON_SECONDS)

    async def hears_within(self, t: str, seconds: float) -> Json:
        """Return the content of the next frame of this kind, for which so long is waited."""
        async with asyncio.timeout(seconds):
            while (frame := await self.hear(seconds))["t"] != t:
                pass
        content: Json = frame["d"]
        return content

    async def hello(self, *matches: str, resume: Json | None = None) -> Json:
        """Say hello, and return the welcome."""
        follow = [{"match": match} | ({"resume": resume} if resume else {}) for match in matches]
        await self.say("hello", token=self.token, follow=follow)
        return await self.hears("welcome")

    async def asked(self, t: str, /, **d: Any) -> Json:
        """Send a frame under an id of its own, and return its ``ack`` or ``nack``."""
        frame_id = uuid4().hex
        await self.say(t, frame_id, **d)
        return await self.answer_to(frame_id)

    async def answer_to(self, frame_id: str) -> Json:
        """Return the ``ack`` or ``nack`` with this id."""
        async with asyncio.timeout(SOON_SECONDS):
            while True:
                frame = await self.hear()
                if frame["t"] in ANSWERS and frame.get("id") == frame_id:
                    return frame

    async def acked(self, t: str, /, **d: Any) -> Json:
        """Send a frame that must be acknowledged; return the content of its ``ack``."""
        answer = await self.asked(t, **d)
        if answer["t"] != "ack":
            raise Broken(f"{t} is refused: {answer['d']['code']} {answer['d']['detail']}")
        content: Json = answer["d"]
        return content

    async def refused(self, t: str, code: str, /, **d: Any) -> Json:
        """Send a frame that must be refused with this code; return the problem."""
        answer = await self.asked(t, **d)
        same(answer["t"], "nack", f"the answer to {t}")
        problem: Json = answer["d"]
        same(problem["code"], code, f"the code of the refused {t}")
        return problem

    async def until(self, ply: int) -> Json:
        """Return the first position at this ply or later; it may have been heard already."""
        while not (found := [each for each in self.told("position") if each["ply"] >= ply]):
            await self.hears("position")
        return found[0]

    async def settled(self) -> list[Json]:
        """Return everything heard up to the answer of a ping that is sent now."""
        before = len(self.heard)
        same((await self.asked("ping"))["t"], "ack", "the answer to ping")
        return self.heard[before:]

    def told(self, t: str) -> list[Json]:
        """Return the content of every frame of this kind heard so far."""
        return [frame["d"] for frame in self.heard if frame["t"] == t]

    async def closes(self, seconds: float = SOON_SECONDS) -> int:
        """Return the code with which the server closes; 1006 if it hangs up without a word."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    async def silent(self, seconds: float) -> bool:
        """Listen for so long, and say whether the server kept the socket open."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear(seconds * 2)
        except TimeoutError:
            return True
        except ConnectionClosed:
            return False

    async def lives(self) -> None:
        """Raise unless the server still answers on this socket."""
        await self.settled()

    # --- Cutting ----------------------------------------------------------------------------------

    def cut(self) -> None:
        """Drop the connection without a word (RST)."""
        self.socket.transport.abort()

    def cut_in_the_middle(self, t: str, frame_id: str, /, **d: Any) -> None:
        """Send the first half of a frame's bytes, and drop the connection after them (FIN)."""
        text = json.dumps({"t": t, "id": frame_id, "d": d}).encode()
        bytes_of_it = Frame(Opcode.TEXT, text).serialize(mask=True)
        self.socket.transport.write(bytes_of_it[: len(bytes_of_it) // 2])
        self.socket.transport.close()

    def send_bytes(self, opcode: Opcode, content: bytes) -> None:
        """Send a frame of the WebSocket protocol that no library would send."""
        self.socket.transport.write(Frame(opcode, content).serialize(mask=True))


def is_problem(problem: Json) -> None:
    """Raise `Broken` unless this is a problem document of the contract (RFC 9457)."""
    kinds: dict[str, type] = {
        "type": str,
        "title": str,
        "status": int,
        "code": str,
        "detail": str,
        "errors": list,
        "retryable": bool,
        "trace_id": str,
    }
    for field, kind in kinds.items():
        expect(isinstance(problem.get(field), kind), f"a problem without a good `{field}`")
    page = urlsplit(problem["type"]).path
    expect(page.endswith(f"/problems/{problem['code']}"), f"`type` leads to {page}")
    for flaw in problem["errors"]:
        same({"pointer", "code", "params"} <= {*flaw}, True, "pointer, code and params of a flaw")
