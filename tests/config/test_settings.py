"""The stages: what a deployment must be told, and what the embedded default makes by itself."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

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


@pytest.mark.parametrize("missing", sorted(DEPLOYMENT.keys() - {"DJANGO_SETTINGS_MODULE"}))
def test_a_deployment_must_be_told_everything(missing: str) -> None:
    env = {name: value for name, value in DEPLOYMENT.items() if name != missing}
    ran = manage("check", env=env)
    assert ran.returncode != 0
    assert missing in ran.stderr


@pytest.mark.parametrize("stage", ["prod", "full"])
@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "PARLOUR_SECRET_KEY"])
def test_a_secret_may_be_in_a_file(stage: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text(f"{DEPLOYMENT[name]}\n")
    env = {**DEPLOYMENT, "DJANGO_SETTINGS_MODULE": f"config.settings.{stage}"}
    del env[name]
    show = "from django.conf import settings as s; print(s.SECRET_KEY, s.REDIS_URL, s.DATABASES)"
    ran = {
        source: subprocess.run(
            [sys.executable, "-c", show],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], **env, **given},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for source, given in (
            ("file", {f"{name}_FILE": str(path)}),
            ("environment", {name: DEPLOYMENT[name]}),
        )
    }
    assert ran["file"] == ran["environment"]
    assert "redis.example" in ran["file"]


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
    process: str, pooled: bool, limited: bool, kept: int | None
) -> None:
    show = (
        "from django.conf import settings as s; d = s.DATABASES['default'];"
        "print('pool' in d['OPTIONS'], 'statement_timeout' in str(d), d['CONN_MAX_AGE'])"
    )
    env = {"PATH": os.environ["PATH"], **DEPLOYMENT, "PARLOUR_PROCESS": process}
    ran = subprocess.run(
        [sys.executable, "-c", show], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [str(pooled), str(limited), str(kept)]


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
