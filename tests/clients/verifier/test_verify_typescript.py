"""The same forgeries, read by the verifier in TypeScript: it agrees with the other."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clients.verifier import verify
from tests.clients.typescript.node import COMPILED, node
from tests.clients.verifier.forgeries import (
    FORGERIES,
    TABLES,
    Json,
    forged,
    honest,
    seen,
    with_care,
)

pytestmark = pytest.mark.slow

SCRIPT = Path(verify.__file__).with_suffix(".ts")
MANY = """
import { readFileSync } from "node:fs";
const { checks } = await import(process.argv[2]);
const tried = JSON.parse(readFileSync(0, "utf-8")).map(([replay, fairness]) => {
  try {
    return checks(replay, fairness ?? undefined).map((line) => [line.good, line.name, line.found]);
  } catch (fault) {
    return `${fault}`;
  }
});
console.log(JSON.stringify(tried));
"""
PARSED = """
import { readFileSync } from "node:fs";
const { checks, parsed } = await import(process.argv[2]);
const tried = JSON.parse(readFileSync(0, "utf-8")).map((text) => {
  try {
    return checks(parsed(text));
  } catch (fault) {
    return `${fault}`;
  }
});
console.log(JSON.stringify(tried));
"""
HASHES = """
import { readFileSync } from "node:fs";
const { sha256, hmac, blake2b, canonical } = await import(process.argv[2]);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (all) => [...all].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const tried = JSON.parse(readFileSync(0, "utf-8")).map(([key, text, thing]) => [
  hex(sha256(bytes(text))),
  hex(hmac(bytes(key), bytes(text))),
  hex(blake2b(bytes(key), bytes(text))),
  canonical(thing),
]);
console.log(JSON.stringify(tried));
"""


NO_INTEGERS = (
    ('"rules_version":1', '"rules_version":1.0'),
    ('"rules_version":1', '"rules_version":true'),
    ('"after":0', '"after":false'),
    ('"after":0', '"after":-0.0'),
    ('"ply":1,', '"ply":1e0,'),
    ('"ply":1,', '"ply":true,'),
    ('"round":2', '"round":2.0'),
    ('"round":2', '"round":9007199254740993'),
)


def run(*arguments: str, stdin: object = None) -> subprocess.CompletedProcess[str]:
    """Run Node with these arguments."""
    return subprocess.run(
        [str(node()), "--no-warnings", *arguments],
        input=json.dumps(stdin),
        env={"PATH": os.environ.get("PATH", ""), **COMPILED},
        capture_output=True,
        text=True,
        check=False,
    )


def tried(script: str, cases: object) -> Any:
    """Return what a script makes of some cases, in one Node."""
    ran = run("--input-type=module", "-e", script, "-", SCRIPT.as_uri(), stdin=cases)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def in_python(replay: Json, fairness: Json) -> list[list[Any]] | None:
    """Return what the other verifier says; None if it cannot read the file."""
    try:
        return [list(line) for line in verify.checks(replay, fairness)]
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


@pytest.mark.parametrize("game", TABLES)
def test_every_forgery_is_caught_as_the_other_catches_it(game: str) -> None:
    replay, fairness = honest(game)
    clumsy = [forged(game, forge) for forge in FORGERIES]
    careful = [with_care(forged(game, forge)) for forge in (*FORGERIES, *seen(game))]
    clumsy += [forged(game, forge) for forge in seen(game)[-2:]]
    cases = [replay, *clumsy, *careful]

    found = tried(MANY, [[case, fairness] for case in cases])

    good, *bad = ([name for good, name, _ in lines if not good] for lines in found)
    assert good == []
    assert len(bad) == 2 * len(FORGERIES) + len(seen(game)) + 2
    assert all(bad)
    assert bad[-len(seen(game)) :] == [["noted chain", "deal"]] * len(seen(game))
    for case, lines in zip(cases, found, strict=True):
        other = in_python(case, fairness)
        assert other is not None
        assert [line[:2] for line in lines] == [line[:2] for line in other]
        assert _sensible(lines) == _sensible(other)


def _sensible(lines: list[list[Any]]) -> list[list[Any]]:
    """Return the lines but for the words of a language's own exceptions."""
    return [line for line in lines if "makes no sense" not in line[2]]


def test_odd_files_are_refused_as_by_the_other() -> None:
    replay, fairness = honest("work_the_strip")
    shorter = replay["plies"][:-1]
    endless = {"plies": shorter, "last": len(shorter), "ply": len(shorter), "outcome": None}
    no_after = {name: value for name, value in replay.items() if name != "after"}
    cases = [
        with_care(replay | endless),
        replay | {"last": 10**9, "ply": 10**9},
        replay | {"seats": 10**9},
        replay | {"seed": replay["seed"][2:]},
        no_after,
    ]

    found = tried(MANY, [[case, None] for case in cases])

    names = [f if isinstance(f, str) else [name for good, name, _ in f if not good] for f in found]
    assert names[:2] == [["deal", "outcome"], ["plies", "head"]]
    assert all(str(name).startswith("TypeError: ") for name in names[2:])
    assert in_python(no_after, fairness) is None


def test_what_is_no_integer_is_refused_by_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else one program would hash 1.0 and the other 1, and they would disagree on one file."""
    text, path = json.dumps(honest("lap_dance")[0], separators=(",", ":")), tmp_path / "replay.json"
    odd = [text.replace(was, now, 1) for was, now in NO_INTEGERS]
    assert text not in odd

    refused = tried(PARSED, odd)

    for case, why in zip(odd, refused, strict=True):
        path.write_text(case, "utf-8")
        assert verify.main([str(path)]) == 2
        assert "is not an integer" in capsys.readouterr().out
        assert "is not an integer" in why


def test_hashes_and_json_are_those_of_the_standards() -> None:
    """Every length around the edges of a block, with and without a key."""
    lengths = [0, 1, 3, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 255, 256, 1000]
    things = [
        {"b": [1, None, True], "a": '\u00e9\u2028\U0001f0cf\x07\t"\\/'},
        [],
        {},
        -1,
        "",
        2**53 - 1,
    ]
    cases = [
        (bytes(range(key)), bytes(n % 251 for n in range(length)), things[length % len(things)])
        for length in lengths
        for key in (0, 1, 32, 64)
    ]

    found = tried(HASHES, [[key.hex(), text.hex(), thing] for key, text, thing in cases])

    for (key, text, thing), hashes in zip(cases, found, strict=True):
        assert hashes == [
            hashlib.sha256(text).hexdigest(),
            hmac.new(key, text, hashlib.sha256).hexdigest(),
            hashlib.blake2b(text, key=key).hexdigest(),
            verify.canonical(thing),
        ]


def test_it_runs_alone_and_exits_as_the_other_does(tmp_path: Path) -> None:
    replay, fairness = honest("lap_dance")
    paths = [
        tmp_path / name for name in ("replay.json", "fairness.json", "forged.json", "junk.json")
    ]
    things: list[object] = [replay, fairness, replay | {"seed": "00" * 32}, []]
    for path, thing in zip(paths, things, strict=True):
        path.write_text(json.dumps(thing), "utf-8")
    script, (good, noted, bad, junk) = str(SCRIPT), map(str, paths)

    well, ill, nothing = run(script, good, noted), run(script, bad), run(script, junk)

    assert (well.returncode, ill.returncode, nothing.returncode) == (0, 1, 2)
    assert len(well.stdout.splitlines()) == 15
    assert all(line.startswith("ok    ") for line in well.stdout.splitlines())
    assert ill.stdout.splitlines()[0] == "FAIL  commitment: SHA-256 of the seed"
    assert nothing.stdout.startswith("FAIL  cannot be read: ")
