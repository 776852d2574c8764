"""The score sheet, drawn: every line of every side, so that anybody can add it up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clients.drawing import MINUS, bar, paint

Line = Mapping[str, Any]
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
            rows.append(paint(f"{'':8}{part:·<44}{points(sum_):·>9}", "2"))
    rows.append(paint(f"{'':8}{'net':44}{points(sheet['net']):>9}", "1"))
    return "\n".join(rows)


def standings(names: Sequence[str], scores: Sequence[int], places: Sequence[int]) -> str:
    """Return the end of the match: one line per seat, the best first."""
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
    rows = [
        f"  {places[seat]}.  {names[seat]:{width}}  {points(scores[seat]):>9}  "
        f"{bar(scores[seat], scores)}".rstrip()
        for seat in order
    ]
    rows[0] = paint(rows[0], "1;33")
    return "\n".join(rows)


def points(amount: int) -> str:
    """Return points as they are printed."""
    return f"{amount:,}".replace("-", MINUS)


def _row(line: Line, text: str) -> str:
    many = f"{line['many']} × " if line["many"] > 1 else ""  # noqa: RUF001 - the sign of times
    return f"{'':8}{many + text:44}{points(line['value']):>9}   {line['rule']}".rstrip()
