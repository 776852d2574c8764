"""Ten thousand wrong frames: a nack or a close each, no fault, no change, no memory kept."""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest

from accounts.models import Player
from api.push import in_database
from games.models import Match
from tests.api.fuzzer import Fuzzer
from tests.api.talk import Talk, token_of
from tests.games.tables import dealt, fingerprint, people

pytestmark = [
    pytest.mark.form,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny", "unheard"),
]

FRAMES = 10_000
WARM = 2_000
"""So many until everything that is kept once for all is there."""
FOLLOW_EACH = 20
"""Lines: following costs more than all that is wrong on one."""
SEED = 20_300_101
MOST_BLOCKS_KEPT = 4_000
"""Of memory, over 8,000 frames: half a block a frame would show."""


def real_frames(match: Match, token: str) -> list[dict[str, Any]]:
    """Return good frames, whose acts would change the match."""
    named = {"match": str(match.pk)}
    resume = {"epoch": 1, "ply": 0}
    act = {**named, "action": {"type": "pick", "number": 1}, "request_id": "r", "decision": 1}
    return [
        {"t": "hello", "id": "h", "d": {"token": token, "follow": [{**named, "resume": resume}]}},
        {"t": "follow", "id": "f", "d": {**named, "resume": resume}},
        {"t": "unfollow", "id": "u", "d": named},
        {"t": "act", "id": "a", "d": act},
        {"t": "act", "id": "b", "d": {**act, "action": {"type": "pass"}}},
        {"t": "refresh", "id": "r", "d": {"token": token}},
        {"t": "ping", "id": "p", "d": {}},
        {"t": "pong", "id": "q", "d": {}},
    ]


class Assailant:
    """Somebody who sends anything, and calls again when hung up on."""

    def __init__(self, match: Match, token: str) -> None:
        self.match, self.token = match, token
        self.answers: Counter[str] = Counter()
        self._stack = AsyncExitStack()
        self._talk: Talk | None = None

    async def line(self) -> Talk:
        """Return an open line, on which the match is followed now and then."""
        if self._talk is None:
            self._talk = await self._stack.enter_async_context(Talk())
            follow = [] if self.answers["4500"] % FOLLOW_EACH else [{"match": str(self.match.pk)}]
            await self._talk.say("hello", token=self.token, follow=follow)
            await self._talk.hears("welcome")
            if follow:
                await self._talk.hears("position")
        return self._talk

    async def sends(self, frame: str | bytes) -> None:
        """Send one frame, and hear its one answer."""
        talk = await self.line()
        await talk.send(frame)
        await talk.say("ping", "the marker")
        heard = []
        while (answer := await self._hears(talk)) is not None:
            if answer == {"t": "ack", "id": "the marker", "d": {}}:
                assert await talk.hears("pong") == {}
                break
            heard.append(answer)
        assert len(heard) == (1 if answer else 0), (frame, heard)
        for each in heard:
            assert each["t"] == "nack", (frame, each)
            assert each["d"]["status"] < 500, (frame, each)
            self.answers[each["d"]["code"]] += 1

    async def _hears(self, talk: Talk) -> dict[str, Any] | None:
        """Return the next frame; None: the line was closed, as it must be for what is no frame."""
        message = await talk.line.receive_output(10)
        if message["type"] == "websocket.close":
            assert message["code"] == 4500, message
            self.answers["4500"] += 1
            await self.leaves()
            return None
        frame: dict[str, Any] = json.loads(message["text"])
        return frame if frame["t"] != "presence" else await self._hears(talk)

    async def leaves(self) -> None:
        """Hang up."""
        self._talk = None
        await self._stack.aclose()


async def test_ten_thousand_wrong_frames_change_nothing(settings: Any) -> None:
    settings.PARLOUR_LIMITS = {**settings.PARLOUR_LIMITS, "frames": "1000000/1"}
    settings.PARLOUR_HEARTBEAT_SECONDS = 3600.0
    ada, bob = await in_database(people, "Ada", "Bob")
    match = await in_database(dealt, ada, bob, seconds=3000)
    token = await in_database(token_of, ada)
    before = await in_database(fingerprint, match.pk)
    fuzzer = Fuzzer(SEED, real_frames(match, token))
    assailant, kept = Assailant(match, token), 0
    for number in range(FRAMES):
        if number == WARM:
            kept = blocks()
        await assailant.sends(fuzzer.frame())
    grown = blocks() - kept
    await assailant.leaves()
    assert sum(assailant.answers.values()) == FRAMES
    assert assailant.answers["4500"] > 100
    assert assailant.answers["malformed"] > FRAMES // 2
    assert grown < MOST_BLOCKS_KEPT, grown
    assert await in_database(fingerprint, match.pk) == before
    assert await in_database(Player.objects.count) == 2


def blocks() -> int:
    """Return how many blocks of memory are in use once what nobody needs is gone."""
    gc.collect()
    return sys.getallocatedblocks()
