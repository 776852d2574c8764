"""The command: what it prints, what it writes, and its exit code."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest

from clients.conformance import __main__ as command
from clients.conformance.checks import Broken, Group, Skipped, Verdict, expect, judged, tried
from clients.conformance.table import Progress, as_json, drawn, totals
from tests.server.process import Server

REFERENCE = [sys.executable, "-m", "tests.clients.conformance.reference"]


def verdicts() -> list[Verdict]:
    """Return one of each colour."""
    return [
        Verdict("one", "Frames", "A sentence.", "green", "", 0.1),
        Verdict("two", "Frames", "Another.", "red", "nothing came", 1.0),
        Verdict("three", "REST", "A third.", "skipped", "too slow a heart", 0.0),
    ]


def test_the_table_is_aligned_and_without_colours_where_nobody_sees_them() -> None:
    text = drawn(verdicts(), columns=80)
    rows = [line for line in text.splitlines() if " │ " in line]
    assert len({line.index(" │ ") for line in rows}) == 1
    assert "\033" not in text
    assert "→ nothing came" in text
    assert text.endswith("1 green, 1 red, 1 skipped")


def test_totals_say_how_many() -> None:
    assert totals(verdicts()[:1]).strip() == "1 green, 0 red, 0 skipped"


def test_json_says_everything() -> None:
    told = json.loads(as_json(verdicts()))
    assert told["totals"] == {"green": 1, "red": 1, "skipped": 1}
    assert told["checks"][1]["why"] == "nothing came"


def test_progress_is_one_line_each_where_there_is_no_terminal() -> None:
    out = StringIO()
    progress = Progress(3, out)
    for verdict in verdicts():
        progress(verdict)
    assert len(out.getvalue().splitlines()) == 3
    assert out.getvalue().startswith("  1/3  green    one")


async def test_whatever_goes_wrong_in_a_check_is_a_verdict() -> None:
    group: Group[None] = Group("Group")

    @group.check
    async def holds(_: None) -> None:
        """It holds."""

    @group.check
    async def does_not_hold(_: None) -> None:
        """It does not."""
        expect(held=False, otherwise="seen")

    @group.check
    async def cannot_be_tried(_: None) -> None:
        """It cannot."""
        raise Skipped("why")

    @group.check
    async def stumbles(_: None) -> None:
        """It stumbles."""
        raise ZeroDivisionError("nought")

    found = await judged(group.checks, None, at_once=2)
    assert [(each.name, each.colour, each.why) for each in found] == [
        ("holds", "green", ""),
        ("does-not-hold", "red", "seen"),
        ("cannot-be-tried", "skipped", "why"),
        ("stumbles", "red", "ZeroDivisionError: nought"),
    ]
    assert (await tried(group.checks[1], None)).sentence == "It does not."
    assert issubclass(Broken, Exception)


def test_list_names_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["server", "http://nowhere", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 91


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["server", "http://nowhere", "--only", "dance"])
    assert refused.value.code == 2
    assert "nothing here is called dance" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["server", "http://127.0.0.1:1", "--only", "welcome-first"]) == 2
    assert "cannot even be entered" in capsys.readouterr().err


@pytest.mark.server
def test_a_green_server_is_exit_code_0(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "verdicts.json"
    asked = ["server", server.url, "--only", "welcome-first", "--only", "act-acked"]
    assert command.main([*asked, "--json", str(file)]) == 0
    assert json.loads(file.read_text())["totals"] == {"green": 2, "red": 0, "skipped": 0}
    assert "2 green, 0 red, 0 skipped" in capsys.readouterr().out


@pytest.mark.parametrize(("fault", "code"), [("", 0), ("never sends again", 1)])
def test_a_client_is_started_as_a_command(
    fault: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["client", "--only", "cut-before-ack", "--only", "plays-to-the-end", "--"]
    assert command.main([*asked, *REFERENCE, *filter(None, [fault])]) == code
    said = capsys.readouterr()
    assert re.search(rf"{2 - code} green, {code} red", said.out)
    assert said.err.count("/2 ") == 2


def test_a_client_that_cannot_be_started_is_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["client", "--only", "acts-are-legal", "--", "no-such-program"]) == 1
    assert "no-such-program" in capsys.readouterr().out
