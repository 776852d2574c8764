"""What was said in a match: an example of every frame, made by the code that makes the frames.

A small table of Work The Strip is played in memory, always the same one: no database, no clock.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec.structs import replace

from accounts.errors import Allowance, RateLimited
from accounts.models import Player
from api import frames
from api.errors import problem_of
from api.hub import ply_frame, position_frame
from api.serializers.problems import RateLimit
from games import selectors
from games.models import Match, Participant, Ply, Status
from games.rules import registry
from games.rules.kernel import IllegalAction, Refusal, Seat, State, step
from games.table import Table

GAME: Final = "work_the_strip"
OPTIONS: Final = {"rounds": 1, "deck": "compact"}
SEATS: Final = 3
KEY: Final = "ab" * 32
"""Of the shuffle."""
PLIES: Final = 6
"""After these seat 2 has laid its sets and may ask."""
NOON: Final = datetime(2030, 1, 1, 12, tzinfo=UTC)
TRACE: Final = "4bf92f3577b34da6a3ce929d0e0e4736"
TOKEN: Final = "5d1c…"  # noqa: S105 - nobody's
ADA: Final = UUID("01945f6a-7c00-7000-8000-00000000000a")
SESSION: Final = UUID("01945f6a-7c00-7000-8000-00000000005e")
MATCH: Final = UUID("01945f6a-7c00-7000-8000-000000000001")
REQUEST: Final = "2f0f0a3c-57a7-4c7e-9d52-9f8d1c0a7a11"
LIMIT: Final = RateLimit(key="frames", limit=600, remaining=0, reset_s=10, window_s=10)


def _clock(ply: int) -> datetime:
    return NOON + timedelta(seconds=2 * ply)


class Evening:
    """The match after some plies, as seat 2 sees it."""

    def __init__(self, plies: int) -> None:
        self.rules = registry.game(GAME, OPTIONS)
        self.state: State = self.rules.setup(SEATS, KEY)
        self.seat: Seat = SEATS - 1
        self.newest = Ply(number=0, events=[], at=NOON)
        for number in range(1, plies + 1):
            self._play(number)

    def _play(self, number: int) -> None:
        seat = self.state.to_act[0]
        action = self.rules.legal_actions(self.state, seat).actions[0]
        done = step(self.rules, self.state, seat, action)
        self.state = done.state
        events = registry.builtins(done.events)
        self.newest = Ply(number=number, seat=seat, events=events, at=_clock(number))

    @property
    def position(self) -> selectors.Position:
        """What seat 2 may know."""
        left = (self.rules.options.turn_seconds - 2) * 1000
        at = round(_clock(self.newest.number).timestamp() * 1000)
        match = Match(
            pk=MATCH,
            game=GAME,
            rules_version=self.rules.version,
            options=OPTIONS,
            seats=SEATS,
            status=Status.RUNNING,
            ply=self.newest.number,
            epoch=1,
            clocks={str(timer.id): {"at": at + left, "since": at} for timer in self.state.timers},
        )
        sitting = [Participant(seat=self.seat, player_id=ADA)]
        table = Table(match, sitting, self.state, _clock(self.newest.number))
        return selectors.position_at(table, self.seat)

    @property
    def seen(self) -> selectors.SeenPly:
        """The newest ply as seat 2 saw it."""
        return selectors.seen_ply(type(self.rules), self.newest, self.seat)


@lru_cache(maxsize=1)
def examples() -> dict[str, list[Any]]:
    """Return examples by the name of the frame's class, as they stand on the wire."""
    before, after = Evening(PLIES), Evening(PLIES + 1)
    resume = frames.Resume(epoch=1, ply=PLIES)
    follow = frames.Follow(match=MATCH, resume=resume)
    action = registry.builtins(before.position.legal.actions[0])
    act = frames.Act(
        match=MATCH, action=action, request_id=REQUEST, decision=before.position.decision
    )
    said = [
        frames.HelloFrame(
            id="1", d=frames.Hello(token=TOKEN, follow=(frames.Follow(match=MATCH),))
        ),
        frames.HelloFrame(d=frames.Hello(ticket="kq3V…", follow=(follow,))),
        frames.FollowFrame(id="2", d=follow),
        frames.UnfollowFrame(id="3", d=frames.Unfollow(match=MATCH)),
        frames.ActFrame(id="4", d=act),
        frames.RefreshFrame(id="5", d=frames.Refresh(token=TOKEN)),
        frames.AskPingFrame(),
        frames.AnswerPongFrame(),
        _welcome(),
        position_frame(MATCH, before.position),
        ply_frame(MATCH, 1, after.seen),
        frames.ResumedFrame(d=frames.Resumed(match=MATCH, from_=PLIES, to=PLIES + 1)),
        frames.ResyncFrame(d=frames.Resync(match=MATCH, reason="too_old")),
        frames.PresenceFrame(d=frames.Presence(match=MATCH, seats=[0, 2])),
        *_notices(),
        frames.AckFrame(id="4", d=frames.Ack(ply=PLIES + 1, replayed=False)),
        frames.AckFrame(id="3", d=frames.Ack()),
        *_nacks(),
        frames.PingFrame(d=frames.Heartbeat(server_time=_clock(PLIES + 1), plies={MATCH: 7})),
        frames.PongFrame(),
    ]
    found: dict[str, list[Any]] = {}
    for frame in said:
        found.setdefault(type(frame).__name__, []).append(_wire(frame))
    return found


def _wire(frame: Any) -> Any:
    """Return a frame as it is written; a client leaves out what it does not say."""
    wire = msgspec.json.decode(msgspec.json.encode(frame))
    if isinstance(frame, frames.ClientFrame):
        return _lean(wire)
    return wire


def _lean(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _lean(value) for key, value in data.items() if value is not None}
    return [_lean(each) for each in data] if isinstance(data, list) else data


def _welcome() -> frames.WelcomeFrame:
    ada = Player(pk=ADA, name="Ada", is_guest=True)
    return frames.WelcomeFrame(
        d=frames.Welcome(
            heartbeat_ms=10_000,
            session=SESSION,
            player=frames.Myself(id=ada.pk, name=ada.name, is_guest=ada.is_guest),
            server_time=_clock(PLIES),
        )
    )


def _notices() -> list[frames.NoticeFrame]:
    return [
        frames.NoticeFrame(d=notice)
        for notice in (
            frames.Notice(kind="restart", text="Back in a moment: the carpet is being changed."),
            frames.Notice(
                kind="maintenance",
                text="The plumber comes at midnight; the tables rest for ten minutes.",
                at=NOON + timedelta(hours=12),
            ),
            frames.Notice(
                kind="rate_warning",
                text="Slowly: frames beyond this limit are refused.",
                ratelimit=replace(LIMIT, remaining=120, reset_s=8),
            ),
        )
    ]


def _nacks() -> list[frames.NackFrame]:
    key, limit, remaining, reset_s, window_s = msgspec.structs.astuple(LIMIT)
    taken = Refusal("already_asked", "/key", {"key": "lola"})
    refused = (
        problem_of(IllegalAction(taken), match_id=MATCH, game=registry.kind(GAME)),
        problem_of(RateLimited(Allowance(key, limit, remaining, window_s, reset_s))),
    )
    return [
        frames.NackFrame(id=str(number), d=replace(problem, trace_id=TRACE))
        for number, problem in enumerate(refused, 4)
    ]
