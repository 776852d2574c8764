"""Where a load is put: real server processes, on SQLite or on private PostgreSQL and Valkey."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

from config.server import listen
from config.services.keeper import PrivateServices

Database = Literal["sqlite", "postgres"]

ROOT = Path(__file__).parents[1]
START_SECONDS = 60.0
STOP_SECONDS = 15.0


class Place:
    """A server that answers at `url`: its web processes, and the memory they hold."""

    def __init__(self, webs: Sequence[subprocess.Popen[str]], url: str) -> None:
        self.webs, self.url = webs, url

    def memory(self) -> int:
        """Return the bytes of memory that are the web processes' (resident)."""
        return sum(_memory(web.pid) for web in self.webs)

    def cpu_seconds(self) -> float:
        """Return the processor time the web processes have used."""
        return sum(_cpu_seconds(web.pid) for web in self.webs)


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return 1024 * int(line.split()[1])


def _cpu_seconds(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def place(database: Database, webs: int = 1) -> Iterator[Place]:
    """Start what a deployment on this database consists of; stop it all at the end.

    SQLite: one process.  PostgreSQL (durable): web processes that share a port, a worker and the
    beat, under the settings of ``make play PROFILE=full``.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="parlour-bench-"))
        environment = _environment(folder)
        if database == "postgres":
            urls = stack.enter_context(PrivateServices(durable=True))
            environment |= urls.environment() | {
                "DJANGO_SETTINGS_MODULE": "config.settings.full",
                "PARLOUR_SECRET_KEY": "of-a-bench-that-is-gone-in-a-minute-" + "x" * 20,
                "PARLOUR_ALLOWED_HOSTS": "127.0.0.1",
            }
        _run(environment, "manage.py", "migrate", "--verbosity", "0")
        bound = stack.enter_context(listen("127.0.0.1", 0))
        server = ("-m", "config.server", "--fd", str(bound.fileno()))
        count = webs if database == "postgres" else 1
        started = [
            stack.enter_context(_child(environment, *server, inherits=bound)) for _ in range(count)
        ]
        # Each says its address when it is about to serve; the last of them is waited for.
        url = [(web.stdout.readline() if web.stdout else "").strip() for web in started][-1]
        wait_for(url)
        if database == "postgres":
            celery = ("-m", "celery", "-A", "config", "--quiet")
            worker = ("worker", "-Q", "clock,ai", "-c", "1", "--loglevel", "ERROR")
            beat = ("beat", "-S", "celery.beat:Scheduler", "--loglevel", "ERROR")
            stack.enter_context(_child(environment, *celery, *worker))
            stack.enter_context(_child(environment, *celery, *beat))
        yield Place(started, url)


def wait_for(url: str) -> None:
    """Wait until the server is there.  Raises `RuntimeError`."""
    end = time.monotonic() + (START_SECONDS if url else 0)
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=5):  # noqa: S310 - our own
                return
        except (OSError, ValueError):
            time.sleep(0.005)
    raise RuntimeError(f"no server at {url!r}")


@contextmanager
def spied(pid: int, profile: Path | None) -> Iterator[None]:
    """Have py-spy write collapsed stacks of what holds the interpreter into `profile`, if given."""
    if profile is None:
        yield
        return
    command = [
        "py-spy",
        "record",
        "--gil",
        "--function",
        "--rate",
        "400",
        "--format",
        "raw",
        "--pid",
        str(pid),
    ]
    spy = subprocess.Popen([*command, "--output", str(profile)])  # noqa: S603 - from PATH
    try:
        yield
    finally:
        spy.send_signal(signal.SIGINT)
        spy.wait()


def start_seconds() -> float:
    """Return how long a server on SQLite takes from nothing to its first answer."""
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        environment = _environment(folder)
        _run(environment, "manage.py", "migrate", "--verbosity", "0")
        began = time.monotonic()
        with _child(environment, "-m", "config.server", "--port", "0") as web:
            wait_for((web.stdout.readline() if web.stdout else "").strip())
            return time.monotonic() - began


def _environment(folder: str) -> dict[str, str]:
    return {
        **os.environ,
        "PARLOUR_DATA_DIR": folder,
        "PARLOUR_LIMIT_GUESTS": "1000000/3600",
        "PARLOUR_LIMIT_FRAMES": "1000000/10",
        "PARLOUR_LIMIT_REGISTRATIONS": "1000000/3600",
    }


def _run(environment: dict[str, str], *words: str) -> None:
    subprocess.run([sys.executable, *words], env=environment, cwd=ROOT, check=True)  # noqa: S603


@contextmanager
def _child(
    environment: dict[str, str], *words: str, inherits: socket.socket | None = None
) -> Iterator[subprocess.Popen[str]]:
    child = subprocess.Popen(  # noqa: S603 - our own modules
        [sys.executable, *words],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        pass_fds=() if inherits is None else (inherits.fileno(),),
    )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        if child.stdout:
            child.stdout.close()
