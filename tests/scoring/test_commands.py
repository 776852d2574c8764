from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Ply, Status
from scoring.audit.models import Audit
from scoring.replays import files
from tests.clients.verifier.forgeries import TABLES, a_drawn_card, forged, honest
from tests.games.tables import dealt, people
from tests.scoring.evenings import evening, saved


def said(*arguments: Any) -> str:
    """Return what a command writes."""
    out = StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def written(path: Path, replay: object) -> Path:
    path.write_text(json.dumps(replay), "utf-8")
    return path


@pytest.fixture
def match() -> Match:
    record = evening("lap_dance", 3, 4, {"rounds": 3})
    saved(record)
    return record.match


# --- manage.py replay FILE: no database (and none is allowed here) --------------------------------


@pytest.mark.parametrize("game", TABLES)
def test_a_file_is_told_without_a_database(tmp_path: Path, game: str) -> None:
    replay, _ = honest(game)

    told = said("replay", written(tmp_path / "replay.json", replay))

    lines = told.splitlines()
    assert lines[0].endswith(f"(rules version 1), match {replay['match']}")
    assert lines[1].endswith("Told through everybody's eyes at once.")
    assert sum(line[:4].strip().isdigit() and line[4] == " " for line in lines) == replay["last"]
    assert "It is over." in lines
    assert len(lines) > 2 * len(replay["plies"])


def test_secrets_stand_behind_the_names_of_those_who_were_told(tmp_path: Path) -> None:
    replay, _ = honest("work_the_strip")
    path = written(tmp_path / "replay.json", replay)

    everything, hers = said("replay", path), said("replay", path, "--seat", 1)

    assert "[Bot 1] You draw" in everything
    assert "[Bot 0] You draw" in everything
    assert "You draw" in hers
    assert "[Bot" not in hers
    assert hers.count("You draw") == everything.count("[Bot 1] You draw")


def test_onlookers_hear_of_no_secret(tmp_path: Path) -> None:
    replay, _ = honest("work_the_strip")

    told = said("replay", written(tmp_path / "replay.json", replay), "--spectator")

    assert "Told through the eyes of a spectator." in told
    assert "You draw" not in told


def test_it_stops_at_any_ply(tmp_path: Path) -> None:
    replay, _ = honest("lap_dance")

    told = said("replay", written(tmp_path / "replay.json", replay), "--ply", 12)

    assert told.splitlines()[-1] == f"So far, 12 of {replay['last']} plies."


def test_what_is_exported_is_the_file_again(tmp_path: Path) -> None:
    replay, _ = honest("lap_dance")
    path = written(tmp_path / "replay.json", replay)

    said("replay", path, "--export", tmp_path / "again.json")

    assert json.loads((tmp_path / "again.json").read_text("utf-8")) == replay


def test_a_forged_file_is_not_told(tmp_path: Path) -> None:
    path = written(tmp_path / "replay.json", forged("lap_dance", a_drawn_card))

    with pytest.raises(CommandError, match=r"was not played like this: the hash chain breaks at"):
        said("replay", path)


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("{}", [], "missing required field `format`"),
        (None, [], "No such file"),
        ("replay", ["--ply", 10_000], "the plies 0 to"),
        ("replay", ["--seat", 9], "the seats 0 to 2"),
        ("version", [], "lap_dance, version 9"),
        ("seat", ["--seat", 1], "Only a file that is all open"),
    ],
)
def test_what_cannot_be_told_is_refused_with_a_word(
    tmp_path: Path, text: str | None, options: list[Any], why: str
) -> None:
    replay, _ = honest("lap_dance")
    path = tmp_path / "replay.json"
    things: dict[str | None, object] = {
        "{}": {},
        "replay": replay,
        "version": replay | {"rules_version": 9},
        "seat": replay | {"eyes": 0, "seed": None, "nonces": None, "chain": None},
    }
    if text is not None:
        written(path, things[text])

    with pytest.raises(CommandError, match=why):
        said("replay", path, *options)


def test_the_schema_is_printed() -> None:
    assert json.loads(said("replay", "--schema")) == files.schema()


# --- manage.py replay MATCH -----------------------------------------------------------------------


@pytest.mark.django_db
def test_a_match_is_told_and_exported_from_the_database(match: Match, tmp_path: Path) -> None:
    told = said("replay", match.pk)
    said("replay", match.pk, "--export", tmp_path / "match.json")

    assert said("replay", tmp_path / "match.json") == told
    assert said("replay", match.pk, "--seat", 2, "--ply", 9).endswith(f"9 of {match.ply} plies.\n")


@pytest.mark.django_db
@pytest.mark.usefixtures("tiny")
def test_a_running_match_is_told_as_spectators_see_it() -> None:
    running = dealt(*people("Ada", "Bob"))

    assert "Told through the eyes of a spectator." in said("replay", running.pk)
    with pytest.raises(CommandError, match="not over"):
        said("replay", running.pk, "--seat", 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "why"), [(["--ply", 10_000], "plies 0 to"), (["--seat", 3], "seats 0 to 2")]
)
def test_what_the_match_has_not_is_refused(match: Match, options: list[Any], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        said("replay", match.pk, *options)


@pytest.mark.django_db
def test_no_match_and_a_match_not_begun_are_refused(match: Match) -> None:
    Match.with_secrets.filter(pk=match.pk).update(state=None, status=Status.OPEN)

    with pytest.raises(CommandError, match="There is no match"):
        said("replay", uuid4())
    with pytest.raises(CommandError, match="has not begun"):
        said("replay", match.pk)


# --- manage.py audit ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_audit_says_how_many_agree(match: Match) -> None:
    assert said("audit") == "1 audited now.  In all: 0 waiting, 1 same, 0 differs.\n"
    assert said("audit") == "0 audited now.  In all: 0 waiting, 1 same, 0 differs.\n"
    assert said("audit", "--all") == "1 audited now.  In all: 0 waiting, 1 same, 0 differs.\n"


@pytest.mark.django_db
def test_audit_lists_every_difference_and_fails(match: Match) -> None:
    Ply.objects.filter(match=match, number=2).update(events=[])
    out = StringIO()

    with pytest.raises(CommandError, match="1 of 1 differ"):
        call_command("audit", stdout=out, stderr=StringIO())

    assert f"{match.pk}  lap_dance 1  after 1 plies: ply 2: other events" in out.getvalue()
    assert Audit.objects.get().verdict == "differs"
