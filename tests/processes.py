"""Who descends from whom, and who still runs, as Linux tells it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Ran(NamedTuple):
    """One process; `since` tells it from a later one with the same id."""

    pid: int
    since: str

    def runs(self) -> bool:
        """Say whether it still does; a zombie does not."""
        state = _stat(self.pid)
        return bool(state) and state[0] != "Z" and state[19] == self.since


def family(*pids: int) -> list[Ran]:
    """Return these processes, then everything that descends from them."""
    found: list[Ran] = []
    waiting = list(pids)
    while waiting:
        pid = waiting.pop(0)
        if state := _stat(pid):
            found.append(Ran(pid, state[19]))
        for listed in (PROC / str(pid)).glob("task/*/children"):
            with suppress(OSError):
                waiting += map(int, listed.read_text().split())
    return found


def gone(processes: list[Ran]) -> bool:
    """Say whether none of them runs."""
    return not any(process.runs() for process in processes)


def talks_to(pid: int, port: int) -> bool:
    """Say whether this process holds a TCP connection whose other end is this port here."""
    lines = (PROC / "net/tcp").read_text().splitlines()[1:]
    inodes = {f[9] for f in map(str.split, lines) if int(f[2].partition(":")[2], 16) == port}
    held = set()
    for each in (PROC / str(pid) / "fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            held.add(str(each.readlink()))
    return any(f"socket:[{inode}]" in held for inode in inodes)


def _stat(pid: int) -> list[str]:
    """Return what stands after the name in ``/proc/PID/stat``: the state first."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []
