"""Calls to the servers of this machine."""

from __future__ import annotations

from functools import cache

import httpx


@cache
def caller() -> httpx.Client:
    """Return what calls servers of this machine, each time on a new connection.

    `httpx.get` loads the certificates of the world for each call: 25 ms of work, and whoever looks
    until something is true does nothing else.
    """
    return httpx.Client(
        trust_env=False,
        verify=False,  # noqa: S501 - there is no TLS on a loopback
        limits=httpx.Limits(max_keepalive_connections=0),
        timeout=30,
    )
