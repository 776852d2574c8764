"""The score sheet, drawn: a table after each round, and the standings at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

_COLUMNS = ("names", "runs", "front", "bonus", "hand", "score")
_BAR = 22
"""The widest bar, in characters."""
MINUS = "\N{MINUS SIGN}"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def use_colours() -> bool:
    """Say whether to colour: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(text: str, code: str) -> str:
    """Return `text` in an ANSI colour (``"1;33"``), or as it is where colours are not wanted."""
    return f"\033[{code}m{text}\033[0m" if use_colours() else text


def dollars(amount: int) -> str:
    """Return an amount as it is printed: ``$1,200``, or with a minus first."""
    return f"{MINUS if amount < 0 else ''}${abs(amount):,}"


def sheet(
    names: Sequence[str],
    lines: Sequence[Mapping[str, Any]],
    totals: Sequence[int],
    winner: int | None,
) -> str:
    """Return the table of one round: what each seat scored and why, and the totals as bars."""
    width = max(map(len, names)) + 2
    head = "".join(f"{column:>8}" for column in _COLUMNS)
    rows = [f"  {'':{width}}{head} │   total"]
    rows.append("  " + "─" * (width + 8 * len(_COLUMNS) + 1) + "┼" + "─" * (10 + _BAR))
    for seat, line in enumerate(lines):
        name = f"{'★' if seat == winner else ' '} {names[seat]}"
        cells = "".join(f"{_plain(line[column]):>8}" for column in _COLUMNS)
        row = f"  {name:{width}}{cells} │{_plain(totals[seat]):>8} {_bar(totals[seat], totals)}"
        rows.append(paint(row.rstrip(), "1;33") if seat == winner else row.rstrip())
    return "\n".join(rows)


def standings(names: Sequence[str], scores: Sequence[int], places: Sequence[int]) -> str:
    """Return the end of the match: one line per seat, the best first."""
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
    rows = [
        f"  {places[seat]}.  {names[seat]:{width}}  {dollars(scores[seat]):>9}  "
        f"{_bar(scores[seat], scores)}".rstrip()
        for seat in order
    ]
    rows[0] = paint(rows[0], "1;33")
    return "\n".join(rows)


def _plain(amount: int) -> str:
    return "·" if amount == 0 else f"{amount:,}".replace("-", MINUS)


def _bar(amount: int, among: Sequence[int]) -> str:
    """Return a bar as long as `amount` is of the greatest among them; none for a debt."""
    eighths = max(0, amount) * _BAR * 8 // max(1, *among)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
