"""A world in which everything happens the same way each time: clock, chance, ids and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import count
from random import Random
from types import SimpleNamespace
from unittest import mock
from uuid import UUID

from django.core.cache import cache

from games import clock, dispatch
from tests.conftest import Broker

EVENING = datetime(2030, 1, 1, 20, tzinfo=UTC)


@contextmanager
def same_world(seed: int = 1) -> Iterator[clock.Frozen]:
    """Let nothing happen by accident for as long as the block lasts; no task is done either."""
    random, numbers, broker = Random(seed), count(1), Broker()
    cache.clear()
    with ExitStack() as world:
        time = world.enter_context(clock.frozen(EVENING))
        for name, value in {
            "django.utils.timezone.now": lambda: time.at,
            "accounts.limits.time": SimpleNamespace(time=EVENING.timestamp),
            "uuid_utils.compat.uuid7": lambda: _uuid7(time.at, next(numbers)),
            "knox.crypto.generate_bytes": random.randbytes,
            "secrets.token_bytes": random.randbytes,
            "secrets.token_hex": lambda size=32: random.randbytes(size).hex(),
            "secrets.token_urlsafe": lambda size=32: random.randbytes(size).hex(),
            "secrets.randbits": random.getrandbits,
            "secrets.randbelow": random.randrange,
            "secrets.choice": random.choice,
        }.items():
            world.enter_context(mock.patch(name, value))
        world.enter_context(mock.patch.object(dispatch, "current_app", broker))
        world.enter_context(mock.patch.object(dispatch, "get_channel_layer", return_value=broker))
        world.enter_context(mock.patch.object(dispatch, "reach_broker"))
        yield time
    cache.clear()


def _uuid7(at: datetime, number: int) -> UUID:
    """Return the `number`th UUIDv7 of a moment, the way they sort."""
    ms = int(at.timestamp() * 1000)
    return UUID(int=ms << 80 | 7 << 76 | 2 << 62 | number)
