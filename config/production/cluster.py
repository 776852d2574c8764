"""Migrations, web processes, a worker for each queue, one beat: started together, kept running."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Final, Self

from config.production.process import ROOT, ClusterError, Process
from config.server import listen, url_of
from config.services.child import dies_with_its_parent

STAGE: Final = "config.settings.full"
WEBS: Final = 2
CONCURRENCY: Final = 2
QUEUES: Final = ("clock", "ai")
START_SECONDS: Final = 90.0
STOP_SECONDS: Final = 15.0
LOOK_SECONDS: Final = 0.05
BACKLOG: Final = 2048
CELERY: Final = (
    *(sys.executable, "-W", "ignore:You're running the worker with superuser"),
    *("-m", "celery", "-q", "-A", "config.celery"),
)


class Cluster:
    """The processes of a deployment, by name: ``web-1``, ``web-2``, ``worker-clock``, ….

    `environment` says where PostgreSQL and Redis are (``DATABASE_URL``, ``REDIS_URL``) and any
    other setting, ``DJANGO_SETTINGS_MODULE`` included if it is not to be the stage `full`; what it
    leaves out comes from this process's environment.

    With `logs`, everything ``NAME`` says goes to ``logs/NAME.log``, else what goes wrong to stderr.

    The web processes accept from one socket that this process keeps open: whoever of them is
    killed, callers are taken by the other, or wait until one is back.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        port_tries: int = 1,
        webs: int = WEBS,
        logs: Path | None = None,
    ) -> None:
        """Take the port.  Raises `OSError` when there is none to be had."""
        self._socket = listen(host, port, tries=port_tries)
        self._socket.listen(BACKLOG)
        self.url = url_of(self._socket)
        self.port: int = self._socket.getsockname()[1]
        self._logs = logs
        self.environment = self._complete(environment)
        self.processes: dict[str, Process] = {}
        for number in range(webs):
            self._add(f"web-{number + 1}", *self._web(), listens=True)
        for queue in QUEUES:
            self._add(f"worker-{queue}", *worker(queue))
        self._add("beat", *beat())
        self._thread = Thread(target=self._run, name="cluster", daemon=True)
        self._stopping = Event()
        # Waited for instead of the thread: a `join` that a signal handler's exception interrupts
        # takes the thread for ended ever after, and the servers would be stopped under its work.
        self._ended = Event()
        self._failure: BaseException | None = None

    def __enter__(self) -> Self:
        """Start everything.  Raises `ClusterError`."""
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop everything."""
        self.stop()

    def start(self) -> None:
        """Migrate, start every process, return when each is at work.  Raises `ClusterError`."""
        self._thread.start()
        end = time.monotonic() + START_SECONDS
        while not self.ready:
            self._stopping.wait(LOOK_SECONDS)
            if self._failure:
                raise ClusterError(str(self._failure)) from self._failure
            if self._stopping.is_set():
                raise ClusterError("stopped before it had started")
            if time.monotonic() > end:
                late = [each.name for each in self.processes.values() if not each.ready]
                raise ClusterError(f"not at work after {START_SECONDS:.0f} s: {', '.join(late)}")

    @property
    def ready(self) -> bool:
        """Whether every process is at work."""
        return all(each.ready for each in self.processes.values())

    def pid(self, name: str) -> int:
        """Return the process id of `name` now.  Raises `ClusterError` while it does not run."""
        return self.processes[name].pid

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> int:
        """Send `name` a signal and return the process id it had; it will be started again."""
        process = self.processes[name]
        pid = process.pid
        process.signal(how)
        return pid

    def ask_to_stop(self) -> None:
        """Let everything stop, without waiting for it.  For signal handlers."""
        self._stopping.set()

    def wait(self) -> None:
        """Return when everything has stopped.  Raises `ClusterError` if it had to."""
        self._ended.wait()
        if self._failure:
            raise ClusterError(str(self._failure)) from self._failure

    def stop(self) -> None:
        """Stop everything in good order; what does not listen is killed.  A repeat does nothing."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._ended.wait()
            self._thread.join()
        self._socket.close()

    # --- In the thread of its own, which is the processes' parent ---------------------------------

    def _run(self) -> None:
        try:
            self._migrate()
            for process in self.processes.values():
                process.start()
            while not self._stopping.wait(LOOK_SECONDS):
                for process in self.processes.values():
                    process.look_after()
        except BaseException as error:  # noqa: BLE001 - told to whoever waits
            self._failure = error
        finally:
            self._stopping.set()
            try:
                self._end()
            finally:
                self._ended.set()

    def _migrate(self) -> None:
        command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
        done = subprocess.run(  # noqa: S603 - our own command
            command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            preexec_fn=dies_with_its_parent(signal.SIGKILL),
        )
        if done.returncode:
            raise ClusterError(f"the migrations failed: {done.stderr.strip()[-2000:]}")

    def _end(self) -> None:
        """Ask every process at once, beat first, so that it sends nothing more."""
        for process in reversed(self.processes.values()):
            process.signal(signal.SIGTERM)
        before = time.monotonic() + STOP_SECONDS
        for process in self.processes.values():
            process.end(before=before)

    # --- What runs --------------------------------------------------------------------------------

    def _add(self, name: str, *command: str, listens: bool = False) -> None:
        self.processes[name] = Process(
            name=name,
            command=command,
            environment=self.environment,
            log=self._logs / f"{name}.log" if self._logs else None,
            listens_at=self._socket.fileno() if listens else None,
        )

    def _web(self) -> tuple[str, ...]:
        return (sys.executable, "-m", "config.server", "--fd", str(self._socket.fileno()))

    def _complete(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return a whole environment: as asked; as here; else loopback only, a key of its own."""
        asked = {**os.environ, "DJANGO_SETTINGS_MODULE": STAGE, **environment}
        if "PARLOUR_SECRET_KEY_FILE" not in asked:
            asked.setdefault("PARLOUR_SECRET_KEY", secrets.token_urlsafe(50))
        asked.setdefault("PARLOUR_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
        asked.setdefault("PARLOUR_PUBLIC_URL", self.url)
        return asked


def worker(queue: str, *, concurrency: int = CONCURRENCY) -> tuple[str, ...]:
    """Return the command of a worker that takes from one queue only: no bot delays a bell."""
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    pool = ("-P", "prefork", "-c", str(concurrency))
    return (*CELERY, "worker", "-Q", queue, "-n", f"{queue}@%h", *pool, *quiet)


def beat() -> tuple[str, ...]:
    """Return the command of the one beat; it keeps nothing."""
    return (*CELERY, "beat")
