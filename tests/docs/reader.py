"""A reader who tries everything: each block of a page in order, and none is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.docs import described
from tests.docs.pages import BadPage, Block
from tests.docs.shell import Shell
from tests.docs.shown import is_json, is_text

SERVER: Final = "127.0.0.1:8000"
"""Where the server is, on every page; it is somewhere else here, as the proxy at 9000 is."""
PROXY_PORT: Final = "9000"
A_REFUSAL: Final = '"trace_id":'


class Reader:
    """Tries a page in a shell, against a server: ``127.0.0.1:8000`` of the page is `address`.

    What is shown below a command is what it must say.  A command below which nothing is shown must
    not be refused anything.  A file that is to be saved must be run by a later command.
    """

    def __init__(self, shell: Shell, *, address: str, proxy_port: int) -> None:
        self.shell = shell
        self._address = address
        self._proxy_port = proxy_port
        self._said: str | None = None
        self._not_run: set[str] = set()
        self.files: list[Path] = []
        """What was saved, in order."""

    def tries(self, blocks: Iterable[Block]) -> None:
        """Try these blocks.  Raises `BadPage` at the first thing that is not as it says."""
        for block in blocks:
            self._tries(block)
        self._holds_no_refusal("the last command")
        if self._not_run:
            raise BadPage(f"saved, and never run: {', '.join(sorted(self._not_run))}")

    def _tries(self, block: Block) -> None:
        match block.language:
            case "sh":
                self._holds_no_refusal(block.where)
                text = self.here(block.text)
                self._said = self.shell.run(text)
                self._not_run -= {name for name in self._not_run if name in text}
            case "text":
                self._compares(block, is_it=is_text(self.here(block.text), self._saying(block)))
            case "json" if not block.about:
                self._compares(block, is_it=is_json(self.here(block.text), self._saying(block)))
            case "json":
                described.is_of_schema(block)
            case "mermaid":
                described.is_drawn_right(block)
            case "python" | "ts":
                self._saves(block)
            case _:
                raise BadPage(f"{block.where}: nobody knows how to try `{block.language}`")

    def here(self, text: str) -> str:
        """Return a text with the addresses of this place."""
        moved = text.replace(SERVER, self._address)
        return re.sub(rf"\b{PROXY_PORT}\b", str(self._proxy_port), moved)

    def _saying(self, block: Block) -> str:
        if self._said is None:
            raise BadPage(f"{block.where}: an answer, but to no command")
        return self._said

    def _compares(self, block: Block, *, is_it: bool) -> None:
        if not is_it:
            raise BadPage(f"{block.where} shows\n{block.text}\nbut this was said:\n{self._said}")
        self._said = None

    def _holds_no_refusal(self, where: str) -> None:
        said, self._said = self._said, None
        if said is not None and A_REFUSAL in said:
            raise BadPage(f"before {where} something was refused, which is not shown:\n{said}")

    def _saves(self, block: Block) -> None:
        """Save it as the file that it names; what names none is run as it stands (Python only)."""
        if block.file is None and block.language == "ts":
            raise BadPage(f"{block.where}: the first line does not say what to save it as")
        name = block.file or "var/unnamed.py"
        path = self.shell.home / name
        path.write_text(self.here(block.text), "utf-8")
        self.files.append(path)
        if block.file is None:
            self._said = self.shell.run(f"python {name}")
        else:
            self._not_run.add(name)
