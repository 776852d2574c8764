"""Players who do not give up: they repeat what was not answered, and call again when cut off."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.faults.deployment import Deployment
from tests.server.guest import SMALL, Guest, checked, chosen, is_over

PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.05


class Regular(Guest):
    """A guest who repeats a request until it is answered; only declared refusals are borne."""

    def __init__(self, deployment: Deployment) -> None:
        super().__init__(deployment)
        self.acked: dict[str, tuple[str, int]] = {}
        """By request id: the match, and the ply that the table said it had become."""
        self.cut_off = 0
        self.put_off = 0
        self.replayed = 0

    async def persists(
        self, method: str, path: str, body: object = None, *, key: str | None = None
    ) -> httpx.Response:
        """Return the answer, 2xx or 409, of a request that may have to be repeated."""
        headers = {} if method == "GET" else {"Idempotency-Key": key or str(uuid4())}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                try:
                    answer = await self.http.request(method, path, json=body, headers=headers)
                except httpx.TransportError:
                    self.cut_off += 1
                else:
                    if answer.status_code != 503:
                        assert answer.is_success or answer.status_code == 409, answer.text
                        return answer
                    self._declared(answer)
                await asyncio.sleep(PAUSE_SECONDS)

    async def posts(
        self, path: str, status: int = 200, body: object = None, **headers: str
    ) -> dict[str, Any]:
        """Return the answer, which must have this status, however often it takes.

        A test may come right after a fault, when a kept connection is still found to be dead.
        """
        key = headers.get("Idempotency_Key")
        return checked(await self.persists("POST", path, body or {}, key=key), status)

    def _declared(self, answer: httpx.Response) -> None:
        assert answer.headers["Retry-After"] == "1"
        assert answer.json()["code"] == "unavailable"
        self.put_off += 1

    async def submits(self, match: str, action: object) -> int | None:
        """Act, whatever it takes; return the ply, or None when the table had moved on."""
        key = str(uuid4())
        answer = await self.persists("POST", f"/matches/{match}/actions", action, key=key)
        if answer.status_code == 409:
            return None
        ply: int = answer.json()["ply"]
        self.acked[key] = (match, ply)
        self.replayed += answer.headers.get("Idempotency-Replayed") == "true"
        return ply

    async def position(self, match: str) -> dict[str, Any]:
        """Look at the table."""
        position: dict[str, Any] = (await self.persists("GET", f"/matches/{match}/position")).json()
        return position

    async def acts_once(self, match: str) -> int | None:
        """Answer the question I am asked, if I am; return the ply."""
        action = chosen(await self.position(match), random.Random(match))
        return await self.submits(match, action) if action else None

    async def plays(self, match: str, *, plies: int | None = None) -> None:
        """Answer every question until the match is over, or stands at so many plies."""
        luck = random.Random(match)
        while True:
            position = await self.position(match)
            if is_over(position) or (plies is not None and position["ply"] >= plies):
                return
            if action := chosen(position, luck):
                await self.submits(match, action)
            else:
                await asyncio.sleep(PAUSE_SECONDS)


class Follower:
    """A socket that calls again when it is cut off; `told` holds every ply, each once."""

    def __init__(self, guest: Regular, match: str) -> None:
        self.guest = guest
        self.match = match
        self.told: list[dict[str, Any]] = []
        self.calls = 0
        self.listens = False
        """Whether it is welcome, and not cut off."""

    @property
    def ply(self) -> int:
        """Return the newest ply that was told; 0 if none."""
        return self.told[-1]["ply"] if self.told else 0

    async def follow(self) -> None:
        """Listen until cancelled."""
        while True:
            # Nobody may be there to take the call, or know us while the database is away.
            with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await self._call()
            self.listens = False
            await asyncio.sleep(PAUSE_SECONDS)

    async def _call(self) -> None:
        self.calls += 1
        async with self.guest.calls() as line:
            await line.hello(self.match, resume={"epoch": 1, "ply": self.ply})
            while True:
                frame = await line.hear()
                if frame["t"] == "ply":
                    assert frame["d"]["ply"] == self.ply + 1, "a ply was left out, or told twice"
                    self.told.append(frame["d"])
                self.listens = True


@asynccontextmanager
async def regular(deployment: Deployment) -> AsyncIterator[Regular]:
    """Return a guest who is signed in."""
    one = Regular(deployment)
    async with one.http:
        await one.sign_in()
        yield one


@asynccontextmanager
async def following(*pairs: tuple[Regular, str]) -> AsyncIterator[list[Follower]]:
    """Let guests follow matches, each over a socket of their own, and never be wrong."""
    followers = [Follower(guest, match) for guest, match in pairs]
    async with asyncio.TaskGroup() as tasks:
        listening = [tasks.create_task(each.follow()) for each in followers]
        yield followers
        for task in listening:
            task.cancel()


async def table_for_two(ada: Regular, bob: Regular, **options: Any) -> str:
    """Return a running match of two people, without clocks unless the options have some."""
    calm = {"turn_seconds": 0, "initial_seconds": 0, "allow_two": True}
    body = {"game": SMALL | calm | options, "seats": 2, "sit": True}
    match: str = (await ada.posts("/matches", 201, body))["id"]
    await bob.posts(f"/matches/{match}/seats", 201, {})
    await ada.posts(f"/matches/{match}/start")
    return match
