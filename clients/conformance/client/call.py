"""One connection of the client under trial, as its server sees it."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from clients.conformance.checks import Broken, Json, expect, same
from clients.conformance.client.script import Script, now

PIECES = 5
REQUEST_ID = re.compile(r"[!-~]{1,64}")
PROBLEM: Json = {
    "title": "Not now",
    "status": 409,
    "detail": "The table has moved on.",
    "errors": [],
    "retryable": False,
    "trace_id": "0" * 32,
}


class Call:
    """A socket; everything heard is kept in `heard`."""

    def __init__(
        self,
        connection: ServerConnection,
        script: Script,
        token: str,
        *,
        heartbeat_ms: int,
        patience: float,
    ) -> None:
        self.connection = connection
        self.script = script
        self.at = asyncio.get_running_loop().time()
        """When it came, in seconds of the loop's clock."""
        self.heard: list[Json] = []
        self.resume: Json | None = None
        self.told = script.ply
        """The newest ply this connection was told of."""
        self.knows = False
        """Whether it was told of a position at all."""
        self._token = token
        self._heartbeat_ms = heartbeat_ms
        self._patience = patience
        self._kept: deque[Json] = deque()
        self._pongs = 0

    # --- Listening --------------------------------------------------------------------------------

    async def hear(self) -> Json:
        """Return the next frame that is no ping and no pong.  Raises `Broken` when none comes."""
        while not self._kept:
            await self._listen()
        return self._kept.popleft()

    async def ponged(self) -> None:
        """Ping, and return when the client has answered."""
        self._pongs = 0
        await self.ping()
        while not self._pongs:
            await self._listen("a ping was not answered by pong")

    async def _listen(self, otherwise: str = "") -> None:
        """Take one frame in."""
        try:
            async with asyncio.timeout(self._patience):
                frame = _frame(await self.connection.recv())
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            raise Broken(f"the client hung up ({code}); {self.script.where()}") from closed
        except TimeoutError as silence:
            said = otherwise or f"the client says nothing; {self.script.where()}"
            raise Broken(said) from silence
        self.heard.append(frame)
        if frame["t"] == "pong":
            self._pongs += 1
        elif frame["t"] == "ping":
            await self._ack(frame)
            await self.say("pong")
        else:
            self._kept.append(frame)

    async def greet(self) -> None:
        """Hear the hello, which must be right, and say welcome."""
        frame = await self.hear()
        same(frame["t"], "hello", "the first frame")
        hello = frame["d"]
        same({*hello} - {"token", "ticket", "follow"}, set(), "unknown fields of hello")
        same((hello.get("token"), "ticket" in hello), (self._token, False), "token, and no ticket")
        follow = hello.get("follow") or [(await self._follow(frame))["d"]]
        same([each["match"] for each in follow], [self.script.match], "what it follows")
        self.resume = follow[0].get("resume")
        if hello.get("follow"):
            await self.welcome()
            await self._ack(frame)

    async def _follow(self, hello: Json) -> Json:
        """Greet a client that says nothing of its match in its hello, and hear it follow."""
        await self.welcome()
        await self._ack(hello)
        frame = await self.hear()
        same(frame["t"], "follow", "the frame after a hello that follows nothing")
        await self._ack(frame, ply=self.script.ply)
        return frame

    async def act(self) -> Json:
        """Return the next act, which must be right."""
        frame = await self.hear()
        same(frame["t"], "act", "the frame")
        act = frame["d"]
        same({"match", "action", "request_id"} - {*act}, set(), "what the act lacks")
        unknown = {*act} - {"match", "action", "request_id", "decision"}
        same(unknown, set(), "unknown fields of the act")
        same(act["match"], self.script.match, "the match of the act")
        expect(REQUEST_ID.fullmatch(str(act["request_id"])), "a request_id that is none")
        expect("id" in frame, "an act without an id, which would get no ack")
        return frame

    async def followed_again(self) -> None:
        """Hear a ``follow``: the client has noticed that it missed something."""
        frame = await self.hear()
        same(frame["t"], "follow", "the frame")
        same(frame["d"]["match"], self.script.match, "the match that is followed")
        self.resume = frame["d"].get("resume")
        await self._ack(frame, ply=self.script.ply)

    # --- Telling ----------------------------------------------------------------------------------

    async def say(self, t: str, frame_id: str | None = None, /, **d: Any) -> None:
        """Send a frame; to a client that has left nothing is said."""
        await self.say_frame({"t": t, "d": d} | ({} if frame_id is None else {"id": frame_id}))

    async def say_frame(self, frame: Json) -> None:
        """Send a frame as it is."""
        try:
            await self.connection.send(json.dumps(frame))
        except ConnectionClosed as closed:
            raise Broken("the client hung up while it was told something") from closed

    async def welcome(self) -> None:
        """Say welcome."""
        await self.say(
            "welcome",
            heartbeat_ms=self._heartbeat_ms,
            session=str(uuid4()),
            player={"id": str(uuid4()), "name": "Lady Luck", "is_guest": True},
            server_time=now(),
            limits={"frame_bytes": 8192, "followed": 20, "resumed_plies": 300},
        )

    async def ping(self) -> None:
        """Beat once."""
        ply = self.script.ply if self.knows else 0
        await self.say("ping", server_time=now(), plies={self.script.match: ply})

    async def take(self, frame: Json) -> None:
        """Do what a server does with an act: apply it once, acknowledge it, refuse a stale one."""
        act, script = frame["d"], self.script
        if not script.is_new(act):
            await self.acknowledge(frame, replayed=True)
        elif act.get("decision") in (None, script.decision):
            script.apply(act)
            await self.acknowledge(frame)
        else:
            script.strays += 1
            now = script.position()
            await self.refuse(frame, "stale_decision", decision=now["decision"], position=now)

    async def acknowledge(self, frame: Json, *, replayed: bool = False) -> None:
        """Answer an act that was applied."""
        ply, _ = self.script.answered[frame["d"]["request_id"]]
        await self._ack(frame, ply=ply, replayed=replayed)

    async def refuse(self, frame: Json, code: str, **more: Any) -> None:
        """Answer an act by a nack."""
        kind = f"https://parlour.example/problems/{code}"
        problem = {"type": kind, "code": code, "match": self.script.match} | PROBLEM | more
        await self.say("nack", frame["id"], **problem)

    async def tell_ply(self, ply: Json) -> None:
        """Tell one ply."""
        await self.say("ply", **ply)
        self.knows, self.told = True, max(self.told, ply["ply"])

    async def tell_plies(self) -> None:
        """Tell the plies this connection was not told yet."""
        for ply in self.script.since(self.told):
            await self.tell_ply(ply)

    async def tell_position(self) -> None:
        """Tell the position of now."""
        self.knows, self.told = True, self.script.ply
        await self.say("position", match=self.script.match, **self.script.position())

    async def tell_in_pieces(self) -> None:
        """Tell the position in several WebSocket frames."""
        content = {"match": self.script.match, **self.script.position()}
        text = json.dumps({"t": "position", "d": content})
        size = len(text) // PIECES + 1
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        self.knows, self.told = True, self.script.ply
        await self.connection.send(pieces)

    async def tell_news(self) -> None:
        """Tell what happened, then the position."""
        await self.tell_plies()
        await self.tell_position()

    async def tell_the_rest(self) -> None:
        """Answer a resume: everything after it, then the position."""
        if self.resume is not None:
            self.told = int(self.resume["ply"])
            ends = {"from": self.told, "to": self.script.ply}
            await self.say("resumed", match=self.script.match, **ends)
        await self.tell_news()

    @asynccontextmanager
    async def beating(self, seconds: float) -> AsyncIterator[None]:
        """Beat every so many seconds while the block lasts."""
        beats = asyncio.create_task(self._beat(seconds))
        try:
            yield
        finally:
            beats.cancel()

    async def _beat(self, seconds: float) -> None:
        while True:
            await self.ping()
            await asyncio.sleep(seconds)

    async def _ack(self, frame: Json, **d: Any) -> None:
        if "id" in frame:
            await self.say("ack", frame["id"], **d)

    # --- Leaving ----------------------------------------------------------------------------------

    def cut(self) -> None:
        """Drop the connection without a word."""
        self.connection.transport.abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Close with a code."""
        await self.connection.close(code, reason)


def _frame(text: str | bytes) -> Json:
    """Return a frame of the client.  Raises `Broken` when it is none."""
    if not isinstance(text, str):
        raise Broken("a binary frame")
    try:
        frame = json.loads(text)
    except ValueError as error:
        raise Broken(f"a frame that is no JSON: {text[:80]}") from error
    expect(isinstance(frame, dict) and isinstance(frame.get("t"), str), f"no frame: {text[:80]}")
    same({*frame} - {"t", "id", "d"}, set(), "unknown fields beside `d`")
    found: Json = {"d": {}, **frame}
    return found
