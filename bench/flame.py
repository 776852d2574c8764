"""Draws collapsed stacks (``outer;inner count``) as a flame graph.

``python -m bench.flame stacks.txt docs/flame.svg``: the wider, the more time; what a function calls
stands on top of it.  What is ours is red, what is not is grey.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

WIDTH, ROW, LETTER = 1200, 17, 6.6
LEAST = 0.002
"""What takes less of the time is left out."""
OURS = re.compile(r"\((accounts|api|config|games|scoring)/")
STYLE = "text{font:11px monospace}rect{stroke:#fff;stroke-width:.5}"


class Box(NamedTuple):
    """A function in one stack: where it begins and how wide it is, in parts of all samples."""

    name: str
    depth: int
    left: float
    width: float


class Node:
    """A function called from one place, and what it calls."""

    def __init__(self) -> None:
        self.count = 0
        self.calls: dict[str, Node] = {}

    def add(self, names: list[str], count: int) -> None:
        """Count one stack."""
        self.count += count
        if names:
            self.calls.setdefault(names[0], Node()).add(names[1:], count)

    def boxes(self, whole: int, left: float = 0.0, depth: int = 0) -> Iterator[Box]:
        """Yield the boxes of everything that is called from here."""
        for name, node in sorted(self.calls.items()):
            width = node.count / whole
            if width >= LEAST:
                yield Box(name, depth, left, width)
                yield from node.boxes(whole, left, depth + 1)
            left += width


def tree(stacks: str) -> Node:
    """Return the stacks as one tree."""
    root = Node()
    for line in stacks.splitlines():
        names, _, count = line.rpartition(" ")
        root.add([_short(name) for name in names.split(";")], int(count))
    return root


def svg(root: Node) -> str:
    """Return the picture."""
    boxes = list(root.boxes(max(1, root.count)))
    height = ROW * (2 + max((box.depth for box in boxes), default=0))
    drawn = "\n".join(_drawn(box, height) for box in boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}"><style>{STYLE}</style>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{drawn}\n</svg>\n'
    )


def _short(name: str) -> str:
    """Return a frame without its line, so that one function is one box."""
    return re.sub(r":\d+\)$", ")", name)


def _drawn(box: Box, height: int) -> str:
    left, width = box.left * WIDTH, box.width * WIDTH
    top = height - ROW * (box.depth + 1)
    colour = "#e8836b" if OURS.search(box.name) else "#d5d5d5"
    text = escape(box.name[: max(0, int(width / LETTER))])
    return (
        f"<g><title>{escape(box.name)} {100 * box.width:.1f} %</title>"
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" fill="{colour}"/>'
        f'<text x="{left + 2:.1f}" y="{top + 12}">{text if len(text) > 2 else ""}</text></g>'
    )


def main() -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.flame", description=__doc__)
    parser.add_argument("stacks", type=Path, help="what `bench.load --profile` wrote")
    parser.add_argument("picture", type=Path, help="the SVG to write")
    words = parser.parse_args()
    words.picture.write_text(svg(tree(words.stacks.read_text())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
