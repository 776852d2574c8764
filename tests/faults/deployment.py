"""A whole deployment of the test's own, and what may be done to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import redis

from config.production import Cluster
from config.services.keeper import folder
from config.services.postgres import Postgres
from config.services.valkey import Valkey
from tests.eventually import eventually
from tests.processes import family

ROOT = Path(__file__).resolve().parents[2]
HEARTBEAT_SECONDS = 2.0
SETTINGS = {
    "PARLOUR_BOT_PACE_SECONDS": "0",
    "PARLOUR_HEARTBEAT_SECONDS": str(HEARTBEAT_SECONDS),
    "PARLOUR_LIMIT_GUESTS": "100000/3600",
}


class Deployment:
    """PostgreSQL, Valkey, and a cluster beside them; guests come to `url`."""

    def __init__(self, postgres: Postgres, valkey: Valkey, cluster: Cluster, armed: Path) -> None:
        self.postgres = postgres
        self.valkey = valkey
        self.cluster = cluster
        self.url = cluster.url
        self._armed = armed
        self._asking = threading.Lock()
        self._database: psycopg.Connection[tuple[Any, ...]] | None = None

    # --- What is true -----------------------------------------------------------------------------

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what the database says: unlike a question to the API, it rings no bell."""
        with self._asking:
            try:
                return self._connected().execute(sql.encode(), values).fetchall()
            except psycopg.OperationalError:  # the database was started again
                self._database = None
                return self._connected().execute(sql.encode(), values).fetchall()

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        """Return the one connection: a new one for each of a hundred looks a second is a core."""
        if self._database is None:
            self._database = psycopg.connect(self.postgres.url, autocommit=True)
        return self._database

    def hang_up(self) -> None:
        """Leave the database."""
        if self._database is not None:
            self._database.close()

    def row(self, sql: str, *values: object) -> tuple[Any, ...]:
        """Return the one row."""
        (row,) = self.rows(sql, *values)
        return row

    def now(self) -> datetime:
        """Return the time by the clock that the deadlines are kept by."""
        now: datetime = self.row("select clock_timestamp()")[0]
        return now

    def audit(self, matches: Sequence[str]) -> dict[str, Any]:
        """Return, for each match, whether a replay comes out the same and no card came or went."""
        ran = subprocess.run(
            [sys.executable, "-m", "tests.faults.audit", *matches],
            cwd=ROOT,
            env={**self.cluster.environment, "PARLOUR_PROCESS": "job"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        found: dict[str, Any] = json.loads(ran.stdout)
        return found

    @contextmanager
    def broker(self) -> Iterator[redis.Redis]:
        """Talk to Valkey."""
        client = redis.Redis.from_url(self.valkey.url)
        try:
            yield client
        finally:
            client.close()

    # --- What is done to it -----------------------------------------------------------------------

    def arm(self, name: str) -> Path:
        """Arm a failpoint; return the file that appears, with a process id, once it is reached."""
        hit = self._armed / f"{name}.hit"
        hit.unlink(missing_ok=True)
        (self._armed / name).touch()
        return hit

    def disarm(self) -> None:
        """Leave no failpoint behind."""
        for path in self._armed.iterdir():
            path.unlink()

    def named(self, pid: int) -> str:
        """Return the name of the process with this id."""
        for name in self.cluster.processes:
            if pid in {each.pid for each in family(self.cluster.pid(name))}:
                return name
        raise LookupError(pid)

    def kill(self, name: str) -> int:
        """Kill a process (``kill -9``); return how often it had been started."""
        starts = self.cluster.processes[name].starts
        self.cluster.kill(name)
        return starts

    def is_back(self, name: str, starts: int) -> bool:
        """Say whether a process that had been started so often was started again, and works."""
        process = self.cluster.processes[name]
        return process.starts > starts and process.ready

    @contextmanager
    def stopped(self, name: str) -> Iterator[None]:
        """Let a process, and those of its pool, stand still (SIGSTOP) for as long as the block."""
        self._signal(name, signal.SIGSTOP)
        try:
            yield
        finally:
            self.resume(name)

    def resume(self, name: str) -> None:
        """Let a process go on that stood still (SIGCONT); a repeat does nothing."""
        self._signal(name, signal.SIGCONT)

    def _signal(self, name: str, number: signal.Signals) -> None:
        for each in family(self.cluster.pid(name)):
            os.kill(each.pid, number)

    def healthy(self) -> bool:
        """Say whether everything runs and has swept lately: the next test may begin."""
        ages = self.rows("select clock_timestamp() - at from games_sweep where name = 'sweep'")
        return self.cluster.ready and bool(ages) and ages[0][0].total_seconds() < 3


@contextmanager
def deployed() -> Iterator[Deployment]:
    """Run a deployment.  Called in the main thread: the kernel ends the servers with it."""
    with folder() as base:
        postgres = Postgres(base, durable=False)
        try:
            valkey = Valkey(base)
            try:
                with _clustered(base, postgres, valkey) as deployment:
                    yield deployment
            finally:
                valkey.stop()
        finally:
            postgres.stop()


@contextmanager
def _clustered(base: Path, postgres: Postgres, valkey: Valkey) -> Iterator[Deployment]:
    logs, armed = base / "logs", base / "armed"
    logs.mkdir()
    armed.mkdir()
    addresses = {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url}
    settings = {**SETTINGS, **addresses, "PARLOUR_FAILPOINTS": str(armed)}
    settings["PARLOUR_DATA_DIR"] = str(base / "data")
    with Cluster(settings, logs=logs) as cluster:
        deployment = Deployment(postgres, valkey, cluster, armed)
        eventually(deployment.healthy, seconds=60)
        try:
            yield deployment
        finally:
            deployment.hang_up()
            _tell(logs)


def _tell(logs: Path) -> None:
    """Print what the processes said: pytest shows it with a test that failed."""
    for log in sorted(logs.iterdir()):
        sys.stdout.write(f"--- {log.name}\n{log.read_text('utf-8', 'replace')[-4000:]}\n")
