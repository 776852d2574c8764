"""The server under trial, the guests who try it, and the tables they set."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import connect

from clients.conformance.checks import Broken, Json, Skipped, expect, same
from clients.conformance.server.line import SOON_SECONDS, SUBPROTOCOL, Line, is_problem

PEOPLE = 4
TABLES_EACH = 5
"""How many matches of one guest may be open or running at a time."""
LONGEST_HEARTBEAT_SECONDS = 15.0
STRIP: Json = {
    "type": "work_the_strip",
    "rounds": 1,
    "deck": "compact",
    "allow_two": True,
    "turn_seconds": 0,
    "initial_seconds": 0,
}
"""A game in which nothing happens unless somebody does it: two seats, no clocks."""


class Guest:
    """A player of the trial, over HTTP; every problem it meets is looked at."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.token = ""
        self.name = ""
        self.password = ""
        self.http = httpx.AsyncClient(
            base_url=f"{venue.url}/api/v1",
            timeout=SOON_SECONDS * 3,
            trust_env=False,
            verify=venue.certificates,
        )

    async def sign_in(self) -> None:
        """Become a guest."""
        come_in = (await self.post("/players/guest", status=201)).json()
        self.take(come_in["token"])
        self.name = come_in["player"]["name"]

    def take(self, token: str) -> None:
        """Go by this token from now on."""
        self.token = token
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def get(
        self, path: str, *, status: int = 200, headers: Json | None = None, **query: Any
    ) -> httpx.Response:
        """Return an answer, which must have this status."""
        return self._checked(
            await self.http.get(path, params=query or None, headers=headers), status
        )

    async def post(
        self, path: str, body: object = None, *, status: int = 200, **headers: str
    ) -> httpx.Response:
        """Return an answer, which must have this status."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await self.http.post(path, json={} if body is None else body, headers=sent)
        return self._checked(answer, status)

    async def delete(self, path: str, *, status: int = 204) -> httpx.Response:
        """Return an answer, which must have this status."""
        return self._checked(await self.http.delete(path), status)

    def _checked(self, answer: httpx.Response, status: int) -> httpx.Response:
        what = f"{answer.request.method} {answer.request.url.path}"
        if answer.status_code != status:
            raise Broken(f"{what} answers {answer.status_code} {answer.text[:120]}")
        if answer.is_error:
            kind = answer.headers.get("content-type", "").partition(";")[0]
            same(kind, "application/problem+json", f"{what}, media type")
            problem = answer.json()
            is_problem(problem)
            same(problem["status"], status, "the problem's own status")
            self.venue.met(problem)
        return answer

    @asynccontextmanager
    async def call(self, path: str = "/ws/v1", **how: Any) -> AsyncIterator[Line]:
        """Open a socket; nothing is said yet."""
        options: Json = {"subprotocols": [SUBPROTOCOL], "compression": None, "max_size": None}
        url = self.venue.url.replace("http", "ws", 1) + path
        async with connect(url, proxy=None, **(options | how)) as socket:
            yield Line(socket, self.token, self.venue.met)

    @asynccontextmanager
    async def talk(self, *matches: str, resume: Json | None = None) -> AsyncIterator[Line]:
        """Open a socket, say hello and be welcome."""
        async with self.call() as line:
            await line.hello(*matches, resume=resume)
            yield line


class Table:
    """One match of the trial, its people in the order of their seats."""

    def __init__(self, match: str, people: list[Guest]) -> None:
        self.match = match
        self.people = people

    @property
    def ada(self) -> Guest:
        """Who sits in seat 0, and is asked first."""
        return self.people[0]

    @property
    def bob(self) -> Guest:
        """Who sits in seat 1."""
        return self.people[1]

    async def position(self, guest: Guest | None = None) -> Json:
        """Return the position as a guest sees it."""
        path = f"/matches/{self.match}/position"
        position: Json = (await (guest or self.ada).get(path)).json()
        return position

    async def ply(self) -> int:
        """Return where the match stands."""
        return int((await self.ada.get(f"/matches/{self.match}")).json()["ply"])

    async def plies(self, guest: Guest | None = None, after: int = 0) -> list[Json]:
        """Return the plies after this one."""
        path = f"/matches/{self.match}/plies"
        found: list[Json] = (await (guest or self.ada).get(path, after=after)).json()["plies"]
        return found

    async def wish(self, guest: Guest) -> Json:
        """Return the content of an ``act`` by which this guest answers what it is asked."""
        return self.answer_to(await self.position(guest))

    def answer_to(self, position: Json) -> Json:
        """Return the content of an ``act`` that answers this position."""
        expect(position["legal"], "nothing is legal for a seat that is asked")
        return {
            "match": self.match,
            "action": position["legal"][0],
            "decision": position["decision"],
            "request_id": uuid4().hex,
        }

    async def act(self, guest: Guest, wish: Json | None = None, *, status: int = 200) -> Json:
        """Act over REST; without a wish, by the first legal action."""
        wish = wish or await self.wish(guest)
        answer = await guest.post(
            f"/matches/{self.match}/actions",
            wish["action"],
            status=status,
            Idempotency_Key=wish["request_id"],
            If_Decision=str(wish["decision"]),
        )
        said: Json = answer.json()
        return said | {"replayed": answer.headers.get("Idempotency-Replayed") == "true"}

    async def play(self, count: int) -> None:
        """Let this many plies happen, by whoever is asked."""
        for _ in range(count):
            asked = (await self.position())["view"]["to_act"]
            await self.act(self.people[asked[0]])


class Venue:
    """A server, and the guests who came to try it.

    Raises `httpx.HTTPError` or `Broken` when it cannot even be entered.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.certificates = ssl.create_default_context() if "https:" in url else False
        self.guests = [Guest(self) for _ in range(PEOPLE)]
        """They watch, and do whatever needs no seat."""
        self._players: list[Guest] = []
        self._tables = 0
        self.welcome: Json = {}
        self.problems: dict[str, Json] = {}
        """One problem of each code that was met."""
        self._everybody: list[Guest] = []
        self._setting = asyncio.Lock()

    async def __aenter__(self) -> Self:
        for guest in self.guests:
            await guest.sign_in()
        async with self.guests[0].call() as line:
            self.welcome = await line.hello()
        return self

    async def __aexit__(self, *_: object) -> None:
        for guest in {*self.guests, *self._everybody}:
            await guest.http.aclose()

    @property
    def heartbeat_seconds(self) -> float:
        """How often the server pings."""
        return float(self.welcome["heartbeat_ms"]) / 1000

    def needs_heartbeat(self) -> None:
        """Raise `Skipped` unless beats are short enough to be waited for."""
        if self.heartbeat_seconds > LONGEST_HEARTBEAT_SECONDS:
            raise Skipped(
                f"the heart beats every {self.heartbeat_seconds:g} s;"
                f" with {LONGEST_HEARTBEAT_SECONDS:g} s or less this can be tried"
            )

    @asynccontextmanager
    async def stranger(self) -> AsyncIterator[Guest]:
        """Return a guest of this check alone, who has come in."""
        guest = Guest(self)
        async with guest.http:
            await guest.sign_in()
            yield guest

    async def table(
        self,
        *,
        people: int = 2,
        start: bool = True,
        sitting: Sequence[Guest] = (),
        **game: Any,
    ) -> Table:
        """Return a match between players; by default one in which nothing happens by itself."""
        async with self._setting:
            sitting = [*(sitting or (await self._next_players())[:people])]
        host, *others = sitting
        body = {"game": game if "type" in game else STRIP | game, "seats": len(sitting)}
        made = await host.post("/matches", body, status=201, Idempotency_Key=uuid4().hex)
        match = made.json()["id"]
        for guest in others:
            await guest.post(f"/matches/{match}/seats", status=201)
        if start:
            await host.post(f"/matches/{match}/start")
        return Table(match, sitting)

    async def _next_players(self) -> list[Guest]:
        """Return people for one more table: a guest may hold but a few at a time."""
        if self._tables % TABLES_EACH == 0:
            self._players = [Guest(self) for _ in range(PEOPLE)]
            self._everybody += self._players
            for guest in self._players:
                await guest.sign_in()
        self._tables += 1
        return self._players

    def met(self, problem: Json) -> None:
        """Remember a problem document by its code."""
        self.problems.setdefault(problem["code"], problem)
