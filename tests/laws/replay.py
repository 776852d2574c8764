"""Replay logs in a process of its own: ``python -m tests.laws.replay < logs.json``.

Reads ``[{"game": "module:Class", "options": …, "seats": …, "key": …, "log": …}]``; prints for each
log the SHA-256 of all its states.  Law 3 runs it under another PYTHONHASHSEED.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from games.rules.kernel import State
from games.rules.registry import AnyGame, builtins, encode_state
from tests.laws.laws_of_writing import replayed, written_log
from tests.laws.matches import Match


def fingerprint(states: Iterable[State]) -> str:
    """Return one hash of all states."""
    return hashlib.sha256(b"".join(map(encode_state, states))).hexdigest()


def replay_elsewhere(matches: list[Match], hash_seed: str) -> list[str]:
    """Return the fingerprints another process comes to, from seeds and logs alone."""
    logs = [
        {
            "game": f"{type(match.game).__module__}:{type(match.game).__qualname__}",
            "options": builtins(match.game.options),
            "seats": match.table.seats,
            "key": match.states[0].rng.key,
            "log": written_log(match).decode(),
        }
        for match in matches
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.replay"],
        input=json.dumps(logs),
        cwd=Path(__file__).parents[2],
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def _game(where: str, options: Any) -> AnyGame:
    module, name = where.split(":")
    kind: type[AnyGame] = getattr(importlib.import_module(module), name)
    return kind(msgspec.convert(options, kind.options_type))


def main() -> None:
    """Print a fingerprint for each log on the standard input."""
    for row in json.load(sys.stdin):
        game = _game(row["game"], row["options"])
        states = replayed(game, row["seats"], row["key"], row["log"].encode())
        sys.stdout.write(fingerprint(states) + "\n")


if __name__ == "__main__":
    main()
