"""The channel layer on Redis, which threads can send by without an event loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


class RedisChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc] # channels ships no types
    """The pub/sub layer of channels-redis on one server, and one plain publish beside it.

    A thread that nudges would else start a loop, and in it a connection, for each message.
    """

    def __init__(self, hosts: Sequence[Mapping[str, Any]], prefix: str = "asgi") -> None:
        super().__init__(hosts=[dict(host) for host in hosts], prefix=prefix)
        [host] = hosts
        options = {name: value for name, value in host.items() if name != "address"}
        self._prefix = prefix
        self._redis = Redis.from_url(host["address"], retry=Retry(NoBackoff(), 0), **options)

    def group_send_now(self, group: str, message: Mapping[str, Any]) -> None:
        """Send to a group from any thread.  Raises `redis.RedisError` at once when it cannot."""
        self._redis.publish(f"{self._prefix}__group__{group}", self.serialize(message))
