"""The session: one player at the socket, however often the line breaks.

The states and what leads from one to another are drawn in ``docs/api/client.md``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import TracebackType
from typing import Any, Final, Self
from uuid import uuid4

import httpx

from parlour_client import frames
from parlour_client.acts import Acts
from parlour_client.credentials import Credential, Source, always
from parlour_client.errors import ProblemError, SessionClosed, read_problem
from parlour_client.follow import Following, Known
from parlour_client.frames import Frame
from parlour_client.models import Ack, Heartbeat, Limits, Notice, Welcome
from parlour_client.pace import BackOff, Clock, LoopClock
from parlour_client.transport import Line, LineClosed, Transport, WebSocketTransport

_log = logging.getLogger(__name__)

TOKEN_EXPIRED: Final = 4040
GOODBYE: Final = 1000
LIMITS: Final = Limits(frame_bytes=8 * 1024, followed=20, resumed_plies=300)
"""What holds until the server says its own."""
GREETING_SECONDS: Final = 10.0
"""How long the server may take to say welcome."""
PATIENCE: Final = 2.5
"""After so many heartbeats without a word the line is taken for dead."""


class State(Enum):
    """Where a session stands."""

    IDLE = "idle"
    CONNECTING = "connecting"
    GREETING = "greeting"
    LIVE = "live"
    WAITING = "waiting"
    CLOSED = "closed"


@dataclass
class _Refresh:
    """A token that the server was told of and has not answered for."""

    done: asyncio.Future[None]
    offered: Source
    before: Source

    def settle(self, error: Exception | None = None) -> None:
        """Tell whoever waits for the answer, if anybody still does."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Session:
    """Follows matches and acts in them; ``async with`` opens it and closes it for good.

    `credentials`: a token, or what gives one for each connection (see `Source`).  `on_state` and
    `on_notice` are called in the loop, at once.  Nothing here is for several threads.
    """

    def __init__(
        self,
        url: str,
        credentials: str | Source,
        *,
        transport: Transport | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
        back_off: BackOff | None = None,
        new_id: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        self.state = State.IDLE
        self.reconnects = 0
        """How often the session has come back."""
        self.last_cut: LineClosed | None = None
        """How the newest connection that ended did so."""
        self.welcome: Welcome | None = None
        """What the server said on the newest connection."""
        self.on_state: Callable[[State], None] = lambda _: None
        self.on_notice: Callable[[Notice], None] = lambda _: None
        self._url = url
        self._source = always(credentials) if isinstance(credentials, str) else credentials
        self._transport = transport or WebSocketTransport()
        self._clock = clock or LoopClock()
        self._random = random or Random()  # noqa: S311 - spreads reconnects
        self._back_off = back_off or BackOff()
        self._new_id = new_id
        self._limits = LIMITS
        self._followed: dict[str, Following] = {}
        self._acts = Acts()
        self._asked: dict[str, Following] = {}
        self._refreshing: dict[str, _Refresh] = {}
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._heard_at = 0.0
        self._failures = 0
        self._expired: Credential | None = None
        self._end: Exception | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # --- What a player does -----------------------------------------------------------------------

    def follow(self, match: str, resume: Known | None = None) -> Following:
        """Return the match, to be iterated over; `resume` goes on where an earlier one stopped.

        Raises `SessionClosed` after the end, `ValueError` for one too many.
        """
        self._demand_open()
        if match not in self._followed:
            if len(self._followed) >= self._limits.followed:
                raise ValueError(f"At most {self._limits.followed} matches are followed at once.")
            self._followed[match] = Following(match, resume)
            self._ask(self._followed[match])
        return self._followed[match]

    def unfollow(self, match: str) -> None:
        """Be told of a match no longer; what has come in can still be read."""
        if following := self._followed.pop(match, None):
            following.end()
            self._say("unfollow", {"match": match})

    async def act(
        self,
        match: str,
        action: Mapping[str, Any],
        *,
        decision: int | None = None,
        request_id: str | None = None,
    ) -> Ack:
        """Do something in a match, once, whatever happens to the line; return where it led.

        An act that was said is answered even if nobody waits for it any more.  Raises
        `ProblemError` when it is refused, `SessionClosed` when there will be no answer (then it
        may have been done), `ValueError` when it is longer than the server reads.
        """
        self._demand_open()
        request_id = request_id or self._new_id()
        wish: dict[str, Any] = {"match": match, "action": action, "request_id": request_id}
        if decision is not None:
            wish["decision"] = decision
        text = frames.write("act", wish, frame_id=request_id)
        if len(text.encode()) > self._limits.frame_bytes:
            raise ValueError(f"An act has at most {self._limits.frame_bytes} bytes.")
        pending = self._acts.add(request_id, text)
        if self.state is State.LIVE:
            pending.said = True
            self._outbox.put_nowait(text)
        try:
            return await pending.answer
        finally:
            self._acts.withdraw(pending)

    async def refresh(self, token: str) -> None:
        """Go on with a new token of the same player, here and on every later connection.

        Raises `ProblemError` if the server does not take it; then the old one stays.  Raises
        `SessionClosed` when there will be no answer.
        """
        while self.state is State.GREETING:
            await self._change()
        self._demand_open()
        before, self._source = self._source, always(token)
        if self.state is not State.LIVE:
            return
        frame_id = self._new_id()
        done = asyncio.get_running_loop().create_future()
        self._refreshing[frame_id] = _Refresh(done, self._source, before)
        self._say("refresh", {"token": token}, frame_id)
        await done

    async def live(self) -> Welcome:
        """Return when the session is live.  Raises `SessionClosed` when it never will be."""
        while self.state is not State.LIVE or self.welcome is None:
            self._demand_open()
            await self._change()
        return self.welcome

    async def close(self) -> None:
        """End the session for good; acts without an answer get `SessionClosed`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._finish(None)

    # --- The states -------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Connect, talk, come back; end when there is no coming back."""
        try:
            while True:
                self.last_cut = cut = await self._once()
                self._enter(State.WAITING)
                delay = self._back_off.delay(self._failures, self._random, cut.code)
                self._failures += 1
                await self._clock.sleep(delay)
        except Exception as error:  # noqa: BLE001 - whoever reads or waits is told of it
            self._finish(error)

    async def _once(self) -> LineClosed:
        """Connect and talk; return how it ended.  Raises `SessionClosed` if it ended for good."""
        self._enter(State.CONNECTING)
        try:
            credential = await self._source()
        except (OSError, httpx.TransportError) as failure:
            return LineClosed(0, str(failure))
        except ProblemError as refusal:
            if refusal.retryable:
                return LineClosed(0, str(refusal))
            raise
        if credential == self._expired:
            raise SessionClosed(TOKEN_EXPIRED, "the token has expired, and there is no other")
        try:
            line = await self._transport.connect(self._url)
        except LineClosed as closed:
            cut = closed
        else:
            self._enter(State.GREETING)
            cut = await self._talk(line, credential)
        _log.info("the line ended: %s", cut)
        if cut.for_good:
            raise SessionClosed(cut.code, cut.reason) from cut
        if cut.code == TOKEN_EXPIRED:
            self._expired = credential
        return cut

    async def _talk(self, line: Line, credential: Credential) -> LineClosed:
        """Say hello, then hear and say whatever there is, until the line is closed."""
        self._outbox, self._heard_at = asyncio.Queue(), self._clock.now()
        self._asked.clear()
        for each in self._followed.values():
            each.asked = each.refused = False
        follow = [each.wanted() for each in self._followed.values()]
        hello = frames.write("hello", {credential.field: credential.secret, "follow": follow})
        said_of = {*self._followed}
        self._outbox.put_nowait(hello)
        writing = asyncio.create_task(self._write(line))
        watching = asyncio.create_task(self._watch(line, GREETING_SECONDS))
        try:
            while True:
                text = await line.receive()
                self._heard_at = self._clock.now()
                frame = frames.read(text)
                self._hear(frame, said_of)
                if isinstance(frame.d, Welcome):
                    watching.cancel()
                    patience = PATIENCE * frame.d.heartbeat_ms / 1000
                    watching = asyncio.create_task(self._watch(line, patience))
        except LineClosed as closed:
            return closed
        except frames.Unreadable as nonsense:
            line.drop()
            return LineClosed(0, f"unreadable frame: {nonsense}")
        except asyncio.CancelledError:
            with suppress(LineClosed):
                await line.close()
            raise
        finally:
            writing.cancel()
            watching.cancel()
            await asyncio.gather(writing, watching, return_exceptions=True)

    async def _write(self, line: Line) -> None:
        """Send what is said, in order; after a cut whoever listens notices."""
        with suppress(LineClosed):
            while True:
                await line.send(await self._outbox.get())

    async def _watch(self, line: Line, patience: float) -> None:
        """Let go of the line when it has been silent for so many seconds."""
        while (left := self._heard_at + patience - self._clock.now()) > 0:
            await self._clock.sleep(left)
        line.drop()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _enter(self, state: State) -> None:
        if self.state is not State.CLOSED:
            self.state = state
            self._changed.set()
            self.on_state(state)

    def _finish(self, error: Exception | None) -> None:
        """Close: nothing is waited for any more."""
        if self.state is State.CLOSED:
            return
        self._end = error
        why = error or SessionClosed(GOODBYE, "closed by its owner")
        self._acts.fail(why)
        for refresh in self._refreshing.values():
            refresh.settle(why)
        for following in self._followed.values():
            following.end(error)
        self._enter(State.CLOSED)

    def _demand_open(self) -> None:
        if self.state is State.CLOSED:
            raise self._end or SessionClosed(GOODBYE, "closed by its owner")

    # --- What the server says ---------------------------------------------------------------------

    def _hear(self, frame: Frame, said_of: set[str]) -> None:
        match frame.d:
            case Welcome():
                self._on_welcome(frame.d, said_of)
            case Heartbeat():
                self._on_heartbeat(frame.d)
            case Ack():
                self._on_ack(frame)
            case Notice():
                self.on_notice(frame.d)
            case None:
                pass  # from a newer server
            case _ if frame.t == "nack":
                self._on_nack(frame)
            case _:
                if (following := self._followed.get(frame.d.match)) and not following.hear(frame.d):
                    self._ask(following)

    def _on_welcome(self, welcome: Welcome, said_of: set[str]) -> None:
        """Be live: say again what was not answered, and what was wanted since the hello."""
        if self.state is not State.GREETING:
            return
        self.reconnects += self.welcome is not None
        self.welcome, self._limits, self._failures = welcome, welcome.limits, 0
        self._enter(State.LIVE)
        for refresh in self._refreshing.values():
            refresh.settle()  # the hello named the new token
        self._refreshing.clear()
        for match in said_of - {*self._followed}:
            self._say("unfollow", {"match": match})
        for match, following in self._followed.items():
            if match not in said_of:
                self._ask(following)
        for pending in self._acts:
            pending.said = True
            self._outbox.put_nowait(pending.text)

    def _on_heartbeat(self, heartbeat: Heartbeat) -> None:
        """Answer, and ask for what should have come by now."""
        self._say("pong", {})
        for match, ply in heartbeat.plies.items():
            if following := self._followed.get(match):
                following.asked = False
                if following.lags(ply):
                    self._ask(following)
        for following in self._followed.values():
            if following.refused:
                following.asked = following.refused = False
                self._ask(following)

    def _on_ack(self, frame: Frame) -> None:
        if not self._acts.settle(frame.id, frame.d) and frame.id is not None:
            self._asked.pop(frame.id, None)
            if refresh := self._refreshing.pop(frame.id, None):
                refresh.settle()

    def _on_nack(self, frame: Frame) -> None:
        """Tell whoever asked; a match that cannot be followed ends, unless it may be later."""
        error = ProblemError(read_problem(bytes(frame.d)))
        if self._acts.settle(frame.id, error):
            return
        if refused := self._refreshing.pop(frame.id or "", None):
            self._forget(refused)
            refused.settle(error)
            return
        of_hello = error.problem.match if frame.id is None else None
        following = self._asked.pop(frame.id or "", self._followed.get(of_hello or ""))
        if following is None or self._followed.get(following.match) is not following:
            return
        if error.retryable:
            following.refused = True
        else:
            del self._followed[following.match]
            following.end(error)

    def _forget(self, refused: _Refresh) -> None:
        """Go back from a token that was refused, also where a newer one was offered after it."""
        if self._source is refused.offered:
            self._source = refused.before
        for later in self._refreshing.values():
            if later.before is refused.offered:
                later.before = refused.before

    def _ask(self, following: Following) -> None:
        """Ask for a match from where it stands, once between two heartbeats."""
        if self.state is State.LIVE and not following.asked:
            following.asked = True
            frame_id = self._new_id()
            self._asked[frame_id] = following
            self._say("follow", following.wanted(), frame_id)

    def _say(self, t: str, d: dict[str, Any], frame_id: str | None = None) -> None:
        if self.state is State.LIVE:
            self._outbox.put_nowait(frames.write(t, d, frame_id=frame_id))
