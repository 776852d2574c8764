"""A private PostgreSQL: its own cluster, a password, a port of the loopback address only."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import stat
import subprocess
import tempfile
from pathlib import Path

import psycopg

from config.services.child import (
    PORT_TRIES,
    Account,
    Child,
    ServicesError,
    free_port,
    plain_environment,
    unprivileged,
)
from config.services.programs import postgres_folder

KEPT = Path("/var/tmp")  # noqa: S108 - what lies there is checked to be root's own
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
}
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres:
    """One cluster with one database, ``parlour``."""

    def __init__(self, base: Path, *, durable: bool) -> None:
        self._base, self._data = base, base / "postgres"
        self._account = unprivileged()
        self._folder = reachable(postgres_folder(), self._account)
        self._settings = SETTINGS if durable else SETTINGS | NOT_DURABLE
        self._password = secrets.token_urlsafe(24)
        self._port = 0
        self._make_cluster()
        self.child = self._first_start()
        with psycopg.connect(self._at("postgres"), autocommit=True) as connection:
            connection.execute("create database parlour")

    @property
    def url(self) -> str:
        """Where it answers, with the password."""
        return self._at("parlour")

    def stop(self) -> None:
        """Stop it as an operator would restart it: sessions end, nothing committed is lost."""
        self.child.stop()

    def start(self) -> None:
        """Start it again where it was, with what it had.  Raises `ServicesError`."""
        self.child = self._run()
        if not self.child.answers(self._answers):
            raise ServicesError(f"PostgreSQL did not start: {self.child.log()}")

    def _at(self, database: str) -> str:
        return f"postgresql://parlour:{self._password}@127.0.0.1:{self._port}/{database}"

    def _make_cluster(self) -> None:
        self._data.mkdir(mode=0o700)
        secret = self._base / "postgres.password"
        secret.touch(0o600)
        secret.write_text(self._password + "\n")
        if self._account:
            os.chown(self._data, *self._account)
            os.chown(secret, *self._account)
        try:
            self._initdb(secret)
        finally:
            secret.unlink()

    def _initdb(self, secret: Path) -> None:
        command = [self._folder / "initdb", "-D", self._data, "-U", "parlour", "-E", "UTF8"]
        command += ["-A", "scram-sha-256", "--pwfile", secret, "--locale=C", "--no-sync"]
        done = subprocess.run(  # noqa: S603 - found by `programs`
            [str(word) for word in command],
            capture_output=True,
            check=False,
            cwd="/",
            env=plain_environment(),
            **(self._account.options() if self._account else {}),
        )
        if done.returncode:
            raise ServicesError(f"initdb failed: {done.stderr.decode('utf-8', 'replace')[-2000:]}")

    def _first_start(self) -> Child:
        said = ""
        for _ in range(PORT_TRIES):
            self._port = free_port()
            child = self._run()
            if child.answers(self._answers):
                return child
            said = child.log()
        raise ServicesError(f"PostgreSQL did not start: {said}")

    def _run(self) -> Child:
        settings = [word for pair in self._settings.items() for word in ("-c", "=".join(pair))]
        command: list[str | Path] = [self._folder / "postgres", "-D", self._data]
        command += ["-p", str(self._port), *settings]
        # SIGINT is the fast stop: sessions are ended, nothing is lost.
        log = self._base / "postgres.log"
        return Child(command, log, account=self._account, stop=signal.SIGINT)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._at("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


def reachable(folder: Path, account: Account | None) -> Path:
    """Return `folder` (…/bin), or a copy of its tree that `account` can reach.

    The environment may lie under root's closed home.  The copy is made once per release and kept
    where root alone may write.  Raises `ServicesError`.
    """
    if account is None or _can_run(folder / "initdb", account):
        return folder
    kept = KEPT / f"parlour-postgres-{folder.stat().st_mtime_ns:x}"
    if not kept.exists():
        fresh = Path(tempfile.mkdtemp(prefix="parlour-postgres-", dir=KEPT))
        shutil.copytree(folder.parent, fresh, dirs_exist_ok=True, symlinks=True)
        fresh.chmod(0o755)
        with contextlib.suppress(OSError):  # somebody else was faster: theirs is as good
            fresh.rename(kept)
        shutil.rmtree(fresh, ignore_errors=True)
    found = kept.lstat()
    if found.st_uid != 0 or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise ServicesError(f"{kept} is not root's own: remove it")
    return kept / folder.name


def _can_run(program: Path, account: Account) -> bool:
    command = [str(program), "--version"]
    try:
        done = subprocess.run(  # noqa: S603 - found by `programs`
            command, capture_output=True, cwd="/", check=False, **account.options()
        )
    except OSError:
        return False
    return bool(done.returncode == 0)
