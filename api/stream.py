"""``GET …/stream``: news of a match as Server-Sent Events, for whoever cannot hold a socket.

The view (`api.views.stream`) answers like every other: it knows who asks, it has the words of every
refusal, and it tells what there is to tell at this moment.  `Streams` lets it, keeps the line open
afterwards, and goes on from there by the laws of the socket: the same `Follower`, the same `Hub`.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec import Raw

from accounts.models import Player
from api.asgi import App, Message, Receive, Scope, Send
from api.connection import SLOW_SECONDS
from api.errors import problem_of
from api.extensions import CUT, Cut
from api.follower import Follower
from api.frames import AnyServerFrame
from api.hub import Hub, News, text_of
from api.push import in_database
from api.rights import Rights
from games.errors import TableError
from games.models import Status

PATH: Final = re.compile(r"/api/v1/matches/[0-9a-f-]{36}/stream")
DOOR: Final = "parlour.stream"
"""Where in the scope the view finds the `Door`."""
MOST_STREAMS: Final = 1000
COMMENT_SECONDS: Final = 15.0
"""So often something is said, lest a proxy take the line for dead."""
RETRY_MS: Final = 3000
OVER: Final = (Status.FINISHED, Status.ABANDONED)


class Opened(NamedTuple):
    """What the view has told, to whom; `session` is None for somebody without a token."""

    follower: Follower
    session: UUID | None


class Ended(Exception):
    """This side ends the stream; the argument says why, in a comment."""


class Left(Exception):
    """Nobody listens any more."""


class Slow(Exception):
    """The client does not take what it is sent."""


class Streams:
    """Holds streams open after their view has answered.

    With too many of them, or in a process that ends, a stream tells what its view told and is over:
    the client comes back for the rest.
    """

    def __init__(
        self, app: App, *, most: int = MOST_STREAMS, comment_seconds: float = COMMENT_SECONDS
    ) -> None:
        self.app = app
        self.most = most
        self.comment_seconds = comment_seconds
        self.held: set[Stream] = set()
        self._stopped = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; go on where it opened a stream."""
        wanted = scope["method"] == "GET" and PATH.fullmatch(scope["path"])
        if not wanted or self._stopped or len(self.held) >= self.most:
            await self.app(scope, receive, send)
            return
        door = Door(send)
        await self.app({**scope, DOOR: door}, receive, door.send)
        if door.opened is None or not door.begun:
            return
        stream = Stream(door.opened, send, scope.get("extensions", {}).get(CUT))
        self.held.add(stream)
        try:
            await stream.hold(receive, self.comment_seconds)
        finally:
            self.held.discard(stream)

    def stop(self) -> None:
        """End every stream.  Called in the server's loop when it closes."""
        self._stopped = True
        for stream in self.held:
            wait_ms = random.SystemRandom().randint(0, RETRY_MS)
            stream.end(f"this server restarts\nretry: {wait_ms}")


@dataclass
class Door:
    """Stands between a stream's view and its client: what the view opens is not closed."""

    to_client: Send
    opened: Opened | None = None
    """Set by the view, in its thread, before it answers."""
    begun: bool = False

    async def send(self, message: Message) -> None:
        """Pass an answer on; if it is a stream, without its end."""
        if self.opened is None:
            await self.to_client(message)
        elif message["type"] == "http.response.start":
            headers = [each for each in message["headers"] if each[0] != b"content-length"]
            await self.to_client({**message, "headers": headers})
        else:
            self.begun = True
            await self.to_client({**message, "more_body": True})


@dataclass(eq=False)
class Stream:
    """One client that is told of one match; a `Reader` of the hub."""

    opened: Opened
    send: Send
    cut: Cut | None
    player: Player = field(init=False)
    _mail: list[News | None] = field(default_factory=lambda: [None])
    """Begins with a look: what happened between the view and the subscription."""
    _mailed: asyncio.Event = field(default_factory=asyncio.Event)
    _ending: asyncio.Event = field(default_factory=asyncio.Event)
    _last_words: str = ""
    _closed: bool = False

    def __post_init__(self) -> None:
        self.player = self.opened.follower.player

    def told(self, match_id: UUID, news: News | None) -> None:
        """Take news, in the loop of the stream; None: look for yourself."""
        del match_id
        self._mail.append(news)
        self._mailed.set()

    def end(self, why: str) -> None:
        """End this stream soon."""
        self._last_words = why
        self._ending.set()

    async def hold(self, receive: Receive, comment_seconds: float) -> None:
        """Tell until the match is over, the client has left or is too slow, or `end` is called."""
        hub, match_id = Hub.here(), self.opened.follower.match_id
        self._mailed.set()
        try:
            await hub.join(match_id, self)
            async with asyncio.TaskGroup() as tasks:
                for work in (
                    self._tell(),
                    self._heal(hub),
                    self._murmur(comment_seconds),
                    self._until_left(receive),
                    self._until_lost(),
                    self._until_ended(),
                ):
                    _ = tasks.create_task(work)
        except* Ended as ends:
            await self._end(str(_first(ends)))
        except* Left:
            pass
        except* Slow:
            if self.cut is not None:
                self.cut()
        except* Exception as faults:  # noqa: BLE001 - whatever it was, the client is told no more
            await self._end(f"trace {problem_of(_first(faults)).trace_id}")
        finally:
            await hub.leave(match_id, self)

    # --- What is told -----------------------------------------------------------------------------

    async def _tell(self) -> None:
        """Tell what there is to tell, again and again."""
        follower = self.opened.follower
        while True:
            await self._mailed.wait()
            self._mailed.clear()
            mail, self._mail = self._mail, []
            texts = follower.take(mail)
            if texts is None:
                texts = [text_of(frame) for frame in await self._look()]
            await self._write(events(texts))
            if follower.told is not None and follower.told.status in OVER:
                raise Ended("the match is over")

    async def _look(self) -> list[AnyServerFrame]:
        try:
            return await in_database(self.opened.follower.catch_up)
        except TableError as error:  # it was called off before its first card
            raise Ended("the match is over") from error

    async def _heal(self, hub: Hub) -> None:
        """Look whether a nudge was lost, as often as a socket's heart beats."""
        follower = self.opened.follower
        while True:
            await asyncio.sleep(settings.PARLOUR_HEARTBEAT_SECONDS)
            pulse = (await hub.pulses([follower.match_id])).get(follower.match_id)
            if pulse is not None and follower.lags(pulse):
                self.told(follower.match_id, None)

    async def _murmur(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._write(b":\n\n")

    # --- How it ends ------------------------------------------------------------------------------

    async def _until_left(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        raise Left

    async def _until_lost(self) -> None:
        if self.opened.session is not None:
            await Rights.here().lost(self.opened.session)
            raise Ended("the session has ended")

    async def _until_ended(self) -> None:
        await self._ending.wait()
        raise Ended(self._last_words)

    async def _write(self, chunk: bytes, *, last: bool = False) -> None:
        """Send, waiting until the network takes it.  Raises `Slow` when it does not, and `Left`."""
        if not chunk:
            return
        message = {"type": "http.response.body", "body": chunk, "more_body": not last}
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self.send(message)
        except TimeoutError as error:
            raise Slow from error
        except OSError as error:
            raise Left from error

    async def _end(self, why: str) -> None:
        """Say why, and close; once, whatever else went wrong in the same moment."""
        if self._closed:
            return
        self._closed = True
        with suppress(Left, Slow):
            await self._write(f": {why}\n\n".encode(), last=True)


# --- Frames as events -----------------------------------------------------------------------------


class _Frame(msgspec.Struct):
    t: str
    d: Raw


class _Place(msgspec.Struct):
    epoch: int | None = None
    ply: int | None = None


_frame: Callable[[str], _Frame] = msgspec.json.Decoder(_Frame).decode
_place: Callable[[Raw], _Place] = msgspec.json.Decoder(_Place).decode


def events(texts: Iterable[str]) -> bytes:
    """Return frames as Server-Sent Events: named as they are, with `d` for their data.

    What has a ply has it for its id too, so that the client comes back with it.
    """
    return b"".join(map(_event, texts))


def _event(text: str) -> bytes:
    frame = _frame(text)
    place = _place(frame.d)
    told = place.ply is not None and place.epoch is not None
    line = f"id: {place.epoch}:{place.ply}\n" if told else ""
    return b"event: %b\n%bdata: %b\n\n" % (frame.t.encode(), line.encode(), bytes(frame.d))


def _first(faults: BaseExceptionGroup[Any]) -> Exception:
    """Return one of the exceptions that ended a stream."""
    found: Exception | BaseExceptionGroup[Any] = faults
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
