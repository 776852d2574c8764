"""Whatever is cut, and wherever a client says it stopped: no gap, nothing twice, all or nothing."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, NamedTuple
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from api import follower
from api.push import in_database
from games import selectors
from games.models import Match
from tests.api.talk import Talk
from tests.games.tables import dealt, does, people, picked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny", "unheard")]

MOST = 4
"""Plies that are brought after a break; small enough to be passed often."""
EPOCH = 1


class Play(NamedTuple):
    """So many plies, while the client listens or is away."""

    plies: int


class Return(NamedTuple):
    """Cut the line and call again, perhaps while the table plays on; it is cut again later."""

    knows: Literal["newest", "older", "future", "epoch", "nothing"]
    meanwhile: int
    missed: int = 0
    """Plies after the next cut."""


STEPS = st.lists(
    st.one_of(
        st.builds(Play, st.integers(1, MOST + 2)),
        st.builds(
            Return,
            st.sampled_from(["newest", "older", "future", "epoch", "nothing"]),
            st.integers(0, 2),
            st.integers(0, MOST + 1),
        ),
    ),
    min_size=2,
    max_size=6,
)


class Client:
    """What a client knows, and the laws it holds every frame to."""

    def __init__(self) -> None:
        self.ply: int | None = None
        self.told: dict[int, list[Any]] = {}
        self.resumed_to: int | None = None

    def resume(self, how: Return, now: int) -> dict[str, int] | None:
        """Return where to say that it stopped."""
        known = self.ply or 0
        self.resumed_to = None
        match how.knows:
            case "nothing":
                self.ply = None
                return None
            case "older":
                self.ply = max(0, known - 2)
            case "future":
                self.ply = now + how.meanwhile + 1
            case "newest":
                self.ply = known
        epoch = EPOCH + 1 if how.knows == "epoch" else EPOCH
        return {"epoch": epoch, "ply": self.ply or 0}

    def hears(self, frame: dict[str, Any]) -> None:
        """Take one frame about the match."""
        d = frame["d"]
        match frame["t"]:
            case "resync":
                self.ply = None
            case "resumed":
                assert d["from"] == self.ply
                assert 0 <= d["to"] - d["from"] <= MOST
                self.resumed_to = d["to"]
            case "ply":
                assert self.ply is not None, "plies come after a position"
                assert d["ply"] == self.ply + 1
                assert self.told.setdefault(d["ply"], d["events"]) == d["events"]
                self.ply += 1
            case "position":
                assert self.ply in (None, d["ply"])
                assert self.resumed_to is None or d["ply"] >= self.resumed_to
                self.ply = d["ply"]


async def began(names: list[str]) -> tuple[Match, Player]:
    ada, bob = await in_database(people, *names)
    match = await in_database(dealt, ada, bob, seconds=3000)
    await in_database(picked, match, ada, bob)
    return match, ada


async def plays(match: Match, player: Player, plies: int) -> None:
    """Look at one's card so often, which is a ply each time and ends no turn."""
    for _ in range(plies):
        await in_database(does, player, match, "peek")


async def follows(talk: Talk, client: Client, match: Match, player: Player, how: Return) -> None:
    """Say hello, and hear the first answer: which of the two it must be, and all of it."""
    now = (await in_database(selectors.current_ply, match_id=match.pk)).ply
    resume = client.resume(how, now)
    claimed = client.ply
    hello = talk.hello(player, match.pk, resume=resume)
    await asyncio.gather(hello, plays(match, player, how.meanwhile))
    first = await talk.hear()
    client.hears(first)
    if resume is None:
        assert first["t"] == "position"
    elif how.knows == "epoch":
        assert (first["t"], first["d"]["reason"]) == ("resync", "epoch_changed")
    elif how.knows == "future":
        assert (first["t"], first["d"]["reason"]) == ("resync", "ahead")
    elif first["t"] == "resync":
        assert first["d"]["reason"] == "too_old"
        assert now + how.meanwhile - (claimed or 0) > MOST
    else:
        assert first["t"] == "resumed"
        assert now - (claimed or 0) <= MOST


async def hears_on(talk: Talk, client: Client) -> None:
    """Hear everything that is being said."""
    await talk.say("ping")
    while (frame := await talk.hear())["t"] != "pong":
        client.hears(frame)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
async def test_the_laws_of_resuming(steps: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "MOST_RESUMED_PLIES", MOST)
    match, ada = await began([f"Ada {uuid4().hex[:8]}", f"Bob {uuid4().hex[:8]}"])
    client, last = Client(), 2
    for line in lines(steps):
        async with Talk() as talk:
            await follows(talk, client, match, ada, line.call)
            last += line.call.meanwhile
            await hears_on(talk, client)
            assert client.ply == last
            for step in line.heard:
                await plays(match, ada, step.plies)
                last += step.plies
                await hears_on(talk, client)
                assert client.ply == last
        await plays(match, ada, line.missed)
        last += line.missed
    stored = await in_database(selectors.plies_since, match_id=match.pk, player=ada, after=0)
    events = {seen.number: seen.events for seen in stored}
    assert client.told == {number: events[number] for number in client.told}
    assert max(events) == last


class Line(NamedTuple):
    """One socket: how it begins, the plies it hears, and those after it was cut."""

    call: Return
    heard: list[Play]
    missed: int


def lines(steps: list[Any]) -> list[Line]:
    """Return the sockets these steps make; what is played before the first call is missed."""
    found = [Line(Return("nothing", 0), [], 1)]
    for step in steps:
        if isinstance(step, Return):
            found.append(Line(step, [], step.missed))
        else:
            found[-1].heard.append(step)
    return found
