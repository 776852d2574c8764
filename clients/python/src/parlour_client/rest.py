"""The REST side: who one is, tables, positions, actions; and the door to a session."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from parlour_client.credentials import Credential, Token
from parlour_client.credentials import Ticket as TicketCredential
from parlour_client.errors import ProblemError, read_problem
from parlour_client.models import (
    Action,
    BotSeat,
    GameDetail,
    GameOptions,
    Games,
    Match,
    Matches,
    Played,
    Player,
    Plies,
    Position,
    Profile,
    Questions,
    Seated,
    SignedIn,
    Ticket,
)
from parlour_client.pace import BackOff, Clock, LoopClock
from parlour_client.session import Session
from parlour_client.transport import Transport, WebSocketTransport

T = TypeVar("T")

TIMEOUT_SECONDS: Final = 30.0
"""More than the 25 s a long-poll may take."""
TRIES: Final = 4


class Parlour:
    """A server, and the player one is there: nobody until `guest`, `register` or `sign_in`.

    `url`: where it lives, without a path.  `socket_url`: where its sockets live, if elsewhere.
    What can be repeated safely is, when the line fails or the server is busy: reading, and
    everything that carries a request id.  Every method raises `ProblemError` when the server
    refuses, and `httpx.TransportError` when it cannot be reached.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        socket_url: str | None = None,
        trust_env: bool = True,
        http: httpx.AsyncBaseTransport | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
    ) -> None:
        url = url.rstrip("/")
        self.token = token
        self.socket_url = (socket_url or "ws" + url.removeprefix("http")).rstrip("/") + "/ws/v1"
        self._trust_env = trust_env
        self._clock = clock or LoopClock()
        self._random = random or Random()  # noqa: S311 - spreads repeats
        self._back_off = BackOff()
        self._http = httpx.AsyncClient(
            base_url=f"{url}/api/v1",
            transport=http,
            timeout=TIMEOUT_SECONDS,
            trust_env=trust_env,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    # --- Who one is -------------------------------------------------------------------------------

    async def guest(self, name: str | None = None, *, device: str = "") -> SignedIn:
        """Come in without a password, and go on as that guest."""
        body = _given(name=name, device=device or None)
        return self._be(await self._post(SignedIn, "/players/guest", body))

    async def register(self, name: str, password: str, *, device: str = "") -> SignedIn:
        """Register, and go on as that player."""
        body = {"name": name, "password": password, "device": device}
        return self._be(await self._post(SignedIn, "/players", body))

    async def sign_in(self, name: str, password: str, *, device: str = "") -> SignedIn:
        """Come back by name and password, and go on as that player."""
        body = {"name": name, "password": password, "device": device}
        return self._be(await self._post(SignedIn, "/sessions", body))

    async def sign_out(self) -> None:
        """End this session; the token is nobody's from now on."""
        await self._ask(None, "DELETE", "/sessions/current")
        self.token = None

    async def me(self) -> Player:
        """Return who I am."""
        return await self._get(Player, "/me")

    async def questions(self) -> Questions:
        """Return the matches that wait for me."""
        return await self._get(Questions, "/me/questions")

    async def player(self, name: str) -> Profile:
        """Return a player as everybody may see them."""
        return await self._get(Profile, f"/players/{quote(name, safe='')}")

    async def matches_of(
        self,
        name: str,
        *,
        status: str | None = None,
        game: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Matches:
        """Return a page of a player's public matches, the newest first."""
        query = _given(status=status, game=game, cursor=cursor, limit=limit)
        return await self._get(Matches, f"/players/{quote(name, safe='')}/matches", **query)

    # --- Games and tables -------------------------------------------------------------------------

    async def games(self) -> Games:
        """Return the catalogue."""
        return await self._get(Games, "/games")

    async def game(self, name: str) -> GameDetail:
        """Return one game with its schemas, refusals and timers."""
        return await self._get(GameDetail, f"/games/{name}")

    async def matches(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        mine: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Matches:
        """Return a page of matches, the newest first."""
        mine_too = {True: "true", False: "false"}.get(mine) if mine is not None else None
        query = _given(status=status, game=game, mine=mine_too, cursor=cursor, limit=limit)
        return await self._get(Matches, "/matches", **query)

    async def match(self, match: str) -> Match:
        """Return what anybody may know of a match."""
        return await self._get(Match, f"/matches/{match}")

    async def create_match(  # noqa: PLR0913 - the fields of a new match
        self,
        game: GameOptions | str,
        seats: int,
        *,
        bots: list[BotSeat] | None = None,
        sit: bool = True,
        start: bool = False,
        visibility: str = "public",
        rated: bool = True,
        request_id: str | None = None,
    ) -> Match:
        """Set a table; with `sit` in seat 0, with `start` the cards are dealt at once."""
        body = {
            "game": {"type": game} if isinstance(game, str) else game,
            "seats": seats,
            "bots": bots or [],
            "sit": sit,
            "start": start,
            "visibility": visibility,
            "rated": rated,
        }
        return await self._post(Match, "/matches", body, request_id or _new_id())

    async def join(
        self, match: str, seat: int | None = None, *, request_id: str | None = None
    ) -> Seated:
        """Sit down: there, or on the lowest free seat."""
        path = f"/matches/{match}/seats"
        return await self._post(Seated, path, _given(seat=seat), request_id or _new_id())

    async def leave(self, match: str, seat: int) -> None:
        """Free a seat of a match that has not begun: my own, or any as its host."""
        await self._ask(None, "DELETE", f"/matches/{match}/seats/{seat}")

    async def add_bot(
        self, match: str, seat: int, level: str, *, request_id: str | None = None
    ) -> Seated:
        """Let a bot take a seat (host)."""
        path = f"/matches/{match}/seats/{seat}/bot"
        return await self._post(Seated, path, {"level": level}, request_id or _new_id())

    async def start(self, match: str, *, request_id: str | None = None) -> Match:
        """Deal the cards (host)."""
        return await self._post(Match, f"/matches/{match}/start", {}, request_id or _new_id())

    async def cancel(self, match: str) -> None:
        """Give up a match that has not begun (host)."""
        await self._ask(None, "DELETE", f"/matches/{match}")

    async def resign(self, match: str) -> Match:
        """Give my seat to a bot for good; a repeat changes nothing."""
        return await self._post(Match, f"/matches/{match}/resign", {}, _new_id())

    # --- Play -------------------------------------------------------------------------------------

    async def position(self, match: str) -> Position:
        """Return everything I may know and do now; without a token, what onlookers see."""
        return await self._get(Position, f"/matches/{match}/position")

    async def act(
        self,
        match: str,
        action: Action | Mapping[str, Any],
        *,
        decision: int | None = None,
        request_id: str | None = None,
    ) -> Played:
        """Do something, once; `decision` says which question it answers."""
        headers = {} if decision is None else {"If-Decision": str(decision)}
        path = f"/matches/{match}/actions"
        return await self._post(Played, path, dict(action), request_id or _new_id(), headers)

    async def plies(self, match: str, *, after: int = 0, wait: int = 0) -> Plies:
        """Return at most 300 plies after that one; wait up to so many seconds (25) for news."""
        return await self._get(Plies, f"/matches/{match}/plies", after=after, wait=wait)

    # --- The socket -------------------------------------------------------------------------------

    def session(self, *, tickets: bool = False, transport: Transport | None = None) -> Session:
        """Return a session of this player, to be opened by ``async with``.

        It asks for my token before each connection, so that after a new `sign_in` it comes back
        with the new one.  With `tickets` the token itself never goes over the socket.
        """
        return Session(
            self.socket_url,
            self._ticket if tickets else self._token,
            transport=transport or WebSocketTransport(trust_env=self._trust_env),
            clock=self._clock,
            random=self._random,
        )

    async def _token(self) -> Credential:
        if self.token is None:
            raise ValueError("A session needs a player: guest(), register() or sign_in() first.")
        return Token(self.token)

    async def _ticket(self) -> Credential:
        made = await self._post(Ticket, "/socket-tickets", {"purpose": "socket"})
        return TicketCredential(made.ticket)

    # --- Asking -----------------------------------------------------------------------------------

    def _be(self, signed_in: SignedIn) -> SignedIn:
        self.token = signed_in.token
        return signed_in

    async def _get(self, kind: type[T], path: str, **query: Any) -> T:
        return msgspec.json.decode(await self._ask(None, "GET", path, query=query), type=kind)

    async def _post(
        self,
        kind: type[T],
        path: str,
        body: Mapping[str, Any],
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> T:
        """Post; what has a request id is repeated under it when it got lost."""
        named = {"Idempotency-Key": request_id} if request_id else {}
        raw = await self._ask(body, "POST", path, headers={**named, **(headers or {})})
        return msgspec.json.decode(raw, type=kind)

    async def _ask(
        self,
        body: Mapping[str, Any] | None,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Return the body of the answer, after some tries where repeating does no harm."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        content = None if body is None else msgspec.json.encode(body)
        tries = TRIES if method == "GET" or "Idempotency-Key" in sent else 1
        for failures in range(tries):
            try:
                answer = await self._http.request(
                    method, path, params=query, content=content, headers=sent
                )
                return _checked(answer)
            except (httpx.TransportError, ProblemError) as failure:
                last = failures == tries - 1
                if last or (isinstance(failure, ProblemError) and not failure.retryable):
                    raise
                await self._clock.sleep(_pause(failure, self._back_off, failures, self._random))
        raise AssertionError("unreachable: the last try returns or raises")


def _pause(failure: Exception, back_off: BackOff, failures: int, random: Random) -> float:
    """Return how long to wait: as long as the server says, where it does."""
    limit = failure.problem.ratelimit if isinstance(failure, ProblemError) else None
    return (limit.reset_s if limit else 0.0) + back_off.delay(failures, random)


def _checked(answer: httpx.Response) -> bytes:
    """Return the body of a successful answer.  Raises `ProblemError`."""
    if not answer.is_success:
        raise ProblemError(read_problem(answer.content, status=answer.status_code))
    return answer.content


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _new_id() -> str:
    return uuid4().hex
