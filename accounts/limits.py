"""Counters that say "enough": atomic on whatever cache is configured, per fixed window of time.

A limit is written ``"600/3600"``: so many in so many seconds.  Who is counted is hashed, so that no
name and no address lies about in a cache.
"""

from __future__ import annotations

import hashlib
import time
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from accounts.errors import Allowance, RateLimited


class Limit(NamedTuple):
    """`most` attempts in each window of `seconds`."""

    key: str
    most: int
    seconds: int

    @classmethod
    def named(cls, key: str) -> Limit:
        """Return the limit of this name from the settings (``PARLOUR_LIMITS``)."""
        most, seconds = settings.PARLOUR_LIMITS[key].split("/")
        return cls(key, int(most), int(seconds))


def count(limit: Limit, who: str) -> Allowance:
    """Count one attempt of `who`.  Raises `RateLimited` from the first one too many on."""
    now = time.time()
    window = int(now // limit.seconds)
    used = _increment(_cache_key(limit, who, window), limit.seconds)
    reset_seconds = max(1, round((window + 1) * limit.seconds - now))
    allowance = Allowance(
        limit.key, limit.most, max(0, limit.most - used), limit.seconds, reset_seconds
    )
    if used > limit.most:
        raise RateLimited(allowance)
    return allowance


def forgive(limit: Limit, who: str) -> None:
    """Forget what `who` has used of the current window: whoever signs in was no guesser."""
    cache.delete(_cache_key(limit, who, int(time.time() // limit.seconds)))


def network_of(address: str) -> str:
    """Return what counts as one place: an IPv4 address, or the /64 an IPv6 address lies in."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip) if ip.version == 4 else str(ip_network((ip, 64), strict=False))


def _increment(key: str, seconds: int) -> int:
    """Add one to the counter, which begins at 0 and is forgotten after its window."""
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it was forgotten between the two
        cache.add(key, 1, timeout=seconds)
        return 1


def _cache_key(limit: Limit, who: str, window: int) -> str:
    digest = hashlib.blake2b(who.encode(), digest_size=16).hexdigest()
    return f"limit:{limit.key}:{digest}:{window}"
