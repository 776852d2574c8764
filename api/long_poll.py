"""Waiting for a ply over plain HTTP, without keeping a thread busy."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qsl
from uuid import UUID

from accounts.authentication import player_of
from accounts.errors import AccountError
from accounts.models import Player
from api.asgi import App, Message, Receive, Scope, Send, header
from api.hub import Hub, News
from api.push import in_database
from api.serializers.play import After
from api.strict_json import Malformed, convert
from games import selectors
from games.errors import TableError
from games.models import Status
from games.services import play

MOST_WAITING: Final = 1000
PATH: Final = re.compile(r"/api/v1/matches/(?P<match>[0-9a-f-]{36})/plies")
MAY_STILL_MOVE: Final = (Status.OPEN, Status.RUNNING)


class Poll(NamedTuple):
    """A request that is willing to wait `seconds` for a ply after the one it knows."""

    match: UUID
    token: str | None
    """None: somebody whom nobody knows, who watches."""
    after: int
    seconds: int

    @classmethod
    def of(cls, scope: Scope) -> Self | None:
        """Return what this request waits for; None for every other one, and for odd ones."""
        place = PATH.fullmatch(scope["path"])
        if place is None or scope["method"] != "GET":
            return None
        said = any(name == b"authorization" for name, _ in scope["headers"])
        scheme, _, token = (header(scope, b"authorization") or b"").decode("latin-1").partition(" ")
        query = parse_qsl(scope["query_string"].decode("ascii"), keep_blank_values=True)
        if (said and scheme.lower() != "bearer") or len(dict(query)) != len(query):
            return None
        try:
            asked: After = convert(dict(query), After, lax=True)
            match_id: UUID = convert(place["match"], UUID)
        except Malformed:
            return None
        if not asked.wait:
            return None
        return cls(match_id, token.strip() if said else None, asked.after, asked.wait)


class LongPoll:
    """Holds back ``GET …/plies?after=n&wait=s`` until there is something to tell.

    Then, or when the time is over, the request goes on to the view that answers it without waiting;
    so does at once whatever is odd about it (a bad token, an unknown match, bad numbers), since
    that view has the words for it.
    """

    def __init__(self, app: App, *, most_waiting: int = MOST_WAITING) -> None:
        self.app = app
        self.most_waiting = most_waiting
        self.waiting: set[asyncio.Timeout] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait if the request asks for it, then let the application answer."""
        poll = Poll.of(scope)
        if poll is None or len(self.waiting) >= self.most_waiting:
            await self.app(scope, receive, send)
            return
        request = await receive()
        leaving = asyncio.ensure_future(receive())
        try:
            await self._wait(poll, leaving)
            if not leaving.done():
                await self.app(scope, _again(request, leaving), send)
        finally:
            leaving.cancel()

    def stop(self) -> None:
        """Let nobody wait any longer.  Called in the server's loop when it closes."""
        for limit in self.waiting:
            limit.reschedule(0)

    async def _wait(self, poll: Poll, leaving: asyncio.Future[Message]) -> None:
        """Return when there is something to tell, the time is over, or the client has left."""
        with suppress(TimeoutError):
            async with asyncio.timeout(poll.seconds) as limit:
                self.waiting.add(limit)
                try:
                    await _something_new(poll, leaving)
                finally:
                    self.waiting.discard(limit)


class Waiter:
    """Somebody who waits for a match to move, and asks for what happened later."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.news = asyncio.Event()

    def told(self, match_id: UUID, news: News | None) -> None:
        """Wake up: there is news, here or in the database."""
        del match_id, news
        self.news.set()


async def _something_new(poll: Poll, leaving: asyncio.Future[Message]) -> None:
    """Return when the match has left the ply the client knows, or the client has left."""
    player = await in_database(_player, poll.token)
    if player is None:
        return
    waiter, hub = Waiter(player), Hub.here()
    await hub.join(poll.match, waiter)
    try:
        # Subscribed first, looked second: a ply in between is seen by one or the other.
        first = standing = await in_database(_standing, poll)
        while standing is not None and standing == first:
            news = asyncio.ensure_future(waiter.news.wait())
            either: set[asyncio.Future[Any]] = {news, leaving}
            try:
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if leaving.done():
                return
            waiter.news.clear()
            standing = await in_database(_standing, poll)
    finally:
        await hub.leave(poll.match, waiter)


def _player(token: str | None) -> Player | None:
    if token is None:
        return Player()  # sits nowhere
    try:
        return player_of(token)[0]
    except AccountError:
        return None


def _standing(poll: Poll) -> str | None:
    """Return the status of the match while it stands where the client left it, else None."""
    try:
        if selectors.overdue(match_id=poll.match):
            play.ring_due(match_id=poll.match)
        _, ply, status = selectors.current_ply(match_id=poll.match)
    except TableError:
        return None
    return status if ply == poll.after and status in MAY_STILL_MOVE else None


def _again(request: Message, leaving: asyncio.Future[Message]) -> Receive:
    """Return a `receive` that gives what was taken from the original one, and then goes on."""
    first = [request]

    async def receive() -> Message:
        return first.pop() if first else await leaving

    return receive
