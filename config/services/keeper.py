"""The keeper: a process that owns the servers, so that they end with whoever wanted them.

It ends them when its standard input closes, and the kernel closes that whenever the owner dies, by
``kill -9`` too; should the keeper itself be killed, the servers get a signal from the kernel, and
the next keeper removes the folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple

from config.services.child import STOP_SECONDS, ServicesError
from config.services.postgres import Postgres
from config.services.valkey import Valkey

PREFIX = "parlour-services-"


class Urls(NamedTuple):
    """Where the two servers answer, passwords included."""

    database: str
    redis: str
    folder: str = ""
    """Where they keep what they keep.  What others leave there is removed with it."""

    def environment(self) -> dict[str, str]:
        """Return the environment variables that the settings read.

        ``PARLOUR_PRIVATE_SERVICES`` says that these are ours to fill and to drop: the tests look
        at the two addresses only then.
        """
        return {
            "DATABASE_URL": self.database,
            "REDIS_URL": self.redis,
            "PARLOUR_PRIVATE_SERVICES": "1",
        }


class PrivateServices:
    """Both servers for as long as the block runs."""

    def __init__(self, *, durable: bool = False) -> None:
        self._durable = durable
        self._keeper: subprocess.Popen[str] | None = None

    def __enter__(self) -> Urls:
        """Start them.  Raises `ServicesError`."""
        command = [sys.executable, "-m", "config.services", "--keep"]
        self._keeper = subprocess.Popen(  # noqa: S603 - our own module
            [*command, *(["--durable"] if self._durable else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parents[2],
            start_new_session=True,
        )
        line = self._keeper.stdout.readline() if self._keeper.stdout else ""
        answer = json.loads(line or '{"error": "the keeper of the servers died"}')
        if error := answer.get("error"):
            self._stop()
            raise ServicesError(error)
        return Urls(**answer)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop them and remove their folder."""
        self._stop()

    def _stop(self) -> None:
        if self._keeper and self._keeper.stdin and self._keeper.stdout:
            self._keeper.stdin.close()
            self._keeper.wait(2 * STOP_SECONDS + 5)
            self._keeper.stdout.close()


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a folder for the servers and remove it at the end, and those that nobody removed."""
    # Under a name that nobody tidies up, until it is seen to be kept.
    unkept = Path(tempfile.mkdtemp(prefix=f".{PREFIX}"))
    with (unkept / "kept").open("w") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)  # held as long as this process lives
        base = unkept.rename(unkept.with_name(unkept.name.removeprefix(".")))
        for other in base.parent.glob(f"{PREFIX}*"):
            if other != base:
                _remove_if_left(other)
        base.chmod(0o711)  # PostgreSQL's own account passes through; it cannot list
        try:
            yield base
        finally:
            shutil.rmtree(base, ignore_errors=True)


def _remove_if_left(base: Path) -> None:
    """Remove a folder whose keeper was killed; leave one that is kept, or not ours, alone."""
    with contextlib.suppress(OSError), (base / "kept").open("r+") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(base, ignore_errors=True)


@contextlib.contextmanager
def running(*, durable: bool) -> Iterator[Urls]:
    """Run both servers as children of this process."""
    with folder() as base, contextlib.ExitStack() as stack:
        postgres = Postgres(base, durable=durable)
        stack.callback(postgres.stop)
        valkey = Valkey(base)
        stack.callback(valkey.stop)
        yield Urls(postgres.url, valkey.url, str(base))


class _AskedToStop(BaseException):
    """SIGTERM reached the keeper."""


def _raise_stop(number: int, frame: object) -> None:
    del number, frame
    raise _AskedToStop


def keep(owner: IO[str], *, durable: bool) -> None:
    """Run the servers until `owner` closes its end of the pipe or SIGTERM comes."""
    signal.signal(signal.SIGTERM, _raise_stop)
    try:
        with running(durable=durable) as urls:
            _say(urls._asdict())
            with contextlib.suppress(_AskedToStop):
                owner.read()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    except ServicesError as error:
        _say({"error": str(error)})
    except _AskedToStop:
        pass


def _say(answer: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
