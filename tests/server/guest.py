"""A client in the way somebody outside would write it: HTTP, sockets, and the API's words."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.contract import said_by_client, said_by_server

SOON = 30.0
SUBPROTOCOL = "parlour.v1+json"
SMALL = {"type": "work_the_strip", "rounds": 1, "deck": "compact"}


class Line:
    """One socket: ``say``, ``hear``; everything heard is kept."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.token = token
        self.heard: list[dict[str, Any]] = []

    async def say(self, t: str, frame_id: str | None = None, /, **d: Any) -> None:
        """Send a frame that the contract allows."""
        frame = {"t": t, "d": d} | ({"id": frame_id} if frame_id else {})
        said_by_client(frame)
        await self.socket.send(json.dumps(frame))

    async def hear(self) -> dict[str, Any]:
        """Return the next frame; pings are answered on the way."""
        async with asyncio.timeout(SOON):
            while True:
                frame: dict[str, Any] = json.loads(await self.socket.recv())
                said_by_server(frame)
                self.heard.append(frame)
                if frame["t"] != "ping":
                    return frame
                await self.say("pong")

    async def hears(self, t: str) -> dict[str, Any]:
        """Return the `d` of the next frame of this kind."""
        while (frame := await self.hear())["t"] != t:
            pass
        d: dict[str, Any] = frame["d"]
        return d

    async def hello(self, *matches: str, resume: dict[str, int] | None = None) -> None:
        """Say hello and wait to be welcome."""
        follow = [{"match": pk} | ({"resume": resume} if resume else {}) for pk in matches]
        await self.say("hello", token=self.token, follow=follow)
        await self.hears("welcome")

    def told(self, t: str) -> list[dict[str, Any]]:
        """Return the `d` of every frame of this kind heard so far."""
        return [frame["d"] for frame in self.heard if frame["t"] == t]


class Serves(Protocol):
    """Whatever is called at an address."""

    url: str


class Guest:
    """A player with a token, over HTTP."""

    def __init__(self, server: Serves) -> None:
        self.server = server
        self.token = ""
        # Certificates are of no use on a loopback, and take 25 ms to load.
        self.http = httpx.AsyncClient(base_url=f"{server.url}/api/v1", timeout=SOON, verify=False)  # noqa: S501

    async def sign_in(self) -> None:
        """Get a guest's token."""
        self.token = (await self.posts("/players/guest", 201))["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    async def gets(self, path: str, status: int = 200, **query: Any) -> dict[str, Any]:
        """Return the answer, which must have this status."""
        return checked(await self.http.get(path, params=query), status)

    async def posts(
        self, path: str, status: int = 200, body: object = None, **headers: str
    ) -> dict[str, Any]:
        """Return the answer, which must have this status."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return checked(await self.http.post(path, json=body or {}, headers=sent), status)

    async def sets_table(
        self, *, people: int = 1, seats: int = 3, level: str = "greedy", **options: Any
    ) -> str:
        """Return the id of a small match: me in seat 0, bots behind the other people's seats.

        It is started if there are no other people.
        """
        bots = [{"seat": seat, "level": level} for seat in range(max(people, 1), seats)]
        if not people:
            bots = [{"seat": seat, "level": level} for seat in range(seats)]
        body = {
            "game": SMALL | options,
            "seats": seats,
            "sit": people > 0,
            "bots": bots,
            "start": people < 2,
        }
        match: str = (await self.posts("/matches", 201, body))["id"]
        return match

    async def acts(
        self, match: str, action: object, request_id: str | None = None, status: int = 200
    ) -> dict[str, Any]:
        """Act by HTTP."""
        key = request_id or str(uuid4())
        return await self.posts(f"/matches/{match}/actions", status, action, Idempotency_Key=key)

    async def plies(self, match: str, after: int = 0) -> list[dict[str, Any]]:
        """Return every ply after this one, page by page."""
        found: list[dict[str, Any]] = []
        while True:
            last = found[-1]["ply"] if found else after
            page = await self.gets(f"/matches/{match}/plies", after=last)
            found += page["plies"]
            if not page["plies"]:
                return found

    @asynccontextmanager
    async def calls(self, **how: Any) -> AsyncIterator[Line]:
        """Open a socket."""
        url = self.server.url.replace("http", "ws", 1) + "/ws/v1"
        options = {"subprotocols": [SUBPROTOCOL], "compression": None, "max_size": None} | how
        async with connect(url, **options) as socket:
            yield Line(socket, self.token)


def checked(answer: httpx.Response, status: int) -> dict[str, Any]:
    """Return what an answer says; it must have this status."""
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json() if answer.content else {}
    return body


@asynccontextmanager
async def guest(server: Serves) -> AsyncIterator[Guest]:
    """Return a guest who is signed in."""
    one = Guest(server)
    async with one.http:
        await one.sign_in()
        yield one


def chosen(position: dict[str, Any], luck: random.Random) -> dict[str, Any] | None:
    """Return some legal action, its kind first; None if the seat is not asked."""
    view = position["view"]
    if view["seat"] not in view["to_act"] or not position["legal"]:
        return None
    kind = luck.choice(sorted({action["type"] for action in position["legal"]}))
    action: dict[str, Any] = luck.choice(
        [action for action in position["legal"] if action["type"] == kind]
    )
    return action


def is_over(position: dict[str, Any]) -> bool:
    """Say whether nobody is asked and no timer runs: the match has its outcome."""
    return not position["view"]["to_act"] and not position["timers"]


async def plays_to_the_end(line: Line, match: str, *, until: int | None = None) -> dict[str, Any]:
    """Answer every question by some legal action over the socket; return the last position.

    With `until` stop at the first position at or after that ply.  Refused is only what the table
    overtook.
    """
    luck = random.Random(match)
    while True:
        position = await line.hears("position")
        if is_over(position) or (until is not None and position["ply"] >= until):
            return position
        if action := chosen(position, luck):
            await line.say(
                "act",
                match=match,
                action=action,
                decision=position["decision"],
                request_id=str(uuid4()),
            )
