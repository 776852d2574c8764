"""The stages: what a deployment must be told, and what the embedded default makes by itself."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from django.core.exceptions import ImproperlyConfigured

import config.settings
from config.settings.embedded import secret_key
from config.settings.files import secret

ROOT = Path(__file__).resolve().parents[2]
DEPLOYMENT = {
    "DJANGO_SETTINGS_MODULE": "config.settings.prod",
    "DATABASE_URL": "postgres://parlour:secret@db.example/parlour",
    "REDIS_URL": "redis://redis.example:6379/0",
    "PARLOUR_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-and-then-some-more-of-it",
    "PARLOUR_ALLOWED_HOSTS": "parlour.example",
}


def manage(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a management command in an environment that holds nothing else."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_deployment_passes_every_check() -> None:
    ran = manage("check", "--deploy", "--fail-level", "WARNING", env=DEPLOYMENT)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_deployment_that_was_not_told_everything_does_not_start() -> None:
    ran = manage("check", env={**DEPLOYMENT, "PARLOUR_SECRET_KEY": ""})
    assert ran.returncode != 0
    assert "Set the PARLOUR_SECRET_KEY environment variable" in ran.stderr


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], ModuleType]:
    """Return a reader of the settings, anew, in an environment that holds nothing else.

    It reads them as a process does that starts; but that takes milliseconds and not a process.
    """

    def read(env: dict[str, str]) -> ModuleType:
        with monkeypatch.context() as patch:
            for name in [*os.environ]:
                patch.delenv(name)
            for name, value in env.items():
                patch.setenv(name, value)
            for stage in ("base", "prod", "full"):
                # Set first, so that what was there before, or nothing, is put back.
                patch.setitem(sys.modules, f"config.settings.{stage}", ModuleType(stage))
                patch.setattr(config.settings, stage, None, raising=False)
                del sys.modules[f"config.settings.{stage}"]
            return import_module(env["DJANGO_SETTINGS_MODULE"])

    return read


Read = Callable[[dict[str, str]], ModuleType]


@pytest.mark.parametrize("missing", sorted(DEPLOYMENT.keys() - {"DJANGO_SETTINGS_MODULE"}))
def test_a_deployment_must_be_told_everything(missing: str, read: Read) -> None:
    env = {name: value for name, value in DEPLOYMENT.items() if name != missing}
    with pytest.raises(ImproperlyConfigured, match=f"Set the {missing} environment variable"):
        read(env)


def test_no_level_logs_headers_frames_and_sql() -> None:
    """In a process of its own: to set up logging is to change that of the tests."""
    script = (
        "import logging, os, sys, django\n"
        "from importlib import import_module\n"
        "from django.utils.log import configure_logging\n"
        "django.setup()\n"
        "for level in sys.argv[1:]:\n"
        "    os.environ['PARLOUR_LOG_LEVEL'] = level\n"
        "    if not level: del os.environ['PARLOUR_LOG_LEVEL']\n"
        "    for stage in ('base', 'prod'): sys.modules.pop(f'config.settings.{stage}')\n"
        "    settings = import_module('config.settings.prod')\n"
        "    configure_logging('logging.config.dictConfig', settings.LOGGING)\n"
        "    for name in ('', 'uvicorn.error', 'websockets', 'django.db.backends'):\n"
        "        print(logging.getLevelName(logging.getLogger(name).getEffectiveLevel()))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, "DEBUG", "debug", "INFO", ""],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **DEPLOYMENT},
        capture_output=True,
        text=True,
        check=True,
    )
    debug = ["DEBUG", "INFO", "INFO", "INFO"]
    assert ran.stdout.split() == [*debug, *debug, *["INFO"] * 4, *["WARNING"] * 4]


@pytest.mark.parametrize("stage", ["prod", "full"])
@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "PARLOUR_SECRET_KEY"])
def test_a_secret_may_be_in_a_file(stage: str, name: str, tmp_path: Path, read: Read) -> None:
    path = tmp_path / "secret"
    path.write_text(f"{DEPLOYMENT[name]}\n")
    env = {**DEPLOYMENT, "DJANGO_SETTINGS_MODULE": f"config.settings.{stage}"}
    said = read(env)
    del env[name]
    filed = read({**env, f"{name}_FILE": str(path)})
    for setting in ("SECRET_KEY", "REDIS_URL", "DATABASES"):
        assert getattr(filed, setting) == getattr(said, setting)
    assert "redis.example" in filed.REDIS_URL
    assert filed.DATABASES["default"]["HOST"] == "db.example"
    assert DEPLOYMENT["PARLOUR_SECRET_KEY"] == filed.SECRET_KEY


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            {"REDIS_URL": "redis://x", "REDIS_URL_FILE": "x"},
            "Set either REDIS_URL or REDIS_URL_FILE",
        ),
        ({"REDIS_URL_FILE": "nowhere"}, "REDIS_URL_FILE: nowhere: No such file"),
        (
            {"REDIS_URL_FILE": os.devnull},
            "Set the REDIS_URL environment variable, or REDIS_URL_FILE",
        ),
        ({}, "Set the REDIS_URL environment variable, or REDIS_URL_FILE"),
    ],
)
def test_a_secret_has_one_source(
    given: dict[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("REDIS_URL", "REDIS_URL_FILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=why):
        secret("REDIS_URL")


@pytest.mark.parametrize(
    ("process", "pooled", "limited", "kept"),
    [("web", True, True, 0), ("worker", False, True, None), ("job", False, False, None)],
)
def test_only_web_processes_have_a_pool_and_jobs_take_their_time(
    process: str, pooled: bool, limited: bool, kept: int | None, read: Read
) -> None:
    database = read({**DEPLOYMENT, "PARLOUR_PROCESS": process}).DATABASES["default"]
    assert ("pool" in database["OPTIONS"]) is pooled
    assert ("statement_timeout" in str(database)) is limited
    assert database["CONN_MAX_AGE"] == kept


def test_the_secret_key_is_made_once_and_kept_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret.key"
    first = secret_key(path)
    assert (len(first) >= 50, secret_key(path)) == (True, first)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_processes_that_start_together_agree_on_the_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path / "secret.key"] * 32))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
