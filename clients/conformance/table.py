"""Verdicts as a table for people, as JSON for programs, and the progress in between."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import TextIO

from clients.conformance.checks import Colour, Verdict
from clients.drawing import paint

MOST_COLUMNS = 120
_SIGNS: dict[Colour, tuple[str, str]] = {
    "green": ("✓ green", "32"),
    "red": ("✗ red", "1;31"),
    "skipped": ("- skipped", "33"),
}
_SIGN = max(len(sign) for sign, _ in _SIGNS.values())


def drawn(verdicts: Sequence[Verdict], columns: int | None = None) -> str:
    """Return the table: a section for each group, the reason below whatever is not green."""
    width = min(MOST_COLUMNS, columns or shutil.get_terminal_size((MOST_COLUMNS, 24)).columns)
    names = max((len(each.name) for each in verdicts), default=0)
    rest = max(24, width - _SIGN - names - 8)
    rows: list[str] = []
    for place, verdict in enumerate(verdicts):
        if not place or verdicts[place - 1].group != verdict.group:
            rows += [_rule("┬" if not rows else "┼", names, rest), _head(verdict.group)]
        rows += _rows(verdict, names, rest)
    return "\n".join([*rows, _rule("┴", names, rest), totals(verdicts)])


def totals(verdicts: Sequence[Verdict]) -> str:
    """Return how many are green, red and skipped."""
    counted = Counter(each.colour for each in verdicts)
    said = [f"{counted[colour]} {colour}" for colour in _SIGNS]
    return paint("  " + ", ".join(said), _SIGNS["red" if counted["red"] else "green"][1])


def as_json(verdicts: Sequence[Verdict]) -> str:
    """Return everything as one JSON document."""
    counted = Counter(each.colour for each in verdicts)
    return json.dumps(
        {
            "totals": {colour: counted[colour] for colour in _SIGNS},
            "checks": [asdict(each) for each in verdicts],
        },
        indent=1,
    )


class Progress:
    """One line that says how far it is: rewritten on a terminal, written anew elsewhere."""

    def __init__(self, count: int, out: TextIO) -> None:
        self._count = count
        self._out = out
        self._done = 0
        self._live = out.isatty()

    def __call__(self, verdict: Verdict) -> None:
        """Take note of one more verdict."""
        self._done += 1
        said = f"{self._done:>3}/{self._count}  {verdict.colour:<7}  {verdict.name}"
        if self._live:
            end = "\r" if self._done < self._count else "\r\033[K"
            self._out.write(f"\r\033[K{said if self._done < self._count else ''}{end}")
        else:
            self._out.write(f"{said}  {verdict.seconds:.1f} s\n")
        self._out.flush()


def _head(group: str) -> str:
    return "  " + paint(group, "1;36")


def _rule(joint: str, names: int, rest: int) -> str:
    return f"  {'─' * (_SIGN + 1)}{joint}{'─' * (names + 2)}{joint}{'─' * (rest + 1)}"


def _rows(verdict: Verdict, names: int, rest: int) -> list[str]:
    sign, colour = _SIGNS[verdict.colour]
    said = textwrap.wrap(verdict.sentence, rest)
    said += textwrap.wrap(f"→ {verdict.why}", rest, subsequent_indent="  ") if verdict.why else []
    first, *more = said or [""]
    signed = paint(f"{sign:<{_SIGN}}", colour)
    rows = [f"  {signed} │ {verdict.name:<{names}} │ {first}"]
    return rows + [f"  {'':{_SIGN}} │ {'':{names}} │ {line}" for line in more]
