"""The conversation with one player's client over ``/ws/v1``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied

from accounts.authentication import player_of
from accounts.errors import RateLimited
from accounts.limits import Limit
from accounts.models import Session
from accounts.selectors import why_ended
from api.acts import acts
from api.asgi import Receive, Scope, Send
from api.close_codes import Close
from api.connection import Connection, Gone, HangUp
from api.errors import problem_of, ratelimit_of
from api.follower import Follower, Frames
from api.frame_limit import FrameLimit, Verdict
from api.frames import (
    MOST_FOLLOWED,
    Ack,
    AckFrame,
    Act,
    ActFrame,
    AnswerPongFrame,
    AnyClientFrame,
    AskPingFrame,
    Envelope,
    Follow,
    FollowFrame,
    Heartbeat,
    HelloFrame,
    Myself,
    NackFrame,
    Notice,
    NoticeFrame,
    PingFrame,
    PongFrame,
    Presence,
    PresenceFrame,
    RefreshFrame,
    UnfollowFrame,
    Welcome,
    WelcomeFrame,
)
from api.greeting import goodbye, hello_in, known
from api.hub import Hub, News, text_of
from api.notices import SLOWLY, Notices, restart_text
from api.push import in_database
from api.rights import Rights
from api.strict_json import Malformed
from api.told import problem_at
from games import clock
from games.errors import TableError
from games.rules.kernel import Seat
from games.selectors import Pulse
from games.services.play import Wish

T = TypeVar("T")

PATH: Final = "/ws/v1"
HELLO_SECONDS: Final = 5.0
MOST_MISSED_PONGS: Final = 2


class Answer(NamedTuple):
    """What a client's frame leads to: the ``ack``, and what is told after it."""

    ack: Ack = Ack()
    frames: Frames = []


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Talk with one client at `PATH` until either side ends it.

    A fault of ours closes with 4001 and the id under which it was logged.
    """
    connection = Connection(scope, receive, send)
    try:
        await connection.accept(PATH)
        await Conversation(connection).hold()
    except* Gone:
        pass
    except* HangUp as goodbyes:
        await connection.close(_first(goodbyes))
    except* Exception as faults:  # noqa: BLE001 - whatever it was, the client is told no more
        trace = problem_of(_first(faults)).trace_id
        await connection.close(HangUp(Close.SERVER_ERROR, f"trace {trace}"))


class Conversation:
    """What is known about one client: who it is, what it follows, whether it still answers.

    Three things happen to it: it speaks, there is news of a match, the heart beats.  They are
    taken one at a time, so each frame is answered before the next is read, and a client that reads
    slowly slows down nobody but itself.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.hub = Hub.here()
        self.followers: dict[UUID, Follower] = {}
        self.missed_pongs = 0
        self._limit = FrameLimit(Limit.named("frames"))
        self._turn = asyncio.Lock()
        self._mail: list[tuple[UUID, News | None]] = []
        self._late: dict[object, str] = {}
        """Frames about something else than plies, the newest about each thing."""
        self._mailed = asyncio.Event()

    async def hold(self) -> None:
        """Hold the conversation.  Ends by `Gone` or `HangUp`."""
        try:
            async with self._turn:
                await self._greet()
                await self._read_mail()
            with Notices.here().told_to(self):
                await self._talk()
        finally:
            for match_id in self.followers:
                await self.hub.leave(match_id, self)

    async def _talk(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            _ = tasks.create_task(self._each(self.connection.hear, self._on_frame))
            _ = tasks.create_task(self._each(self._mailed.wait, self._on_mail))
            _ = tasks.create_task(self._each(self._beat, self._on_beat))
            self._watching = tasks.create_task(self._watch_rights())

    async def _watch_rights(self) -> None:
        """End the conversation when the session behind it has ended."""
        while True:
            await Rights.here().lost(self.session)
            if error := await in_database(why_ended, session_id=self.session):
                raise goodbye(error)

    async def _each(
        self, source: Callable[[], Awaitable[T]], handle: Callable[[T], Awaitable[None]]
    ) -> None:
        while True:
            news = await source()
            async with self._turn:
                await handle(news)
                await self._read_mail()

    # --- The first frame --------------------------------------------------------------------------

    async def _greet(self) -> None:
        """Hear ``hello``, answer ``welcome``, begin to follow."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                envelope = await self.connection.hear()
        except TimeoutError as error:
            raise HangUp(Close.NO_HELLO, "no hello") from error
        hello = hello_in(envelope)
        self.player, session = await in_database(known, hello)
        self.session = session.pk
        await self.connection.say(await in_database(self._welcome, session))
        self.connection.leave_word(restart_text())
        await self._acknowledge(envelope, Answer())
        await self._follow_all(hello.follow)

    def _welcome(self, session: Session) -> WelcomeFrame:
        player = self.player
        return WelcomeFrame(
            d=Welcome(
                heartbeat_ms=round(settings.PARLOUR_HEARTBEAT_SECONDS * 1000),
                session=session.id,
                player=Myself(id=player.pk, name=player.name, is_guest=player.is_guest),
                server_time=clock.now(),
            )
        )

    async def _follow_all(self, wanted: tuple[Follow, ...]) -> None:
        """Follow what can be followed; with nothing but refusals there is no point."""
        forbidden = False
        for follow in wanted:
            try:
                answer = await self._follow(follow)
            except TableError as error:
                forbidden |= error.status == HTTPStatus.FORBIDDEN
                await self._refuse(None, error, follow.match)
            else:
                await self.connection.say(*answer.frames)
        if wanted and not self.followers:
            if forbidden:
                raise HangUp(Close.FORBIDDEN, "forbidden")
            raise HangUp(Close.NO_SUCH_MATCH, "no such match")

    # --- The client speaks ------------------------------------------------------------------------

    async def _on_frame(self, envelope: Envelope) -> None:
        match_id = None
        try:
            if not envelope.is_free and (verdict := self._limit.take()) is not Verdict.FINE:
                await self._limited(verdict)
            frame = envelope.opened()
            match_id = getattr(frame.d, "match", None)
            answer = await self._answer(frame)
        except (HangUp, Gone):
            raise
        except Exception as error:  # noqa: BLE001 - every frame is answered, a fault of ours too
            await self._refuse(envelope.id, error, match_id)
        else:
            await self._acknowledge(envelope, answer)

    async def _limited(self, verdict: Verdict) -> None:
        """Say that the limit is near.  Raises `RateLimited` beyond it, and `HangUp` far beyond."""
        if verdict is Verdict.HANG_UP:
            raise HangUp(Close.RATE_LIMITED, "rate limited")
        if verdict is Verdict.REFUSE:
            raise RateLimited(self._limit.allowance)
        left = ratelimit_of(self._limit.allowance)
        warning = Notice(kind="rate_warning", text=SLOWLY, ratelimit=left)
        await self.connection.say(NoticeFrame(d=warning))

    async def _answer(self, frame: AnyClientFrame) -> Answer:
        match frame:
            case ActFrame(d=act):
                return await self._act(act)
            case FollowFrame(d=follow):
                return await self._follow(follow)
            case UnfollowFrame(d=unfollow):
                return await self._unfollow(unfollow.match)
            case RefreshFrame(d=refresh):
                return await self._refresh(refresh.token)
            case AskPingFrame():
                return Answer(frames=[PongFrame()])
            case AnswerPongFrame():
                self.missed_pongs = 0
                return Answer()
            case HelloFrame():
                raise Malformed("Hello is said once.", "/t", code="unknown_value")

    async def _act(self, act: Act) -> Answer:
        played = await acts.act(
            Wish(act.match, self.player, act.action, act.request_id, act.decision)
        )
        return Answer(Ack(ply=played.ply.number, replayed=played.replayed))

    async def _follow(self, follow: Follow) -> Answer:
        """Subscribe, then look: a ply in between is seen by one or the other."""
        match_id = follow.match
        if match_id not in self.followers and len(self.followers) >= MOST_FOLLOWED:
            raise Malformed(
                f"At most {MOST_FOLLOWED} matches are followed over one socket.",
                "/d/match",
                code="out_of_range",
            )
        follower = Follower(match_id, self.player)
        await self.hub.join(match_id, self)
        self.followers[match_id] = follower
        try:
            frames = await in_database(follower.begin, follow.resume)
        except Exception:
            await self._unfollow(match_id)
            raise
        self.hub.sits(match_id, self, follower.seat)
        return Answer(Ack(ply=follower.ply), frames)

    async def _unfollow(self, match_id: UUID) -> Answer:
        if self.followers.pop(match_id, None):
            await self.hub.leave(match_id, self)
            self._late.pop(match_id, None)
        return Answer()

    async def _refresh(self, token: str) -> Answer:
        """Go on with another token of the same player."""
        player, session = await in_database(player_of, token)
        if player.pk != self.player.pk:
            raise PermissionDenied
        self.session = session.pk
        _ = self._watching.cancel()
        self._watching = self._tasks.create_task(self._watch_rights())
        return Answer()

    async def _acknowledge(self, envelope: Envelope, answer: Answer) -> None:
        acks = [] if envelope.id is None else [AckFrame(id=envelope.id, d=answer.ack)]
        await self.connection.say(*acks, *answer.frames)

    async def _refuse(self, frame_id: str | None, error: Exception, match_id: UUID | None) -> None:
        problem = await in_database(problem_at, error, match_id=match_id, player=self.player)
        nack = NackFrame(d=problem) if frame_id is None else NackFrame(id=frame_id, d=problem)
        await self.connection.say(nack)

    # --- There is news of a match -----------------------------------------------------------------

    def told(self, match_id: UUID, news: News | None) -> None:
        """Take news from the hub: told at once if nothing else is being said, else in its turn."""
        if self._turn.locked():
            self._mail.append((match_id, news))  # whoever has the turn looks before giving it up
        elif self._mail or not self._told_at_once(match_id, news):
            self._mail.append((match_id, news))
            self._mailed.set()

    def _told_at_once(self, match_id: UUID, news: News | None) -> bool:
        """Tell news if it follows on what was told, and the network takes it now."""
        follower = self.followers.get(match_id)
        if follower is None:
            return True
        before = follower.told
        with suppress(Exception):  # it is met again by whoever has the turn, and told of there
            texts = follower.take([news])
            if texts is not None and self.connection.said_at_once(texts):
                return True
        follower.told = before
        return False

    def there(self, match_id: UUID, seats: list[Seat]) -> None:
        """Take from the hub who is there."""
        frame = PresenceFrame(d=Presence(match=match_id, seats=seats))
        self.later(match_id, text_of(frame))

    def later(self, about: object, text: str) -> None:
        """Send a frame now or, if something else is being said, after it."""
        if self._turn.locked():
            self._late[about] = text
        elif self._mail or self._late or not self.connection.said_at_once([text]):
            self._late[about] = text
            self._mailed.set()

    async def _on_mail(self, _: object) -> None:
        """Come to one's turn; the mail is read at its end, as at the end of every turn."""
        self._mailed.clear()

    async def _read_mail(self) -> None:
        """Tell the news that came meanwhile, those of one match together, then the rest."""
        while self._mail:
            mail, self._mail = self._mail, []
            for match_id in dict.fromkeys(match_id for match_id, _ in mail):
                if follower := self.followers.get(match_id):
                    texts = follower.take([news for each, news in mail if each == match_id])
                    found = await in_database(follower.catch_up) if texts is None else texts
                    await self.connection.say(*found)
        while self._late:
            late, self._late = self._late, {}
            await self.connection.say(*late.values())

    # --- The heart beats --------------------------------------------------------------------------

    async def _beat(self) -> dict[UUID, Pulse]:
        await asyncio.sleep(settings.PARLOUR_HEARTBEAT_SECONDS)
        return await self.hub.pulses(self.followers)

    async def _on_beat(self, pulses: dict[UUID, Pulse]) -> None:
        """Ping with where every match stands; tell what a lost nudge did not."""
        if self.missed_pongs >= MOST_MISSED_PONGS:
            raise HangUp(Close.SLOW_CONSUMER, "no pong")
        self.missed_pongs += 1
        frames = await in_database(self._look_round, pulses)
        await self.connection.say(*frames)

    def _look_round(self, pulses: dict[UUID, Pulse]) -> Frames:
        behind = [
            follower
            for match_id, follower in self.followers.items()
            if (pulse := pulses.get(match_id))
            and follower.lags(pulse)
            # What is on its way need not be looked for.
            and not (follower.ply < pulse.ply and self.hub.comes(match_id, pulse.ply))
        ]
        frames = [frame for each in behind for frame in each.catch_up()]
        return [*frames, self._heartbeat()]

    def _heartbeat(self) -> PingFrame:
        plies = {match_id: each.ply for match_id, each in self.followers.items()}
        return PingFrame(d=Heartbeat(server_time=clock.now(), plies=plies))


def _first(group: BaseExceptionGroup[Any]) -> Any:
    """Return the first exception of a group, whatever groups it stands in."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
