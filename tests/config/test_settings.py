"""The stages: what a deployment must be told, and what the embedded default makes by itself."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.settings.embedded import secret_key

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


@pytest.mark.parametrize("missing", sorted(DEPLOYMENT.keys() - {"DJANGO_SETTINGS_MODULE"}))
def test_a_deployment_must_be_told_everything(missing: str) -> None:
    env = {name: value for name, value in DEPLOYMENT.items() if name != missing}
    ran = manage("check", env=env)
    assert ran.returncode != 0
    assert missing in ran.stderr


@pytest.mark.parametrize(
    ("level", "expected"), [("DEBUG", "INFO"), ("debug", "INFO"), ("INFO", "INFO"), ("", "WARNING")]
)
def test_no_level_logs_headers_frames_and_sql(level: str, expected: str) -> None:
    script = (
        "import django, logging; django.setup()\n"
        "for name in ('uvicorn.error', 'websockets', 'django.db.backends'):\n"
        "    print(logging.getLevelName(logging.getLogger(name).getEffectiveLevel()))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **DEPLOYMENT}
        | ({"PARLOUR_LOG_LEVEL": level} if level else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == [expected] * 3


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
