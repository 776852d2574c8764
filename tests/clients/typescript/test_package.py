"""The package `parlour-client`: its own tests, its types, its manual, and what it depends on."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.clients.typescript.node import PACKAGE, run, tool
from tests.docs.pages import ROOT, blocks_of
from tests.server.process import Server

TSC = "typescript/bin/tsc"
SNIPPET = re.compile(r"^```ts\n(.*?)^```", re.MULTILINE | re.DOTALL)


def snippets() -> list[str]:
    """Return what the README shows: in Node, in a browser, any operation."""
    return SNIPPET.findall((PACKAGE / "README.md").read_text("utf-8"))


def test_the_session_keeps_the_promises_of_its_own_tests() -> None:
    ran = run("--test", "--test-timeout=20000")
    assert ran.returncode == 0, ran.stdout[-5000:]
    passed = re.search(r"^\S+ pass (\d+)$", ran.stdout, re.MULTILINE)
    assert passed, ran.stdout[-5000:]
    assert int(passed[1]) >= 97


@pytest.mark.slow
def test_the_types_are_those_of_the_published_descriptions() -> None:
    tool("openapi-typescript")
    ran = run("scripts/types.ts", "--check")
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_the_compiler_has_no_objection_to_the_package_nor_to_what_the_tutorial_shows(
    tmp_path: Path,
) -> None:
    """At once, for the tutorial's program imports the package, and to read that takes longest."""
    (tmp_path / "clients").symlink_to(PACKAGE.parent)
    (tmp_path / "var").mkdir()
    [block] = [b for b in blocks_of(ROOT / "docs/api/tutorial.md") if b.language == "ts"]
    assert block.file is not None
    (tmp_path / block.file).write_text(block.text, "utf-8")
    project = json.loads((PACKAGE / "tsconfig.json").read_text())
    config = {
        "extends": str(PACKAGE / "tsconfig.json"),
        "compilerOptions": {"typeRoots": [str(PACKAGE / "node_modules/@types")]},
        "include": [block.file, *(str(PACKAGE / folder) for folder in project["include"])],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    compiled = run(tool(TSC), "--listFiles", "-p", ".", cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
    read = {Path(name) for name in compiled.stdout.splitlines()}
    ours = {path for folder in project["include"] for path in (PACKAGE / folder).rglob("*.ts")}
    assert read >= {tmp_path / block.file, *ours}


def install(folder: Path) -> None:
    """Install the package there as npm would: what is emitted, and its description.

    The compiler says here what it has against the project that is published.
    """
    home = folder / "node_modules/parlour-client"
    ran = run(tool(TSC), "-p", "tsconfig.build.json", "--outDir", home / "dist")
    assert ran.returncode == 0, ran.stdout
    shutil.copy(PACKAGE / "package.json", home)
    (folder / "node_modules/@types").symlink_to(tool("@types"))
    (folder / "node_modules/undici-types").symlink_to(tool("undici-types"))


@pytest.mark.server
@pytest.mark.slow
def test_what_the_readme_shows_compiles_and_runs_with_the_package_installed(
    tmp_path: Path, server: Server
) -> None:
    install(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    in_node, in_browser, any_operation = snippets()
    config = json.loads((PACKAGE / "tsconfig.json").read_text()) | {"include": ["*.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    for name, text in (("node", in_node), ("browser", in_browser), ("any", any_operation)):
        (tmp_path / f"{name}.ts").write_text(text)
    compiled = run(tool(TSC), "-p", ".", cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
    ran = run("node.ts", cwd=tmp_path, PARLOUR_URL=server.url)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("{ code: 1000, reason: 'closed here' }\n")
    assert re.search(r"^\d+ .*\bgame_ended\b", ran.stdout, re.MULTILINE)


def test_it_depends_on_nothing_and_is_developed_with_exact_versions() -> None:
    package = json.loads((PACKAGE / "package.json").read_text())
    assert {"dependencies", "peerDependencies", "optionalDependencies"} & {*package} == set()
    assert {*package["devDependencies"]} == {"@types/node", "openapi-typescript", "typescript"}
    for version in package["devDependencies"].values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)


def test_the_lock_names_what_but_not_from_where() -> None:
    lock = json.loads((PACKAGE / "package-lock.json").read_text())
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert len(packages) > 3
    assert all(re.fullmatch(r"sha512-\S+", entry["integrity"]) for entry in packages)
    assert not any("resolved" in entry for entry in packages)
