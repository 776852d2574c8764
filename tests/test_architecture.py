"""The shape of the project: who may import whom, how long things may be, what a file may say."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from celery import current_app

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("accounts", "api", "clients", "config", "games", "scoring")
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tracked() -> list[Path]:
    """Return what a clone would hold: tracked files, and new ones that are not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def sources() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and "migrations" not in path.parts]


class Written(NamedTuple):
    """What there is to know of a function: its lines, and whether it says what it takes."""

    place: str
    lines: int
    annotated: bool


@cache
def functions() -> list[Written]:
    """Return every function; each file is read once, and no tree is kept."""
    return [
        Written(
            f"{path.relative_to(ROOT)}:{node.lineno} {node.name}",
            (node.end_lineno or 0) - node.lineno + 1,
            node.returns is not None and all(arg.annotation for arg in _arguments(node)),
        )
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, FUNCTION)
    ]


# --- Who may import whom --------------------------------------------------------------------------


class Planted(NamedTuple):
    """A line that has no business in a module, and the contract it breaks."""

    module: str
    line: str
    contract: str


PLANTED = [
    Planted(*planted)
    for planted in (
        ("games/rules/work_the_strip/rules.py", "import time", "pure"),
        ("games/rules/kernel.py", "import secrets", "pure"),
        ("games/ai/bots.py", "import games.store", "games"),
        ("games/rules/kernel.py", "import games.rules.registry", "rules"),
        ("games/rules/work_the_strip/state.py", "from . import view", "work_the_strip"),
        ("games/services/play.py", "import celery", "celery"),
        ("games/tasks.py", "import channels.layers", "channels"),
        ("games/models.py", "import api.errors", "apps"),
        ("scoring/selectors.py", "import config.urls", "apps"),
        ("clients/work_the_strip/policy.py", "import games.rules.kernel", "clients"),
        ("accounts/errors.py", "import accounts.services", "accounts_and_scoring"),
    )
]
JUDGE = """
import contextlib, io, json, pathlib, sys
from importlinter.cli import lint_imports
found = []
for module, line, contract in json.load(sys.stdin):
    spoilt, said = pathlib.Path(module), io.StringIO()
    honest = spoilt.read_text("utf-8")
    spoilt.write_text(f"{honest}\\n{line}\\n", "utf-8")
    with contextlib.redirect_stdout(said):
        code = lint_imports(limit_to_contracts=(contract,), no_cache=True)
    spoilt.write_text(honest, "utf-8")
    found.append([code, said.getvalue()])
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[Planted, tuple[int, str]]:
    """Spoil a copy of the packages line by line; return what is said of the contract of each."""
    tree = tmp_path_factory.mktemp("copied")
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / package, tree / package, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tree)
    ran = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input=json.dumps(PLANTED),
        cwd=tree,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return dict(zip(PLANTED, map(tuple, json.loads(ran.stdout)), strict=True))


def test_the_import_contracts_are_kept() -> None:
    judge = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports("
    verdict = subprocess.run(
        [sys.executable, "-c", f"{judge}no_cache=True))"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


@pytest.mark.parametrize("planted", PLANTED, ids="-".join)
def test_a_planted_import_breaks_its_contract(
    planted: Planted, verdicts: dict[Planted, tuple[int, str]]
) -> None:
    code, said = verdicts[planted]
    assert code == 1
    assert "0 kept, 1 broken" in said, said
    assert planted.module.removesuffix(".py").replace("/", ".") in said, said


def test_the_embedded_default_loads_with_nothing_but_base(tmp_path: Path) -> None:
    """What only requirements/prod.txt pins is not there when `make play` runs."""
    script = (
        "import sys\n"
        "for name in ('psycopg', 'redis', 'channels_redis'): sys.modules[name] = None\n"
        "import django; django.setup()\n"
        "import config.asgi, config.embedded, config.server\n"
        "import api.management.commands.demo, api.management.commands.play\n"
        "from django.core.management import get_commands\n"
        "print(get_commands()['play'], get_commands()['demo'])"
    )
    base = (ROOT / "requirements/base.txt").read_text()
    assert not re.search(r"^(psycopg|redis|channels-redis)\b", base, re.MULTILINE)
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "config.settings.dev", "PARLOUR_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "api api\n", ran.stderr


def test_rules_and_bots_load_without_django() -> None:
    load = (
        "import sys, games.ai.bots, games.rules.registry as registry\n"
        "assert registry.names()\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", load], cwd=ROOT, check=True, capture_output=True, text=True
    )
    frameworks = {"asgiref", "celery", "channels", "django", "kombu", "redis", "rest_framework"}
    assert not frameworks & set(loaded.stdout.split())


@pytest.mark.parametrize("path", sorted((ROOT / "games/rules").rglob("*.py")), ids=str)
def test_rules_use_no_door_to_the_world(path: Path) -> None:
    """What needs no import: built-in doors, and `random` for anything but the type `Random`."""
    doors = {"open", "input", "print", "exec", "eval", "hash", "id", "__import__"}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {*doors, "Random"}, f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Import):
            assert "random" not in {name.name for name in node.names}, f"{path.name}:{node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {name.name for name in node.names} == {"Random"}, f"{path.name}:{node.lineno}"


def test_every_task_that_is_sent_by_name_is_registered() -> None:
    current_app.loader.import_default_modules()
    sent = set(
        re.findall(r'"((?:games|scoring)\.[a-z_]+)"', (ROOT / "games/dispatch.py").read_text())
    )
    beat = {entry["task"] for entry in current_app.conf.beat_schedule.values()}
    routed = set(current_app.conf.task_routes)
    assert {"games.ring_bell", "games.take_bot_turn", "scoring.rate_match"} <= sent
    assert sent | beat | routed <= set(current_app.tasks)


# --- How long, how typed --------------------------------------------------------------------------


def test_no_file_has_more_than_400_lines() -> None:
    lengths = {
        path.relative_to(ROOT): sum(
            bool(line.strip()) for line in path.read_text("utf-8").splitlines()
        )
        for path in sources()
        if "models" not in path.parts  # what a generator wrote for the client in Python
    }
    # Promised to be one file, to be read and run by whoever trusts nothing else of ours.
    verifier = lengths.pop(Path("clients/verifier/verify.py"))
    assert verifier <= 820
    # Written by a program, and read by one: `generate_models.py`.
    models = Path("clients/python/src/parlour_client/models")
    lengths = {path: length for path, length in lengths.items() if path.parent != models}
    assert {path: length for path, length in lengths.items() if length > 400} == {}


def test_no_function_has_more_than_50_lines() -> None:
    assert len(functions()) > 1000
    assert [function for function in functions() if function.lines > 50] == []


def test_every_function_says_what_it_takes_and_returns() -> None:
    assert [function.place for function in functions() if not function.annotated] == []


def _arguments(node: Function) -> list[ast.arg]:
    spec = node.args
    named = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
    if named and named[0].arg in {"self", "cls"}:
        named = named[1:]
    return named + [arg for arg in (spec.vararg, spec.kwarg) if arg]


# --- What a file may say --------------------------------------------------------------------------


def test_no_file_names_a_machine_or_a_registry() -> None:
    """Paths of somebody's machine and hosts of package registries have no business in a clone."""
    machine = r"(?<![\w.])/(?:root|home/\w+|work|farm|Users/\w+|opt/\w+)/"
    registry = r"py[p]i[.]org|python[h]osted[.]org|registry[.]np[m]js"  # does not match itself
    forbidden = re.compile(f"{machine}|{registry}")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked()
        for number, line in enumerate(_lines(path), 1)
        if forbidden.search(line)
    ]
    assert found == []


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
