"""A small client that does everything right, and can be told to do one thing wrong.

It lives in the process of the test; as a command it runs alone:
``python -m tests.clients.conformance.reference [FAULT…]``.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from clients.conformance.client.commands import Ended, Run

Json = dict[str, Any]
PAUSE_SECONDS = 0.2
FOR_GOOD = range(4500, 5000)
EXPIRED = 4040
KNOWN_FOR_GOOD = (4503, 4540, 4541)
KNOWN_BACK = (1001, 1006, 1012, 4001, 4002, 4008, 4040)
KNOWN_FRAMES = {"welcome", "ack", "nack", "position", "ply", "resumed", "resync", "ping", "pong"}
PLY_FIELDS = {"match", "epoch", "ply", "at", "events"}


class Over(Exception):
    """The match is over, or the server wants us no more: the exit code, and what to say."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(said)
        self.code = code


class Again(Exception):
    """The line is no good; call again."""


@dataclass
class Here:
    """What one connection has seen."""

    beats: int = 0
    resumed: bool = False
    questions: set[tuple[int, int]] = field(default_factory=set)


class Reference:
    """One seat of one match.  `faults`: what it does wrong, by name; see `test_client_table`."""

    def __init__(
        self, environment: Mapping[str, str], faults: frozenset[str] = frozenset()
    ) -> None:
        self.url = environment["PARLOUR_URL"]
        self.token = environment["PARLOUR_TOKEN"]
        self.match = environment["PARLOUR_MATCH"]
        self.faults = faults
        self.luck = Random(environment.get("PARLOUR_SEED"))
        self.known: Json | None = None
        self.pending: dict[str, Json] = {}
        self.answered: set[tuple[int, int]] = set()
        self.reconnects = -1
        self.failures = 0
        self.heartbeat = 10.0
        self.acked = 0
        self.deaf = False
        self.last_ply: int | None = None
        """The last ply that was told since the last position."""
        self.patient_until = 0
        self.here = Here()
        self.socket: ClientConnection

    def does(self, fault: str) -> bool:
        """Say whether this is what it does wrong."""
        return fault in self.faults

    async def play(self) -> Ended:
        """Play to the end, and return how it ended."""
        try:
            while True:
                with suppress(Again, OSError, InvalidHandshake, TimeoutError):
                    await self.talk()
                await asyncio.sleep(self.pause())
        except Over as over:
            return Ended(over.code, *(("", str(over)) if over.code else (str(over), "")))

    def pause(self) -> float:
        """Return how long to wait before calling again."""
        self.failures += 1
        if self.does("gives up when refused") and self.failures > 1:
            raise Over(1, "refused")
        if self.does("comes back at once"):
            return 0.0
        return self.luck.uniform(0, PAUSE_SECONDS * 2 ** min(self.failures - 1, 4))

    async def talk(self) -> None:
        """Hold one connection until it ends."""
        url = self.url.replace("http", "ws", 1) + "/ws/v1"
        if self.does("shows its token"):
            url += f"?token={self.token}"
        async with connect(
            url, subprotocols=[Subprotocol("parlour.v1+json")], proxy=None, close_timeout=0.2
        ) as self.socket:
            self.reconnects += 1
            self.here = Here()
            try:
                await self.greet()
                while True:
                    frame = await self.hear()
                    await self.take(frame["t"], frame.get("d", {}), frame.get("id"))
            except ConnectionClosed as closed:
                self.judge(closed.rcvd.code if closed.rcvd else 1006)
                raise Again from closed

    def judge(self, code: int) -> None:
        """End if this close code says so."""
        for_good = code in FOR_GOOD
        if self.does("goes by a list, not the range, for good"):
            for_good = code in KNOWN_FOR_GOOD
        if self.does("comes back when sent away"):
            for_good = code in FOR_GOOD and code not in KNOWN_FOR_GOOD
        if self.does("goes by a list, not the range, to come back"):
            for_good = for_good or (code >= 4000 and code not in KNOWN_BACK)
        if self.does("stays away after 4001"):
            for_good = for_good or code in (4001, 4002, 4008)
        if self.does("stays away after a restart"):
            for_good = for_good or code == 1001
        if for_good or (code == EXPIRED and not self.does("comes back with an expired token")):
            raise Over(2, f"closed for good: {code}")

    async def greet(self) -> None:
        """Say hello, and send again what was not answered."""
        follow: Json = {"match": self.match}
        if self.known:
            follow["resume"] = self.known
        await self.say("hello", token=self.token, follow=[follow])
        try:
            frame = await self.hear()
        except ConnectionClosed:
            if self.does("forgets at the greeting"):
                self.pending.clear()
            raise
        self.heartbeat = frame["d"]["heartbeat_ms"] / 1000
        self.failures = 0
        if self.does("forgets its first question") and not self.acked:
            self.pending.clear()
            self.answered.clear()
        if self.does("gives up after the third cut") and self.reconnects == 3:
            self.pending.clear()
        if not self.does("takes a resume for an answer"):
            await self.send_again()

    async def send_again(self) -> None:
        """Send what was not answered, unchanged and in order."""
        if self.does("never sends again"):
            return
        if self.does("sends again under a new name"):
            renamed = [{**act, "request_id": uuid4().hex} for act in self.pending.values()]
            self.pending = {act["request_id"]: act for act in renamed}
        for request, act in [*self.pending.items()]:
            await self.say("act", request, **act)

    async def hear(self) -> Json:
        """Return the next frame; calls again when nothing was heard for 2.5 heartbeats."""
        try:
            async with asyncio.timeout(
                None if self.does("trusts silence") else self.heartbeat * 2.5
            ):
                pieces = [str(piece) async for piece in self.socket.recv_streaming()]
        except TimeoutError as silence:
            raise Again from silence
        if self.does("wants whole messages") and len(pieces) > 1:
            raise Over(1, "in pieces")
        frame: Json = json.loads("".join(pieces))
        return frame

    async def take(self, t: str, d: Json, frame_id: str | None) -> None:
        """Do what one frame asks for."""
        if self.does("stumbles over unknown frames") and t not in KNOWN_FRAMES:
            raise Over(1, f"what is {t}?")
        match t:
            case "ping":
                await self.beat(d)
            case "ack":
                self.acked += 1
                if not self.does("sends again for ever"):
                    self.pending.pop(str(frame_id), None)
            case "nack":
                await self.give_in(d, str(frame_id))
            case "resumed":
                await self.resume(d)
            case "resync":
                self.forget(d)
            case "ply":
                await self.count(d)
            case "position":
                await self.look(d)

    async def beat(self, d: Json) -> None:
        """Answer a ping; ask for what it says was missed."""
        self.here.beats += 1
        if not (self.does("tires of pings") and self.here.beats > 3):
            await self.say("pong")
        if self.does("acts when bored") and self.heartbeat > 5 and not self.known:
            await self.say("act", "bored", match=self.match, action={}, request_id="bored")
        if self.does("wants a position at once") and not self.known and self.here.beats > 4:
            raise Again
        if self.does("is impatient") and self.pending and self.here.beats > self.patient_until:
            raise Again
        newest = d["plies"].get(self.match)
        if self.known and newest and newest > self.known["ply"] and not self.does("trusts frames"):
            await self.follow()

    async def give_in(self, d: Json, frame_id: str) -> None:
        """Take a no; the next position tells what to do."""
        if self.does("dies of a nack"):
            raise Over(1, d["code"])
        if self.does("remembers refusals"):
            return
        refused = self.pending.pop(frame_id, None)
        if self.does("insists") and refused and d["code"] == "stale_decision":
            again = {**refused, "request_id": uuid4().hex}
            await self.say("act", again["request_id"], **again)

    async def resume(self, d: Json) -> None:
        """Go on; nothing has to be done for that."""
        self.here.resumed = True
        if self.does("believes the beginning of a resume") and self.known:
            self.known["ply"] = d["from"]
        if self.does("takes a resume for an answer"):
            if d["to"] > d["from"]:
                self.pending.clear()
            await self.send_again()

    def forget(self, d: Json) -> None:
        """Begin anew."""
        unasked = bool(self.here.questions)
        if self.does("ignores surprises") and unasked:
            self.deaf = True
        if self.does(f"ignores {d['reason']}") and not unasked:
            self.deaf = True
        elif not self.deaf:
            self.known = None

    async def count(self, ply: Json) -> None:
        """Take in a ply; ask again where one is missing."""
        if self.does("stumbles over unknown fields") and {*ply} - PLY_FIELDS:
            raise Over(1, "what is that?")
        if self.known is None:
            return
        number, newest, last = ply["ply"], self.known["ply"], self.last_ply
        self.last_ply = number
        if self.does("takes a ply for an answer"):
            self.pending.clear()
        if self.does("remembers positions only"):
            return
        if number == newest + 1 or self.misled(number, newest, last):
            self.known = {**self.known, "ply": number}
            if number == last:
                self.known["ply"] += 1
        elif number > newest:
            await self.follow()

    def misled(self, number: int, newest: int, last: int | None) -> bool:
        """Say whether a ply that is not the next one is taken for it, by one of the faults."""
        return (
            (self.does("counts a ply twice") and number == last)
            or (self.does("goes back to old plies") and number < newest and not self.here.resumed)
            or (self.does("jumps over gaps") and number > newest and last is not None)
            or (self.does("takes plies as they come") and number > newest and last is None)
        )

    async def look(self, position: Json) -> None:
        """Take in a position: act if something is asked, end if it is over."""
        if not self.deaf:
            self.known = {"epoch": position["epoch"], "ply": position["ply"]}
        self.last_ply = None
        if not position["view"]["to_act"] and not position["timers"]:
            await self.end(position)
        question = (position["epoch"], position["decision"])
        asked_again = self.does("answers twice") and question in self.here.questions
        self.here.questions.add(question)
        if position["legal"] and (question not in self.answered or asked_again):
            self.answered.add(question)
            await self.act(position)

    async def act(self, position: Json) -> None:
        """Answer a question."""
        action = self.luck.choice(position["legal"])
        if self.does("invents actions"):
            action = {**action, "type": "improvise"}
        request = uuid4().hex
        act = {"match": self.match, "action": action, "request_id": request}
        if not self.does("names no decision"):
            act["decision"] = position["decision"]
        self.pending[request] = act
        self.patient_until = self.here.beats + 5
        await self.say("act", request, **act)

    async def end(self, position: Json) -> None:
        """Say how it ended."""
        # Without `verify` all of the machine's certificates would be read, each time.
        async with httpx.AsyncClient(base_url=f"{self.url}/api/v1", verify=False) as http:  # noqa: S501
            header = (await http.get(f"/matches/{self.match}")).json()
            watched = (await http.get(f"/matches/{self.match}/position")).json()
        said = {
            "epoch": position["epoch"],
            "ply": position["ply"],
            "status": header["status"],
            "reconnects": self.reconnects,
            "view": watched["view"],
        }
        raise Over(0, json.dumps(said))

    async def follow(self) -> None:
        """Ask for what was missed."""
        await self.say("follow", uuid4().hex, match=self.match, resume=self.known)

    async def say(self, t: str, frame_id: str | None = None, /, **d: Any) -> None:
        """Send a frame."""
        await self.socket.send(
            json.dumps({"t": t, "d": d} | ({"id": frame_id} if frame_id else {}))
        )


class InProcess:
    """Starts a reference client as a task of this process."""

    def __init__(self, *faults: str) -> None:
        self._faults = frozenset(faults)

    async def __call__(self, environment: Mapping[str, str]) -> Run:
        """Start one."""
        return _Task(asyncio.create_task(Reference(environment, self._faults).play()))


class _Task:
    def __init__(self, task: asyncio.Task[Ended]) -> None:
        self._task = task

    async def ended(self) -> Ended:
        """Return how it ended."""
        return await asyncio.shield(self._task)

    async def stop(self) -> None:
        """End it."""
        self._task.cancel()
        await asyncio.wait((self._task,))


def main() -> int:
    """Play as the environment says."""
    ended = asyncio.run(Reference(os.environ, frozenset(sys.argv[1:])).play())
    sys.stderr.write(ended.err)
    sys.stdout.write(ended.out)
    return ended.code


if __name__ == "__main__":
    sys.exit(main())
