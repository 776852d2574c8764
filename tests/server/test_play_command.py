"""``manage.py play`` and ``demo`` as their users meet them: real processes, real ports."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.calls import caller
from tests.eventually import eventually

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120.0

pytestmark = [pytest.mark.server, pytest.mark.slow]


def listens_to_ctrl_c() -> None:
    """Whoever runs the tests in the background has them, and all they start, ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Evening:
    """One run of a command, everything it prints in a file."""

    def __init__(self, data_dir: Path, log: Path, command: str, *arguments: str) -> None:
        self.log = log
        with log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", command, "--option", "rounds=1", *arguments],
                cwd=ROOT,
                env={
                    **os.environ,
                    "DJANGO_SETTINGS_MODULE": "config.settings.dev",
                    "PARLOUR_DATA_DIR": str(data_dir),
                    "PARLOUR_BOT_PACE_SECONDS": "0",
                },
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=listens_to_ctrl_c,  # noqa: PLW1509 - it takes no lock
            )

    def said(self) -> str:
        return self.log.read_text("utf-8")

    def wait_for(self, text: str) -> None:
        """Wait until it has said this; if it ends before, it never will."""

        def is_said() -> bool:
            found = text in self.said()
            assert found or self.process.poll() is None, self.said()
            return found

        eventually(is_said, seconds=PATIENCE_SECONDS)

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_SECONDS)

    def end(self) -> int:
        return self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Return a starter of commands; what a test leaves running is ended after it."""
    started: list[Evening] = []

    def start(*arguments: str) -> Evening:
        log = tmp_path / f"{len(started)}.log"
        started.append(Evening(tmp_path / "data", log, *arguments))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.terminate()
            one.end()


def test_a_demo_plays_a_match_tells_the_scores_and_ends_well(
    evening: Callable[..., Evening],
) -> None:
    demo = evening("demo", "--port", "0")
    assert demo.end() == 0, demo.said()
    assert "── Day 1." in demo.said()
    standings = demo.said().partition("The week is over.\n")[2].splitlines()
    assert len(standings) == 4
    assert standings[0].split()[0] == "1."


def test_a_demo_of_lap_dance_tells_its_rounds(evening: Callable[..., Evening]) -> None:
    demo = evening("demo", "--game", "lap_dance", "--port", "0", "--option", "rounds=3")
    assert demo.end() == 0, demo.said()
    assert [f"── Round {number}." in demo.said() for number in (1, 2, 3, 4)] == [True] * 3 + [False]
    assert demo.said().count("took in") == 3
    standings = demo.said().partition("the tills are counted.\n")[2].splitlines()
    assert len(standings) == 4
    assert standings[0].split()[0] == "1."
    assert "refused" not in demo.said()


def test_an_evening_hands_the_table_over_with_commands_that_work_as_printed(
    evening: Callable[..., Evening],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        first = evening("play", "--port", str(port))
        first.wait_for("/me/questions")
        assert f"Port {port} is taken; this table is at " in first.said()
    commands = re.findall(r"^curl .*$", first.said(), re.MULTILINE)
    last, table, questions = [obeyed(command) for command in commands]
    assert last.json()["view"]["phase"] == "game_over"
    here = str(last.request.url).partition("/api/")[0]
    nowhere = caller().get(f"{here}/api/v1/nowhere").json()
    assert caller().get(nowhere["type"]).status_code == 200
    assert nowhere["type"].startswith(here)
    assert table.status_code == 201
    waiting = questions.json()["questions"]
    assert [question["match"] for question in waiting] == [table.json()["id"]]

    second = evening("play", "--port", "0")
    assert second.end() == 1
    assert f"(process {first.process.pid}) plays in" in second.said()

    assert first.interrupt() == 0
    assert first.said().endswith("The table is cleared.\n")
    assert "Traceback" not in first.said()

    third = evening("play", "--port", "0")
    third.wait_for("takes a seat")
    assert "Found what earlier evenings left in" in third.said()
    assert ": 2 matches, 2 players." in third.said()
    assert third.interrupt() == 0
    assert "Traceback" not in third.said()


def obeyed(command: str) -> httpx.Response:
    """Do what a printed curl command says, read as a shell reads it."""
    words = shlex.split(command)
    assert words[:2] == ["curl", "-s"]
    method, headers, body, url = "GET", {}, None, ""
    rest = iter(words[2:])
    for word in rest:
        match word:
            case "-X":
                method = next(rest)
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "-d":
                body = next(rest)
            case _:
                url = word
    answer = caller().request(method, url, headers=headers, content=body)
    assert answer.is_success, answer.text
    return answer


def test_an_unknown_game_is_refused_with_the_known_ones(evening: Callable[..., Evening]) -> None:
    refused = evening("play", "--game", "poker")
    assert refused.end() == 2
    assert "choose from 'work_the_strip', 'lap_dance'" in refused.said()
