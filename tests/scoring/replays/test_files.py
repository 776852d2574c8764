from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from games.rules import registry
from scoring.replays import binding, chain, files, playback
from scoring.replays.files import NoReplay, Replay
from tests.clients.verifier.forgeries import (
    FORGERIES,
    TABLES,
    Forge,
    a_missing_ply,
    a_moment,
    a_swapped_order,
    forged,
    honest,
    with_care,
)
from tests.scoring.evenings import evening

SCHEMA = Path(__file__).parents[3] / "docs/api/replay.schema.json"
GAMES = list(TABLES)
AGAINST_THE_RULES = tuple(
    forge for forge in FORGERIES if forge not in (a_moment, a_missing_ply, a_swapped_order)
)
"""A draft that nobody saw may be left out, and two that nobody saw may change places."""


def replay(game: str) -> Replay:
    """Return a match that is all open."""
    found, _ = honest(game)
    return files.read(json.dumps(found).encode())


def secrets_of(thing: Any, seat: int | None, rules: type[registry.AnyGame]) -> list[Any]:
    """Return the events among these plies that this seat was not told."""
    events = registry.events_from(rules, [event for ply in thing.plies for event in ply.events])
    return [event for event in events if not event.seen_by(seat)]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_is_what_was_written(game: str) -> None:
    file = replay(game)

    assert files.read(files.written(file)) == file
    assert file.whole


@pytest.mark.parametrize("game", GAMES)
def test_files_fit_the_schema_that_is_checked_in(game: str) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    seen = playback.through(replay(game), 1)

    jsonschema.Draft202012Validator(schema).validate(json.loads(files.written(replay(game))))
    jsonschema.Draft202012Validator(schema).validate(json.loads(files.written(seen)))
    assert not jsonschema.Draft202012Validator(schema).is_valid({"format": "parlour-replay/1"})


def test_the_schema_that_is_checked_in_is_that_of_the_types() -> None:
    """Else: ``manage.py replay --schema > docs/api/replay.schema.json``."""
    assert json.loads(SCHEMA.read_text("utf-8")) == files.schema()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "truncated"),
        (b"[]", "Expected `object`"),
        (b'{"format": "parlour-replay/2"}', "Invalid enum value 'parlour-replay/2'"),
        (b'{"format": "parlour-replay/1"}', "missing required field"),
        (b'{"game": {"a": ' + b"[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "invalid character"),
    ],
)
def test_what_is_no_replay_is_refused_with_the_place(data: bytes, why: str) -> None:
    with pytest.raises(NoReplay, match=why):
        files.read(data)


def test_an_unknown_field_is_refused() -> None:
    found, _ = honest("lap_dance")

    with pytest.raises(NoReplay, match="unknown field `extra`"):
        files.read(json.dumps(found | {"extra": 1}).encode())


def test_a_file_too_large_to_be_true_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 10)

    with pytest.raises(NoReplay, match="more than 10 bytes"):
        files.read(b'{"format": "parlour-replay/1"}')


# --- Played again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_file_plays_again_without_a_flaw(game: str) -> None:
    assert playback.check(replay(game)) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", AGAINST_THE_RULES, ids=lambda forge: forge.__name__)
def test_the_rules_catch_what_a_new_chain_would_hide(game: str, forge: Forge) -> None:
    assert playback.check(msgspec.convert(with_care(forged(game, forge)), Replay)) != []


def test_a_plys_moment_is_no_matter_of_the_rules() -> None:
    """What might as well have happened only the head that was noted tells from what did."""
    file = msgspec.convert(with_care(forged("lap_dance", a_moment)), Replay)

    assert playback.check(file) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_every_clumsy_forgery_is_caught(game: str, forge: Forge) -> None:
    assert playback.check(msgspec.convert(forged(game, forge), Replay)) != []


@pytest.mark.parametrize("place", ["opening", "table"])
def test_what_a_seat_saw_is_compared_field_by_field(place: str) -> None:
    """What a view holds is a matter of the rules' version, as what an event holds is."""
    file = replay("lap_dance")
    views = getattr(file, place)
    flaw = {
        "opening": "another deal: the opening is not what the seed gives",
        "table": "another table at the end of the file",
    }[place]
    view = views["0"]
    others: list[dict[str, Any]] = [
        {seat: seen for seat, seen in views.items() if seat != "0"},
        views | {"0": view | {"hand": []}},
        views | {"0": view | {"of_yesterday": 1}},
        views | {"0": {name: value for name, value in view.items() if name != "drafts"}},
    ]

    for other in others:
        found = playback.check(msgspec.structs.replace(file, **{place: other}))
        assert flaw in found
        assert "the head of the hash chain is another" in found


HELD = {
    "work_the_strip": "5b11bdf3ee7da3ee",
    "lap_dance": "c5488255ef76e0b6",
    "hand_and_foot": "94ce5f5f2a0cee92",
}
"""What the views of version 1 hold: a hash of their JSON Schema, without its words."""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_view_holds_is_pinned_by_the_version_of_the_rules(game: str) -> None:
    """It is in the heads of all matches that were played: a new field wants a new version."""
    rules = registry.kind(game)
    structs = msgspec.json.schema(rules.view_type)["$defs"]
    beside = structs[rules.view_type.__name__]["properties"]
    for field in ("ply", "decision", "timers"):  # not in a file, and so not in a head
        del beside[field]
    held = {
        name: _wordless(struct.get("properties", struct))
        for name, struct in structs.items()
        if name != "Timer"
    }

    pinned = hashlib.sha256(chain.canonical(held).encode()).hexdigest()[:16]

    assert (rules.version, pinned) == (1, HELD[game])


def _wordless(schema: Any) -> Any:
    """Return a JSON Schema without what it says to people."""
    if isinstance(schema, dict):
        return {
            name: _wordless(value)
            for name, value in schema.items()
            if name not in ("title", "description", "default") or isinstance(value, dict)
        }
    return list(map(_wordless, schema)) if isinstance(schema, list) else schema


@pytest.mark.parametrize("game", GAMES)
def test_the_head_by_the_rows_alone_is_that_of_the_match_played_again(game: str) -> None:
    """A view is a function of state, options and seat: what is stored gives what was played."""
    seats, options = TABLES[game]
    record = evening(game, seats, 7, options)
    file = binding.bound(record, "all")

    assert chain.head(
        file.plies[-1].link or "", plies=file.last, outcome=file.outcome, table=file.table
    ) == binding.head_of(record)


def test_rules_that_are_not_here_are_named() -> None:
    file = msgspec.structs.replace(replay("lap_dance"), rules_version=9)

    with pytest.raises(playback.UnknownRules, match="lap_dance, version 9"):
        playback.check(file)


def test_one_seats_file_cannot_be_checked() -> None:
    with pytest.raises(ValueError, match="all open"):
        playback.check(playback.through(replay("lap_dance"), 0))


# --- Through whose eyes ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_seats_file_holds_what_the_seat_was_told_and_nothing_else(
    game: str, seat: int | None
) -> None:
    whole, rules = replay(game), registry.kind(game)
    assert secrets_of(whole, seat, rules) != []

    seen = playback.through(whole, seat)

    assert secrets_of(seen, seat, rules) == []
    assert {ply.seat for ply in seen.plies if ply.action is not None} == {seat} - {None}
    assert all(ply.timer is None and ply.link is None for ply in seen.plies)
    assert (seen.seed, seen.nonces, seen.chain) == (None, None, None)
    assert (
        list(seen.opening or {}) == list(seen.table) == ["spectator" if seat is None else str(seat)]
    )
    assert [ply.ply for ply in seen.plies] == [ply.ply for ply in whole.plies]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_file_comes_from_the_record_and_from_the_whole_file(game: str) -> None:
    seats, options = TABLES[game]
    record = evening(game, seats, 7, options)

    seen, begun = playback.through(replay(game), 1), playback.cut(replay(game), 20)

    assert _plain(seen) == _plain(binding.bound(record, 1))
    assert _plain(begun) == _plain(binding.bound(record, "all", ply=20))


@pytest.mark.parametrize("game", GAMES)
def test_at_any_ply_stands_the_table_of_that_ply(game: str) -> None:
    seats, options = TABLES[game]
    record = evening(game, seats, 7, options)
    states = {}
    for now in playback.again(replay(game), record.rules):
        states[now.number] = record.rules.view(now.state, 1)

    for ply in (0, 1, 17, record.match.ply):
        view = binding.bound(record, 1, ply=ply).table["1"]
        assert _plain(view) == _plain(files.view_data(states[ply]))
        assert not {"ply", "decision", "timers"} & set(view)


def test_plies_that_are_there_already_may_be_left_out() -> None:
    seats, options = TABLES["lap_dance"]
    record = evening("lap_dance", seats, 7, options)

    later = binding.bound(record, "all", ply=20, after=15)

    assert [ply.ply for ply in later.plies] == [16, 17, 18, 19, 20]
    assert (later.opening, later.after, later.whole, later.outcome) == (None, 15, False, None)


def _plain(thing: Any) -> Any:
    """Return what comes back from a file: lists where there were tuples."""
    data = msgspec.json.decode(msgspec.json.encode(thing))
    return msgspec.convert(data, Replay) if isinstance(thing, Replay) else data
