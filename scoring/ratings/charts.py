"""A rating's history as a picture.  Pure: the same history gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from scoring import pictures
from scoring.pictures import STYLE, pygal

WIDTH: Final = 720
HEIGHT: Final = 360
DATES: Final = 5
"""Written under the line, at most."""


def of_history(title: str, history: Sequence[tuple[datetime, int]]) -> str:
    """Return an SVG of what was shown after each match, oldest first: no script, nothing to fetch.

    An empty history is an empty picture that says so.
    """
    chart = pygal.Line(
        width=WIDTH,
        height=HEIGHT,
        explicit_size=True,
        style=STYLE,
        js=(),
        title=title,
        show_legend=False,
        no_data_text="No match has counted yet",
        dots_size=2,
        include_x_axis=False,
        truncate_label=-1,
        formatter=lambda shown: f"{shown:.0f}",
    )
    chart.x_labels = _dates([at for at, _ in history])
    chart.add(title, [shown for _, shown in history])
    return pictures.svg(chart, "rating")


def _dates(times: Sequence[datetime]) -> list[str]:
    """Return what to write under each point: a few dates, and nothing under the others."""
    last = len(times) - 1
    marked = {round(last * each / (DATES - 1)) for each in range(DATES)}
    return [at.date().isoformat() if each in marked else "" for each, at in enumerate(times)]
