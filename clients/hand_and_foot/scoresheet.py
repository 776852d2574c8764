"""The score sheet, drawn: every line of every side, so that anybody can add it up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clients.drawing import MINUS, bar, paint

Line = Mapping[str, Any]
WIDTH = 54
"""Of what a line says, in characters."""
PARTS = ("base", "count", "unplayed")
"""The sums of a sheet, in the order of the rules (HF 16)."""


def sheet_of(side: str, sheet: Mapping[str, Any], said: Callable[[Line], str], *, won: bool) -> str:
    """Return one side's sheet: its lines with their rule, the three sums, and the net."""
    rows = [paint(f"  {'★' if won else ' '} {side}", "1;33" if won else "1")]
    for part in PARTS:
        lines = [line for line in sheet["lines"] if line["part"] == part]
        rows += [_row(line, said(line)) for line in lines]
        if lines:
            sum_ = -sheet[part] if part == "unplayed" else sheet[part]
            rows.append(paint(f"{'':8}{part:·<{WIDTH}}{points(sum_):·>9}", "2"))
    rows.append(paint(f"{'':8}{'net':{WIDTH}}{points(sheet['net']):>9}", "1"))
    return "\n".join(rows)


def standings(sides: Sequence[str], scores: Sequence[int]) -> str:
    """Return how it stands: one line per side, the best first; a tie shares a place."""
    width = max(map(len, sides))
    best_first = sorted(zip(scores, sides, strict=True), key=lambda side: -side[0])
    rows = [
        f"  {1 + sum(other > score for other in scores)}.  {side:{width}}  {points(score):>9}  "
        f"{bar(score, scores)}".rstrip()
        for score, side in best_first
    ]
    rows[0] = paint(rows[0], "1;33")
    return "\n".join(rows)


def points(amount: int) -> str:
    """Return points as they are printed."""
    return f"{amount:,}".replace("-", MINUS)


def _row(line: Line, text: str) -> str:
    return f"{'':8}{text:{WIDTH}}{points(line['value']):>9}   {line['rule']}".rstrip()
