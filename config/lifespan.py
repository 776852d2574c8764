"""What happens before the first request and after the last one."""

from __future__ import annotations

import asyncio
import logging

from django.conf import settings

from api.asgi import Receive, Scope, Send
from api.push import in_database
from config.bells import Bells
from config.embedded import Embedded
from games import dispatch
from games.services import upkeep

LETTERS_SECONDS = 1.0
"""How long what was not sent yet may take to leave; the sweep sends it else."""

logger = logging.getLogger("parlour.server")


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Speak ASGI's lifespan protocol."""
    del scope
    await receive()
    try:
        background = await _start()
    except Exception as error:
        logger.exception("The server cannot start.")
        await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(dispatch.flush, LETTERS_SECONDS)
    await asyncio.to_thread(background.stop)
    await send({"type": "lifespan.shutdown.complete"})


async def _start() -> Embedded | Bells:
    """Give the clocks back the time nobody was here, then start what rings the bells.

    With workers of their own, whoever is back first after an outage does the first part.
    """
    await in_database(upkeep.after_outage)
    if not settings.PARLOUR_EMBEDDED:
        return Bells.here()
    # In a thread: Celery looks after database connections, which a loop may not.
    return await asyncio.to_thread(Embedded.started)
