"""A server as a child process: it has a log, and the kernel ends it when its parent dies."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

START_SECONDS = 30.0
STOP_SECONDS = 10.0
PORT_TRIES = 5

_PR_SET_PDEATHSIG = 1


class ServicesError(RuntimeError):
    """A server could not be found or did not start; the message says which and why."""


class Account(NamedTuple):
    """Whom PostgreSQL runs as; it refuses to run as root."""

    uid: int
    gid: int

    def options(self) -> dict[str, Any]:
        """Return what `subprocess` takes to run something as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def unprivileged() -> Account | None:
    """Return the account to drop to when we are root, else None.  Raises `ServicesError`."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid)
    raise ServicesError("PostgreSQL does not run as root, and there is no user to run it as")


class Child:
    """One server process, its output in `log`."""

    def __init__(
        self,
        command: Sequence[str | Path],
        log: Path,
        *,
        account: Account | None = None,
        stop: signal.Signals = signal.SIGTERM,
    ) -> None:
        self._stop = stop
        self._log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(  # noqa: S603 - a program found by `programs`
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                env=plain_environment(),
                start_new_session=True,
                preexec_fn=dies_with_its_parent(stop),  # noqa: PLW1509 - no threads yet
                **(account.options() if account else {}),
            )

    def answers(self, probe: Callable[[], bool]) -> bool:
        """Wait until `probe` succeeds; False when the process ended first.

        Raises `ServicesError` after half a minute of silence.
        """
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                return False
            if probe():
                return True
            time.sleep(0.02)
        raise ServicesError(f"no answer in {START_SECONDS:.0f} s: {self.log()}")

    def log(self) -> str:
        """Return the end of what it said."""
        return self._log.read_text("utf-8", "replace")[-2000:]

    def stop(self) -> None:
        """Stop it; kill it when it does not listen."""
        if self.process.poll() is None:
            self.process.send_signal(self._stop)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it without a word (SIGKILL)."""
        self.process.kill()
        self.process.wait()


def dies_with_its_parent(death: signal.Signals, parent: int = 0) -> Callable[[], None]:
    """Return what a child calls before it runs: the kernel signals it when its parent is gone.

    The parent is this process, or the one with the id `parent` when the child itself asks.  To the
    kernel it is the *thread* that started the child.  Only Linux knows how.
    """
    if sys.platform != "linux":
        return lambda: None
    libc = ctypes.CDLL(None)  # here: a child that was just forked should load nothing
    parent = parent or os.getpid()

    def ask_the_kernel() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, death)
        if os.getppid() != parent:  # it died before we asked
            os.kill(os.getpid(), death)

    return ask_the_kernel


def plain_environment() -> dict[str, str]:
    """Return the environment of a server: nothing of ours, no locale but C."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8"}


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
