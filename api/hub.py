"""Where the followers of all sockets of this process meet the news of their matches.

The process listens to each match once, however many follow it, and what a ply looks like is made
once for each seat.  A ply written in this process is told from the table at hand, without asking
the database; for one written elsewhere a nudge comes, and the database is asked once for all.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from channels.layers import get_channel_layer
from django.conf import settings

from accounts.models import Player
from api.frames import AnyServerFrame, PlyFrame, PositionFrame
from api.presence import MESSAGE as PRESENCE
from api.presence import Guest, Presence
from api.push import group_of, in_database
from api.serializers.positions import SeenPly, position_data, position_wire
from api.threads import Inbox
from games import dispatch, selectors
from games.models import Ply
from games.rules.kernel import Seat
from games.selectors import Position, Pulse
from games.table import Table

logger = logging.getLogger(__name__)

DEAF_SECONDS = 1.0
MOMENTS = 40
"""In a heartbeat: hearts that beat in the same one look for news together."""

_encode = msgspec.json.Encoder().encode


class Texts(NamedTuple):
    """What somebody at a seat (None: a spectator) is sent: a ply, and the position after it."""

    ply: str
    position: str
    seat: Seat | None


class News(NamedTuple):
    """One ply, as each of the players who follow the match is told of it."""

    pulse: Pulse
    texts: Mapping[UUID, Texts]


class Reader(Protocol):
    """Somebody at a socket who follows matches."""

    player: Player

    def told(self, match_id: UUID, news: News | None) -> None:
        """Take news, in the loop of the socket; None: look for yourself."""


class Hub:
    """The readers of one event loop."""

    def __init__(self) -> None:
        self._inbox = Inbox.of(asyncio.get_running_loop())
        self._layer = get_channel_layer()
        self._readers: dict[UUID, tuple[Reader, ...]] = {}
        """Replaced, never changed, so that any thread may look."""
        self._newest: dict[UUID, int] = {}
        """The newest ply that was told from the table at hand."""
        self._changing = asyncio.Lock()
        self._presence = Presence(self._layer)
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None
        self._looking: set[asyncio.Future[None]] = set()
        self._asked: set[UUID] = set()
        self._asking: asyncio.Future[dict[UUID, Pulse]] | None = None

    @classmethod
    def here(cls) -> Hub:
        """Return the hub of this event loop."""
        loop = asyncio.get_running_loop()
        with _opening:
            if loop not in _hubs:
                _hubs[loop] = cls()
        return _hubs[loop]

    async def join(self, match_id: UUID, reader: Reader) -> None:
        """Let this reader be told of a match; what happens from now on is not missed."""
        async with self._changing:
            if match_id not in self._readers:
                await self._listen()
                await self._layer.group_add(group_of(match_id), self._channel)
            others = self._readers.get(match_id, ())
            self._readers[match_id] = (*(each for each in others if each is not reader), reader)

    async def leave(self, match_id: UUID, reader: Reader) -> None:
        """Let this reader be told no longer."""
        async with self._changing:
            others = tuple(x for x in self._readers.get(match_id, ()) if x is not reader)
            if others:
                self._readers[match_id] = others
            elif self._readers.pop(match_id, None):
                self._newest.pop(match_id, None)
                await self._layer.group_discard(group_of(match_id), self._channel)
            self._presence.leaves(match_id, reader)
            if not self._readers and self._listening:
                self._listening.cancel()
                with suppress(asyncio.CancelledError):
                    await self._listening
                self._listening = None
                await self._presence.close(self._channel)

    def sits(self, match_id: UUID, guest: Guest, seat: Seat | None) -> None:
        """Count a reader who has joined among those who are there; they hear who else is."""
        self._presence.sits(match_id, guest, seat)

    async def pulses(self, match_ids: Iterable[UUID]) -> dict[UUID, Pulse]:
        """Return how far these matches are; all who ask within a moment ask the database once."""
        wanted = set(match_ids)
        if not wanted:
            return {}
        if self._asking is None or self._asking.done():
            self._asked = set()
            self._asking = asyncio.ensure_future(self._ask(self._asked))
        self._asked |= wanted
        found = await asyncio.shield(self._asking)
        return {match_id: found[match_id] for match_id in wanted if match_id in found}

    async def _ask(self, asked: set[UUID]) -> dict[UUID, Pulse]:
        await asyncio.sleep(settings.PARLOUR_HEARTBEAT_SECONDS / MOMENTS)
        asking, self._asking = asked, None
        return await in_database(selectors.pulses, match_ids=asking)

    def comes(self, match_id: UUID, ply: int) -> bool:
        """Say whether this ply was told already, so that every reader hears of it in a moment."""
        return ply <= self._newest.get(match_id, -1)

    def hear(self, table: Table, ply: Ply) -> None:
        """Tell the readers of a ply, in the thread that wrote it."""
        match_id = table.match.pk
        if readers := self._readers.get(match_id):
            try:
                news = news_of(table, ply, readers)
            except Exception as fault:  # noqa: BLE001 - the readers look, and see it themselves
                news = None
                logger.error("news of match %s failed: %s", match_id, type(fault).__name__)  # noqa: TRY400 - a traceback may quote a card
            self._newest[match_id] = ply.number
            self._inbox.put(partial(self._tell, match_id, news))

    def _tell(self, match_id: UUID, news: News | None) -> None:
        for reader in self._readers.get(match_id, ()):
            reader.told(match_id, news)

    async def _listen(self) -> None:
        if self._listening is None:
            self._channel = await self._layer.new_channel()
            await self._presence.open(self._channel)
            self._listening = asyncio.ensure_future(self._nudges())

    async def _nudges(self) -> None:
        while True:
            try:
                message: dict[str, Any] = await self._layer.receive(self._channel)
            except Exception as fault:  # noqa: BLE001 - deaf for a while; the heartbeat looks too
                logger.error("the hub heard nothing: %s", type(fault).__name__)  # noqa: TRY400 - each second
                await asyncio.sleep(DEAF_SECONDS)
                continue
            if message["type"] == PRESENCE:
                self._presence.heard(message)
                continue
            match_id, ply = UUID(message["match"]), message.get("ply")
            if ply is None or not self.comes(match_id, ply):
                looking = asyncio.ensure_future(self._look(match_id, ply))
                self._looking.add(looking)
                looking.add_done_callback(self._looking.discard)

    async def _look(self, match_id: UUID, ply: int | None) -> None:
        """Ask the database for all readers what happened elsewhere."""
        readers = self._readers.get(match_id, ())
        news = None
        if ply is not None and readers:
            with suppress(Exception):  # each reader looks, and tells its own client what is wrong
                news = await in_database(_newest_of, match_id, readers)
        self._tell(match_id, news)
        if ply is None:  # seats may have changed hands
            with suppress(Exception):  # the heartbeat looks again
                await self._presence.look_again([match_id])


def news_of(table: Table, ply: Ply, readers: Iterable[Reader]) -> News:
    """Return what these readers are told of the newest ply of a table; made once for each seat."""
    match, texts = table.match, dict[Seat | None, Texts]()
    seats = {reader.player.pk: table.seat_of(reader.player) for reader in readers}
    for seat in set(seats.values()):
        seen = selectors.seen_ply(type(table.rules), ply, seat)
        position = selectors.position_at(table, seat)
        texts[seat] = Texts(
            text_of(ply_frame(match.pk, match.epoch, seen)),
            position_text(match.pk, position),
            seat,
        )
    pulse = Pulse(match.epoch, match.ply, match.status)
    return News(pulse, {player: texts[seat] for player, seat in seats.items()})


def _newest_of(match_id: UUID, readers: Iterable[Reader]) -> News | None:
    found = selectors.newest(match_id=match_id)
    return found and news_of(*found, readers)


def ply_frame(match_id: UUID, epoch: int, seen: selectors.SeenPly) -> PlyFrame:
    """Return a ply as a frame."""
    told = SeenPly(match=match_id, epoch=epoch, ply=seen.number, at=seen.at, events=seen.events)
    return PlyFrame(d=told)


def position_frame(match_id: UUID, position: Position) -> PositionFrame:
    """Return a position as a frame."""
    return PositionFrame(d={"match": str(match_id), **position_wire(position)})


def position_text(match_id: UUID, position: Position) -> str:
    """Return a position's frame as it is sent: `position_frame` in one go."""
    content = _encode(position_data(position)).decode()
    return f'{{"t":"position","d":{{"match":"{match_id}",{content[1:]}}}'


def text_of(frame: AnyServerFrame) -> str:
    """Return a frame as it is sent."""
    return _encode(frame).decode()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_opening = threading.Lock()


def _hear(table: Table, ply: Ply) -> None:
    for hub in list(_hubs.values()):
        hub.hear(table, ply)


dispatch.listen(_hear)
