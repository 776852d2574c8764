"""Charts as SVG that stand still: no script, nothing to fetch, the same bytes for the same data.

Pure.  The one door to pygal: whoever draws imports it from here.
"""

from __future__ import annotations

import sys
from typing import Any, Final
from xml.etree import ElementTree as ET

import pygal
from pygal.style import Style

__all__ = ["STYLE", "pygal", "svg"]

# The library hangs a finder of plugins into the import machinery of the whole process, of a kind
# that Python warns of at every import that fails.  We have no plugins.
sys.meta_path[:] = [
    finder for finder in sys.meta_path if type(finder).__name__ != "PluginImportFixer"
]

STYLE: Final = Style(
    background="#1d1429",
    plot_background="#1d1429",
    foreground="#cbb8dd",
    foreground_strong="#ffffff",
    foreground_subtle="#8d7aa3",
    colors=("#ff5fa2", "#5fd3ff", "#ffd166", "#9be564", "#c792ea", "#ff9e64"),
    font_family="system-ui, sans-serif",
)


def svg(chart: Any, name: str) -> str:
    """Return a chart without what the library adds for browsers, and without today's date.

    `name`: an id that no other picture on the same page has.
    """
    chart.uuid = name
    root = chart.render_tree()
    for parent in list(root.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.rpartition("}")[2] == "script":
                parent.remove(child)
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    return ET.tostring(root, encoding="unicode")
