"""What the distribution is made of, and that its models are those of the contract."""

from __future__ import annotations

import ast
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from parlour_client import models
from parlour_client.frames import PAYLOADS

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "clients/python"
PACKAGE = CLIENT / "src/parlour_client"
ALLOWED = {"httpx", "msgspec", "parlour_client", "websockets"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_the_package_imports_nothing_but_what_it_declares() -> None:
    found = {name for path in PACKAGE.rglob("*.py") for name in imported(path)}
    assert found - set(sys.stdlib_module_names) == ALLOWED
    declared = tomllib.loads((CLIENT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {requirement.partition(">")[0] for requirement in declared["dependencies"]}
    assert named | {"parlour_client"} == ALLOWED
    assert declared["name"] == "parlour-client"
    assert (PACKAGE / "py.typed").exists()


def test_the_import_contracts_of_the_client_are_kept() -> None:
    judge = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports("
    ran = subprocess.run(
        [sys.executable, "-c", f"{judge}config_filename='../pyproject.toml', no_cache=True))"],
        cwd=CLIENT / "src",
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 kept, 0 broken" in ran.stdout


def test_the_models_are_those_of_the_contract() -> None:
    ran = subprocess.run(
        [sys.executable, CLIENT / "generate_models.py", "--check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_model_that_is_not_what_it_should_be_is_named(tmp_path: Path) -> None:
    copied = tmp_path / "clients/python"
    shutil.copytree(CLIENT / "src", copied / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CLIENT / "generate_models.py", copied)
    (tmp_path / "docs/api").mkdir(parents=True)
    for name in ("openapi.json", "asyncapi.json"):
        shutil.copy(ROOT / "docs/api" / name, tmp_path / "docs/api")
    made = copied / "src/parlour_client/models"
    (made / "answers.py").write_text("spoiled = True\n")
    (made / "left_over.py").touch()
    main = runpy.run_path(str(copied / "generate_models.py"))["main"]
    assert main(["--check"]) == 1
    assert (made / "answers.py").read_text() == "spoiled = True\n"
    assert main([]) == 0
    assert main(["--check"]) == 0
    here = {path.name: path.read_text() for path in (PACKAGE / "models").glob("*.py")}
    assert {path.name: path.read_text() for path in made.glob("*.py")} == here


def test_every_answer_is_a_type_that_msgspec_decodes() -> None:
    kinds: dict[str, Any] = {name: getattr(models, name) for name in models.__all__}
    answers = {
        name: kind
        for name, kind in kinds.items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }
    assert {"Match", "Position", "Problem", "Welcome"} <= {*answers}
    schemas, _ = msgspec.json.schema_components(answers.values())
    assert {str(schema["$ref"]).rpartition("/")[2] for schema in schemas} == {*answers}


def test_unknown_fields_events_and_words_are_ignored() -> None:
    decoder = msgspec.json.Decoder(PAYLOADS["ply"])
    frame = b'{"match":"m","epoch":1,"ply":2,"at":"2030-01-01T12:00:00Z","mood":1,"events":[%s]}'
    assert decoder.decode(frame % b'{"type":"brand_new","x":1}').events == [
        {"type": "brand_new", "x": 1}
    ]
    status = msgspec.convert({"kind": "brand_new", "text": ""}, models.Notice).kind
    assert status == "brand_new"
