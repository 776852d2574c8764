"""``manage.py play --profile full``: the production shape as its users meet it."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.eventually import eventually
from tests.processes import Ran, family, gone
from tests.server.test_play_command import Evening, obeyed

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def tmp() -> Iterator[Path]:
    """Return a folder for temporary files that PostgreSQL's own account can reach."""
    with tempfile.TemporaryDirectory(prefix="parlour-evening-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def evening(
    tmp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Evening]]:
    """Return a starter of full evenings, on wheels only: as on a machine that has no servers."""
    monkeypatch.setenv("PARLOUR_SERVICES", "wheels")
    monkeypatch.setenv("TMPDIR", str(tmp))
    started: list[Evening] = []

    def start(command: str) -> Evening:
        log = tmp_path / f"{len(started)}.log"
        arguments = (command, "--profile", "full", "--port", "0")
        started.append(Evening(tmp_path / "data", log, *arguments))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.terminate()
            one.end()


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def servers(processes: list[Ran]) -> set[str]:
    """Return which servers are among these processes."""
    commands = [Path(f"/proc/{each.pid}/cmdline").read_bytes().decode() for each in processes]
    return {name for name in ("postgres", "valkey-server") if any(name in one for one in commands)}


def test_an_evening_works_as_printed_and_leaves_nothing(
    evening: Callable[..., Evening], tmp: Path, tmp_path: Path
) -> None:
    full = evening("play")
    full.wait_for("/me/questions")
    commands = re.findall(r"^curl .*$", full.said(), re.MULTILINE)
    last, table, questions = [obeyed(command) for command in commands]
    assert last.json()["view"]["phase"] == "game_over"
    assert table.status_code == 201
    waiting = questions.json()["questions"]
    assert [question["match"] for question in waiting] == [table.json()["id"]]
    leaves_nothing(full, signal.SIGINT, tmp, tmp_path)


def test_an_evening_that_is_killed_while_its_match_is_told_leaves_nothing(
    evening: Callable[..., Evening], tmp: Path, tmp_path: Path
) -> None:
    """`kill -9`; SIGTERM ends the same processes in tests/config/test_production.py."""
    full = evening("play")
    full.wait_for("── Day 1.")
    leaves_nothing(full, signal.SIGKILL, tmp, tmp_path)


def leaves_nothing(full: Evening, how: signal.Signals, tmp: Path, data: Path) -> None:
    """End an evening, and look for what may be left of it."""
    everybody = family(full.process.pid)
    assert servers(everybody) == {"postgres", "valkey-server"}
    assert left_in(tmp) != []
    full.process.send_signal(how)
    assert full.end() == {signal.SIGINT: 0, signal.SIGKILL: -9}[how]
    eventually(lambda: gone(everybody))
    eventually(lambda: not left_in(tmp))
    assert not (data / "data" / "parlour.sqlite3").exists()
    assert "Traceback" not in full.said()


def test_a_full_demo_plays_a_match_and_leaves_nothing(
    evening: Callable[..., Evening], tmp: Path
) -> None:
    demo = evening("demo")
    assert demo.end() == 0, demo.said()
    assert "The week is over." in demo.said()
    assert left_in(tmp) == []
