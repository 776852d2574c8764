"""One process of the cluster: started, watched, started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from config.ready import VARIABLE
from config.services.child import dies_with_its_parent

ROOT: Final = Path(__file__).resolve().parents[2]
STEADY_SECONDS: Final = 10.0
"""Who lived so long is started again at once."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 10.0


class ClusterError(RuntimeError):
    """The cluster did not start; the message says what failed."""


@dataclass(kw_only=True)
class Process:
    """A command that is to run for as long as the cluster does.

    Every method but `ready` and `signal` is called in the cluster's own thread: the kernel takes
    the thread that started a process for its parent, and ends the process with it.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path | None = None
    listens_at: int | None = None
    """The file number of the listening socket that it inherits."""
    starts: int = 0
    ready: bool = False
    """Whether it said that it is at work since it was last started."""
    _child: subprocess.Popen[bytes] | None = None
    _ready_fd: int | None = None
    _started_at: float = 0.0
    _start_at: float = 0.0
    _pause: float = field(default=0.0)

    @property
    def pid(self) -> int:
        """Return its process id.  Raises `ClusterError` while it does not run."""
        if self._child is None or self._child.returncode is not None:
            raise ClusterError(f"{self.name} does not run")
        return self._child.pid

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        with suppress(ClusterError, ProcessLookupError):
            os.kill(self.pid, number)

    def start(self) -> None:
        """Start it."""
        ours, theirs = os.pipe()
        os.set_blocking(ours, False)
        kept = [theirs] if self.listens_at is None else [theirs, self.listens_at]
        self._hang_up()
        self.ready, self._ready_fd, self._started_at = False, ours, time.monotonic()
        try:
            self._child = self._run(theirs, kept)
        finally:
            os.close(theirs)
        self.starts += 1

    def _run(self, ready_fd: int, kept: Sequence[int]) -> subprocess.Popen[bytes]:
        out = None if self.log is None else self.log.open("ab")
        try:
            return subprocess.Popen(  # noqa: S603 - one of our own commands
                self.command,
                stdin=subprocess.DEVNULL,
                # A banner is of no use to a terminal; what goes wrong is said on stderr.
                stdout=out or subprocess.DEVNULL,
                stderr=out,
                cwd=ROOT,
                env={**self.environment, VARIABLE: str(ready_fd)},
                pass_fds=kept,
                start_new_session=True,  # a Ctrl-C in the terminal is for the parent alone
                preexec_fn=dies_with_its_parent(signal.SIGKILL),  # noqa: PLW1509 - see there
            )
        finally:
            if out:
                out.close()

    def look_after(self) -> None:
        """Note whether it is ready; start it again, after a pause, when it has died."""
        self._hear()
        if self._child is None or self._child.poll() is None:
            return
        now = time.monotonic()
        if self._start_at == 0.0:
            self.ready = False
            self._start_at = now + self._next_pause(lived=now - self._started_at)
        if now >= self._start_at:
            self._start_at = 0.0
            self.start()

    def ended(self) -> int | None:
        """Return the exit code, None while it runs or before it has."""
        return None if self._child is None else self._child.poll()

    def end(self, *, before: float) -> None:
        """Wait until it has ended; at the monotonic time `before`, kill it."""
        if self._child is None:
            return
        try:
            self._child.wait(max(0.0, before - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self.ready = False
        self._hang_up()

    def _next_pause(self, *, lived: float) -> float:
        if lived >= STEADY_SECONDS:
            self._pause = 0.0
            return 0.0
        pause = self._pause
        self._pause = min(max(2 * pause, FIRST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
        return pause

    def _hear(self) -> None:
        if self._ready_fd is None:
            return
        try:
            self.ready = bool(os.read(self._ready_fd, 1))
        except BlockingIOError:
            return
        self._hang_up()

    def _hang_up(self) -> None:
        if self._ready_fd is not None:
            os.close(self._ready_fd)
            self._ready_fd = None
