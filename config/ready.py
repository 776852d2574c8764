"""How a process tells whoever started it that it is at work: one byte into an inherited pipe.

Nobody has to be listening: without ``PARLOUR_READY_FD`` nothing is said.
"""

from __future__ import annotations

import os
from contextlib import suppress

VARIABLE = "PARLOUR_READY_FD"
BYTE = b"r"


def say_ready() -> None:
    """Say it, once."""
    if number := os.environ.pop(VARIABLE, ""):
        with suppress(OSError):  # whoever wanted to know has gone
            os.write(int(number), BYTE)
            os.close(int(number))
