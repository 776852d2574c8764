"""A server out of a script: the socket's laws in a hundred lines, and every mischief on the way.

Each frame that passes, in either direction, is a step.  A step can cut the line, before or after
the frame got through, or do something milder to a frame of the server's.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterable, Mapping
from enum import Enum
from random import Random
from typing import Any

from parlour_client import LineClosed, Session

HEARTBEAT_SECONDS = 10
NOON = "2030-01-01T12:00:00Z"
ME = {"id": "p1", "name": "Ada", "is_guest": True}
MOST_RESUMED = 300

Json = dict[str, Any]


class Mischief(Enum):
    """What can happen to a frame of the server's without a cut."""

    TWICE = "twice"
    OLD_PLY = "old ply before it"
    UNKNOWN_FRAME = "unknown frame before it"
    UNKNOWN_FIELD = "unknown field in it"
    LOST = "lost"


class Cut(Enum):
    """How a line is cut at a frame: it got through, or it did not."""

    BEFORE = "before"
    AFTER = "after"


class Table:
    """A match: its plies, and which request led to which."""

    def __init__(self, match: str, epoch: int = 1) -> None:
        self.match, self.epoch = match, epoch
        self.log: list[Json] = []
        self.requests: dict[str, int] = {}

    @property
    def ply(self) -> int:
        return len(self.log)

    def append(self, action: Json) -> int:
        """Add a ply, whoever played it."""
        self.log.append(action)
        return self.ply

    def ply_frame(self, ply: int) -> Json:
        d = {"match": self.match, "epoch": self.epoch, "ply": ply, "at": NOON}
        return {"t": "ply", "d": d | {"events": [self.log[ply - 1]]}}

    def position_frame(self) -> Json:
        stands = {"match": self.match, "epoch": self.epoch, "ply": self.ply, "decision": self.ply}
        shown: Json = {"view": {}, "hints": None, "legal": [], "complete": True, "timers": []}
        shown |= {"seat": 0, "status": "running"}
        return {"t": "position", "d": stands | shown | {"server_time": NOON}}

    def since(self, resume: Mapping[str, int] | None) -> list[Json]:
        """Return the answer to ``follow``: all or nothing."""
        if resume is None:
            return [self.position_frame()]
        reason = self._no_resume(resume)
        if reason:
            resync = {"t": "resync", "d": {"match": self.match, "reason": reason}}
            return [resync, self.position_frame()]
        resumed = {"match": self.match, "from": resume["ply"], "to": self.ply}
        plies = [self.ply_frame(ply) for ply in range(resume["ply"] + 1, self.ply + 1)]
        return [{"t": "resumed", "d": resumed}, *plies, self.position_frame()]

    def _no_resume(self, resume: Mapping[str, int]) -> str:
        if resume["epoch"] != self.epoch:
            return "epoch_changed"
        if resume["ply"] > self.ply:
            return "ahead"
        return "too_old" if self.ply - resume["ply"] > MOST_RESUMED else ""


class House:
    """The server: tables, and the lines that were opened; it is a `Transport` itself."""

    def __init__(
        self,
        *matches: str,
        cuts: Mapping[int, Cut] | None = None,
        mischief: Mapping[int, Mischief] | None = None,
    ) -> None:
        self.tables = {match: Table(match) for match in matches}
        self.cuts = dict(cuts or {})
        self.mischief = dict(mischief or {})
        self.steps = 0
        self.lines: list[HouseLine] = []
        self.heard: list[Json] = []
        self.refusals: deque[LineClosed] = deque()
        """What the next attempts to connect meet."""
        self.nacks: dict[str, Json] = {}
        """Which frames, by `t`, are refused with which problem; once each."""

    async def connect(self, url: str) -> HouseLine:
        if self.refusals:
            raise self.refusals.popleft()
        self.lines.append(HouseLine(self))
        return self.lines[-1]

    @property
    def line(self) -> HouseLine:
        return self.lines[-1]

    def said(self, t: str) -> list[Json]:
        """Return the `d` of every frame of this kind that was heard."""
        return [frame["d"] for frame in self.heard if frame["t"] == t]

    def play(self, match: str, action: Json) -> int:
        """Let somebody play, and tell whoever follows."""
        table = self.tables[match]
        ply = table.append(action)
        for line in self.lines:
            if match in line.follows:
                line.tell(table.ply_frame(ply), table.position_frame())
        return ply


class HouseLine:
    """One connection; the client's end has the methods of a `Line`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.follows: set[str] = set()
        self.closed: LineClosed | None = None
        self._mail: deque[Json] = deque()
        self._news = asyncio.Event()
        self._beat = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._ping)

    # --- The client's end -------------------------------------------------------------------------

    async def send(self, text: str) -> None:
        if self.closed:
            raise self.closed
        cut = self._step()
        if cut is not Cut.BEFORE:
            self.house.heard.append(frame := json.loads(text))
            self._answer(frame)
        if cut:
            self.hang_up(1006)

    async def receive(self) -> str:
        while not self._mail:
            if self.closed:
                raise self.closed
            self._news.clear()
            await self._news.wait()
        frame, number = self._mail.popleft(), self.house.steps
        cut = self._step()
        if cut:
            self._mail.clear()
            self.hang_up(1006)
        if cut is Cut.BEFORE:
            return await self.receive()
        return json.dumps(self._spoiled(frame, self.house.mischief.pop(number, None)))

    async def close(self) -> None:
        self.hang_up(1000)

    def drop(self) -> None:
        self.hang_up(1006)

    # --- The server's end -------------------------------------------------------------------------

    def hang_up(self, code: int, reason: str = "") -> None:
        """End the connection."""
        self.closed = self.closed or LineClosed(code, reason)
        self.follows.clear()
        self._beat.cancel()
        self._news.set()

    def tell(self, *frames: Json) -> None:
        """Send frames."""
        if not self.closed:
            self._mail.extend(frames)
            self._news.set()

    def fall_silent(self) -> None:
        """Ping no more, and tell of nothing."""
        self._beat.cancel()
        self.follows.clear()

    def _step(self) -> Cut | None:
        self.house.steps += 1
        return self.house.cuts.pop(self.house.steps - 1, None)

    def _spoiled(self, frame: Json, mischief: Mischief | None) -> Json:
        """Return the frame, or what comes in its place; the frame itself then comes next."""
        instead: Json | None = None
        match mischief:
            case Mischief.TWICE:
                instead = frame
            case Mischief.OLD_PLY:
                old = [table for table in self.house.tables.values() if table.log]
                instead = old[0].ply_frame(1) if old and frame["t"] != "welcome" else None
            case Mischief.UNKNOWN_FRAME:
                instead = {"t": "confetti", "d": {"colour": ["gold"]}}
            case Mischief.UNKNOWN_FIELD:
                return {**frame, "mood": "fine", "d": {**frame["d"], "mood": {"is": "fine"}}}
            case Mischief.LOST if frame["t"] in ("ply", "position", "resumed", "ping"):
                return {"t": "confetti"}
        if instead is None:
            return frame
        self._mail.appendleft(frame)
        return instead

    def _ping(self) -> None:
        plies = {match: self.house.tables[match].ply for match in sorted(self.follows)}
        self.tell({"t": "ping", "d": {"server_time": NOON, "plies": plies}})
        self._beat = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._ping)

    def _answer(self, frame: Json) -> None:
        d = frame["d"]
        if frame["t"] in self.house.nacks:
            return self._refuse(frame.get("id"), self.house.nacks.pop(frame["t"]))
        match frame["t"]:
            case "hello":
                limits = {"frame_bytes": 8192, "followed": 20, "resumed_plies": MOST_RESUMED}
                welcome = {
                    "heartbeat_ms": round(HEARTBEAT_SECONDS * 1000),
                    "session": "s",
                    "player": ME,
                }
                self.tell({"t": "welcome", "d": welcome | {"server_time": NOON, "limits": limits}})
                for follow in d["follow"]:
                    self._follow(follow, None)
            case "follow":
                self._follow(d, frame["id"])
            case "unfollow":
                self.follows.discard(d["match"])
            case "act":
                self._act(d, frame["id"])
            case "refresh":
                self._ack(frame["id"])
        return None

    def _follow(self, d: Json, frame_id: str | None) -> None:
        table = self.house.tables.get(d["match"])
        if table is None:
            return self._refuse(frame_id, problem("no_such_match", 404, match=d["match"]))
        self.follows.add(table.match)
        if frame_id:
            self._ack(frame_id, ply=table.ply)
        return self.tell(*table.since(d.get("resume")))

    def _act(self, d: Json, frame_id: str) -> None:
        table, request = self.house.tables[d["match"]], d["request_id"]
        replayed = request in table.requests
        if not replayed:
            table.requests[request] = table.ply + 1
        self._ack(frame_id, ply=table.requests[request], replayed=replayed)
        if not replayed:
            self.house.play(d["match"], d["action"])

    def _ack(self, frame_id: str, **d: Any) -> None:
        self.tell({"t": "ack", "id": frame_id, "d": d})

    def _refuse(self, frame_id: str | None, d: Json) -> None:
        self.tell({"t": "nack", "d": d} | ({"id": frame_id} if frame_id else {}))


def problem(code: str, status: int, *, retryable: bool = False, **more: Any) -> Json:
    """Return a problem document."""
    words = {"type": f"/problems/{code}", "title": code, "detail": code, "errors": []}
    facts = {"code": code, "status": status, "retryable": retryable, "trace_id": "t"}
    return words | facts | more


def applied(table: Table, players: Iterable[str] = ("me",)) -> list[Json]:
    """Return what these players did at a table, in order."""
    return [action for action in table.log if action["by"] in players]


def opened(house: House, source: Any = "token", **how: Any) -> Session:
    """Return a session with this house."""
    return Session("ws://house", source, transport=house, random=Random(1), **how)


async def settled() -> None:
    """Let everybody who can do something do it; no second passes."""
    for _ in range(50):
        await asyncio.sleep(0)
