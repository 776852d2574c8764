"""A page as its reader's hands see it: the blocks of code, in order, each with its language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FENCE: Final = "```"
HEADING: Final = re.compile(r"#+ (.+)")
FILE: Final = re.compile(r"(?:#|//) (var/\S+)")


class BadPage(AssertionError):
    """A page shows what cannot be tried, or what is not so."""


@dataclass(frozen=True)
class Block:
    """One block of code: where it stands, in what language, and what it says.

    `about` is what follows the language on the fence: the schema that a document is of.
    """

    where: str
    section: str
    language: str
    about: str
    text: str

    @property
    def file(self) -> str | None:
        """Return the file that the reader is to save it as, which its first line names."""
        named = FILE.match(self.text)
        return named[1] if named else None


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page of this project, in order.  Raises `BadPage`."""
    return read(page.read_text("utf-8"), str(page.relative_to(ROOT)))


def read(markdown: str, name: str) -> list[Block]:
    """Return the blocks of a page that is called so.  Raises `BadPage`: one is not closed."""
    found: list[Block] = []
    section, fence, lines = "", "", list[str]()
    begun = 0
    for number, line in enumerate(markdown.splitlines(), 1):
        if fence and line.strip() == FENCE:
            language, _, about = fence.partition(" ")
            text = "\n".join(lines) + "\n"
            found.append(Block(f"{name}:{begun}", section, language, about.strip(), text))
            fence, lines = "", []
        elif fence:
            lines.append(line)
        elif line.startswith(FENCE):
            fence, begun = line.removeprefix(FENCE).strip() or "none", number
        elif FENCE in line:
            raise BadPage(f"{name}:{number}: a fence that does not begin its line")
        elif heading := HEADING.match(line):
            section = heading[1]
    if fence:
        raise BadPage(f"{name}:{begun}: a block that is not closed")
    return found
