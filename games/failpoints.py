"""Places where a test may catch a process in the act, to kill it there.

Inert, one comparison, unless ``PARLOUR_FAILPOINTS`` names a folder when the process starts.  Then
whoever first comes to a place whose file lies in the folder takes it: the file ``NAME`` becomes
``NAME.hit``, which holds the process id, and the thread waits there until its process is killed.

- ``committed``: a ply is in the database; nobody was told, no task was sent, nothing answered.
- ``thinking``: a bot knows what it wants, and has not taken the lock.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Final

_FOLDER: Final = os.environ.get("PARLOUR_FAILPOINTS", "")


def reach(name: str) -> None:
    """Wait here for ever, if a test armed this place and nobody else was faster."""
    if _FOLDER:
        _reach(Path(_FOLDER) / name)


def _reach(armed: Path) -> None:
    taken = armed.with_suffix(f".{os.getpid()}")
    try:
        armed.rename(taken)
    except FileNotFoundError:
        return
    taken.write_text(str(os.getpid()))
    taken.rename(armed.with_suffix(".hit"))
    threading.Event().wait()
