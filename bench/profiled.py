"""The server, with a thread that looks every few milliseconds what all the others are doing.

Writes collapsed stacks (``outer;inner count`` on each line) to the file that
``PARLOUR_BENCH_PROFILE`` names when the server ends.  Threads that only wait are left out.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from config import server

EVERY_SECONDS = 0.004
WAITING = {
    ("threading.py", "wait"),
    ("selectors.py", "select"),
    ("thread.py", "_worker"),
    ("base.py", "run"),
    ("profiled.py", "_sample"),
    ("pool.py", "wait"),
}
OWN = Path(__file__).parents[1]


def _sample(stacks: Counter[str], ended: threading.Event) -> None:
    while not ended.wait(EVERY_SECONDS):
        for frame in sys._current_frames().values():  # noqa: SLF001 - there is no other way
            stack = _stack(frame)
            if (stack[-1][0], stack[-1][1]) not in WAITING:
                stacks[";".join(f"{file}:{name}" for file, name in stack)] += 1


def _stack(frame: FrameType | None) -> list[tuple[str, str]]:
    """Return file and function of every frame, outermost first."""
    found = []
    while frame is not None:
        code = frame.f_code
        found.append((_file(code.co_filename), code.co_name))
        frame = frame.f_back
    return found[::-1]


def _file(name: str) -> str:
    """Return a file as we call it: ours by its path, others by their last two names."""
    path = Path(name)
    if path.is_relative_to(OWN) and ".venv" not in path.parts:
        return str(path.relative_to(OWN))
    return path.name


def main() -> None:
    """Serve, and write what was seen."""
    stacks: Counter[str] = Counter()
    ended = threading.Event()
    threading.Thread(target=_sample, args=(stacks, ended), daemon=True).start()
    began = time.process_time()
    try:
        server.main()
    finally:
        ended.set()
        lines = [f"{stack} {count}\n" for stack, count in sorted(stacks.items())]
        Path(os.environ["PARLOUR_BENCH_PROFILE"]).write_text("".join(lines))
        sys.stderr.write(f"{time.process_time() - began:.1f} CPU seconds\n")


if __name__ == "__main__":
    main()
