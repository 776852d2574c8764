from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from games import failpoints


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note who would wait for ever, instead of letting them."""
    waits: list[str] = []
    monkeypatch.setattr(
        threading.Event, "wait", lambda event, timeout=None: waits.append("for ever")
    )
    return waits


def test_a_failpoint_is_inert_unless_the_environment_names_a_folder(
    tmp_path: Path, waits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "committed").touch()

    failpoints.reach("committed")

    assert (failpoints._FOLDER, waits) == ("", [])
    assert [path.name for path in tmp_path.iterdir()] == ["committed"]


def test_whoever_comes_first_takes_it_and_the_others_pass(
    tmp_path: Path, waits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failpoints, "_FOLDER", str(tmp_path))
    failpoints.reach("committed")  # nobody armed it
    assert waits == []
    (tmp_path / "committed").touch()

    for _ in range(2):
        failpoints.reach("thinking")
        failpoints.reach("committed")

    assert waits == ["for ever"]
    (hit,) = tmp_path.iterdir()
    assert (hit.name, hit.read_text()) == ("committed.hit", str(os.getpid()))
