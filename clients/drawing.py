"""What every game's sheets are drawn with: colours, dollars, bars, tables, the standings."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

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


def plain(amount: int) -> str:
    """Return an amount in a cell of a table: a dot for nothing."""
    return "·" if amount == 0 else f"{amount:,}".replace("-", MINUS)


def sheet(
    names: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    totals: Sequence[int],
    *,
    total: str = "total",
    stars: Sequence[int] = (),
) -> str:
    """Return a table with a line for each seat: its cells, its total, and the total as a bar.

    `stars`: the seats of the best.
    """
    width = max(map(len, names)) + 2
    wide = [max(8, len(column) + 2) for column in columns]
    head = "".join(f"{column:>{size}}" for column, size in zip(columns, wide, strict=True))
    rows = [f"  {'':{width}}{head} │{total:>8}"]
    rows.append("  " + "─" * (width + sum(wide) + 1) + "┼" + "─" * (10 + _BAR))
    for seat, line in enumerate(cells):
        name = f"{'★' if seat in stars else ' '} {names[seat]}"
        said = "".join(f"{cell:>{size}}" for cell, size in zip(line, wide, strict=True))
        row = (
            f"  {name:{width}}{said} │{plain(totals[seat]):>8} {bar(totals[seat], totals)}".rstrip()
        )
        rows.append(paint(row, "1;33") if seat in stars else row)
    return "\n".join(rows)


def standings(names: Sequence[str], scores: Sequence[int], places: Sequence[int]) -> str:
    """Return the end of the match: one line per seat, the best first."""
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
    rows = [
        f"  {places[seat]}.  {names[seat]:{width}}  {dollars(scores[seat]):>9}  "
        f"{bar(scores[seat], scores)}".rstrip()
        for seat in order
    ]
    rows[0] = paint(rows[0], "1;33")
    return "\n".join(rows)


def bar(amount: int, among: Sequence[int]) -> str:
    """Return a bar as long as `amount` is of the greatest among them; none for a debt."""
    eighths = max(0, amount) * _BAR * 8 // max(1, *among)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
