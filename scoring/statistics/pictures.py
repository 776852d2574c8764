"""A player's record as a picture: one SVG of three charts, without scripts, fonts or addresses.

The charts are laid side by side on one sheet, and stripped of what a browser would fetch or run.
The same record gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

from scoring.pictures import pygal, svg
from scoring.statistics.figures import Bars
from scoring.statistics.record import PlayerStatistics

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "http://www.w3.org/1999/xlink"
WIDTH: Final = 1200
HEIGHT: Final = 470
MARGIN: Final = 24
HEAD: Final = 92
"""Pixels above the charts."""
SMOOTH: Final = 10
"""Over so many results the average runs along."""

INK: Final = "#efe6dc"
FAINT: Final = "#a5929b"
PAPER: Final = "#241a24"
CARD: Final = "#2f2330"
ROSE: Final = "#e0567f"
GOLD: Final = "#e3b04b"
FONT: Final = "Georgia, 'Times New Roman', serif"
PLAIN: Final = "Helvetica, Arial, sans-serif"

_STYLE: Final = pygal.style.Style(
    background=CARD,
    plot_background=CARD,
    foreground=FAINT,
    foreground_strong=INK,
    foreground_subtle="#463848",
    guide_stroke_color="#463848",
    major_guide_stroke_color="#5c4b5e",
    font_family=PLAIN,
    title_font_family=FONT,
    opacity="0.92",
    opacity_hover="1",
    transition="0s",
    stroke_width="3",
    title_font_size=18,
    label_font_size=12,
    major_label_font_size=12,
    legend_font_size=12,
    value_font_size=12,
    no_data_font_size=16,
    colors=(ROSE, GOLD),
    value_colors=(INK, INK),
)


def picture(player: str, game: str, record: PlayerStatistics, bars: Bars | None) -> bytes:
    """Return the picture of a record, as an SVG document in UTF-8; `game`: its title."""
    sheet = _paper(f"{player}: {game}")
    _write(sheet, player, MARGIN, 44, size=30, fill=INK, family=FONT)
    _write(sheet, _summary(game, record), MARGIN, 72, size=15, fill=FAINT, family=PLAIN)
    charts = [_wins(record), _scores(record), *([_bars(bars, record)] if bars else [])]
    width = (WIDTH - MARGIN * (len(charts) + 1)) // len(charts)
    for place, chart in enumerate(charts):
        left = MARGIN + place * (width + MARGIN)
        sheet.append(_panel(chart, f"chart-{place}", left, width))
    drawn: bytes = ET.tostring(sheet, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + drawn


def _summary(game: str, record: PlayerStatistics) -> str:
    if not record.matches:
        return f"{game}  ·  no match ended yet"
    matches = "1 match" if record.matches == 1 else f"{record.matches:,} matches"
    return (
        f"{game}  ·  {matches}  ·  {record.win_share or 0:.0%} won"
        f"  ·  {record.average_score or 0:,.0f} on average  ·  best {record.best_score or 0:,}"
    )


# --- The charts -----------------------------------------------------------------------------------


def _config(**more: Any) -> dict[str, Any]:
    return {
        "style": _STYLE,
        "js": (),
        "show_legend": True,
        "legend_at_bottom": True,
        "legend_at_bottom_columns": 2,
        "legend_box_size": 11,
        "no_data_text": "Nothing to draw yet",
        "margin": 14,
        "explicit_size": True,
        "disable_xml_declaration": True,
        "truncate_label": -1,
        **more,
    }


def _wins(record: PlayerStatistics) -> Any:
    """Return what share was won at tables of each size, beside what would be fair."""
    chart = pygal.Bar(
        **_config(
            title="Won, by seats at the table",
            range=(0, 1),
            rounded_bars=3,
            y_labels=(0, 0.25, 0.5, 0.75, 1),
            value_formatter="{:.0%}".format,
            print_values=True,
            print_values_position="top",
        )
    )
    chart.x_labels = [f"{table.seats} seats" for table in record.tables]
    chart.add("Won", [round(table.win_share, 4) for table in record.tables])
    chart.add("A fair share", [round(table.fair, 4) for table in record.tables])
    return chart


def _scores(record: PlayerStatistics) -> Any:
    """Return the newest scores from left to right, with their running average."""
    scores = [result.score for result in reversed(record.recent)]
    chart = pygal.Line(
        **_config(
            title=f"The newest {len(scores)} scores" if len(scores) > 1 else "Scores",
            show_x_labels=False,
            show_y_labels=bool(scores),
            dots_size=2.5,
            value_formatter="{:,.0f}".format,
        )
    )
    chart.x_labels = [str(number) for number in range(1, len(scores) + 1)]
    chart.add("Score", scores, stroke=False)
    chart.add(f"Average of {SMOOTH}", list(_running(scores)), show_dots=False)
    return chart


def _running(scores: Sequence[int]) -> Iterator[float]:
    for place in range(1, len(scores) + 1):
        newest = scores[max(0, place - SMOOTH) : place]
        yield round(sum(newest) / len(newest), 1)


def _bars(bars: Bars, record: PlayerStatistics) -> Any:
    """Return the game's own figures."""
    chart = pygal.HorizontalBar(
        **_config(
            title=bars.title,
            show_legend=False,
            show_x_labels=False,
            rounded_bars=3,
            value_formatter="{:,.0f}".format,
        )
    )
    values = [(words, round(of(record.counts))) for words, of in reversed(bars.bars)]
    if any(value for _, value in values):
        chart.x_labels = [f"{words}  {value:,}" for words, value in values]
        chart.add("", [value for _, value in values])
    return chart


# --- The paper ------------------------------------------------------------------------------------


def _paper(title: str) -> ET.Element:
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    size = {"width": str(WIDTH), "height": str(HEIGHT), "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    sheet = ET.Element(f"{{{SVG}}}svg", {**size, "role": "img"})
    ET.SubElement(sheet, f"{{{SVG}}}title").text = title
    whole = {"width": str(WIDTH), "height": str(HEIGHT), "rx": "14", "fill": PAPER}
    ET.SubElement(sheet, f"{{{SVG}}}rect", whole)
    return sheet


def _write(
    sheet: ET.Element, words: str, left: int, top: int, *, size: int, fill: str, family: str
) -> None:
    place = {"x": str(left), "y": str(top), "font-size": str(size)}
    ET.SubElement(
        sheet, f"{{{SVG}}}text", {**place, "fill": fill, "font-family": family}
    ).text = words


def _panel(chart: Any, name: str, left: int, width: int) -> ET.Element:
    """Return a chart as a part of the sheet, with nothing in it to be fetched or run."""
    height = HEIGHT - HEAD - MARGIN
    chart.config.width, chart.config.height = width, height
    panel = ET.fromstring(svg(chart, name))  # noqa: S314 - written this moment
    for parent in [*panel.iter()]:
        for child in [*parent]:
            if child.get("class") == "tooltip":
                parent.remove(child)
    place = {"x": str(left), "y": str(HEAD), "width": str(width), "height": str(height)}
    for attribute, value in place.items():
        panel.set(attribute, value)
    return panel
