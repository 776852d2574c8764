"""The production shape as child processes: it serves, it mends itself, it leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from config.production import Cluster, ClusterError
from config.production.process import LONGEST_PAUSE_SECONDS, Process
from config.services.keeper import PrivateServices, Urls
from tests.calls import caller
from tests.eventually import eventually
from tests.processes import family, gone

pytestmark = [pytest.mark.server, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
WEBS = ["web-1", "web-2"]
NAMES = [*WEBS, "worker-clock", "worker-ai", "beat"]


@pytest.fixture(scope="module")
def urls() -> Iterator[Urls]:
    with PrivateServices() as urls:
        yield urls


class Shared:
    """One cluster for every test that leaves it running, or takes it down as its last."""

    def __init__(self, urls: Urls, logs: Path) -> None:
        self.logs = logs
        self._environment = {
            **urls.environment(),
            "PARLOUR_CANARY_SECONDS": "1",
            "PARLOUR_GOODBYE_SECONDS": "1",
        }
        self._cluster: Cluster | None = None

    def running(self) -> Cluster:
        if self._cluster is None:
            cluster = Cluster(self._environment, logs=self.logs)
            cluster.start()
            self._cluster = cluster
            assert [each.starts for each in cluster.processes.values()] == [1] * 5
        return self._cluster

    def stop(self) -> None:
        if self._cluster is not None:
            self._cluster.stop()
            self._cluster = None


@pytest.fixture(scope="module")
def shared(urls: Urls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    shared = Shared(urls, tmp_path_factory.mktemp("logs"))
    yield shared
    shared.stop()


@pytest.fixture
def cluster(shared: Shared) -> Cluster:
    """Return one whose processes all run."""
    cluster = shared.running()
    eventually(lambda: cluster.ready)
    return cluster


def healthy(url: str) -> bool:
    answer: object = caller().get(f"{url}/healthz").json()
    return answer == {"status": "ok"}


def test_readiness_follows_the_workers(cluster: Cluster) -> None:
    def found() -> dict[str, str]:
        checks: dict[str, str] = caller().get(f"{cluster.url}/readyz").json()["checks"]
        return checks

    eventually(lambda: set(found().values()) == {"ok"})
    cluster.kill("worker-ai", signal.SIGSTOP)
    # Its pool goes on with what it has, and is given nothing more.
    eventually(lambda: "no canary for" in found()["queue_ai"], seconds=60)
    assert {name for name, says in found().items() if says != "ok"} == {"queue_ai"}
    cluster.kill("worker-ai", signal.SIGCONT)
    eventually(lambda: set(found().values()) == {"ok"})


def test_a_rolling_restart_closes_every_socket_politely(cluster: Cluster, shared: Shared) -> None:
    address = f"{cluster.url.replace('http', 'ws')}/ws/v1"
    with ExitStack() as calls:
        sockets = [calls.enter_context(call(address)) for _ in range(20)]
        for socket in sockets:
            hello = {"token": token(cluster.url), "follow": []}
            socket.send(json.dumps({"t": "hello", "d": hello}))
            assert json.loads(socket.recv(30))["t"] == "welcome"
        for name in WEBS:
            restart(cluster, name)
        assert {goodbye(socket) for socket in sockets} == {1012}
    for name in WEBS:
        assert "Traceback" not in (shared.logs / f"{name}.log").read_text()


def restart(cluster: Cluster, name: str) -> None:
    """Ask a process to end as an operator does, and wait until it is back."""
    process = cluster.processes[name]
    starts = process.starts
    cluster.kill(name, signal.SIGTERM)
    eventually(lambda: process.starts == starts + 1 and process.ready)


def call(address: str) -> AbstractContextManager[ClientConnection]:
    return connect(address, subprotocols=[Subprotocol("parlour.v1+json")], proxy=None)


def token(url: str) -> str:
    guest = caller().post(f"{url}/api/v1/players/guest", json={})
    return str(guest.json()["token"])


def goodbye(socket: ClientConnection) -> int | None:
    """Return the close code, after whatever was still said."""
    try:
        while True:
            socket.recv(30)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_whoever_is_killed_is_started_again_and_nobody_is_turned_away(cluster: Cluster) -> None:
    for name in NAMES:
        process, others = cluster.processes[name], set(NAMES) - {name}
        starts = {other: cluster.processes[other].starts for other in NAMES}
        before = family(cluster.pid(name))
        assert cluster.kill(name) == before[0].pid

        def is_back(process: Process = process, starts: int = starts[name]) -> bool:
            assert healthy(cluster.url)
            return process.starts == starts + 1 and process.ready

        eventually(is_back)
        assert gone(before)
        assert all(cluster.processes[other].starts == starts[other] for other in others)
        assert cluster.pid(name) != before[0].pid


def test_a_socket_is_accepted_while_no_web_process_is_there(cluster: Cluster) -> None:
    starts = [cluster.processes[name].starts for name in WEBS]
    everybody = family(*map(cluster.pid, WEBS))
    for name in WEBS:
        cluster.kill(name)
    eventually(lambda: gone(everybody))
    assert caller().get(f"{cluster.url}/healthz", timeout=60).status_code == 200
    eventually(lambda: cluster.ready)
    assert [cluster.processes[name].starts for name in WEBS] == [once + 1 for once in starts]


def test_every_process_runs_until_the_stop_and_none_after_it(
    cluster: Cluster, shared: Shared
) -> None:
    assert list(cluster.processes) == NAMES
    assert healthy(cluster.url)
    everybody = family(*map(cluster.pid, NAMES))
    # Each worker has a pool of two.
    assert len(everybody) == 5 + 2 * 2
    shared.stop()
    assert gone(everybody)
    with pytest.raises(httpx.ConnectError):
        healthy(cluster.url)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_whatever_ends_the_parent(
    urls: Urls, how: signal.Signals, tmp_path: Path
) -> None:
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "config.production",
            "--port",
            "0",
            "--webs",
            "1",
            "--logs",
            tmp_path,
        ],
        cwd=ROOT,
        env={**os.environ, **urls.environment()},
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        url = parent.stdout.readline().strip()
        assert healthy(url)
        everybody = family(parent.pid)
        assert len(everybody) == 1 + 4 + 2 * 2
        parent.send_signal(how)
        assert parent.wait(60) == (0 if how == signal.SIGTERM else -how)
        eventually(lambda: gone(everybody))


def test_a_cluster_that_cannot_migrate_says_why(urls: Urls, tmp_path: Path) -> None:
    wrong = {**urls.environment(), "DATABASE_URL": urls.database.replace("parlour:", "nobody:")}
    cluster = Cluster(wrong, logs=tmp_path)
    with pytest.raises(ClusterError, match=r"(?s)the migrations failed: .*authentication failed"):
        cluster.start()
    cluster.stop()
    assert [each.starts for each in cluster.processes.values()] == [0] * 5


def test_who_dies_at_once_is_given_longer_and_longer_pauses() -> None:
    process = Process(name="x", command=["true"], environment={})
    pauses = [process._next_pause(lived=0.1) for _ in range(8)]
    assert pauses == [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, LONGEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS]
    assert process._next_pause(lived=11.0) == 0.0
    assert process._next_pause(lived=0.1) == 0.0
