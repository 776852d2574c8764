"""The compose file and the image say nothing that the code does not know."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config.production.cluster import beat, worker

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
OURS = ("migrate", "web", "worker-clock", "worker-ai", "beat")
SERVERS = ("postgres", "redis")
SETTINGS = "".join(path.read_text() for path in (ROOT / "config" / "settings").glob("*.py"))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    return found


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = compose["services"]
    return found


def test_the_production_shape_is_complete(services: dict[str, Any]) -> None:
    assert sorted(services) == sorted(OURS + SERVERS)


def test_workers_and_beat_are_those_of_the_cluster(services: dict[str, Any]) -> None:
    def of(command: tuple[str, ...]) -> list[str]:
        return ["python", *command[command.index("-m") :]]

    assert services["worker-clock"]["command"] == of(worker("clock"))
    assert services["worker-ai"]["command"] == of(worker("ai"))
    assert services["beat"]["command"] == of(beat())


def test_migrations_are_a_job_that_all_others_wait_for(services: dict[str, Any]) -> None:
    migrate = services["migrate"]
    assert migrate["command"] == ["python", "manage.py", "migrate", "--no-input"]
    assert migrate["command"][2] in get_commands()
    assert migrate["restart"] == "no"
    assert migrate["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in set(OURS) - {"migrate"}:
        assert services[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }
    assert all("test" in services[name]["healthcheck"] for name in SERVERS)


def test_every_variable_is_one_the_settings_read(services: dict[str, Any]) -> None:
    for name in OURS:
        for variable in services[name]["environment"]:
            read = variable.removesuffix("_FILE")
            how = "secret" if variable.endswith("_FILE") else r"env\.\w+"
            assert re.search(rf'{how}\("{read}"', SETTINGS), variable


def test_every_secret_is_a_file_that_is_declared_mounted_and_made(
    compose: dict[str, Any], tmp_path: Path
) -> None:
    shutil.copy(DOCKER / "make-secrets", tmp_path)
    made = made_in(tmp_path)
    assert made_in(tmp_path) == made  # what is there stays
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    declared = {name: Path(each["file"]).name for name, each in compose["secrets"].items()}
    assert declared == {name: name for name in made}
    for service in compose["services"].values():
        said = json.dumps([service.get("environment"), service.get("command")])
        assert set(re.findall(r"/run/secrets/(\w+)", said)) <= set(service["secrets"])
        assert set(service["secrets"]) <= set(made)
    assert made["database_password"] in made["database_url"]
    assert made["redis_password"] in made["redis_url"]
    assert "@postgres:5432/" in made["database_url"]
    assert "@redis:6379/" in made["redis_url"]
    assert min(map(len, made.values())) >= 50


def made_in(folder: Path) -> dict[str, str]:
    subprocess.run(["sh", folder / "make-secrets"], check=True)
    return {path.name: path.read_text() for path in (folder / "secrets").iterdir()}


def test_every_volume_is_declared(compose: dict[str, Any]) -> None:
    used = {
        volume.partition(":")[0]
        for service in compose["services"].values()
        for volume in service.get("volumes", ())
    }
    assert used == set(compose["volumes"])


def test_a_container_of_ours_may_do_little(services: dict[str, Any]) -> None:
    for name in OURS:
        service = services[name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert "8000" not in str(service.get("ports", "")) or name == "web"
    assert services["web"]["ports"][0].startswith("127.0.0.1:")


def instructions() -> dict[str, list[str]]:
    text = re.sub(r"\\\n\s*", " ", (DOCKER / "Dockerfile").read_text())
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        found.setdefault(word, []).append(rest)
    return found


def test_the_image_holds_what_runs_installed_by_hash_and_runs_as_nobody_special() -> None:
    image = instructions()
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"clients"}
    copied = {line.split()[0].rstrip("/") for line in image["COPY"]}
    assert packages | {"manage.py", "requirements/prod.txt"} <= copied
    for name in packages | {"manage.py", "requirements/prod.txt"}:
        assert f"!{name}\n" in (DOCKER / "Dockerfile.dockerignore").read_text()
    assert any("--require-hashes" in line for line in image["RUN"])
    assert image["USER"] == ["parlour"]
    assert "/healthz" in image["HEALTHCHECK"][0]
    assert json.loads(image["CMD"][0])[:3] == ["python", "-m", "config.server"]
