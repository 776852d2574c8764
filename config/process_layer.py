"""The channel layer of the embedded default: one process, any number of threads and loops."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from channels.layers import BaseChannelLayer

Message = Mapping[str, Any]
Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class Mailbox:
    """What lies in one channel, who waits for it, and the groups it is in."""

    def __init__(self, capacity: int) -> None:
        self.messages: deque[Message] = deque(maxlen=capacity)
        self.waiters: list[Waiter] = []
        self.groups: set[str] = set()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this mailbox."""
        return not (self.messages or self.waiters or self.groups)


class ProcessChannelLayer(BaseChannelLayer):  # type: ignore[misc] # channels ships no types
    """Carries messages between the threads of one process.

    HTTP threads and Celery's threads send from short-lived loops of their own while sockets listen
    in the server's loop, which the in-memory layer of Channels does not survive; it also walks
    every channel at each message.  Here a lock guards plain dicts, and a receiver is woken in the
    loop in which it waits.

    A full mailbox drops its *oldest* message.  That is right for nudges: the newest one says the
    most, and what a lost one said is read from the database.  Leaving its last group empties a
    channel's mailbox, so that nothing stays behind when its reader has gone.
    """

    extensions = ("groups", "flush")

    def __init__(self, capacity: int = 100, **options: Any) -> None:
        super().__init__(capacity=capacity, **options)
        self._lock = threading.Lock()
        self._mailboxes: dict[str, Mailbox] = {}
        self._groups: dict[str, set[str]] = {}

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a name for a channel of the caller's own."""
        return f"{prefix}process!{secrets.token_hex(8)}"

    async def send(self, channel: str, message: Message) -> None:
        """Put a copy of `message` into `channel` and wake whoever waits for it."""
        self.require_valid_channel_name(channel)
        with self._lock:
            waiters = self._put(channel, message)
        _wake(waiters)

    async def receive(self, channel: str) -> Message:
        """Return the oldest message of `channel`, waiting for one in the caller's loop."""
        self.require_valid_channel_name(channel)
        loop = asyncio.get_running_loop()
        while True:
            with self._lock:
                mailbox = self._mailbox(channel)
                if mailbox.messages:
                    message = mailbox.messages.popleft()
                    self._tidy(channel)
                    return message
                waiter = (loop, loop.create_future())
                mailbox.waiters.append(waiter)
            try:
                await waiter[1]
            finally:
                with self._lock:
                    if waiter in mailbox.waiters:
                        mailbox.waiters.remove(waiter)
                    self._tidy(channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Let `channel` receive what is sent to `group`."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            self._mailbox(channel).groups.add(group)
            self._groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Take `channel` out of `group`."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            members = self._groups.get(group, set())
            if channel not in members:
                return
            members.remove(channel)
            if not members:
                del self._groups[group]
            mailbox = self._mailbox(channel)
            mailbox.groups.remove(group)
            if not mailbox.groups:
                mailbox.messages.clear()
            self._tidy(channel)

    async def group_send(self, group: str, message: Message) -> None:
        """Put a copy of `message` into every channel of `group`."""
        self.group_send_now(group, message)

    def group_send_now(self, group: str, message: Message) -> None:
        """Do the same from any thread, without a loop."""
        self.require_valid_group_name(group)
        with self._lock:
            waiters = [
                waiter
                for channel in self._groups.get(group, ())
                for waiter in self._put(channel, message)
            ]
        _wake(waiters)

    async def flush(self) -> None:
        """Forget every message and group; receivers go on waiting."""
        with self._lock:
            self._groups.clear()
            for channel, mailbox in list(self._mailboxes.items()):
                mailbox.messages.clear()
                mailbox.groups.clear()
                self._tidy(channel)

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""

    def _mailbox(self, channel: str) -> Mailbox:
        if channel not in self._mailboxes:
            self._mailboxes[channel] = Mailbox(self.get_capacity(channel))
        return self._mailboxes[channel]

    def _tidy(self, channel: str) -> None:
        if channel in self._mailboxes and self._mailboxes[channel].idle:
            del self._mailboxes[channel]

    def _put(self, channel: str, message: Message) -> list[Waiter]:
        """Add the message; return who is to be woken once the lock is free: the longest waiting."""
        mailbox = self._mailbox(channel)
        mailbox.messages.append(dict(message))
        woken, mailbox.waiters[:1] = mailbox.waiters[:1], []
        return woken


def _wake(waiters: Iterable[Waiter]) -> None:
    """Wake each waiter in its own loop, with one call for each loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for loop, future in waiters:
        by_loop.setdefault(loop, []).append(future)
    for loop, futures in by_loop.items():
        try:
            loop.call_soon_threadsafe(_finish, futures)
        except RuntimeError:  # this loop has ended, and its waiters with it
            continue


def _finish(futures: Iterable[asyncio.Future[None]]) -> None:
    for future in futures:
        if not future.done():
            future.set_result(None)
