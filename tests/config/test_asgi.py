"""The web process's few threads: who may keep one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from django.conf import settings

LONG = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
SOON = 20.0


def get(path: str) -> dict[str, Any]:
    """Return the scope of a request."""
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(b"host", b"localhost")],
    }


async def no_body() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def test_whoever_reads_slowly_keeps_no_thread() -> None:
    from config.asgi import threads  # noqa: PLC0415 - it loads Django's apps

    reading, statuses = asyncio.Event(), []

    async def slowly(_: Mapping[str, Any]) -> None:
        await reading.wait()

    async def at_once(message: Mapping[str, Any]) -> None:
        statuses.append(message.get("status"))

    slow = [
        asyncio.create_task(threads(get(LONG), no_body, slowly))
        for _ in range(settings.PARLOUR_HTTP_THREADS)
    ]
    try:
        await asyncio.wait_for(threads(get("/healthz"), no_body, at_once), SOON)
    finally:
        reading.set()
        await asyncio.gather(*slow)
    assert statuses[0] == 200
