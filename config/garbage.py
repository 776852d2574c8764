"""When the web process looks for garbage: never for long while somebody waits.

Python's full collections walk over every object there is, a fifth of a second with a thousand
sockets, during which nobody is answered.  So what has lived for a turn is set aside (frozen), and a
turn's collection walks only over what came since.  What is set aside and becomes garbage is freed
at once as ever; only if it refers to itself it waits for the next whole round.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

YOUNG: Final = 10_000
"""New objects between two looks at the youngest: the usual 700 are a look for each action."""
MIDDLE: Final = 20
NEVER: Final = 1_000_000_000
TURN_SECONDS: Final = 10.0
TURNS_OF_A_ROUND: Final = 360
"""An hour."""


def begin() -> None:
    """Set aside all that was loaded, and leave the oldest to `turn`."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    turn(whole=True)


def turn(*, whole: bool = False) -> None:
    """Collect what became garbage since the last turn, or, `whole`, ever; set the rest aside."""
    if whole:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


async def turns() -> None:
    """Take a turn now and then, for as long as this is awaited."""
    count = 0
    while True:
        await asyncio.sleep(TURN_SECONDS)
        count += 1
        turn(whole=count % TURNS_OF_A_ROUND == 0)
