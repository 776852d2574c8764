"""Who is there: the seats of each match whose player is connected, whichever process serves them.

Every process says which seats it has, to all others: at once what changed, and with the heartbeat
everything, so that a lost message heals.  What crosses are public facts: match, seat, that somebody
is there; never who only watches.  A process that was killed is forgotten when its heartbeat is
missed.  Whoever leaves is given a moment to come back, by everybody who tells it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol
from uuid import UUID

from django.conf import settings

from accounts.models import Player
from api.push import in_database
from games import selectors
from games.rules.kernel import Seat

logger = logging.getLogger(__name__)

GROUP: Final = "presence"
MESSAGE: Final = "presence"
GRACE_SECONDS: Final = 5.0
EXPIRY_BEATS: Final = 2.5


class Guest(Protocol):
    """Somebody at a socket who follows matches."""

    player: Player

    def there(self, match_id: UUID, seats: list[Seat]) -> None:
        """Take the news, in the loop of the socket, of who is there."""

    def told(self, match_id: UUID, news: None) -> None:
        """Look for yourself: your seat has changed hands."""


class Elsewhere:
    """What another process last said."""

    def __init__(self, seats: Mapping[UUID, Collection[Seat]]) -> None:
        self.seats = dict(seats)
        self.heard_at = time.monotonic()


class Presence:
    """The presence at all matches, as one event loop knows it."""

    def __init__(self, layer: Any) -> None:
        self._layer = layer
        self._name = secrets.token_hex(8)
        self._here: dict[UUID, dict[Guest, Seat | None]] = {}
        self._elsewhere: dict[str, Elsewhere] = {}
        self._told: dict[UUID, frozenset[Seat]] = {}
        self._leaving: dict[tuple[UUID, Seat], asyncio.TimerHandle] = {}
        self._changed: set[UUID] = set()
        self._whole = self._ask = False
        self._sending: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    # --- The sockets of this process --------------------------------------------------------------

    async def open(self, channel: str) -> None:
        """Begin to hear the others, and ask them what they have."""
        await self._layer.group_add(GROUP, channel)
        self._whole = self._ask = True
        self._send_soon()
        self._beating = asyncio.ensure_future(self._beat())

    async def close(self, channel: str) -> None:
        """Say that nobody is here any more, and forget everything."""
        await self._layer.group_discard(GROUP, channel)
        if self._beating:
            self._beating.cancel()
            self._beating = None
        for timer in self._leaving.values():
            timer.cancel()
        for known in (self._here, self._elsewhere, self._told, self._leaving):
            known.clear()
        self._whole, self._ask = True, False
        self._send_soon()
        if self._sending:
            await self._sending

    def sits(self, match_id: UUID, guest: Guest, seat: Seat | None) -> None:
        """Let a follower be told of a match; `seat` is theirs, None if they only watch."""
        self._here.setdefault(match_id, {})[guest] = seat
        before = self._told.get(match_id)
        self._changes(match_id)
        if self._told.get(match_id) == before:
            guest.there(match_id, sorted(before or ()))

    def leaves(self, match_id: UUID, reader: object) -> None:
        """Let a follower be told no longer."""
        guests = self._here.get(match_id, {})
        for guest in [each for each in guests if each is reader]:
            if guests.pop(guest) is not None:
                self._changes(match_id)
        if not guests:
            self._forget(match_id)

    async def look_again(self, match_ids: Iterable[UUID]) -> None:
        """Ask the database where the followers of these matches sit by now, once for all."""
        guests = {pk: self._here[pk] for pk in match_ids if pk in self._here}
        if not guests:
            return
        asked = {guest for each in guests.values() for guest in each}
        players = {guest.player.pk for guest in asked}
        held = await in_database(
            selectors.seats_held, match_ids=list(guests), player_ids=list(players)
        )
        for match_id, each in guests.items():
            if self._here.get(match_id) is not each:
                continue
            # Whoever came while the database was asked has just looked themselves.
            now = {g: held.get((match_id, g.player.pk)) for g in each if g in asked}
            if moved := [guest for guest, seat in now.items() if seat != each[guest]]:
                each.update(now)
                self._changes(match_id)
                for guest in moved:
                    guest.told(match_id, None)

    def _changes(self, match_id: UUID) -> None:
        self._changed.add(match_id)
        self._send_soon()
        self._settle(match_id)

    def _forget(self, match_id: UUID) -> None:
        """Nobody here follows it: what others say of it is kept, what was told of it is not."""
        self._here.pop(match_id, None)
        for seat in self._told.pop(match_id, ()):
            if timer := self._leaving.pop((match_id, seat), None):
                timer.cancel()

    # --- The other processes ----------------------------------------------------------------------

    def heard(self, message: Mapping[str, Any]) -> None:
        """Take what another process says of itself."""
        name = message["from"]
        if name == self._name or self._beating is None:
            return
        said = {UUID(match): frozenset(seats) for match, seats in message["seats"].items()}
        before = self._elsewhere.get(name)
        known = {} if before is None or message["whole"] else before.seats
        self._elsewhere[name] = Elsewhere({**known, **said})
        if message["ask"]:
            self._whole = True
            self._send_soon()
        for match_id in {*said, *(before.seats if before else ())} & self._here.keys():
            self._settle(match_id)

    def _send_soon(self) -> None:
        if self._sending is None or self._sending.done():
            self._sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        """Say what changed, until nothing has; what cannot be said now, the next heartbeat says."""
        while self._changed or self._whole:
            whole, ask, matches = self._whole, self._ask, self._here if self._whole else ()
            said = {str(match_id): sorted(self._own(match_id)) for match_id in matches}
            said |= {str(match_id): sorted(self._own(match_id)) for match_id in self._changed}
            if whole:
                said = {match: seats for match, seats in said.items() if seats}
            self._whole = self._ask = False
            self._changed.clear()
            message = {"type": MESSAGE, "from": self._name, "whole": whole, "ask": ask}
            try:
                await self._layer.group_send(GROUP, {**message, "seats": said})
            except Exception as fault:  # noqa: BLE001 - nobody's match depends on it
                logger.warning("presence was not told: %s", type(fault).__name__)

    async def _beat(self) -> None:
        while True:
            seconds = settings.PARLOUR_HEARTBEAT_SECONDS
            await asyncio.sleep(seconds)
            self._expire(time.monotonic() - EXPIRY_BEATS * seconds)
            with suppress(Exception):  # a database that is away moves nobody to another seat
                await self.look_again(list(self._here))
            self._whole = True
            self._send_soon()

    def _expire(self, before: float) -> None:
        """Forget the processes that were last heard before this moment."""
        for name, silent in list(self._elsewhere.items()):
            if silent.heard_at < before:
                del self._elsewhere[name]
                for match_id in silent.seats.keys() & self._here.keys():
                    self._settle(match_id)

    # --- What is told -----------------------------------------------------------------------------

    def _own(self, match_id: UUID) -> frozenset[Seat]:
        seats = self._here.get(match_id, {}).values()
        return frozenset(seat for seat in seats if seat is not None)

    def _settle(self, match_id: UUID) -> None:
        """Tell who came; let whoever seems to have left have their moment of grace."""
        others = (each.seats.get(match_id, ()) for each in self._elsewhere.values())
        present = self._own(match_id).union(*others)
        told = self._told.get(match_id, frozenset())
        for seat in present:
            if timer := self._leaving.pop((match_id, seat), None):
                timer.cancel()
        for seat in told - present:
            if (match_id, seat) not in self._leaving:
                self._leaving[match_id, seat] = asyncio.get_running_loop().call_later(
                    GRACE_SECONDS, self._left, match_id, seat
                )
        self._tell(match_id, told | present)

    def _left(self, match_id: UUID, seat: Seat) -> None:
        del self._leaving[match_id, seat]
        self._tell(match_id, self._told[match_id] - {seat})

    def _tell(self, match_id: UUID, seats: frozenset[Seat]) -> None:
        if seats != self._told.get(match_id, frozenset()):
            self._told[match_id] = seats
            for guest in self._here.get(match_id, ()):
                guest.there(match_id, sorted(seats))
