"""A bell set in a web process rings there, at its time, whatever becomes of its task."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import monotonic

import pytest

from api.push import in_database
from config.bells import Bells
from games import dispatch, store
from games.models import Match, Ply
from tests.conftest import Broker
from tests.eventually import eventually_async
from tests.games.conftest import tiny as tiny  # noqa: PLC0414 - the same fixture, shared
from tests.games.tables import dealt, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny")]


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> Broker:
    """Keep tasks from being done."""
    broker = Broker()
    monkeypatch.setattr(dispatch, "current_app", broker)
    return broker


@pytest.fixture(autouse=True)
def quiet_afterwards() -> Iterator[None]:
    yield
    dispatch.ring_here(None)


def running() -> Match:
    return dealt(*people("Ada", "Bob"))


def due(match: Match) -> None:
    """Let the running clocks have run out, as nobody has noticed."""
    row = Match.objects.get(pk=match.pk)
    clocks = {
        timer: {**each, "at": each["at"] - 10**6} if "at" in each else each
        for timer, each in row.clocks.items()
    }
    Match.objects.filter(pk=match.pk).update(clocks=clocks)


async def test_a_bell_rings_in_the_process_that_set_it(unheard: Broker) -> None:
    match = await in_database(running)
    await in_database(due, match)
    bells = Bells.here()
    bells.set(match.pk, 0.0)

    async def rung() -> bool:
        return bool(await in_database(Ply.objects.filter(match=match, seat=None).count))

    await eventually_async(rung)


async def test_every_bell_that_is_sent_is_set_here_too(
    unheard: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[object, float]] = []
    dispatch.ring_here(lambda match_id, at: found.append((match_id, at)))
    before = monotonic()
    await in_database(running)
    after = monotonic()
    sent = [(each.args[0], each.countdown or 0.0) for each in unheard.named("games.ring_bell")]
    assert [str(match_id) for match_id, _ in found] == [match_id for match_id, _ in sent]
    assert found
    for (_, at), (_, countdown) in zip(found, sent, strict=True):
        assert before + countdown <= at <= after + countdown
    Bells.here().stop()
    other = await in_database(lambda: dealt(*people("Cleo", "Dan")))
    assert other.pk not in [match_id for match_id, _ in found]


async def test_who_comes_second_finds_nothing_due(unheard: Broker) -> None:
    match = await in_database(running)
    await in_database(due, match)
    bells = Bells.here()
    for _ in range(5):
        bells.set(match.pk, 0.0)

    async def rung() -> bool:
        return bool(await in_database(Ply.objects.filter(match=match, seat=None).count))

    await eventually_async(rung)
    before = (await in_database(store.look, match.pk)).match.ply
    await asyncio.gather(*(in_database(ring, match) for _ in range(3)))
    assert (await in_database(store.look, match.pk)).match.ply == before


def ring(match: Match) -> int:
    from games.services import play  # noqa: PLC0415 - what a worker's task does

    return play.ring_due(match_id=match.pk)
